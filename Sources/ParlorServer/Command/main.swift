import ParlorServer

runServer()
