internal import Catalogue
public import GameKit
internal import WireProtocol

/// Makes games; the argument reads a resource by the names of its game's folder and its file.
public typealias MoreBotGames = (_ resources: (_ game: String, _ file: String) throws -> [UInt8]) throws -> [GameModule]

/// The games whose rules a bot has: those of the catalogue and of its program.
struct BotGames: Sendable {
  private let modules: [GameModule]

  /// - Parameter resources: the folder with the games' word lists; `nil` for the default places.
  init(adding more: MoreBotGames, resources: String?) throws {
    let folder = ResourceFolder(option: resources)
    modules = try Catalogue.games(folder.read) + more(folder.read)
  }

  subscript(id: String) -> GameModule? { modules.first { $0.info.id == id } }

  /// Games for several players in which a bot finds moves: by search, from a list, from answers, or from the source.
  var playable: [String] { modules.filter { $0.info.seats != nil && Self.namesMoves($0) }.map(\.info.id) }

  /// Whether the first player of a new match finds moves.
  static func namesMoves(_ module: GameModule) -> Bool {
    guard let settings = try? module.settings(from: [:]), let match = try? module.match(seed: 1, settings: settings)
    else { return false }
    let count = module.info.seats?.count.lowerBound ?? 0
    let players = (1...Int64(max(1, count))).map { PlayerID($0) }
    let begun = count == 0 ? match : (try? match.attempt(.begin(players), at: .zero))?.after ?? match
    var generator = SeededGenerator(seed: 1)
    return players.contains { player in
      let board = begun.board(for: .seat(player))
      return !begun.candidates(for: player).isEmpty || board.choices.contains { !$0.move.isEmpty }
        || !module.candidates(on: board, settings: settings, limit: 1, using: &generator).isEmpty
    }
  }

  var ids: [String] { modules.map(\.info.id) }
}
