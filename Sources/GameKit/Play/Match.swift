public import WireProtocol

/// A move as it comes from outside: typed, or as a person types it.
public enum MoveInput {
  /// A JSON value of the shape that the game's schema describes.
  case typed(JSONView)
  /// One line of text, parsed by the game.
  case text(String)
}

/// A match of any game: what rooms, replays and bots hold. The erasure of ``Game`` is here and in
/// ``GameModule``, and nowhere else.
public struct Match: Sendable {
  private var box: any MatchBox
  /// What tells this state from others: FNV-1a over what every move so far has brought, both parts. A replay under
  /// rules that judge differently comes to another number; one that only draws boards differently does not.
  public private(set) var stateHash: UInt64 = 0xCBF2_9CE4_8422_2325

  init<S: PuzzleSource>(_ game: S.G, puzzle: S.G.Puzzle, settings: S.G.Settings, source: S) {
    box = TypedMatch(game: game, given: .init(puzzle: puzzle, settings: settings, source: source))
  }

  private init(box: any MatchBox, stateHash: UInt64) {
    self.box = box
    self.stateHash = stateHash
  }

  /// A match of a ``RemoteGame`` before its first move.
  package init(remote box: any RemoteMatchBox) { self.box = box }

  /// A move that was admitted, and all that follows from it. A class, since rooms hand it from one to the next: a
  /// struct of its size would be retained part by part each time.
  public final class Played: Sendable {
    /// What the move brought.
    public let turn: Turn
    /// The typed move, with its keys in order.
    public let move: JSON
    /// Time since the match began.
    public let elapsed: Elapsed
    /// The turn as it is hashed and logged: its secret part, its open part, whether it spent a try and, if there are
    /// any, its hands, as JSON with commas between them.
    public let encodedTurn: [UInt8]
    /// The match after the move.
    public let after: Match
    /// What happened at the table, where it was no move.
    public let event: TableEvent?

    fileprivate init(
      _ turn: Turn, _ move: JSON, _ elapsed: Elapsed, encoded: [UInt8], after: Match, event: TableEvent? = nil
    ) {
      (self.turn, self.move, self.elapsed, self.after, self.event) = (turn, move, elapsed, after, event)
      encodedTurn = encoded
    }
  }

  /// Names the puzzle's content.
  public var puzzleKey: PuzzleKey { box.puzzleKey }

  /// The puzzle in the form in which it is stored with the match.
  public func puzzle() throws(JSONBridgeError) -> JSON { try box.encodedPuzzle() }

  /// The settings in the form in which they are stored with the match.
  public func settings() throws(JSONBridgeError) -> JSON { try box.encodedSettings() }

  /// Finds out what a move that comes from outside leads to. This match stays as it is: the one after the move is
  /// ``Played/after``.
  ///
  /// - Throws: the game's or its source's rejection; `bad_move` for what is not even a move.
  public func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Played {
    let (turn, move, box) = try box.attempt(input, by: player, at: elapsed)
    let encoded = Self.encode(turn)
    let after = Match(box: box, stateHash: Self.hash(stateHash, encoded))
    return Played(turn, move, elapsed, encoded: encoded, after: after)
  }

  /// Plays a move that comes from outside, or throws and changes nothing: see ``attempt(_:by:at:)``.
  public mutating func play(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Played {
    let played = try attempt(input, by: player, at: elapsed)
    self = played.after
    return played
  }

  /// Finds out what an event at the table leads to; this match stays as it is.
  ///
  /// - Parameter elapsed: for ``TableEvent/time``, the game's ``deadline``.
  /// - Throws: the game's rejection.
  public func attempt(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Played {
    var after = self
    let (turn, encoded) = try after.handle(event, at: elapsed)
    return Played(turn, event.json, elapsed, encoded: encoded, after: after, event: event)
  }

  /// The same of a ``RemoteGame``.
  ///
  /// - Parameter viewers: who looks at the match after the move: what they see is asked for at once.
  /// - Throws: ``Rejection/gameIsAsked``; ``Rejection/gameIsDown``; the game's rejection.
  public func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed, viewers: [Viewer]
  ) throws(Rejection) -> Played {
    guard let remote = box.remote else { return try attempt(input, by: player, at: elapsed) }
    return played(try remote.attempt(input, by: player, at: elapsed, viewers: viewers), event: nil)
  }

  /// The same of a ``RemoteGame``.
  public func attempt(_ event: TableEvent, at elapsed: Elapsed, viewers: [Viewer]) throws(Rejection) -> Played {
    guard let remote = box.remote else { return try attempt(event, at: elapsed) }
    return played(try remote.attempt(event, at: elapsed, viewers: viewers), event: event)
  }

  private func played(_ answer: RemotePlayed, event: TableEvent?) -> Played {
    let encoded = Self.encode(answer.turn)
    let after = Match(box: answer.after, stateHash: Self.hash(stateHash, encoded))
    return Played(answer.turn, answer.logged, answer.elapsed, encoded: encoded, after: after, event: event)
  }

  /// Has what some viewers see of a match of a ``RemoteGame`` in memory; does nothing for other games.
  ///
  /// - Throws: ``Rejection/gameIsAsked``; ``Rejection/gameIsDown``.
  public func prepare(for viewers: [Viewer]) throws(Rejection) {
    try box.remote?.prepare(for: viewers)
  }

  /// Takes an event in, or throws and changes nothing.
  private mutating func handle(
    _ event: TableEvent, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, encoded: [UInt8]) {
    var turn = try box.handle(event, at: elapsed)
    turn.open["event"] = .string(event.name)
    let encoded = Self.encode(turn)
    stateHash = Self.hash(stateHash, encoded)
    return (turn, encoded)
  }

  /// Whose turn it is.
  public var toMove: [PlayerID] { box.toMove }

  /// When the game wants to hear ``TableEvent/time``.
  public var deadline: Elapsed? { box.deadline }

  /// When a player's own time is up.
  public func timeIsUp(for player: PlayerID) -> Elapsed? { box.timeIsUp(for: player) }

  /// Plays a logged move again, or throws and changes nothing: it was admitted once, and the vocabulary is not asked a
  /// second time.
  ///
  /// - Throws: a rejection when the log does not agree with the rules.
  public mutating func replay(
    _ move: JSON, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    if box.remote != nil { return try replayAnswered(move) }
    if let event = try TableEvent(move, by: player) { return try handle(event, at: elapsed).turn }
    let turn = try box.replay(move, by: player, at: elapsed)
    stateHash = Self.hash(stateHash, Self.encode(turn))
    return turn
  }

  private mutating func replayAnswered(_ move: JSON) throws(Rejection) -> Turn {
    guard var remote = box.remote else { throw .notHere }
    let turn = try remote.replayLogged(move)
    box = remote
    stateHash = Self.hash(stateHash, Self.encode(turn))
    return turn
  }

  private static func encode(_ turn: Turn) -> [UInt8] {
    var json = JSONWriter(reserving: 128)
    json.value(.object(turn.secret))
    json.value(.object(turn.open))
    json.bool(turn.spentTry)
    if !turn.hands.isEmpty { json.value(.array(turn.hands.map(\.json))) }
    return json.bytes
  }

  private static func hash(_ start: UInt64, _ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { $0.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 } }
  }

  /// The board as a viewer may see it; its parts are no larger than the wire allows.
  public func board(for viewer: Viewer) -> Board { box.board(for: viewer).bounded }

  /// How the match ended for a player; `nil` while it is on.
  public func outcome(for player: PlayerID) -> Outcome? { box.outcome(for: player) }

  /// The moves that the game lists for a player, in logged form: none for who has not the turn, and none after the end.
  public func candidates(for player: PlayerID) -> [JSON] { box.candidates(for: player) }

  /// The same as JSON text, where they are kept as that; `nil` elsewhere.
  public func encodedCandidates(for player: PlayerID) -> [UInt8]? { box.encodedCandidates(for: player) }

  /// How far a player has come who has not finished.
  public func progress(of player: PlayerID) -> Int { box.progress(of: player) }

  /// Words that a player has met and not found; none before the match is over for the player.
  public func missed(by player: PlayerID) -> [MissedWord] {
    box.outcome(for: player) == nil ? [] : box.missed(by: player)
  }

  /// Moves that win, in logged form.
  public func solution() -> [JSON] { box.solution() }
}

/// A match of one game, behind ``Match``.
package protocol MatchBox: Sendable {
  /// Itself, if it is one of a ``RemoteGame``: asked with each move, where a cast would take microseconds.
  var remote: (any RemoteMatchBox)? { get }
  var puzzleKey: PuzzleKey { get }
  func encodedPuzzle() throws(JSONBridgeError) -> JSON
  func encodedSettings() throws(JSONBridgeError) -> JSON
  func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, move: JSON, after: any MatchBox)
  mutating func replay(_ move: JSON, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn
  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn
  var toMove: [PlayerID] { get }
  var deadline: Elapsed? { get }
  func timeIsUp(for player: PlayerID) -> Elapsed?
  func board(for viewer: Viewer) -> Board
  func outcome(for player: PlayerID) -> Outcome?
  func candidates(for player: PlayerID) -> [JSON]
  func encodedCandidates(for player: PlayerID) -> [UInt8]?
  func progress(of player: PlayerID) -> Int
  func missed(by player: PlayerID) -> [MissedWord]
  func solution() -> [JSON]
}

extension MatchBox {
  package var remote: (any RemoteMatchBox)? { nil }
  package func encodedCandidates(for player: PlayerID) -> [UInt8]? { nil }
}

private struct TypedMatch<S: PuzzleSource>: MatchBox {
  private(set) var game: S.G
  let given: Given

  /// What no move changes: the same for a match and all copies of it.
  final class Given: Sendable {
    let puzzle: S.G.Puzzle
    let settings: S.G.Settings
    let source: S

    init(puzzle: S.G.Puzzle, settings: S.G.Settings, source: S) {
      self.puzzle = puzzle
      self.settings = settings
      self.source = source
    }
  }

  var puzzleKey: PuzzleKey { S.G.key(of: given.puzzle) }

  func encodedPuzzle() throws(JSONBridgeError) -> JSON { try JSON(writing: given.puzzle) }

  func encodedSettings() throws(JSONBridgeError) -> JSON { try JSON(writing: given.settings) }

  func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, move: JSON, after: any MatchBox) {
    guard game.outcome(for: player) == nil else { throw .gameOver }
    let move: S.G.Move
    switch input {
    case .text(let line): move = try S.G.parse(line)
    case .typed(let view): move = try Self.decode { () throws(JSONBridgeError) in try view.read(S.G.Move.self) }
    }
    try given.source.admit(move, to: given.puzzle)
    guard let logged = try? JSON(writing: move) else {
      throw .badMove("This move cannot be written down")
    }
    guard logged[TableEvent.mark] == nil else { throw .badMove("No move has a member \"\(TableEvent.mark)\"") }
    var after = self
    let turn = try after.game.play(move, by: player, at: elapsed)
    return (turn, logged, after)
  }

  mutating func replay(
    _ move: JSON, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    let move = try Self.decode { () throws(JSONBridgeError) in try move.decode(S.G.Move.self) }
    // A move happens wholly or not at all, whatever the game's `play` did before it threw.
    var after = game
    let turn = try after.play(move, by: player, at: elapsed)
    game = after
    return turn
  }

  private static func decode(
    _ body: () throws(JSONBridgeError) -> S.G.Move
  ) throws(Rejection) -> S.G.Move {
    do {
      return try body()
    } catch {
      throw .badMove("That is not a move of \(S.G.info.title): \(error.description)")
    }
  }

  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    var after = game
    let turn = try after.handle(event, at: elapsed)
    game = after
    return turn
  }

  var toMove: [PlayerID] { game.toMove }

  var deadline: Elapsed? { game.deadline }

  func timeIsUp(for player: PlayerID) -> Elapsed? { game.timeIsUp(for: player) }

  func board(for viewer: Viewer) -> Board { game.board(for: viewer) }

  func outcome(for player: PlayerID) -> Outcome? { game.outcome(for: player) }

  func candidates(for player: PlayerID) -> [JSON] {
    let toMove = game.toMove
    guard toMove.isEmpty || toMove.contains(player), game.outcome(for: player) == nil else { return [] }
    return game.candidates(for: player).prefix(CandidateMoves.maximum).compactMap { try? JSON(writing: $0) }
  }

  func progress(of player: PlayerID) -> Int { game.progress(of: player) }

  func missed(by player: PlayerID) -> [MissedWord] { game.missed(by: player) }

  func solution() -> [JSON] { S.G.solution(of: given.puzzle).compactMap { try? JSON(writing: $0) } }
}
