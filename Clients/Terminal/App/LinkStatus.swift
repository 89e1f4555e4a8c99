internal import ClientKit
internal import WireProtocol

struct LinkStatus: Hashable, Sendable {
  enum Phase: Sendable { case connecting, online, waiting, reading, lost, restarting, takenOver, ended }

  private(set) var phase = Phase.connecting
  private var why = "Connecting…"
  /// When the next attempt begins, in milliseconds of the program's clock.
  private(set) var retryAt: Int?

  /// Moves without an answer, and since when the server has said nothing.
  private var pendingMoves = 0
  private var silentSince: Int?
  /// How long a move may take before that is said, in milliseconds.
  private static let patience = 2500

  /// When it is said that the server is silent; `nil` if no answer is pending.
  var silentAt: Int? { silentSince.map { $0 + Self.patience } }

  /// Whether requests are answered.
  var isOnline: Bool { phase == .online || phase == .reading }

  mutating func take(_ state: LinkState, at now: Int) {
    switch state {
    case .online: self = LinkStatus(phase: .online)
    case .connecting where phase == .lost || phase == .restarting: break
    case .connecting: self = LinkStatus()
    case .closing(let reason, let backIn):
      guard reason == "restart" else { return }
      let back = backIn.map { now + $0.milliseconds }
      self = LinkStatus(phase: .restarting, why: "The server is restarting.", retryAt: back)
    case .takeover(.waiting): self = LinkStatus(phase: .waiting, why: "One moment: another server is taking over.")
    case .takeover(.reading):
      let why = "No server can take over at present: you can look around, but what you see may be out of date."
      self = LinkStatus(phase: .reading, why: why)
    case .takeover(.resumed): self = LinkStatus(phase: .online)
    case .lost where phase == .restarting: break
    case .lost(let error): self = LinkStatus(phase: .lost, why: error.description)
    case .retrying(let wait):
      if phase != .lost, phase != .restarting { self = LinkStatus(phase: .lost, why: "The connection was lost.") }
      retryAt = now + wait.milliseconds
    case .ended(.closed), .ended(.takenOver): self = LinkStatus(phase: .ended, why: "The connection is closed.")
    case .ended(.failed(let error)): self = LinkStatus(phase: .ended, why: error.description)
    case .takenOver:
      let why =
        "You have logged in elsewhere, and a player has one connection at a time. "
        + "Enter or ^R reconnects here, ^C leaves."
      self = LinkStatus(phase: .takenOver, why: why)
    }
  }

  /// Notes what was heard from the server, and what is sent to it.
  mutating func note(_ event: AppEvent, sending effects: [Effect], at now: Int) {
    var isHeard = false
    switch event {
    case .answered(let question, _):
      isHeard = true
      if question.type == "move" { pendingMoves = max(0, pendingMoves - 1) }
    case .heard: isHeard = true
    default: break
    }
    for case .ask(let question) in effects where question.type == "move" { pendingMoves += 1 }
    silentSince = pendingMoves == 0 ? nil : isHeard ? now : silentSince ?? now
  }

  func sentence(now: Int) -> String? {
    switch phase {
    case .online: return silentAt.map { $0 <= now } == true ? "No answer yet: what you have sent waits for it." : nil
    case .connecting, .waiting, .reading, .takenOver, .ended: return why
    case .lost, .restarting:
      guard let retryAt, retryAt > now else { return "\(why) Trying again…" }
      let seconds = (retryAt - now + 999) / 1000
      return "\(why) " + (seconds > 1 ? "Trying again in \(seconds) s, ^R at once." : "Trying again in 1 s.")
    }
  }
}

extension Duration {
  /// Rounded down.
  var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
