import GameKit
import Passwords
import WireProtocol
import TextMode

/// Setting a password, or another one.
extension Parlor {
  /// Sets a password, or another one. Tokens end with it: somebody else may have them. Changing a password is carried
  /// out even if its session has ended meanwhile, since the thief of a token could otherwise prevent it by taking the
  /// session over.
  func setPassword(_ request: Request.PasswordChange, of session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    try refuseForHouseBot(player)
    let new = try chosen(request.new, from: session)
    if let verifier = player.verifier {
      guard let old = request.old else {
        throw WireError(.wrongPassword, "You have a password: to change it, give the old one as well")
      }
      let shown = try shown(old, from: session)
      let question = PasswordQuestion(
        .task(.replace(shown, against: verifier, by: new)), of: player.id, tryingAt: player.name)
      guard case .right(let made?) = try fetch(question).result else { throw Self.otherPassword }
      giveTryBack(at: player.name, from: session.address)
      // A session that began in the meantime used credentials that are now revoked.
      if player.session !== session { endSession(of: player, because: "password_changed") }
      hub.log("password_changed", ["name": .string(player.name)])
      return set(made, for: request, of: session, re: re)
    }
    guard case .right(let made?) = try fetch(PasswordQuestion(.task(.make(new)), of: player.id)).result else {
      throw Self.otherPassword
    }
    hub.log("password_set", ["name": .string(player.name)])
    set(made, for: request, of: session, re: re)
  }

  /// Ends the session of a player whose token or password was revoked.
  func endSession(of player: Player, because reason: String) {
    guard let other = player.session else { return }
    hub.send(Closing(reason: reason), to: other)
    end(other, because: reason)
  }

  private func set(
    _ verifier: String, for request: Request.PasswordChange, of session: Session, re: RequestID?
  ) {
    let player = session.player
    players.endTokens(of: player, hub)
    session.tokenHash = nil
    hub.change(player, .passwordSet(verifier))
    let token = request.wantsToken && player.session === session ? issueToken(to: session) : nil
    hub.keep(player)
    hub.send(PasswordAnswer(you: player.name, token: token), to: session, answering: re)
  }

  private static let otherPassword = WireError(
    .wrongPassword, "This is not your old password; it stays as it is")
}
