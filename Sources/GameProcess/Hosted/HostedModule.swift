public import GameKit
internal import Synchronization
internal import WireProtocol

/// A program's game for the server's rooms, without blocking. A call whose answer is not cached enqueues a question and
/// throws `gameHasNotAnswered` until another thread has asked it.
///
/// Puzzles and start positions are cached here; answers about a position are cached in the ``Position``.
final class HostedModule: ModuleBox, RemoteGame {
  /// Constant while the server runs.
  let description: ProgramDescription
  let concurrency: Int
  /// The same game in this process, if it has one: it validates settings.
  private let module: GameModule?
  private let state: Mutex<State>

  private struct State {
    /// Plays new matches.
    var program: GameProgram
    /// The previous version, which open matches may still use.
    weak var previousProgram: GameProgram?
    var deals = AnswerCache<DealKey, HostedPuzzle>(most: HostedModule.maximumDeals)
    var starts = AnswerCache<StartKey, Position>(most: HostedModule.maximumStarts)
    var questions: [RemoteQuestion] = []
    /// The keys of ``questions``.
    var pendingKeys: Set<Question> = []
  }

  /// Identifies a question, to ask it once.
  enum Question: Hashable, Sendable {
    case deal(DealKey)
    case start(StartKey)
    case step(Position.Step, ObjectIdentifier)
    case views([Viewer], ObjectIdentifier)
  }

  struct DealKey: Hashable, Sendable {
    let choice: GameProgram.PuzzleChoice
    let settings: JSON
  }

  struct StartKey: Hashable, Sendable {
    let program: ObjectIdentifier
    let puzzle: JSON
    let settings: JSON
  }

  init(_ program: GameProgram, insteadOf module: GameModule?) {
    (description, concurrency, self.module) = (program.description, program.limits.processes, module)
    state = Mutex(State(program: program))
  }

  private var info: GameInfo { description.info }

  /// Plays new matches.
  var program: GameProgram { state.withLock { $0.program } }

  /// Uses another program with an equal description for new matches. The previous program keeps its processes for open
  /// matches, the one before that ends its idle ones.
  func replaceProgram(with program: GameProgram) {
    let previousProgram = state.withLock { state in
      let previousProgram = state.previousProgram
      state.previousProgram = state.program
      state.program = program
      (state.deals, state.starts) = (AnswerCache(most: Self.maximumDeals), AnswerCache(most: Self.maximumStarts))
      return previousProgram
    }
    previousProgram?.stopIdleProcesses()
  }

  private static let maximumDeals = 2048
  private static let maximumStarts = 1024

  // MARK: - Questions

  var hasQuestions: Bool { state.withLock { !$0.questions.isEmpty } }

  func takeQuestions() -> [RemoteQuestion] {
    state.withLock { state in
      defer { (state.questions, state.pendingKeys) = ([], []) }
      return state.questions
    }
  }

  /// Enqueues a question unless it is pending.
  func enqueue(_ key: Question, _ ask: @escaping @Sendable () -> ProgramFailure?) {
    state.withLock { state in
      guard state.pendingKeys.insert(key).inserted else { return }
      state.questions.append(
        RemoteQuestion {
          guard case .fault(let fault) = ask() else { return nil }
          // The failure itself was reported before.
          if case .backingOff = fault { return nil }
          return fault.description
        })
    }
  }

  private func deal(_ choice: GameProgram.PuzzleChoice, _ settings: JSON) throws(Rejection) -> HostedPuzzle {
    let key = DealKey(choice: choice, settings: settings)
    if let answer = state.withLock({ $0.deals.answer(for: key) }) { return try answer.orRejection() }
    enqueue(.deal(key)) { [program, self] in
      let answer = capturingFailure { () throws(ProgramFailure) in
        HostedPuzzle(try program.puzzle(choice, settings: settings))
      }
      state.withLock { if $0.program === program { $0.deals.add(answer, for: key) } }
      return answer.failure
    }
    throw .gameHasNotAnswered
  }

  /// The start position of a match.
  func start(_ puzzle: JSON, _ settings: JSON, by program: GameProgram) throws(Rejection) -> Position {
    let key = StartKey(program: ObjectIdentifier(program), puzzle: puzzle, settings: settings)
    if let answer = state.withLock({ $0.starts.answer(for: key) }) { return try answer.orRejection() }
    enqueue(.start(key)) { [self] in
      let answer = capturingFailure { () throws(ProgramFailure) in
        try program.start(puzzle, settings: settings, viewers: [.outsider, .informed])
      }
      state.withLock { $0.starts.add(answer, for: key) }
      return answer.failure
    }
    throw .gameHasNotAnswered
  }

  // MARK: - Puzzles

  private var count: Int? {
    if case .numbered(let count) = description.puzzles { count } else { nil }
  }

  private func dayPuzzle(_ day: Day, _ season: SeasonKey, _ settings: JSON) throws(Rejection) -> HostedPuzzle {
    switch description.puzzles {
    case .none: return .none
    case .chance: return HostedPuzzle(Chance(season.digest(for: "\(info.id)/chance/\(day.number)")))
    case .seeded:
      return try deal(.seed(season.digest(for: "\(info.id)/seed/\(day.number)").hex), settings)
    case .numbered(let count):
      return try deal(.number(season.index(for: day, purpose: info.id, count: count)), settings)
    }
  }

  /// How many seeds are tried to avoid excluded puzzles.
  private static let seedAttempts = 64

  private func randomPuzzle(
    _ seed: UInt64, _ settings: JSON, excluding: PuzzleSet
  ) throws(Rejection) -> HostedPuzzle {
    var generator = SeededGenerator(seed: seed)
    let choices: [GameProgram.PuzzleChoice]
    switch description.puzzles {
    case .none: return .none
    case .chance: return HostedPuzzle(Chance(seed: seed))
    case .seeded:
      choices = (0..<Self.seedAttempts).map { _ in .seed(SHA256.hash("parlor/seed/\(generator.next())".utf8).hex) }
    case .numbered(let count):
      var numbers = Array(0..<count)
      generator.shuffle(&numbers)
      choices = numbers.map { .number($0) }
    }
    for (index, choice) in choices.enumerated() {
      do {
        let dealt = try deal(choice, settings)
        if !excluding.contains(PuzzleKey(dealt.key)) { return dealt }
      } catch {
        // Asks for as many puzzles in advance as were excluded so far.
        if error == .gameHasNotAnswered {
          for next in choices[(index + 1)...].prefix(index) { _ = try? deal(next, settings) }
        }
        throw error
      }
    }
    throw .noPuzzlesLeft
  }

  private func match(_ puzzle: HostedPuzzle, _ settings: JSON) throws(Rejection) -> Match {
    let program = program
    let position = try start(puzzle.programForm, settings, by: program)
    return Match(
      remote: HostedMatch(module: self, program: program, puzzle: puzzle, settings: settings, position: position))
  }

  // MARK: - ModuleBox

  func visit(_ visitor: inout some SourceVisitor) {}

  func settings(from fields: JSONObject) throws(Rejection) -> JSON {
    if let module { return try module.settings(from: fields) }
    let form = description.settings
    var values = form.defaults
    for (name, value) in fields.members {
      guard values[name] != nil else {
        let names = values.members.map(\.key).joined(separator: ", ")
        throw .badSettings("\(info.title) has no setting \"\(name)\"" + (names.isEmpty ? "" : "; it has \(names)"))
      }
      values[name] = value
    }
    try form.validate(values)
    return .object(values)
  }

  func match(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> Match {
    try match(try dayPuzzle(day, season, settings), settings)
  }

  func puzzleKey(on day: Day, season: SeasonKey, settings: JSON) throws(Rejection) -> PuzzleKey {
    PuzzleKey(try dayPuzzle(day, season, settings).key)
  }

  func match(seed: UInt64, settings: JSON, excluding: PuzzleSet, words: OwnWords?) throws(Rejection) -> Match {
    try match(try randomPuzzle(seed, settings, excluding: excluding), settings)
  }

  /// A stored match. Its moves were logged with their results, so replaying asks no questions.
  func match(puzzle: JSON, settings: JSON) throws(Rejection) -> Match {
    guard let puzzle = HostedPuzzle(stored: puzzle, description.puzzles) else {
      throw Rejection("bad_puzzle", "That is not a puzzle of \(info.title)")
    }
    return Match(
      remote: HostedMatch(module: self, program: program, puzzle: puzzle, settings: settings, position: nil))
  }

  func candidates(on board: Board, settings: JSON, limit: Int, using generator: inout SeededGenerator) -> [JSON] { [] }

  func puzzleCount(settings: JSON) -> Int? { count }

  func dayCount(settings: JSON) -> Int? { count }
}

extension GameProgram {
  /// The game as a module that never blocks, for the server's rooms: see ``GameKit/RemoteGame``.
  ///
  /// - Parameter module: the same game in this process, whose word lists and decks players and bots read.
  public func hostedModule(insteadOf module: GameModule? = nil) -> GameModule {
    let hosted = HostedModule(self, insteadOf: module)
    return GameModule(description.info, remote: hosted, box: hosted, insteadOf: module)
  }
}
