import GameKit
import WireProtocol

/// The game under check with one choice of settings, and the ways in which the server deals with it.
struct Subject<S: PuzzleSource> {
  typealias G = S.G

  let source: S
  let settings: G.Settings
  /// The settings as JSON, where they are not the default.
  let settingsText: String?
  let budgets: Budgets

  init(source: S, settings: G.Settings, budgets: Budgets) {
    self.source = source
    self.settings = settings
    self.budgets = budgets
    settingsText = settings == G.Settings() ? nil : Self.text(settings)
  }

  /// Who plays: as few as a match takes, two at least where a board can be shared.
  var players: [PlayerID] {
    guard let seats = G.info.seats else {
      return G.info.modes.contains(.together) ? [PlayerID(1), PlayerID(2)] : [PlayerID(1)]
    }
    let count = max(seats.count.lowerBound, min(2, seats.count.upperBound))
    return (1...Int64(count)).map { PlayerID($0) }
  }

  /// Everybody who may look at a board.
  var viewers: [(name: String, viewer: Viewer)] {
    players.map { ("player \($0.number)", .seat($0)) }
      + [("one who knows the puzzle", .informed), ("a spectator", .outsider)]
  }

  /// Whether puzzles differ at all.
  var hasPuzzles: Bool { G.Puzzle.self != NoPuzzle.self && G.Puzzle.self != Chance.self }

  func place(seed: UInt64? = nil, step: Int? = nil, moves: [String] = []) -> Finding.Place {
    Finding.Place(seed: seed, settings: settingsText, step: step, moves: moves)
  }

  func puzzle(_ seed: UInt64, excluding keys: PuzzleSet = []) throws(Rejection) -> G.Puzzle {
    try source.puzzle(seed: seed, settings: settings, excluding: keys)
  }

  /// A match before its first move; where there are seats, it has begun.
  func newGame(_ puzzle: G.Puzzle) -> G {
    var game = G(puzzle: puzzle, settings: settings)
    if G.info.seats != nil { _ = try? game.hear(.begin(players), at: .zero) }
    return game
  }

  // MARK: - Moves

  /// Plays a move that comes from outside, as the server does: the vocabulary is asked first, and what a throw leaves
  /// behind is discarded.
  func play(
    _ move: G.Move, on game: inout G, puzzle: G.Puzzle, by player: PlayerID, at elapsed: Elapsed
  ) -> Result<Turn, Rejection> {
    do throws(Rejection) {
      try source.admit(move, to: puzzle)
      var next = game
      let turn = try next.play(move, by: player, at: elapsed)
      game = next
      return .success(turn)
    } catch {
      return .failure(error)
    }
  }

  /// Reads a move as it comes over the wire.
  func move(_ text: String) throws(JSONBridgeError) -> G.Move {
    let document = JSONDocument()
    do {
      try document.parse(text.utf8)
    } catch {
      throw JSONBridgeError(path: [], message: error.description)
    }
    return try document.root.read(G.Move.self)
  }

  // MARK: - Texts, by which everything is compared

  static func text(_ value: some Encodable) -> String? { (try? JSON(writing: value))?.text }

  func state(_ game: G) -> String? { (try? JSON(encoding: game))?.text }

  /// A turn as two texts: what its player is told, what everybody is told.
  func text(_ turn: Turn) -> String {
    let hands = turn.hands.map { " \($0.players.map(\.number)) \(JSON.object($0.fields).text)" }.joined()
    return "\(openText(turn)) \(JSON.object(turn.secret).text) \(turn.remark) \(turn.openRemark)\(hands)"
  }

  func openText(_ turn: Turn) -> String { "\(JSON.object(turn.open).text) \(turn.spentTry ? "a try" : "no try")" }

  func text(_ result: Result<Turn, Rejection>) -> String {
    switch result {
    case .success(let turn): text(turn)
    case .failure(let rejection): "refused: \(rejection.code): \(rejection.message)"
    }
  }

  func text(_ outcome: Outcome?) -> String {
    guard let outcome else { return "none" }
    return "\(publicText(outcome)) \(JSON.object(outcome.secret).text) \(outcome.score) \(outcome.praise)"
  }

  /// What everybody is told of an outcome.
  func publicText(_ outcome: Outcome) -> String {
    JSON.object(outcome.fields(informed: false)).text + " " + outcome.grid.text(title: "", label: "")
  }

  /// Everything that a game shows.
  func look(at game: G) -> [(subject: String, text: String)] {
    viewers.map { ("the board of \($0.name)", game.board(for: $0.viewer).json) }
      + players.map { ("the outcome of player \($0.number)", text(game.outcome(for: $0))) }
  }
}

extension Board {
  /// The board as it goes over the wire.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// The first place where two texts differ, with a little of each around it.
func difference(_ one: String, _ other: String) -> String {
  let (first, second) = (Array(one), Array(other))
  let same = zip(first, second).prefix { $0 == $1 }.count
  func excerpt(_ text: [Character]) -> String {
    let start = max(0, same - 16)
    let end = min(text.count, same + 24)
    return (start > 0 ? "…" : "") + String(text[start..<max(start, end)]) + (end < text.count ? "…" : "")
  }
  return "\(excerpt(first)) against \(excerpt(second))"
}
