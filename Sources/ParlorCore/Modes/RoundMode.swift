import GameKit
import WireProtocol

/// Play in rounds: race, together and practice differ in their ``Rules`` alone.
struct RoundMode: Mode {
  /// What tells the modes with rounds apart.
  struct Rules {
    let kind: ModeKind
    var sharesBoard = false
    var isSolitary = false
    var showsOthersBoards = false
    /// Whether the first round begins as soon as somebody sits down.
    let beginsByItself: Bool
    /// Seconds after which a round ends; `nil` for as long as it takes.
    var seconds: Int?
    /// Seconds between the end of a round and the start of the next; `nil` when it waits for `start`.
    var pause: Int?
    /// How many play a match; `nil` where as many do as have come.
    var seats: Seats?

    /// A board each on the same puzzle; the next round starts 5 s after all are done or time ends.
    static func race(seconds: Int) -> Rules {
      Rules(kind: .race, showsOthersBoards: true, beginsByItself: false, seconds: seconds, pause: 5)
    }

    /// One board for all; with seats, the match begins by itself once all are taken.
    static func together(_ seats: Seats?) -> Rules {
      Rules(kind: .together, sharesBoard: true, beginsByItself: true, seats: seats)
    }

    /// Alone, as often as wanted.
    static let practice = Rules(kind: .practice, isSolitary: true, beginsByItself: true)
  }

  private let rules: Rules

  init(rules: Rules) { self.rules = rules }

  var kind: ModeKind { rules.kind }
  var sharesBoard: Bool { rules.sharesBoard }
  var isSolitary: Bool { rules.isSolitary }
  var showsOthersBoards: Bool { rules.showsOthersBoards }

  var endsByTime: Bool { rules.seconds != nil }

  func isPlaying(_ rounds: Rounds) -> Bool { rounds.isRunning }

  func checkStart(_ situation: ModeSituation) throws(WireError) {
    if situation.rounds.isRunning {
      throw WireError(.alreadyPlaying, "A round is under way: finish it first, or /leave")
    }
    if situation.seatedCount == 0 { throw WireError(.notPlaying, "Nobody has a seat here") }
    if let seats = rules.seats, situation.seatedCount < seats.count.lowerBound {
      throw WireError(
        .notPlaying,
        "A match takes \(seats.text) players, and \(situation.seatedCount) "
          + (situation.seatedCount == 1 ? "is" : "are") + " here")
    }
  }

  func action(after event: ModeEvent, in situation: ModeSituation, at now: Instant) -> ModeAction? {
    let rounds = situation.rounds
    switch event {
    case .seated:
      guard rules.beginsByItself, rounds.phase == .waiting, !rounds.isStopped else { return nil }
      let isTime = rules.seats.map { situation.seatedCount >= $0.count.upperBound } ?? (rounds.number == 0)
      return isTime ? begin(at: now) : nil
    case .startAsked: return begin(at: now)
    case .boardsChanged:
      // A game that does not mind who leaves must not keep those who stay at a match that nobody can win.
      let isEmpty = rules.seats.map { situation.seats.count < $0.count.lowerBound } ?? false
      return rounds.isRunning && (rounds.isStopped || isEmpty || !situation.hasUnfinished)
        ? end(situation, at: now) : nil
    case .boardFull: return rounds.isRunning ? end(situation, at: now) : nil
    case .timeReached(let present, let isIdle):
      guard let deadline = rounds.deadline, deadline <= now else { return nil }
      if rounds.isRunning { return end(situation, isIdle: isIdle, at: now) }
      // Where nobody is here to play, the next round waits for somebody to ask for it.
      let isEnough = rules.seats.map { situation.seatedCount >= $0.count.lowerBound } ?? true
      return present == 0 || !isEnough ? nil : begin(at: now)
    }
  }

  private func begin(at now: Instant) -> ModeAction {
    .beginRound(endsAt: rules.seconds.map { now.adding(milliseconds: Int64($0) * 1000) })
  }

  /// - Parameter isIdle: whether nobody has moved: then the next round waits for `start`, so that a room that was left
  ///   open does not use up all puzzles there are.
  private func end(_ situation: ModeSituation, isIdle: Bool = false, at now: Instant) -> ModeAction {
    let waits = situation.seatedCount == 0 || isIdle || situation.rounds.isStopped
    return .endRound(nextAt: waits ? nil : rules.pause.map { now.adding(milliseconds: Int64($0) * 1000) })
  }
}
