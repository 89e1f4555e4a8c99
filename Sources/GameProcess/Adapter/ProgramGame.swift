public import GameKit
public import WireProtocol

/// A match played by a program. Every call sends a question and blocks for the answer.
public struct ProgramGame<Slot: ProgramSlot, Puzzle: ProgramPuzzle>: Game {
  public typealias Settings = ProgramSettings<Slot>
  public typealias Move = ProgramMove<Slot>

  /// `nil` if the program failed to start the match.
  private var position: Position?

  public static var info: GameInfo { Slot.program.description.info }
  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.key) }

  public static func solution(of puzzle: Puzzle) -> [Move] { puzzle.solution.map(Move.init) }

  public init(puzzle: Puzzle, settings: Settings) {
    position = try? Slot.program.start(puzzle.programForm, settings: .object(settings.values))
  }

  public static func parse(_ line: String) throws(Rejection) -> Move {
    try mappingFailure { () throws(ProgramFailure) in Move(try Slot.program.read(.text(line))) }
  }

  public mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard let position else { throw .gameIsDown }
    let played = try mappingFailure { () throws(ProgramFailure) in
      try Slot.program.replay(move.json, from: position, by: player, at: elapsed)
    }
    self.position = played.after
    return played.turn
  }

  public mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard let position else { throw .gameIsDown }
    let played = try mappingFailure { () throws(ProgramFailure) in
      try Slot.program.tick(event, from: position, at: elapsed)
    }
    self.position = played.after
    return played.turn
  }

  private func view(for viewer: Viewer, _ part: GameView.Part) -> GameView? {
    guard let position else { return nil }
    guard Slot.bypassesViewCache else { return try? Slot.program.views(of: position, for: [viewer]).first }
    if let view = position.freshView(for: viewer, part) { return view }
    guard let view = try? Slot.program.freshViews(of: position, for: [viewer]).first else { return nil }
    position.store(view, for: viewer)
    return view
  }

  public func board(for viewer: Viewer) -> Board {
    view(for: viewer, .board)?.board
      ?? Board(title: Self.info.title, rows: [], notes: [Rejection.gameIsDown.message])
  }

  public func outcome(for player: PlayerID) -> Outcome? { view(for: .seat(player), .outcome)?.outcome }
  public func progress(of player: PlayerID) -> Int { view(for: .seat(player), .progress)?.progress ?? 0 }
  public func missed(by player: PlayerID) -> [MissedWord] { view(for: .seat(player), .missed)?.missed ?? [] }
  public func candidates(for player: PlayerID) -> [Move] {
    view(for: .seat(player), .moves)?.moves.map(Move.init) ?? []
  }
  public func timeIsUp(for player: PlayerID) -> Elapsed? { view(for: .seat(player), .time)?.timeIsUp }
  public var toMove: [PlayerID] { position?.toMove ?? [] }
  public var deadline: Elapsed? { position?.deadline }
}

extension ProgramGame {
  private enum CodingKeys: CodingKey { case state, toMove, deadline }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var state = JSONWriter()
    state.value(try container.decode(JSON.self, forKey: .state))
    position = Position(
      state: state.bytes, toMove: try container.decode([PlayerID].self, forKey: .toMove),
      deadline: try container.decodeIfPresent(Elapsed.self, forKey: .deadline))
  }

  public func encode(to encoder: any Encoder) throws {
    guard let position else {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: Rejection.gameIsDown.message))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(try JSON(parsing: position.state), forKey: .state)
    try container.encode(position.toMove, forKey: .toMove)
    try container.encodeIfPresent(position.deadline, forKey: .deadline)
  }
}

/// Converts a program's refusal or fault to a rejection for the player. Faults are logged elsewhere.
func mappingFailure<Value>(_ body: () throws(ProgramFailure) -> Value) throws(Rejection) -> Value {
  do {
    return try body()
  } catch {
    switch error {
    case .refused(let code, let text): throw Rejection(code, text)
    case .fault: throw .gameIsDown
    }
  }
}
