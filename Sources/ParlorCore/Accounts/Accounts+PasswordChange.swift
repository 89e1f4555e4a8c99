import GameKit
import Passwords
import WireProtocol
import TextMode

/// Setting or changing a password.
extension Accounts {
  /// Sets or changes a password, which ends all tokens, since somebody else may have them. A change completes even if
  /// its session has ended meanwhile: otherwise the thief of a token could prevent it by taking the session over.
  func setPassword(_ request: Request.PasswordChange, _ context: SessionContext) throws(WireError) {
    let (session, player) = (context.session, context.player)
    try hub.house.refuseChange(of: player)
    let new = try passwords.chosen(request.new, from: session)
    if let verifier = player.verifier {
      guard let old = request.old else {
        throw WireError(.wrongPassword, "You have a password: to change it, give the old one as well")
      }
      let shown = try passwords.shown(old, from: session)
      let question = PasswordQuestion(
        .task(.replace(shown, against: verifier, by: new)), of: player.id, tryingAt: player.name)
      guard case .right(let made?) = try fetcher.fetch(question).result else { throw Self.otherPassword }
      passwords.giveTryBack(at: player.name, from: session.address)
      // A later session used credentials that are now revoked.
      if player.session !== session { departures.end(of: player, because: "password_changed", context.server) }
      hub.log("password_changed", ["name": .string(player.name)])
      return set(made, for: request, context)
    }
    guard case .right(let made?) = try fetcher.fetch(PasswordQuestion(.task(.make(new)), of: player.id)).result else {
      throw Self.otherPassword
    }
    hub.log("password_set", ["name": .string(player.name)])
    set(made, for: request, context)
  }

  private func set(_ verifier: String, for request: Request.PasswordChange, _ context: SessionContext) {
    let (session, player) = (context.session, context.player)
    players.endTokens(of: player, hub)
    session.tokenHash = nil
    hub.change(player, .passwordSet(verifier))
    let token = request.wantsToken && player.session === session ? issueToken(to: session) : nil
    hub.keep(player)
    context.answer(PasswordAnswer(you: player.name, token: token))
  }

  private static let otherPassword = WireError(
    .wrongPassword, "This is not your old password; it stays as it is")

  /// Requires the password of an account that has one.
  ///
  /// - Parameters:
  ///   - missing: what a missing password is for.
  ///   - wrong: the consequence of a wrong one.
  func requirePassword(
    _ password: Password?, of session: Session, missing: String, wrong: String
  ) throws(WireError) {
    let player = session.player
    guard let verifier = player.verifier else { return }
    guard let password else { throw WireError(.wrongPassword, "Your password is missing: \(missing)") }
    let shown = try passwords.shown(password, from: session)
    let question = PasswordQuestion(.task(.check(shown, against: verifier)), of: player.id, tryingAt: player.name)
    guard try fetcher.fetch(question).result != .wrong else {
      throw WireError(.wrongPassword, "This is not your password; \(wrong)")
    }
    passwords.giveTryBack(at: player.name, from: session.address)
  }
}
