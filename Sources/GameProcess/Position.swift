public import GameKit
internal import Synchronization
public import WireProtocol

/// A match's state as encoded by the program. Facts of moves store it, and the next question sends it back.
public final class Position: Sendable {
  /// JSON in the program's own bytes.
  public let state: [UInt8]
  /// Whose turn it is.
  public let toMove: [PlayerID]
  /// When the game expects ``GameKit/TableEvent/time``.
  public let deadline: Elapsed?
  /// Cached views. A view of a position never changes.
  private let views: Mutex<[Viewer: GameView]>
  /// Which parts of a cached view have been read: see ``freshView(for:_:)``.
  private let readParts = Mutex<[Viewer: Set<GameView.Part>]>([:])

  struct Cache: Sendable {
    /// Answers to steps from this position that the waiting handler has not consumed yet.
    var answers: [Step: StepAnswer] = [:]
    var viewFailure: ProgramFailure?
    /// What the log contains about its players.
    var loggedProgress: [PlayerID: LoggedProgress] = [:]
  }

  let cache: Mutex<Cache>

  /// Creates a position with the views of the same answer.
  public init(state: [UInt8], toMove: [PlayerID], deadline: Elapsed?, views: [Viewer: GameView] = [:]) {
    (self.state, self.toMove, self.deadline) = (state, toMove, deadline)
    self.views = Mutex(views)
    cache = Mutex(Cache())
  }

  /// Creates a position from the log.
  init(state: [UInt8], toMove: [PlayerID], deadline: Elapsed?, loggedProgress: [PlayerID: LoggedProgress]) {
    (self.state, self.toMove, self.deadline) = (state, toMove, deadline)
    views = Mutex([:])
    cache = Mutex(Cache(loggedProgress: loggedProgress))
  }

  /// A cached view.
  public func view(for viewer: Viewer) -> GameView? { views.withLock { $0[viewer] } }

  /// The cached views of players, ordered by player.
  var cachedSeatViews: [(player: PlayerID, view: GameView)] {
    views.withLock { views in
      views.compactMap { viewer, view in
        if case .seat(let player) = viewer { (player: player, view: view) } else { nil }
      }
    }.sorted { $0.player < $1.player }
  }

  /// Bounds the cache of a start position that many matches share.
  private static let maximumViews = 256

  func store(_ view: GameView, for viewer: Viewer) {
    views.withLock { views in
      if views.count >= Self.maximumViews { views = views.filter { $0.key == .informed || $0.key == .outsider } }
      views[viewer] = view
    }
  }

  /// A cached view of which that part has not been read yet. Checks that read a part twice thus compare two answers of
  /// the program.
  func freshView(for viewer: Viewer, _ part: GameView.Part) -> GameView? {
    let isFresh = readParts.withLock { $0[viewer, default: []].insert(part).inserted }
    if isFresh, let view = view(for: viewer) { return view }
    readParts.withLock { $0[viewer] = [part] }
    return nil
  }
}

/// What a match shows to one viewer, and a player's outcome and progress. It is a class because it is read several
/// times per move: copying a struct of this size would retain each of its parts.
public final class GameView: Sendable {
  enum Part { case board, outcome, progress, missed, moves, time }

  /// The board.
  public let board: Board
  /// How the match ended for the player; `nil` while it runs, and for spectators.
  public let outcome: Outcome?
  /// How far the player has come, as ``GameKit/Game/progress(of:)``.
  public let progress: Int
  /// Words that the player has seen and not found.
  public let missed: [MissedWord]
  /// Legal moves, as an array in the program's bytes, most of which are forwarded unread; empty if there are none.
  let encodedMoves: [UInt8]
  /// When the player's own time is up.
  public let timeIsUp: Elapsed?

  /// Legal moves of the player.
  public var moves: [JSON] { (try? JSON(parsing: encodedMoves))?.arrayValue ?? [] }

  init(_ answer: Answer) throws(MalformedAnswer) {
    var words: [MissedWord] = []
    for word in try answer.list("missed") {
      words.append(
        MissedWord(
          language: try word.text("language"),
          word: WordDeck.Word(
            original: try word.text("original"), translation: try word.text("translation", or: ""),
            part: try word.text("part", or: ""), example: try word.text("example", or: ""))))
    }
    board = try Board(try answer.required("board"))
    outcome = if let member = answer.member("outcome") { try Outcome(member) } else { nil }
    progress = try answer.int("progress", or: 0)
    missed = words
    encodedMoves = try answer.encodedList("moves", most: CandidateMoves.maximum)
    let time = try answer.member("time_is_up")?.asInt()
    timeIsUp = time.map { Elapsed(milliseconds: Int64($0)) }
  }
}

/// The result of a move or an event.
public struct PlayedMove: Sendable {
  /// The move in logged form; `null` for an event.
  public let move: JSON
  /// The turn.
  public let turn: Turn
  /// The resulting position.
  public let after: Position
}

/// A puzzle as stored with a match.
public struct DealtPuzzle: Hashable, Sendable {
  /// The program's encoding.
  public var puzzle: JSON
  /// Identifies the puzzle's content.
  public var key: String
  /// Winning moves.
  public var solution: [JSON]
}

extension Position {
  convenience init(_ answer: Answer, viewers: [Viewer]) throws(MalformedAnswer) {
    let state = try answer.required("state")
    try state.requireStorableSize()
    let deadline = try answer.member("deadline")?.asInt()
    var views: [Viewer: GameView] = [:]
    for (viewer, view) in zip(viewers, try GameView.list(answer, of: viewers.count)) { views[viewer] = view }
    self.init(
      state: state.bytes, toMove: try answer.players("to_move"),
      deadline: deadline.map { Elapsed(milliseconds: Int64($0)) }, views: views)
  }
}

extension GameView {
  /// The views of an answer, in the order of the question.
  static func list(_ answer: Answer, of count: Int) throws(MalformedAnswer) -> [GameView] {
    let views = try answer.list("views")
    guard views.count == count else {
      throw MalformedAnswer(what: "\"views\" has \(views.count) elements; the question asked for \(count)")
    }
    var read: [GameView] = []
    for view in views { read.append(try GameView(view)) }
    return read
  }
}
