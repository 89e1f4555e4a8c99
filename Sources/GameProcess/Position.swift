public import GameKit
internal import Synchronization
public import WireProtocol

/// A state of a match as the program has made it: what the fact of a move carries, and what the next question brings.
public final class Position: Sendable {
  /// The state, as JSON in the program's own bytes.
  public let state: [UInt8]
  /// Whose turn it is.
  public let toMove: [PlayerID]
  /// When the game wants to hear ``GameKit/TableEvent/time``.
  public let deadline: Elapsed?
  /// Views that have been asked for, by viewer: nothing changes them.
  private let views: Mutex<[Viewer: GameView]>
  /// Which parts of a view have been looked at since it was asked for.
  private let looked = Mutex<[Viewer: Set<GameView.Part>]>([:])

  /// What else is known of it.
  struct Kept: Sendable {
    /// Answers to what is played here, until whoever has asked comes for them.
    var answers: [Step: StepAnswer] = [:]
    var viewFailure: ProgramFailure?
    /// What the log has of its players.
    var ends: [PlayerID: PlayerEnd] = [:]
  }

  let kept: Mutex<Kept>

  /// A position with the views that came with it.
  public init(state: [UInt8], toMove: [PlayerID], deadline: Elapsed?, views: [Viewer: GameView] = [:]) {
    (self.state, self.toMove, self.deadline) = (state, toMove, deadline)
    self.views = Mutex(views)
    kept = Mutex(Kept())
  }

  /// A position as it was logged.
  init(state: [UInt8], toMove: [PlayerID], deadline: Elapsed?, ends: [PlayerID: PlayerEnd]) {
    (self.state, self.toMove, self.deadline) = (state, toMove, deadline)
    views = Mutex([:])
    kept = Mutex(Kept(ends: ends))
  }

  /// A view that is known already.
  public func view(for viewer: Viewer) -> GameView? { views.withLock { $0[viewer] } }

  /// What players see, as far as it is known, by their numbers.
  var seatViews: [(player: PlayerID, view: GameView)] {
    views.withLock { views in
      views.compactMap { viewer, view in
        if case .seat(let player) = viewer { (player: player, view: view) } else { nil }
      }
    }.sorted { $0.player < $1.player }
  }

  /// Of a beginning that many share only so many views are kept.
  private static let mostViews = 256

  func keep(_ view: GameView, for viewer: Viewer) {
    views.withLock { views in
      if views.count >= Self.mostViews { views = views.filter { $0.key == .informed || $0.key == .outsider } }
      views[viewer] = view
    }
  }

  /// A view of which that part has not been looked at: whoever looks twice is to see two answers.
  func freshView(for viewer: Viewer, _ part: GameView.Part) -> GameView? {
    let isFresh = looked.withLock { $0[viewer, default: []].insert(part).inserted }
    if isFresh, let view = view(for: viewer) { return view }
    looked.withLock { $0[viewer] = [part] }
    return nil
  }
}

/// What a match shows to one viewer, and of a player what the match has come to. A class, since it is looked at several
/// times with each move: a struct of its size would be retained part by part each time.
public final class GameView: Sendable {
  /// What is asked of it.
  enum Part { case board, outcome, progress, missed, moves, time }

  /// The board.
  public let board: Board
  /// How the match ended for the player; `nil` while it is on, and for those who look on.
  public let outcome: Outcome?
  /// How far the player has come.
  public let progress: Int
  /// Words that the player has met and not found.
  public let missed: [MissedWord]
  /// Moves that the player may make now: an array as the program has written it; empty where there are none. Most of
  /// them are only passed on.
  let encodedMoves: [UInt8]
  /// When the player's own time is up.
  public let timeIsUp: Elapsed?

  /// Moves that the player may make now.
  public var moves: [JSON] { (try? JSON(parsing: encodedMoves))?.arrayValue ?? [] }

  init(_ answer: Answer) throws(Unreadable) {
    var words: [MissedWord] = []
    for word in try answer.list("missed") {
      words.append(
        MissedWord(
          language: try word.text("language"),
          word: WordDeck.Word(
            original: try word.text("original"), translation: try word.text("translation", or: ""),
            part: try word.text("part", or: ""), example: try word.text("example", or: ""))))
    }
    board = try Board(try answer.need("board"))
    outcome = if let member = answer.member("outcome") { try Outcome(member) } else { nil }
    progress = try answer.int("progress", or: 0)
    missed = words
    encodedMoves = try answer.encodedList("moves", most: CandidateMoves.maximum)
    let time = try answer.member("time_is_up")?.asInt()
    timeIsUp = time.map { Elapsed(milliseconds: Int64($0)) }
  }
}

/// What a move or an event has led to.
public struct PlayedMove: Sendable {
  /// The move in the form in which it is logged; `null` of an event.
  public let move: JSON
  /// What it brought.
  public let turn: Turn
  /// The match after it.
  public let after: Position
}

/// A puzzle as it is stored with a match.
public struct DealtPuzzle: Hashable, Sendable {
  /// What the game calls its puzzle.
  public var puzzle: JSON
  /// Names its content.
  public var key: String
  /// Moves that win.
  public var solution: [JSON]
}

extension Position {
  convenience init(_ answer: Answer, viewers: [Viewer]) throws(Unreadable) {
    let state = try answer.need("state")
    try state.requireShort()
    let deadline = try answer.member("deadline")?.asInt()
    var views: [Viewer: GameView] = [:]
    for (viewer, view) in zip(viewers, try GameView.list(answer, of: viewers.count)) { views[viewer] = view }
    self.init(
      state: state.bytes, toMove: try answer.players("to_move"),
      deadline: deadline.map { Elapsed(milliseconds: Int64($0)) }, views: views)
  }
}

extension GameView {
  /// The views of an answer, in the order in which they were asked for.
  static func list(_ answer: Answer, of count: Int) throws(Unreadable) -> [GameView] {
    let views = try answer.list("views")
    guard views.count == count else {
      throw Unreadable(what: "\"views\" are \(views.count), and \(count) were asked for")
    }
    var read: [GameView] = []
    for view in views { read.append(try GameView(view)) }
    return read
  }
}
