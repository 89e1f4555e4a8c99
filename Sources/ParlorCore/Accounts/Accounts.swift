import GameKit
import Names
import Passwords
import WireProtocol
import TextMode

/// Accounts: names with tokens and passwords, and their sessions.
final class Accounts: CorePart, RequestPart {
  let departures: Departures
  let fetcher: Fetcher
  let passwords: PasswordService
  var soloRooms: SoloRooms { departures.soloRooms }

  init(_ all: Directories, _ departures: Departures, _ fetcher: Fetcher, _ passwords: PasswordService) {
    (self.departures, self.fetcher, self.passwords) = (departures, fetcher, passwords)
    super.init(all)
  }

  static var requests: [PartRequest<Accounts>] {
    [
      PartRequest(login), PartRequest(show), PartRequest(register), PartRequest(setPassword), PartRequest(logOut),
      PartRequest(rename), PartRequest(setTheme), PartRequest(removeNickname), PartRequest(forget),
      PartRequest(erase, isAct: true),
    ]
  }

  private func show(_ request: Request.ShowAccount, _ context: SessionContext) {
    let player = context.player
    context.answer(AccountAnswer(you: player.name, hasPassword: player.verifier != nil))
  }

  /// Claims a name with a password: the guest becomes that player, and keeps what was played.
  func register(_ request: Request.Register, _ context: SessionContext) throws(WireError) {
    let session = context.session
    let name = try PlayerName(request.name, as: .player, maximum: hub.limits.nameCharacters)
    try requireGuest(session)
    let password = try passwords.chosen(request.password, from: session)
    try checkClaim(name, session)
    let question = PasswordQuestion(.task(.make(password)), of: nil)
    guard case .right(let verifier?) = try fetcher.fetch(question).result else {
      throw PasswordService.wrongPassword
    }
    try claim(name, session)
    let player = session.player
    hub.change(player, .passwordSet(verifier))
    let token = request.wantsToken ? issueToken(to: session) : nil
    hub.keep(player)
    hub.keep(Visit(.came, at: hub.now, why: "name", from: session.address), of: player)
    hub.log("password_set", ["name": .string(player.name)])
    context.answer(RegisterAnswer(you: player.name, token: token))
    context.announceName()
  }

  private func requireGuest(_ session: Session) throws(WireError) {
    guard !session.player.isGuest else { return }
    throw WireError(
      .alreadyNamed, "You are \(session.player.name) already: password sets your password, logout makes you a guest")
  }

  /// Logs in to a name with its password. Accounts without a password and unknown names take as long to refuse.
  func comeBack(
    _ name: PlayerName, _ password: Password, _ login: Request.Login, _ context: SessionContext
  ) throws(WireError) {
    let session = context.session
    let holder = players.named(name.text)
    let question = PasswordQuestion(
      .task(.check(try passwords.shown(password, from: session), against: holder?.verifier)), of: holder?.id,
      tryingAt: name.folded)
    guard case .right(let renewed) = try fetcher.fetch(question).result, let player = holder else {
      throw PasswordService.wrongPassword
    }
    try prepareKeptSeats(of: player)
    try prepareResults(of: session.player, for: player)
    passwords.giveTryBack(at: name.folded, from: session.address)
    try hub.restrictions.checkBan(of: player)
    let results = become(player, context)
    let token = login.wantsToken ? issueToken(to: session) : nil
    if let renewed { hub.change(player, .passwordSet(renewed)) }
    finish(login, by: "password", with: results, token: token, isStored: renewed != nil, context)
  }

  /// Makes the session a guest again. Its token ends if a password opens the account as well; otherwise it stays valid.
  private func logOut(_ request: Request.Logout, _ context: SessionContext) {
    departures.whenAnswered(context) { [unowned self] in logOut($0) }
  }

  private func logOut(_ context: SessionContext) {
    let (session, player) = (context.session, context.player)
    guard !player.isGuest else {
      return hub.send(ErrorMessage(.nameNeeded), to: session, answering: context.re, after: 0)
    }
    leaveForGood(context)
    if player.verifier != nil, let token = session.tokenHash {
      players.endToken(token, of: player, hub)
    }
    departures.release(session, because: "logout", context.server)
    becomeGuest(session)
    context.answer(LogoutAnswer(you: session.player.name))
  }

  /// A new token for the session's player; the session is known to have it.
  func issueToken(to session: Session) -> String {
    let token = players.issueToken(for: session.player, hub)
    session.tokenHash = session.player.tokens.last
    return token
  }

  /// The session's player gives up its seats and its solo room.
  private func leaveForGood(_ context: SessionContext) {
    for room in context.session.rooms {
      room.leave(context.player)
      rooms.removeIfDeserted(room)
    }
    if let room = context.player.soloRoom { soloRooms.leave(room, context.unasked) }
  }

  /// Makes the session, whose player has moved or is deleted, a new guest's.
  func becomeGuest(_ session: Session) {
    let guest = players.makeGuest(hub)
    session.player = guest
    session.tokenHash = nil
    guest.session = session
  }

  /// Moves the session from its player to a known player.
  ///
  /// - Returns: the results for the dailies that it had begun as a guest.
  func become(_ player: Player, _ context: SessionContext) -> [LoginAnswer.GuestResult] {
    let (session, server) = (context.session, context.server)
    guard player !== session.player else { return [] }
    departures.endLostLink(of: player.id, server)
    departures.end(of: player, because: "taken_over", server)
    // The former player leaves its rooms for good, and the session is told so.
    leaveForGood(context)
    let results = carryResults(of: session.player, to: player)
    hub.moderation?.carry(from: session.player, to: player, server)
    departures.release(session, server)
    session.player = player
    session.tokenHash = nil
    player.session = session
    askForPuzzles(of: player)
    return results
  }
}
