import GameKit
import Passwords
import WireProtocol
import TextMode

/// Setting a password, or another one.
extension Parlor {
  /// Sets a password, or another one. Where there was one, tokens end with it: somebody else may have them. Such a change
  /// is carried out even if its session has ended meanwhile, since whoever has stolen a token could otherwise prevent it
  /// by taking the session over.
  func setPassword(_ request: Request.PasswordChange, of session: Session, re: RequestID?) throws(WireError) {
    let (player, address) = (session.player, session.address)
    let new = try chosen(request.new, from: session)
    guard let verifier = player.verifier else {
      return try ask(.make(new), of: player, for: session, re: re) {
        [unowned self] session, result throws(WireError) in
        guard session.player === player, replace(nil, of: player, by: result) else { throw Self.otherPassword }
        answer(request, of: session, endsTokens: false, re: re)
      }
    }
    guard let old = request.old else {
      throw WireError(.wrongPassword, "You have a password: to change it, give the old one as well")
    }
    let shown = try shown(old, from: session)
    try takeTry(at: player.name, by: session)
    try ask(.replace(shown, against: verifier, by: new), of: player, for: session, re: re) {
      [unowned self] session, result throws(WireError) in
      guard session.player === player, replace(verifier, of: player, by: result) else { throw Self.otherPassword }
      giveTryBack(at: player.name, from: address)
      session.tokenHash = nil
      answer(request, of: session, endsTokens: true, re: re)
    } withoutSession: { [unowned self] result in
      guard replace(verifier, of: player, by: result) else { return }
      giveTryBack(at: player.name, from: address)
      // Whoever has come in the meantime has come with what opens nothing any more.
      endSession(of: player, because: "password_changed")
    }
  }

  /// Ends the session of a player whose token or password opens nothing any more.
  func endSession(of player: Player, because reason: String) {
    guard let other = player.session else { return }
    hub.send(Closing(reason: reason), to: other)
    end(other)
  }

  /// Puts the verifier that was made in the place of the one that was there, unless that is another one by now.
  ///
  /// - Returns: whether it did.
  private func replace(_ verifier: String?, of player: Player, by result: PasswordTask.Result) -> Bool {
    guard players.withID(player.id) === player, player.verifier == verifier, case .right(let made?) = result else {
      return false
    }
    if verifier != nil { players.endTokens(of: player, hub) }
    hub.change(player, .passwordSet(made))
    hub.log(verifier == nil ? "password_set" : "password_changed", ["name": .string(player.name)])
    return true
  }

  private func answer(_ request: Request.PasswordChange, of session: Session, endsTokens: Bool, re: RequestID?) {
    let token = request.wantsToken ? issueToken(to: session) : nil
    hub.keep(session.player)
    hub.send(
      PasswordAnswer(you: session.player.name, token: token, endsTokens: endsTokens), to: session, answering: re)
  }

  private static let otherPassword = WireError(
    .wrongPassword, "This is not your old password; it stays as it is")
}
