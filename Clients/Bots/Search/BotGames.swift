internal import Catalogue
public import GameKit

/// Makes games, given the way to read a resource by the name of a game's folder and its own.
public typealias MoreBotGames = (_ resources: (_ game: String, _ file: String) throws -> [UInt8]) throws -> [GameModule]

/// The games whose rules a bot has: those of the catalogue and those that its program adds.
struct BotGames: Sendable {
  private let modules: [GameModule]

  init(_ modules: [GameModule]) { self.modules = modules }

  /// - Parameter resources: the folder of the games' word lists; `nil` for the usual places.
  init(adding more: MoreBotGames, resources: String?) throws {
    let folder = ResourceFolder(option: resources)
    modules = try Catalogue.games(folder.read) + more(folder.read)
  }

  subscript(id: String) -> GameModule? { modules.first { $0.info.id == id } }

  /// Those that can be searched.
  var searchable: [String] { modules.filter { $0.game is any SearchableGame.Type }.map(\.info.id) }

  var ids: [String] { modules.map(\.info.id) }
}
