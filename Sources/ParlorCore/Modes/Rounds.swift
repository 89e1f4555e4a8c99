import GameKit
import WireProtocol

/// Where a room's rounds stand: a fold of their beginnings and ends.
struct Rounds: Hashable {
  enum Phase: Hashable {
    /// For somebody to ask for one.
    case waiting
    case running(endsAt: Instant?)
    /// From the end of a round to the beginning of the next.
    case pausing(until: Instant)
  }

  /// The number of the round under way or just over; 0 before the first, and in modes without rounds.
  private(set) var number = 0
  private(set) var phase = Phase.waiting
  /// Since when the owner lets them wait: no clock runs.
  private(set) var pausedAt: Instant?
  /// For how long the round under way has waited before; it does not count for those who play.
  private(set) var pausedMilliseconds: Int64 = 0
  /// Whether the owner has stopped them: the next one waits for `start`.
  private(set) var isStopped = false

  init() {}

  /// As they were stored.
  init(number: Int, phase: Phase, pausedAt: Instant? = nil, pausedMilliseconds: Int64 = 0, isStopped: Bool = false) {
    self.number = number
    self.phase = phase
    self.pausedAt = pausedAt
    self.pausedMilliseconds = pausedMilliseconds
    self.isStopped = isStopped
  }

  mutating func begin(_ number: Int, endsAt: Instant?) {
    self = Rounds(number: number, phase: .running(endsAt: endsAt))
  }

  /// A round's end, like its beginning, ends a pause.
  mutating func end(nextAt: Instant?) {
    pausedAt = nil
    phase = isStopped ? .waiting : nextAt.map(Phase.pausing) ?? .waiting
  }

  mutating func follow(_ direction: Direction) {
    switch direction {
    case .paused(let moment, _, _): if phase != .waiting { pausedAt = pausedAt ?? moment }
    case .unpaused(let moment, let deadline, _):
      if isRunning { pausedMilliseconds &+= pausedMilliseconds(until: moment) }
      pausedAt = nil
      phase = phase.moved(to: deadline)
    case .stopped:
      isStopped = true
      if !isRunning {
        pausedAt = nil
        phase = .waiting
      }
    case .changed(_, let endsAt?): if isRunning { phase = .running(endsAt: endsAt) }
    case .changed(_, nil): break
    }
  }

  var isPaused: Bool { pausedAt != nil }

  /// How long the pause has lasted that lasts still.
  private func pausedMilliseconds(until now: Instant) -> Int64 { pausedAt.map { now.milliseconds(since: $0) } ?? 0 }

  /// What a clock shows that stands during a pause.
  func clock(at now: Instant) -> Instant { pausedAt ?? now }

  /// The moment at which a round without pauses would stand: what those who play are measured by.
  func playTime(at now: Instant) -> Instant { clock(at: now).adding(milliseconds: 0 &- pausedMilliseconds) }

  /// When what was to come comes, once the pause is over.
  func deadlineAfterPause(at now: Instant) -> Instant? {
    phase.deadline.map { $0.adding(milliseconds: pausedMilliseconds(until: now)) }
  }

  var isRunning: Bool { if case .running = phase { true } else { false } }

  /// Whether the next round begins by itself: in a match against others, that of a series.
  var isPausing: Bool { if case .pausing = phase { true } else { false } }

  /// When the round under way ends by itself.
  var end: Instant? { if case .running(let endsAt) = phase { endsAt } else { nil } }

  /// When the mode is to get ``ModeEvent/timeReached(present:isIdle:)``; `nil` while they wait.
  var deadline: Instant? { isPaused ? nil : phase.deadline }
}

extension Rounds.Phase {
  /// When it ends by itself.
  var deadline: Instant? {
    switch self {
    case .waiting: nil
    case .running(let endsAt): endsAt
    case .pausing(let until): until
    }
  }

  fileprivate func moved(to deadline: Instant?) -> Self {
    switch (self, deadline) {
    case (.running, _): .running(endsAt: deadline)
    case (.pausing, let until?): .pausing(until: until)
    case (.pausing, nil), (.waiting, _): self
    }
  }
}
