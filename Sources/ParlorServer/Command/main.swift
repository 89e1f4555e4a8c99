import Catalogue
import ParlorServer

runServer { resources in try Catalogue.games(resources) }
