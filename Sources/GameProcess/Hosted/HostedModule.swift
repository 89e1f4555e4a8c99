public import GameKit
internal import Synchronization
internal import WireProtocol

/// A program's game as the server's rooms have it: nothing here blocks. What is not known is noted as a question, and
/// rejected with `gameHasNotAnswered` until it has been asked elsewhere.
///
/// Puzzles and beginnings of matches are kept here; what follows from a position is kept with the ``Position``.
final class HostedModule: ModuleBox, RemoteGame {
  /// What does not change while the server runs.
  let description: ProgramDescription
  let concurrency: Int
  /// The same game in this process, where it has one: it judges settings.
  private let module: GameModule?
  private let known: Mutex<Known>

  private struct Known {
    /// What new matches are played by.
    var program: GameProgram
    /// What those that are open may be played by still.
    weak var former: GameProgram?
    var deals = RecentAnswers<DealKey, HostedPuzzle>(most: HostedModule.mostDeals)
    var starts = RecentAnswers<StartKey, Position>(most: HostedModule.mostStarts)
    var questions: [RemoteQuestion] = []
    /// What is among ``questions``.
    var asked: Set<Question> = []
  }

  /// What the same question has in common.
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
    known = Mutex(Known(program: program))
  }

  private var info: GameInfo { description.info }

  /// What new matches are played by.
  var program: GameProgram { known.withLock { $0.program } }

  /// Has new matches played by another program, which describes itself as this one does. Of those before, the last one
  /// keeps its processes for the matches that go on with it.
  func replaceProgram(with program: GameProgram) {
    let former = known.withLock { known in
      let former = known.former
      known.former = known.program
      known.program = program
      (known.deals, known.starts) = (RecentAnswers(most: Self.mostDeals), RecentAnswers(most: Self.mostStarts))
      return former
    }
    former?.retire()
  }

  private static let mostDeals = 2048
  private static let mostStarts = 1024

  // MARK: - Questions

  var hasQuestions: Bool { known.withLock { !$0.questions.isEmpty } }

  func takeQuestions() -> [RemoteQuestion] {
    known.withLock { known in
      defer { (known.questions, known.asked) = ([], []) }
      return known.questions
    }
  }

  /// Notes a question, unless it is noted already.
  func note(_ key: Question, _ ask: @escaping @Sendable () -> ProgramFailure?) {
    known.withLock { known in
      guard known.asked.insert(key).inserted else { return }
      known.questions.append(
        RemoteQuestion {
          guard case .fault(let fault) = ask() else { return nil }
          // That it failed before was told then.
          if case .resting = fault { return nil }
          return fault.description
        })
    }
  }

  private func deal(_ choice: GameProgram.PuzzleChoice, _ settings: JSON) throws(Rejection) -> HostedPuzzle {
    let key = DealKey(choice: choice, settings: settings)
    if let answer = known.withLock({ $0.deals.take(key) }) { return try answer.orRejection() }
    note(.deal(key)) { [program, self] in
      let answer = answering { () throws(ProgramFailure) in
        HostedPuzzle(try program.puzzle(choice, settings: settings))
      }
      known.withLock { if $0.program === program { $0.deals.add(answer, for: key) } }
      return answer.failure
    }
    throw .gameHasNotAnswered
  }

  /// A match before its first move.
  func start(_ puzzle: JSON, _ settings: JSON, by program: GameProgram) throws(Rejection) -> Position {
    let key = StartKey(program: ObjectIdentifier(program), puzzle: puzzle, settings: settings)
    if let answer = known.withLock({ $0.starts.take(key) }) { return try answer.orRejection() }
    note(.start(key)) { [self] in
      let answer = answering { () throws(ProgramFailure) in
        try program.start(puzzle, settings: settings, viewers: [.outsider, .informed])
      }
      known.withLock { $0.starts.add(answer, for: key) }
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

  /// Seeds that are tried before a generated puzzle that was excluded is given up.
  private static let mostSeeds = 64

  private func randomPuzzle(
    _ seed: UInt64, _ settings: JSON, excluding: PuzzleSet
  ) throws(Rejection) -> HostedPuzzle {
    var generator = SeededGenerator(seed: seed)
    let choices: [GameProgram.PuzzleChoice]
    switch description.puzzles {
    case .none: return .none
    case .chance: return HostedPuzzle(Chance(seed: seed))
    case .seeded:
      choices = (0..<Self.mostSeeds).map { _ in .seed(SHA256.hash("parlor/seed/\(generator.next())".utf8).hex) }
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
        // Where many were left out, many more are asked for at once.
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
    let position = try start(puzzle.asked, settings, by: program)
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

  /// A stored match: what its moves have led to was logged with them, so that nothing is asked.
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
  /// The game for the server's rooms, which never block: see ``GameKit/RemoteGame``.
  ///
  /// - Parameter module: the same game as this process has it, whose word lists and decks players and bots read.
  public func hostedModule(insteadOf module: GameModule? = nil) -> GameModule {
    let hosted = HostedModule(self, insteadOf: module)
    return GameModule(description.info, remote: hosted, box: hosted, insteadOf: module)
  }
}
