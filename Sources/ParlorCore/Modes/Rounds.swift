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

  init() {}

  /// As they were stored.
  init(number: Int, phase: Phase) {
    self.number = number
    self.phase = phase
  }

  mutating func begin(_ number: Int, endsAt: Instant?) {
    self.number = number
    phase = .running(endsAt: endsAt)
  }

  mutating func end(nextAt: Instant?) { phase = nextAt.map(Phase.pausing) ?? .waiting }

  var isRunning: Bool { if case .running = phase { true } else { false } }

  /// When the round under way ends by itself.
  var end: Instant? { if case .running(let endsAt) = phase { endsAt } else { nil } }

  /// When the mode is to hear ``ModeEvent/timeReached(present:isIdle:)``.
  var deadline: Instant? {
    switch phase {
    case .waiting: nil
    case .running(let endsAt): endsAt
    case .pausing(let until): until
    }
  }
}
