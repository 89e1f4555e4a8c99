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
    box = TypedMatch(game: game, puzzle: puzzle, settings: settings, source: source)
  }

  /// A turn together with the move in the form in which it is logged.
  public struct Played: Sendable {
    /// What the move brought.
    public let turn: Turn
    /// The typed move, with its keys in order.
    public let move: JSON
    /// The turn as it is hashed and logged: its secret part, its open part and whether it spent a try, as JSON with commas
    /// between them.
    public let encodedTurn: [UInt8]
  }

  /// Names the puzzle's content.
  public var puzzleKey: PuzzleKey { box.puzzleKey }

  /// The puzzle in the form in which it is stored with the match.
  public func puzzle() throws(JSONBridgeError) -> JSON { try box.encodedPuzzle() }

  /// The settings in the form in which they are stored with the match.
  public func settings() throws(JSONBridgeError) -> JSON { try box.encodedSettings() }

  /// Plays a move that comes from outside, or throws and changes nothing.
  ///
  /// - Throws: the game's or its source's rejection; `bad_move` for what is not even a move.
  public mutating func play(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Played {
    let (turn, move) = try box.play(input, by: player, at: elapsed)
    return Played(turn: turn, move: move, encodedTurn: note(turn))
  }

  /// Plays a logged move again: it was admitted once, and the vocabulary is not asked a second time.
  ///
  /// - Throws: a rejection when the log does not agree with the rules.
  public mutating func replay(
    _ move: JSON, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    let turn = try box.replay(move, by: player, at: elapsed)
    note(turn)
    return turn
  }

  @discardableResult
  private mutating func note(_ turn: Turn) -> [UInt8] {
    var json = JSONWriter()
    json.value(.object(turn.secret))
    json.value(.object(turn.open))
    json.bool(turn.spentTry)
    stateHash = json.bytes.reduce(stateHash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return json.bytes
  }

  /// The board as a viewer may see it.
  public func board(for viewer: Viewer) -> Board { box.board(for: viewer) }

  /// How the match ended for a player; `nil` while it is on.
  public func outcome(for player: PlayerID) -> Outcome? { box.outcome(for: player) }

  /// How far a player has come who has not finished.
  public func progress(of player: PlayerID) -> Int { box.progress(of: player) }

  /// Moves that win, in logged form.
  public func solution() -> [JSON] { box.solution() }
}

private protocol MatchBox: Sendable {
  var puzzleKey: PuzzleKey { get }
  func encodedPuzzle() throws(JSONBridgeError) -> JSON
  func encodedSettings() throws(JSONBridgeError) -> JSON
  mutating func play(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, move: JSON)
  mutating func replay(_ move: JSON, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn
  func board(for viewer: Viewer) -> Board
  func outcome(for player: PlayerID) -> Outcome?
  func progress(of player: PlayerID) -> Int
  func solution() -> [JSON]
}

private struct TypedMatch<S: PuzzleSource>: MatchBox {
  var game: S.G
  let puzzle: S.G.Puzzle
  let settings: S.G.Settings
  let source: S

  var puzzleKey: PuzzleKey { S.G.key(of: puzzle) }

  func encodedPuzzle() throws(JSONBridgeError) -> JSON { try JSON(writing: puzzle) }

  func encodedSettings() throws(JSONBridgeError) -> JSON { try JSON(writing: settings) }

  mutating func play(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, move: JSON) {
    guard game.outcome(for: player) == nil else { throw .gameOver }
    let move: S.G.Move
    switch input {
    case .text(let line): move = try S.G.parse(line)
    case .typed(let view): move = try Self.decode { () throws(JSONBridgeError) in try view.read(S.G.Move.self) }
    }
    try source.admit(move, to: puzzle)
    let turn = try transact(move, by: player, at: elapsed)
    guard let logged = try? JSON(writing: move) else {
      throw .badMove("This move cannot be written down")
    }
    return (turn, logged)
  }

  mutating func replay(
    _ move: JSON, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    let typed = try Self.decode { () throws(JSONBridgeError) in try move.decode(S.G.Move.self) }
    return try transact(typed, by: player, at: elapsed)
  }

  /// A move happens wholly or not at all, whatever the game's `play` did before it threw.
  private mutating func transact(
    _ move: S.G.Move, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    var next = game
    let turn = try next.play(move, by: player, at: elapsed)
    game = next
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

  func board(for viewer: Viewer) -> Board { game.board(for: viewer) }

  func outcome(for player: PlayerID) -> Outcome? { game.outcome(for: player) }

  func progress(of player: PlayerID) -> Int { game.progress(of: player) }

  func solution() -> [JSON] { S.G.solution(of: puzzle).compactMap { try? JSON(writing: $0) } }
}
