internal import CPoll
internal import Synchronization
internal import WireProtocol

/// Hands out the meetings of a ladder to workers on several threads, and records what they play.
final class LadderDesk: Sendable {
  enum Step {
    case meeting(LadderMeeting)
    /// Nothing can be played now.
    case wait
    case over
  }

  struct Plan {
    var names: [String]
    var schedule: LadderSchedule
    var seed: Int
    /// Whether two sit at one board.
    var isTable: Bool
    /// When to begin no more games, on the monotonic clock, in nanoseconds.
    var end: UInt64?
  }

  private struct State {
    var book: LadderBook
    /// `nil` if nothing is kept.
    var file: LadderFile?
    /// Entries that play now: each plays one game at a time.
    var busy: Set<String> = []
    /// Entries whose command cannot be started, with the reason.
    var withoutStart: [String: String] = [:]
    var pause = LadderPause()
    /// Why the ladder cannot go on.
    var failure: Failure?
  }

  private let plan: Plan
  private let state: Mutex<State>
  private let isStopped: @Sendable () -> Bool
  private let report: @Sendable (String) -> Void

  /// - Parameters:
  ///   - isStopped: whether to stop at once.
  ///   - report: writes a line about the progress.
  init(
    _ plan: Plan, _ book: LadderBook, file: sending LadderFile?, isStopped: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.plan = plan
    self.isStopped = isStopped
    self.report = report
    state = Mutex(State(book: book, file: file))
  }

  /// The games so far, and the entries that have no part in them, since their command cannot be started.
  var outcome: (book: LadderBook, withoutStart: [String: String]) {
    state.withLock { ($0.book, $0.withoutStart) }
  }

  /// - Throws: the reason if the ladder had to end early.
  func check() throws(Failure) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Whether no more games begin.
  var isEnding: Bool { isStopped() || plan.end.map { cpoll_nanoseconds() >= $0 } ?? false }

  // MARK: - Meetings

  func next() -> Step {
    guard !isEnding else { return .over }
    return state.withLock { state in
      guard state.failure == nil else { return .over }
      let names = plan.names.filter { state.withoutStart[$0] == nil }
      guard plan.schedule.next(names, in: state.book) != nil else { return .over }
      guard !state.pause.isOn, let pair = plan.schedule.next(names, in: state.book, busy: state.busy) else {
        return .wait
      }
      state.busy.formUnion(pair.names)
      return .meeting(
        state.book.meeting(
          of: pair, games: plan.schedule.gamesPerMeeting, seed: plan.seed, isTable: plan.isTable))
    }
  }

  /// - Returns: whether the meeting goes on.
  func record(_ game: MatchGame, of pair: LadderPair) -> Bool {
    let recorded = state.withLock { state in
      state.pause.end()
      let played = LadderGame(game, number: state.book.record(of: pair).games + 1, of: pair)
      do throws(Failure) {
        try state.file?.add(played)
        state.book.add(played)
      } catch {
        state.failure = error
      }
      return state.failure == nil ? played : nil
    }
    guard let recorded else { return false }
    report(recorded.text)
    return !isEnding
  }

  func finish(_ meeting: LadderMeeting) { state.withLock { $0.busy.subtract(meeting.pair.names) } }

  // MARK: - Trouble

  /// These entries do not play any more: their command cannot be started.
  func remove(_ names: [String], _ reason: String) {
    let new = state.withLock { state in
      let new = names.filter { state.withoutStart[$0] == nil }
      for name in new { state.withoutStart[name] = reason }
      return new
    }
    for name in new { report("\(name) does not play: \(reason)") }
  }

  /// A game could not be played, since the server was lost or has refused it: it is played later.
  func postpone(_ reason: String) {
    if state.withLock({ $0.pause.begin(reason) }) { report("\(reason); trying again") }
  }
}

/// The pause after a game that the server could not play: from one second to half a minute, the longer the more often.
struct LadderPause {
  private var failures = 0
  private var until: UInt64 = 0
  private var reason: String?

  /// In seconds.
  private static let longest: UInt64 = 30

  var isOn: Bool { cpoll_nanoseconds() < until }

  /// - Returns: whether the reason is a new one.
  mutating func begin(_ reason: String) -> Bool {
    // Several games that are lost together are one failure.
    if !isOn {
      let seconds = min(Self.longest, 1 << UInt64(min(failures, 5)))
      until = cpoll_nanoseconds() &+ seconds * 1_000_000_000
      failures += 1
    }
    defer { self.reason = reason }
    return self.reason != reason
  }

  /// A game was played.
  mutating func end() { self = LadderPause() }
}

extension LadderGame {
  /// Its result in one line.
  var text: String {
    var text = "\(pair.first) - \(pair.second), game \(number): "
    text += winner.map { "\(pair.name(of: $0)) won" } ?? (isWithoutPlay ? "not played" : "drawn")
    for side in Side.allCases {
      if let fault = faults[side] { text += "; \(pair.name(of: side)): \(fault.text)" }
    }
    return text
  }
}
