import GameKit
import WireProtocol

/// Talk.
extension Room {
  /// Sends a line of talk. A speaker who may know the puzzle being played reaches only members who may know it too.
  func say(_ text: String, by session: Session, re: RequestID?) throws(WireError) {
    try checkTalk(of: member(session.player).player)
    let hidden = view.secret(knownTo: session.player)
    publish(
      .said(text, scope: hidden), by: .init(session.player),
      for: Requester(session: session, re: re))
  }

  /// Refuses a line of talk, or counts it.
  func checkTalk(of player: Player) throws(WireError) {
    try mode.checkTalk(in: view)
    if state.muted.contains(player.id) { throw WireError(.muted, "The owner of \(name) has muted you here") }
    try takeFromTalkBudget()
  }

  /// Each line is sent to every member, so a large room's rate of talk is limited by its size: otherwise a few hundred
  /// talkers would keep everybody else on the server waiting. Its budget is two seconds of deliveries, or one line.
  private func takeFromTalkBudget() throws(WireError) {
    guard isLarge else { return }
    let perSecond = hub.limits.talkDeliveriesPerSecond
    let burst = max(members.count, 2 * perSecond)
    var budget = talkBudget ?? RateLimit(burst: burst, now: hub.now)
    defer { talkBudget = budget }
    if let wait = budget.take(members.count, burst: burst, perSecond: perSecond, now: hub.now) {
      throw WireError(
        .tooFast, "Too much is said at once among the \(members.count) in \(name): say it again in a moment",
        retryAfterMilliseconds: wait)
    }
  }
}
