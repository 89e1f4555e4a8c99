import GameKit
import WireProtocol

/// The game under test with one choice of settings, called as the server calls it. Every call of the game goes through
/// this type, so that traps, hangs and slow calls can be attributed to a method.
struct Subject<S: PuzzleSource> {
  typealias G = S.G

  let source: S
  let settings: G.Settings
  /// The settings as JSON; `nil` for the default.
  let settingsText: String?
  let budgets: Budgets
  let diary: Diary
  /// The players: the minimum, but two if the game allows that or boards can be shared.
  private(set) var players: [PlayerID] { didSet { viewers = Self.viewers(players) } }
  /// All players, an informed viewer and a spectator.
  private(set) var viewers: [(name: String, viewer: Viewer)]

  init(source: S, settings: G.Settings, budgets: Budgets, diary: Diary) {
    self.source = source
    self.settings = settings
    self.budgets = budgets
    self.diary = diary
    settingsText = settings == G.Settings() ? nil : Self.text(settings)
    let count: Int
    if let seats = G.info.seats {
      count = max(seats.count.lowerBound, min(2, seats.count.upperBound))
    } else {
      count = G.info.modes.contains(.together) ? 2 : 1
    }
    players = (1...Int64(count)).map { PlayerID($0) }
    viewers = Self.viewers(players)
  }

  /// The same with up to five players; `nil` if the game does not allow more players.
  var crowded: Subject? {
    guard let seats = G.info.seats, seats.count.upperBound > players.count else { return nil }
    var other = self
    // Numbers that are neither consecutive nor ascending.
    other.players = (1...Int64(max(players.count, min(5, seats.count.upperBound)))).reversed().map { PlayerID($0 * 3) }
    return other
  }

  private static func viewers(_ players: [PlayerID]) -> [(name: String, viewer: Viewer)] {
    players.map { ("player \($0.number)", .seat($0)) }
      + [("one who knows the puzzle", .informed), ("a spectator", .outsider)]
  }

  /// Whether the source has different puzzles.
  var hasPuzzles: Bool { G.Puzzle.self != NoPuzzle.self && G.Puzzle.self != Chance.self }

  func place(seed: UInt64? = nil, step: Int? = nil, moves: [String] = []) -> Finding.Place {
    Finding.Place(seed: seed, settings: settingsText, step: step, moves: moves)
  }

  private func call<Value, Failure: Error>(
    _ method: Method, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try diary.calls.run(method, diary, body)
  }

  // MARK: - Puzzles

  func puzzle(_ seed: UInt64, excluding keys: PuzzleSet = []) throws(Rejection) -> G.Puzzle {
    try call(.deal) { () throws(Rejection) in
      try source.puzzle(seed: seed, settings: settings, excluding: keys)
    }
  }

  func puzzle(day: Int, season: SeasonKey) throws(Rejection) -> G.Puzzle {
    try call(.daily) { () throws(Rejection) in
      try source.puzzle(for: Day(number: day), season: season, settings: settings)
    }
  }

  func key(of puzzle: G.Puzzle) -> PuzzleKey { call(.key) { G.key(of: puzzle) } }

  func solution(of puzzle: G.Puzzle) -> [G.Move] { call(.solution) { G.solution(of: puzzle) } }

  /// A new match; if the game has seats, after `begin`.
  func newGame(_ puzzle: G.Puzzle) -> G {
    var game = start(puzzle)
    if G.info.seats != nil { _ = handle(.begin(players), &game, at: .zero) }
    return game
  }

  /// A new match, before `begin`.
  func start(_ puzzle: G.Puzzle) -> G { call(.initializer) { G(puzzle: puzzle, settings: settings) } }

  // MARK: - Moves

  /// Plays a player's move as the server does: checks the vocabulary first, and discards the copy if the game throws.
  func play(
    _ move: G.Move, on game: inout G, puzzle: G.Puzzle, by player: PlayerID, at elapsed: Elapsed
  ) -> Result<Turn, Rejection> {
    do throws(Rejection) {
      try call(.admit) { () throws(Rejection) in try source.admit(move, to: puzzle) }
      return replay(move, on: &game, by: player, at: elapsed)
    } catch {
      return .failure(error)
    }
  }

  /// Plays a move without checking the vocabulary.
  func replay(_ move: G.Move, on game: inout G, by player: PlayerID, at elapsed: Elapsed) -> Result<Turn, Rejection> {
    do throws(Rejection) {
      var next = game
      let turn = try call(.play) { () throws(Rejection) in try next.play(move, by: player, at: elapsed) }
      game = next
      return .success(turn)
    } catch {
      return .failure(error)
    }
  }

  /// Applies a table event; a refusal changes nothing.
  func handle(_ event: TableEvent, _ game: inout G, at elapsed: Elapsed) -> Result<Turn, Rejection> {
    do throws(Rejection) {
      var next = game
      let turn = try call(.handle) { () throws(Rejection) in try next.handle(event, at: elapsed) }
      game = next
      return .success(turn)
    } catch {
      return .failure(error)
    }
  }

  /// Decodes a move from the wire.
  func move(_ text: String) throws(JSONBridgeError) -> G.Move {
    let document = JSONDocument()
    do {
      try document.parse(text.utf8)
    } catch {
      throw JSONBridgeError(path: [], message: error.description)
    }
    return try call(.decode) { () throws(JSONBridgeError) in try document.root.read(G.Move.self) }
  }

  /// Parses a typed move.
  func parse(_ line: String) throws(Rejection) -> G.Move {
    try call(.parse) { () throws(Rejection) in try G.parse(line) }
  }

  func candidates(
    _ game: G, _ viewer: Viewer, _ limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] {
    call(.candidates) { source.candidateMoves(in: game, for: viewer, limit: limit, using: &generator) }
  }

  /// The moves that the game lists for a player.
  func listed(_ game: G, for player: PlayerID) -> [G.Move] { call(.listed) { game.candidates(for: player) } }

  /// The moves that the source generates from a player's board alone, as for a bot.
  func made(_ game: G, for player: PlayerID, _ limit: Int, using generator: inout SeededGenerator) -> [G.Move] {
    let board = board(game, for: .seat(player))
    return call(.made) { source.candidateMoves(on: board, settings: settings, limit: limit, using: &generator) }
  }

  /// ``listed(_:for:)`` as text.
  func listedText(_ game: G, for player: PlayerID) -> String {
    listed(game, for: player).compactMap { Self.text($0) }.joined(separator: " ")
  }

  /// The listed moves of all players. Not part of ``look(at:)``, which is called far more often.
  func listing(of game: G) -> [(subject: String, text: String)] {
    players.map { ("the moves listed for player \($0.number)", listedText(game, for: $0)) }
  }

  /// A match that is consistent with a player's observation.
  func determinization<W: SearchableGame>(
    of observation: Observation, settings: W.Settings, using generator: inout SeededGenerator
  ) -> W? {
    call(.determinization) { W.determinization(of: observation, settings: settings, using: &generator) }
  }

  // MARK: - Views

  func board(_ game: G, for viewer: Viewer) -> Board { call(.board) { game.board(for: viewer) } }

  func outcome(_ game: G, of player: PlayerID) -> Outcome? { call(.outcome) { game.outcome(for: player) } }

  func toMove(_ game: G) -> [PlayerID] { call(.toMove) { game.toMove } }

  func deadline(_ game: G) -> Elapsed? { call(.deadline) { game.deadline } }

  func timeIsUp(_ game: G, for player: PlayerID) -> Elapsed? { call(.timeIsUp) { game.timeIsUp(for: player) } }

  /// The players without an outcome.
  func playing(_ game: G) -> [PlayerID] { players.filter { outcome(game, of: $0) == nil } }

  /// All boards, outcomes, progress and times.
  func look(at game: G) -> Look {
    let boards = viewers.map { (name: $0.name, board: board(game, for: $0.viewer)) }
    let outcomes = players.map { outcome(game, of: $0) }
    let ends = zip(players, outcomes).map { (subject: "the outcome of player \($0.number)", text: text($1)) }
    return Look(boards: boards, others: ends + clockwork(of: game, outcomes))
  }

  /// Progress, missed words, turns and times.
  func clockwork(of game: G) -> [(subject: String, text: String)] {
    clockwork(of: game, players.map { outcome(game, of: $0) })
  }

  private func clockwork(of game: G, _ outcomes: [Outcome?]) -> [(subject: String, text: String)] {
    var seen = zip(players, outcomes).map { player, outcome in
      let (points, words) = (
        call(.progress) { game.progress(of: player) },
        outcome == nil ? [] : call(.missed) { game.missed(by: player) }
      )
      return ("the progress of player \(player.number), or words missed", "\(points) \(words.map(\.word.original))")
    }
    guard G.info.seats != nil else { return seen }
    seen.append(("toMove", toMove(game).map { "\($0.number)" }.joined(separator: " ")))
    seen.append(("the deadline", Self.text(deadline(game))))
    return seen + players.map { ("the time of player \($0.number)", Self.text(timeIsUp(game, for: $0))) }
  }

  /// The first difference of two lists of answers; `nil` if there is none.
  func differing(_ one: [(subject: String, text: String)], _ other: [(subject: String, text: String)]) -> String? {
    zip(one, other).first { $0.text != $1.text }.map { "\($0.subject) differs: \(difference($0.text, $1.text))" }
  }

  /// The first difference of two looks; `nil` if there is none.
  func differing(_ one: Look, _ other: Look) -> String? {
    // Most are equal, and comparing boards is faster than encoding them.
    one.isAlike(other) ? nil : differing(one.texts, other.texts)
  }

  // MARK: - Texts for comparison

  static func text(_ value: some Encodable) -> String? { (try? JSON(writing: value))?.text }

  private static func text(_ elapsed: Elapsed?) -> String { elapsed.map { "\($0.milliseconds) ms" } ?? "none" }

  func state(_ game: G) -> String? { call(.encode) { (try? JSON(encoding: game))?.text } }

  /// A game decoded from its state.
  func restored(_ state: String) -> G? { call(.decode) { try? JSON(parsing: state).decode(G.self) } }

  /// A turn as text: the public part, the secret part, the remarks, the hands.
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

  /// The public part of an outcome.
  func publicText(_ outcome: Outcome) -> String {
    JSON.object(outcome.fields(informed: false)).text + " " + outcome.grid.text(title: "", label: "")
  }
}

/// All that a game shows at one point. Boards are encoded only if a comparison needs it.
struct Look {
  let boards: [(name: String, board: Board)]
  /// Outcomes, progress and times.
  let others: [(subject: String, text: String)]

  /// All parts as text.
  var texts: [(subject: String, text: String)] {
    boards.map { ("the board of \($0.name)", $0.board.json) } + others
  }

  /// Whether the texts are certainly equal; otherwise they must be compared.
  fileprivate func isAlike(_ other: Look) -> Bool {
    // Equal `data` may encode differently, because the order of members is not compared.
    boards.count == other.boards.count
      && zip(boards, other.boards).allSatisfy { $0.board == $1.board && $0.board.data.isEmpty }
      && others.elementsEqual(other.others) { $0.text == $1.text }
  }
}

extension Board {
  /// The board's form on the wire, followed by the players of its seats and parts.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    // The wire has names, which the room adds, in place of these numbers.
    let numbers = seats.map(\.number) + parts.compactMap(\.owner)
    return String(decoding: writer.bytes, as: UTF8.self) + (numbers.isEmpty ? "" : " \(numbers)")
  }
}

extension Result where Success == Turn, Failure == Rejection {
  var isRefused: Bool {
    if case .failure = self { true } else { false }
  }
}

/// Excerpts of two texts around their first difference.
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
