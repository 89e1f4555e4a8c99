import GameKit
import Names
import Passwords
import WireProtocol
import TextMode

/// Accounts: names with a password.
extension Parlor {
  static var accountHandlers: [RequestHandler] {
    [
      RequestHandler(login), RequestHandler(register), RequestHandler(setPassword),
      RequestHandler(logOutWhenAnswered), RequestHandler(rename), RequestHandler(sendOwnTimeline),
      RequestHandler(exportOwn), RequestHandler(forget), RequestHandler(setTheme),
    ]
  }

  /// Claims a name and gives it a password: the guest becomes that player, and keeps what was played.
  func register(_ request: Request.Register, from session: Session, re: RequestID?) throws(WireError) {
    let name = try PlayerName(request.name, as: "A name", maximum: hub.limits.nameCharacters)
    try requireGuest(session)
    let password = try chosen(request.password, from: session)
    try checkClaim(name, session)
    guard case .right(let verifier?) = try fetch(PasswordQuestion(.task(.make(password)), of: nil)).result else {
      throw Self.wrongPassword
    }
    try claim(name, session)
    let player = session.player
    hub.change(player, .passwordSet(verifier))
    let token = request.wantsToken ? issueToken(to: session) : nil
    hub.keep(player)
    hub.keep(Visit(.came, at: hub.now, why: "name", from: session.address), of: player)
    hub.log("password_set", ["name": .string(player.name)])
    hub.send(RegisterAnswer(you: player.name, token: token), to: session, answering: re)
    announceName(of: session)
  }

  private func requireGuest(_ session: Session) throws(WireError) {
    guard !session.player.isGuest else { return }
    throw WireError(
      .alreadyNamed, "You are \(session.player.name) already: password sets your password, logout makes you a guest")
  }

  /// Comes back to a name with its password. Whoever has none, or nobody, takes as long to be refused.
  func comeBack(
    _ name: PlayerName, _ password: Password, _ login: Request.Login, from session: Session, re: RequestID?
  ) throws(WireError) {
    let holder = players.named(name.text)
    let question = PasswordQuestion(
      .task(.check(try shown(password, from: session), against: holder?.verifier)), of: holder?.id,
      tryingAt: name.folded)
    guard case .right(let renewed) = try fetch(question).result, let player = holder else { throw Self.wrongPassword }
    try prepareKeptSeats(of: player)
    try prepareResults(of: session.player, for: player)
    giveTryBack(at: name.folded, from: session.address)
    try checkBan(of: player)
    let results = become(player, session)
    let token = login.wantsToken ? issueToken(to: session) : nil
    if let renewed { hub.change(player, .passwordSet(renewed)) }
    hub.keep(Visit(.came, at: hub.now, why: "password", from: session.address), of: player)
    let isStored = keepVisit(player, isBot: login.isBot) || !results.isEmpty || token != nil || renewed != nil
    hub.send(
      LoginAnswer(you: player.name, token: token, guestResults: results, hasPassword: player.verifier != nil),
      to: session, answering: re, after: isStored ? nil : 0)
    resumeKeptSeats(session)
    resumeSoloRoom(session)
    announceLogin(of: session)
  }

  /// The session is a guest again. Its token ends with it where a password opens the account as well; where nothing
  /// else does, it stays.
  private func logOutWhenAnswered(_ request: Request.Logout, from session: Session, re: RequestID?) {
    whenAnswered(session) { [unowned self] in logOut($0, re: re) }
  }

  private func logOut(_ session: Session, re: RequestID?) {
    let player = session.player
    guard !player.isGuest else { return hub.send(ErrorMessage(.nameNeeded), to: session, answering: re, after: 0) }
    leaveForGood(session)
    if player.verifier != nil, let token = session.tokenHash {
      players.endToken(token, of: player, hub)
    }
    release(session, because: "logout")
    becomeGuest(session)
    hub.send(LogoutAnswer(you: session.player.name), to: session, answering: re)
  }

  /// A token for the player of a session; the session is known to have it.
  func issueToken(to session: Session) -> String {
    let token = players.issueToken(for: session.player, hub)
    session.tokenHash = session.player.tokens.last
    return token
  }

  /// The player of a session gives up its seats and its solo room.
  private func leaveForGood(_ session: Session) {
    for room in session.rooms {
      room.leave(session.player)
      removeIfDeserted(room)
    }
    if let room = session.player.soloRoom { leave(room, from: session, re: nil) }
  }

  /// The session, whose player is somewhere else by now or nowhere, is a new guest's.
  func becomeGuest(_ session: Session) {
    let guest = players.makeGuest(id: PlayerID(hub.numbers.next()), at: hub.now) { self.hub.randomNumber() }
    session.player = guest
    session.tokenHash = nil
    guest.session = session
  }

  /// The session is no longer its former player's, and becomes that of a known player.
  ///
  /// - Returns: what became of the dailies that it had begun as a guest.
  func become(_ player: Player, _ session: Session) -> [LoginAnswer.GuestResult] {
    guard player !== session.player else { return [] }
    endLostLink(of: player.id)
    if let other = player.session {
      hub.send(Closing(reason: "taken_over"), to: other)
      end(other, because: "taken_over")
    }
    // The former player leaves its rooms for good, and the session gets a message about it.
    leaveForGood(session)
    let results = carryResults(of: session.player, to: player)
    hub.moderation?.carry(from: session.player, to: player, server)
    release(session)
    session.player = player
    session.tokenHash = nil
    player.session = session
    askForPuzzles(of: player)
    return results
  }
}
