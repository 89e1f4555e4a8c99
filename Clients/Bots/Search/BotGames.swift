internal import Catalogue
public import GameKit
internal import WireProtocol

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

  /// Games for several players in which a bot finds moves on the board: searched, listed, chosen from, or made by the
  /// source.
  var playable: [String] { modules.filter { $0.info.seats != nil && Self.namesMoves($0) }.map(\.info.id) }

  /// Whether the first player of a match that has just begun finds moves.
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
