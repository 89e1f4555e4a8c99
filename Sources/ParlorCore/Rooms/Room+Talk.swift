import GameKit
import WireProtocol

/// Talk.
extension Room {
  /// Says something to everyone; what somebody says who may know the puzzle being played reaches only those who may
  /// know it too.
  func say(_ text: String, by session: Session, re: RequestID?) throws(WireError) {
    guard let member = members[session.player.id] else {
      throw WireError(.notInRoom, "You are not in \(name): join it first")
    }
    try checkTalk(of: member.player)
    let hidden = view.secret(knownTo: session.player)
    publish(
      .said(player: session.player.name, id: session.player.id, text: text, scope: hidden),
      for: Requester(session: session, re: re))
  }

  /// Refuses a line of talk, or counts it.
  func checkTalk(of player: Player) throws(WireError) {
    try mode.checkTalk(in: view)
    if state.muted.contains(player.id) { throw WireError(.muted, "The owner of \(name) has silenced you here") }
    try takeFromTalkBudget()
  }

  /// Each line is written to every member, so a large room as a whole may say the less the larger it is: else the talk
  /// of a few hundred would keep everybody else on the server waiting. It says for at most two seconds what it has
  /// saved, or one line.
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
