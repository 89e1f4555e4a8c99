public import WireProtocol

/// A move from a client: typed JSON or text.
public enum MoveInput {
  /// A JSON value that the game's schema describes.
  case typed(JSONView)
  /// A line of text, parsed by the game.
  case text(String)
}

/// A match of any game: what rooms, replays and bots hold. ``Game`` is type-erased here and in ``GameModule`` only.
public struct Match: Sendable {
  private var box: any MatchBox
  /// The hash of this state: FNV-1a over the results of all moves so far, both parts. A replay by rules that judge
  /// differently gives another hash; a change that only draws boards differently does not.
  public private(set) var stateHash: UInt64 = 0xCBF2_9CE4_8422_2325

  init<S: PuzzleSource>(_ game: S.G, puzzle: S.G.Puzzle, settings: S.G.Settings, source: S) {
    box = TypedMatch(game: game, constants: .init(puzzle: puzzle, settings: settings, source: source))
  }

  private init(box: any MatchBox, stateHash: UInt64) {
    self.box = box
    self.stateHash = stateHash
  }

  /// A match of a ``RemoteGame`` before its first move.
  package init(remote box: any RemoteMatchBox) { self.box = box }

  /// An accepted move and its consequences. A class, since rooms pass it along: of a struct of its size each part would
  /// be retained each time.
  public final class Played: Sendable {
    /// The result of the move.
    public let turn: Turn
    /// The typed move, with its keys in order.
    public let move: JSON
    /// Time since the match began.
    public let elapsed: Elapsed
    /// The turn as it is hashed and logged: its secret part, its open part, whether it spent a try and, if any, its
    /// hands, as JSON separated by commas.
    public let encodedTurn: [UInt8]
    /// The match after the move.
    public let after: Match
    /// The event at the table, if it was not a move.
    public let event: TableEvent?

    fileprivate init(
      _ turn: Turn, _ move: JSON, _ elapsed: Elapsed, encoded: [UInt8], after: Match, event: TableEvent? = nil
    ) {
      (self.turn, self.move, self.elapsed, self.after, self.event) = (turn, move, elapsed, after, event)
      encodedTurn = encoded
    }
  }

  /// The key of the puzzle.
  public var puzzleKey: PuzzleKey { box.puzzleKey }

  /// The puzzle in stored form.
  public func puzzle() throws(JSONBridgeError) -> JSON { try box.encodedPuzzle() }

  /// The settings in stored form.
  public func settings() throws(JSONBridgeError) -> JSON { try box.encodedSettings() }

  /// Computes the consequences of a client's move. This match does not change: ``Played/after`` is the one after the
  /// move.
  ///
  /// - Throws: the rejection of the game or its source; `bad_move` for input that is not a move.
  public func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Played {
    try check(input)
    let (turn, move, box) = try box.attempt(input, by: player, at: elapsed)
    let encoded = Self.encode(turn)
    let after = Match(box: box, stateHash: Self.hash(stateHash, encoded))
    return Played(turn, move, elapsed, encoded: encoded, after: after)
  }

  private func check(_ input: MoveInput) throws(Rejection) {
    // A game's description is copied where it is read, and most moves have one member.
    if case .typed(let move) = input, move.count > 1 { try box.moveVerbs.check(move) }
  }

  /// Plays a client's move, or throws and changes nothing: see ``attempt(_:by:at:)``.
  public mutating func play(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Played {
    let played = try attempt(input, by: player, at: elapsed)
    self = played.after
    return played
  }

  /// Computes the consequences of an event at the table. This match does not change.
  ///
  /// - Parameter elapsed: for ``TableEvent/time``, the game's ``deadline``.
  /// - Throws: the game's rejection.
  public func attempt(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Played {
    var after = self
    let (turn, encoded) = try after.handle(event, at: elapsed)
    return Played(turn, event.json, elapsed, encoded: encoded, after: after, event: event)
  }

  /// As above, for a ``RemoteGame`` too.
  ///
  /// - Parameter viewers: the viewers of the match after the move: their boards are requested at the same time.
  /// - Throws: ``Rejection/gameHasNotAnswered``; ``Rejection/gameIsDown``; the game's rejection.
  public func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed, viewers: [Viewer]
  ) throws(Rejection) -> Played {
    guard let remote = box.remote else { return try attempt(input, by: player, at: elapsed) }
    try check(input)
    return played(try remote.attempt(input, by: player, at: elapsed, viewers: viewers), event: nil)
  }

  /// As above, for a ``RemoteGame`` too.
  public func attempt(_ event: TableEvent, at elapsed: Elapsed, viewers: [Viewer]) throws(Rejection) -> Played {
    guard let remote = box.remote else { return try attempt(event, at: elapsed) }
    return played(try remote.attempt(event, at: elapsed, viewers: viewers), event: event)
  }

  private func played(_ answer: RemotePlayed, event: TableEvent?) -> Played {
    let encoded = Self.encode(answer.turn)
    let after = Match(box: answer.after, stateHash: Self.hash(stateHash, encoded))
    return Played(answer.turn, answer.logged, answer.elapsed, encoded: encoded, after: after, event: event)
  }

  /// Loads what some viewers see of a match of a ``RemoteGame``; does nothing for other games.
  ///
  /// - Throws: ``Rejection/gameHasNotAnswered``; ``Rejection/gameIsDown``.
  public func prepare(for viewers: [Viewer]) throws(Rejection) {
    try box.remote?.prepare(for: viewers)
  }

  /// Applies an event, or throws and changes nothing.
  private mutating func handle(
    _ event: TableEvent, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, encoded: [UInt8]) {
    var turn = try box.handle(event, at: elapsed)
    turn.open["event"] = .string(event.name)
    let encoded = Self.encode(turn)
    stateHash = Self.hash(stateHash, encoded)
    return (turn, encoded)
  }

  /// The players to move.
  public var toMove: [PlayerID] { box.toMove }

  /// When the game needs ``TableEvent/time``.
  public var deadline: Elapsed? { box.deadline }

  /// When a player's own time ends.
  public func timeIsUp(for player: PlayerID) -> Elapsed? { box.timeIsUp(for: player) }

  /// Replays a logged move, or throws and changes nothing. The vocabulary is not checked: the move was admitted once.
  ///
  /// - Throws: a rejection if the log contradicts the rules.
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

  /// The board as a viewer may see it, with parts within the wire's limits.
  public func board(for viewer: Viewer) -> Board { box.board(for: viewer).bounded }

  /// The result for a player; `nil` while the match is in progress.
  public func outcome(for player: PlayerID) -> Outcome? { box.outcome(for: player) }

  /// The candidate moves of a player in logged form: none for a player who may not move, and none after the end.
  public func candidates(for player: PlayerID) -> [JSON] { box.candidates(for: player) }

  /// The same as JSON text, if they are stored as text; otherwise `nil`.
  public func encodedCandidates(for player: PlayerID) -> [UInt8]? { box.encodedCandidates(for: player) }

  /// The progress of an unfinished player.
  public func progress(of player: PlayerID) -> Int { box.progress(of: player) }

  /// Words that a player has met and not found; none before the match is over for the player.
  public func missed(by player: PlayerID) -> [MissedWord] {
    box.outcome(for: player) == nil ? [] : box.missed(by: player)
  }

  /// Whether the game has analyses of finished matches: see ``AnalysingSource``.
  public var hasAnalysis: Bool { box.hasAnalysis }

  /// The analysis of a finished match.
  ///
  /// - Parameter moves: its moves in logged form.
  /// - Returns: `nil` for a match that cannot be analysed.
  public func analysis(after moves: [JSON]) -> MatchAnalysis? { box.analysis(after: moves) }

  /// The words that fitted all guesses up to one of them, counted from 1; `nil` if there is no such guess.
  public func fitting(after guess: Int) -> [String]? { box.fitting(after: guess) }

  /// Moves that win, in logged form.
  public func solution() -> [JSON] { box.solution() }
}

/// The type-erased match behind ``Match``.
package protocol MatchBox: Sendable {
  /// Itself, if it is a match of a ``RemoteGame``; read for each move, where a cast would take microseconds.
  var remote: (any RemoteMatchBox)? { get }
  var moveVerbs: MoveVerbs { get }
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
  var hasAnalysis: Bool { get }
  func analysis(after moves: [JSON]) -> MatchAnalysis?
  func fitting(after guess: Int) -> [String]?
}

extension MatchBox {
  package var remote: (any RemoteMatchBox)? { nil }
  package func encodedCandidates(for player: PlayerID) -> [UInt8]? { nil }
  package var hasAnalysis: Bool { false }
  package func analysis(after moves: [JSON]) -> MatchAnalysis? { nil }
  package func fitting(after guess: Int) -> [String]? { nil }
}

private struct TypedMatch<S: PuzzleSource>: MatchBox {
  private(set) var game: S.G
  let constants: Constants

  /// The immutable part, shared by a match and its copies.
  final class Constants: Sendable {
    let puzzle: S.G.Puzzle
    let settings: S.G.Settings
    let source: S

    init(puzzle: S.G.Puzzle, settings: S.G.Settings, source: S) {
      self.puzzle = puzzle
      self.settings = settings
      self.source = source
    }
  }

  var moveVerbs: MoveVerbs { S.G.info.moveVerbs }

  var puzzleKey: PuzzleKey { S.G.key(of: constants.puzzle) }

  func encodedPuzzle() throws(JSONBridgeError) -> JSON { try JSON(writing: constants.puzzle) }

  func encodedSettings() throws(JSONBridgeError) -> JSON { try JSON(writing: constants.settings) }

  func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, move: JSON, after: any MatchBox) {
    guard game.outcome(for: player) == nil else { throw .gameOver }
    let move: S.G.Move
    switch input {
    case .text(let line): move = try S.G.parse(line)
    case .typed(let view): move = try Self.decode { () throws(JSONBridgeError) in try view.read(S.G.Move.self) }
    }
    try constants.source.admit(move, to: constants.puzzle)
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
    // A move is applied wholly or not at all, even if `play` throws after a change.
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

  func solution() -> [JSON] { S.G.solution(of: constants.puzzle).compactMap { try? JSON(writing: $0) } }

  private var analyst: (any AnalysingSource)? { constants.source as? any AnalysingSource }

  var hasAnalysis: Bool { analyst != nil }

  func analysis(after moves: [JSON]) -> MatchAnalysis? { analyst?.analysis(of: game, moves: moves) }

  func fitting(after guess: Int) -> [String]? { analyst?.fitting(after: guess, ofAny: game) }
}
