internal import GameKit
internal import WireProtocol

/// A match of a ``HostedModule``.
struct HostedMatch: RemoteMatchBox {
  private let module: HostedModule
  /// The program that the match started with, even if the game's file has changed since.
  private let program: GameProgram
  private let puzzle: HostedPuzzle
  private let settings: JSON
  /// `nil` if no move was logged and no question asked since the server's start.
  private var position: Position?

  init(module: HostedModule, program: GameProgram, puzzle: HostedPuzzle, settings: JSON, position: Position?) {
    (self.module, self.program, self.puzzle) = (module, program, puzzle)
    (self.settings, self.position) = (settings, position)
  }

  var remote: (any RemoteMatchBox)? { self }
  var moveVerbs: MoveVerbs { module.description.info.moveVerbs }
  var puzzleKey: PuzzleKey { PuzzleKey(puzzle.key) }
  func encodedPuzzle() throws(JSONBridgeError) -> JSON { puzzle.stored }
  func encodedSettings() throws(JSONBridgeError) -> JSON { settings }
  func solution() -> [JSON] { puzzle.solution }

  private func currentPosition() throws(Rejection) -> Position {
    if let position { return position }
    return try module.start(puzzle.programForm, settings, by: program)
  }

  // MARK: - Moves

  func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed, viewers: [Viewer]
  ) throws(Rejection) -> RemotePlayed {
    let position = try currentPosition()
    if position.view(for: .seat(player))?.outcome ?? position.loggedProgress(of: player)?.outcome != nil {
      throw .gameOver
    }
    let key = Position.Step.move(HostedInput(input), by: player)
    guard let (answer, elapsed) = position.consumeAnswer(to: key, at: elapsed) else {
      let (program, puzzle) = (program, puzzle.programForm)
      return try ask(key, position, elapsed) { input throws(ProgramFailure) in
        try program.play(input, from: position, by: player, at: elapsed, puzzle: puzzle, viewers: viewers)
      }
    }
    let played = try answer.orRejection()
    var logged: JSONObject = ["move": (try? JSON(encoding: played.move)) ?? played.move]
    logged[Match.answerMark] = played.logged
    return RemotePlayed(turn: played.turn, logged: .object(logged), elapsed: elapsed, after: after(played))
  }

  func attempt(_ event: TableEvent, at elapsed: Elapsed, viewers: [Viewer]) throws(Rejection) -> RemotePlayed {
    let position = try currentPosition()
    let key = Position.Step.event(event)
    guard let (answer, elapsed) = position.consumeAnswer(to: key, at: elapsed) else {
      let program = program
      return try ask(key, position, elapsed) { _ throws(ProgramFailure) in
        try program.tick(event, from: position, at: elapsed, viewers: viewers)
      }
    }
    let played = try answer.orRejection().withEventName(event.name)
    var logged = event.json.objectValue ?? [:]
    logged[Match.answerMark] = played.logged
    return RemotePlayed(turn: played.turn, logged: .object(logged), elapsed: elapsed, after: after(played))
  }

  private func after(_ played: PlayedMove) -> HostedMatch {
    HostedMatch(module: module, program: program, puzzle: puzzle, settings: settings, position: played.after)
  }

  private func ask(
    _ step: Position.Step, _ position: Position, _ elapsed: Elapsed,
    _ play: @escaping @Sendable (MoveInput) throws(ProgramFailure) -> PlayedMove
  ) throws(Rejection) -> RemotePlayed {
    module.enqueue(.step(step, ObjectIdentifier(position))) {
      let document = JSONDocument()
      let answer = capturingFailure { () throws(ProgramFailure) in
        guard let input = step.input(document) else {
          throw .refused(code: "bad_move", text: "This move cannot be read")
        }
        return try play(input)
      }
      position.store(answer, to: step, at: elapsed)
      return answer.failure
    }
    throw .gameHasNotAnswered
  }

  func prepare(for viewers: [Viewer]) throws(Rejection) {
    let position = try currentPosition()
    let missing = viewers.filter { position.view(for: $0) == nil }
    guard !missing.isEmpty else { return }
    if let failure = position.consumeViewFailure() { try ProgramResult<Never>.failure(failure).orRejection() }
    noteViews(of: position, for: missing)
    throw .gameHasNotAnswered
  }

  private func noteViews(of position: Position, for viewers: [Viewer]) {
    module.enqueue(.views(viewers, ObjectIdentifier(position))) { [program] in
      let answer = capturingFailure { () throws(ProgramFailure) in try program.views(of: position, for: viewers) }
      if let failure = answer.failure { position.setViewFailure(failure) }
      return answer.failure
    }
  }

  // MARK: - Replaying

  mutating func replayLogged(_ move: JSON) throws(Rejection) -> Turn {
    guard let answer = move[Match.answerMark], let (turn, after) = PlayedMove.read(logged: answer) else {
      throw Rejection("missing_answer", "the answer of the game was not logged with the move")
    }
    position = after
    return turn
  }

  mutating func replay(_ move: JSON, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    try replayLogged(move)
  }

  // Rooms call the variant with viewers.

  func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> (turn: Turn, move: JSON, after: any MatchBox) {
    let played = try attempt(input, by: player, at: elapsed, viewers: [.seat(player), .outsider, .informed])
    return (played.turn, played.logged, played.after)
  }

  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn { throw .gameIsDown }

  // MARK: - What is seen

  /// A viewer's view. If it is not cached, it is requested and available later.
  private func view(for viewer: Viewer) -> GameView? {
    guard let position = try? currentPosition() else { return nil }
    if let view = position.view(for: viewer) { return view }
    noteViews(of: position, for: [viewer])
    return nil
  }

  func board(for viewer: Viewer) -> Board {
    view(for: viewer)?.board
      ?? Board(title: module.description.info.title, rows: [], notes: [Self.notDrawn])
  }

  private static let notDrawn = "The board is not available yet: ask for it again"

  /// A player's cached view and logged progress.
  private func progressSources(of player: PlayerID) -> (view: GameView?, logged: LoggedProgress?) {
    (position?.view(for: .seat(player)), position?.loggedProgress(of: player))
  }

  func outcome(for player: PlayerID) -> Outcome? {
    let (view, logged) = progressSources(of: player)
    return view == nil ? logged?.outcome : view?.outcome
  }

  func progress(of player: PlayerID) -> Int {
    let (view, logged) = progressSources(of: player)
    return view?.progress ?? logged?.progress ?? 0
  }

  func missed(by player: PlayerID) -> [MissedWord] { position?.view(for: .seat(player))?.missed ?? [] }
  func candidates(for player: PlayerID) -> [JSON] { view(for: .seat(player))?.moves ?? [] }
  func encodedCandidates(for player: PlayerID) -> [UInt8]? { view(for: .seat(player))?.encodedMoves ?? [] }
  func timeIsUp(for player: PlayerID) -> Elapsed? { position?.view(for: .seat(player))?.timeIsUp }
  var toMove: [PlayerID] { position?.toMove ?? [] }
  var deadline: Elapsed? { position?.deadline }
}
