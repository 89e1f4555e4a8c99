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

    /// A board each on the same puzzle; the next round starts 5 s after all are done or time ends.
    static func race(seconds: Int) -> Rules {
      Rules(kind: .race, showsOthersBoards: true, beginsByItself: false, seconds: seconds, pause: 5)
    }

    /// One board for all.
    static let together = Rules(kind: .together, sharesBoard: true, beginsByItself: true)

    /// Alone, as often as wanted.
    static let practice = Rules(kind: .practice, isSolitary: true, beginsByItself: true)
  }

  private enum Phase {
    case waiting
    case running(endsAt: Instant?)
    case pausing(until: Instant)
  }

  private let rules: Rules
  private var phase = Phase.waiting
  private(set) var round = 0
  private var seats: Set<PlayerID> = []
  private var unfinished: Set<PlayerID> = []

  init(rules: Rules) { self.rules = rules }

  var kind: ModeKind { rules.kind }
  var sharesBoard: Bool { rules.sharesBoard }
  var isSolitary: Bool { rules.isSolitary }
  var showsOthersBoards: Bool { rules.showsOthersBoards }

  var seated: [PlayerID] { seats.sorted() }

  var roundEnd: Instant? {
    if case .running(let endsAt) = phase { endsAt } else { nil }
  }

  var isPlaying: Bool {
    if case .running = phase { true } else { false }
  }

  var deadline: Instant? {
    switch phase {
    case .waiting: nil
    case .running(let endsAt): endsAt
    case .pausing(let until): until
    }
  }

  func checkStart() throws(WireError) {
    if case .running = phase {
      throw WireError(.alreadyPlaying, "A round is under way: finish it first, or /leave")
    }
    if seats.isEmpty { throw WireError(.notPlaying, "Nobody has a seat here") }
  }

  mutating func react(to event: ModeEvent, at now: Instant) -> [ModeAction] {
    switch event {
    case .seated(let player): return seat(player, at: now)
    case .vacated(let player): return vacate(player, at: now)
    case .startAsked: return begin(at: now)
    case .dealFailed:
      // A round that could not begin uses up no number.
      round -= 1
      phase = .waiting
      unfinished = []
      return []
    case .turned: return []
    case .finished(let player, _):
      unfinished.remove(player)
      return endIfDone(at: now)
    case .boardFull:
      guard case .running = phase else { return [] }
      return end(at: now)
    case .timeReached(let present, let isIdle): return reachTime(present: present, isIdle: isIdle, at: now)
    }
  }

  private mutating func seat(_ player: PlayerID, at now: Instant) -> [ModeAction] {
    guard seats.insert(player).inserted else { return [] }
    switch phase {
    case .running:
      unfinished.insert(player)
      return [.dealRound(round, .player(player))]
    case .waiting where rules.beginsByItself && round == 0:
      return begin(at: now)
    case .waiting, .pausing:
      return []
    }
  }

  private mutating func vacate(_ player: PlayerID, at now: Instant) -> [ModeAction] {
    seats.remove(player)
    unfinished.remove(player)
    return endIfDone(at: now)
  }

  private mutating func begin(at now: Instant) -> [ModeAction] {
    round += 1
    unfinished = seats
    let endsAt = rules.seconds.map { now.adding(milliseconds: Int64($0) * 1000) }
    phase = .running(endsAt: endsAt)
    return [.dealRound(round, .everyone), .announceRound(round, endsAt: endsAt)]
  }

  private mutating func endIfDone(at now: Instant) -> [ModeAction] {
    guard case .running = phase, unfinished.isEmpty else { return [] }
    return end(at: now)
  }

  /// - Parameter isIdle: whether nobody has moved: then the next round waits for `start`, so that a room that was left
  ///   open does not use up all puzzles there are.
  private mutating func end(at now: Instant, isIdle: Bool = false) -> [ModeAction] {
    unfinished = []
    let nextAt = seats.isEmpty || isIdle ? nil : rules.pause.map { now.adding(milliseconds: Int64($0) * 1000) }
    phase = nextAt.map(Phase.pausing) ?? .waiting
    return [.closeRound(round, nextAt: nextAt)]
  }

  private mutating func reachTime(present: Int, isIdle: Bool, at now: Instant) -> [ModeAction] {
    guard let deadline, deadline <= now else { return [] }
    switch phase {
    case .waiting: return []
    case .running: return end(at: now, isIdle: isIdle)
    case .pausing:
      // Nobody is here to play: the next round waits for somebody to ask for it.
      if present == 0 {
        phase = .waiting
        return []
      }
      return begin(at: now)
    }
  }
}

extension RoundMode {
  /// The form in which a running game outlives a restart.
  private struct Stored: Decodable {
    enum Phase: String, Decodable {
      case waiting, running, pausing
    }
    var round: Int
    var phase: Phase
    var deadline: Int64?
    var seats: [PlayerID]
    var unfinished: [PlayerID]
  }

  var state: JSON? {
    func numbers(_ players: Set<PlayerID>) -> JSON { .array(players.sorted().map { .int(Int($0.number)) }) }
    var stored: JSONObject = ["round": .int(round), "phase": .string(storedPhase.rawValue)]
    if let deadline { stored["deadline"] = .int(Int(deadline.milliseconds)) }
    stored["seats"] = numbers(seats)
    stored["unfinished"] = numbers(unfinished)
    return .object(stored)
  }

  private var storedPhase: Stored.Phase {
    switch phase {
    case .waiting: .waiting
    case .running: .running
    case .pausing: .pausing
    }
  }

  mutating func restore(_ state: JSON) {
    guard let stored = try? state.decode(Stored.self) else { return }
    round = stored.round
    seats = Set(stored.seats)
    unfinished = Set(stored.unfinished)
    let deadline = stored.deadline.map(Instant.init(milliseconds:))
    switch (stored.phase, deadline) {
    case (.running, let endsAt): phase = .running(endsAt: endsAt)
    case (.pausing, let until?): phase = .pausing(until: until)
    case (.pausing, nil), (.waiting, _): phase = .waiting
    }
  }
}
