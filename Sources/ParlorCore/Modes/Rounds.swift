import GameKit
import WireProtocol

/// The state of a room's rounds: a fold of their beginnings and ends.
struct Rounds: Codable, Hashable {
  enum Phase: Codable, Hashable {
    /// No round is scheduled.
    case waiting
    case running(endsAt: Instant?)
    /// Between the end of a round and the beginning of the next.
    case pausing(until: Instant)
  }

  /// The number of the current or last round; 0 before the first, and in modes without rounds.
  private(set) var number = 0
  private(set) var phase = Phase.waiting
  /// Since when the owner has paused them: no clock runs.
  private(set) var pausedAt: Instant?
  /// The earlier pauses of the current round, which do not count as playing time.
  private(set) var pausedMilliseconds: Int64 = 0
  /// Whether the owner has stopped them: the next one waits for `start`.
  private(set) var isStopped = false

  mutating func begin(_ number: Int, endsAt: Instant?) {
    self = Rounds(number: number, phase: .running(endsAt: endsAt))
  }

  /// Ends a round, and a pause.
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
    case .changed(_, nil), .locked: break
    }
  }

  var isPaused: Bool { pausedAt != nil }

  /// The length of the current pause; negative if the server's clock was set back in it.
  private func pausedMilliseconds(until now: Instant) -> Int64 {
    pausedAt.map { now.milliseconds &- $0.milliseconds } ?? 0
  }

  /// The time of a clock that stands during a pause.
  func clock(at now: Instant) -> Instant { pausedAt ?? now }

  /// The time without pauses, which measures players.
  func playTime(at now: Instant) -> Instant { clock(at: now).adding(milliseconds: 0 &- pausedMilliseconds) }

  /// The deadline after the pause.
  func deadlineAfterPause(at now: Instant) -> Instant? {
    phase.deadline.map { $0.adding(milliseconds: pausedMilliseconds(until: now)) }
  }

  var isRunning: Bool { if case .running = phase { true } else { false } }

  /// Whether the next round begins by itself: in a match against others, that of a series.
  var isPausing: Bool { if case .pausing = phase { true } else { false } }

  /// When the current round ends by itself.
  var end: Instant? { if case .running(let endsAt) = phase { endsAt } else { nil } }

  /// When the mode gets ``ModeEvent/timeReached``; `nil` during a pause.
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
