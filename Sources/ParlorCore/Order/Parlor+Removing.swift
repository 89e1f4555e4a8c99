import GameKit
import Kernel
import Names
import Passwords
import TextMode
import WireProtocol

/// Taking away, renaming, closing, appointing.
extension Parlor {
  func removeShare(_ request: Request.RemoveShare, by session: Session, re: RequestID?) throws(WireError) {
    let why = try reason(request.reason)
    try requireStorage()
    let context = SessionContext(parlor: self, session: session, re: re)
    guard let shared = kernel.sharedResults,
      let owner = players.withID(try shared.result(request.share, context).player)
    else { throw Self.noSuchShare(request.share) }
    _ = try subordinate(owner.name, of: session)
    try shared.withdraw(request.share, of: owner, context)
    let act = act(.removeShare, by: session, player: owner, target: "\(request.share)", text: why)
    emit(act)
    if let other = owner.session {
      let sentence = "Those who keep order have taken share \(request.share) away" + (why.map { ": \($0)" } ?? "")
      hub.send(Announcement(text: sentence), to: other)
    }
    answer(act, to: session, re: re)
  }

  func renamePlayer(_ request: Request.RenamePlayer, by session: Session, re: RequestID?) throws(WireError) {
    let player = try soundPlayer(request.player)
    let name = try PlayerName(request.name, as: "A name", maximum: hub.limits.nameCharacters)
    guard !player.isGuest else {
      throw WireError(.notNamed, "\(player.name) is a guest, whose name is nobody's")
    }
    guard !name.imitatesGuest, !name.isReserved else {
      throw WireError(.nameTaken, "\(name.text) would be taken for a guest or the server")
    }
    if let other = players.named(name.text) ?? players.lookingLike(name, besides: player), other !== player {
      throw WireError(.nameTaken, "\(name.text) is taken, or looks like \(other.name)")
    }
    let act = act(.rename, by: session, player: player, target: name.text)
    let old = player.name
    hub.ratings.forget()
    players.rename(player, to: name, hub)
    for room in rooms.knowing(player) where room.members[player.id] != nil { room.rename(player, from: old) }
    emit(act)
    if let other = player.session {
      hub.send(Announcement(text: "Those who run the server have given you another name: \(player.name)"), to: other)
    }
    answer(act, to: session, re: re)
  }

  /// A player who can be changed.
  ///
  /// - Throws: `data_damaged` for one of whom something is lost.
  private func soundPlayer(_ name: String) throws(WireError) -> Player {
    let player = try knownPlayer(name)
    try refuseForHouseBot(player)
    guard !player.kept.isDamaged else {
      throw WireError(.dataDamaged, "What is stored of \(player.name) is damaged: it stays as it is")
    }
    return player
  }

  func resetTokens(_ request: Request.ResetTokens, by session: Session, re: RequestID?) throws(WireError) {
    guard !request.makesPassword else { return try resetPassword(request.player, by: session, re: re) }
    let player = try soundPlayer(request.player)
    guard !player.isGuest else { throw WireError(.notNamed, "\(player.name) is a guest, and cannot come back") }
    let act = act(.resetTokens, by: session, player: player)
    endSession(of: player, because: "tokens_reset")
    players.endTokens(of: player, hub)
    let token = players.issueToken(for: player, hub)
    emit(act)
    answer(act, to: session, re: re, token: token)
  }

  /// A password is made up, since it is asked for and passed on by ways that others may read, and changed soon.
  private func resetPassword(_ name: String, by session: Session, re: RequestID?) throws(WireError) {
    let player = try soundPlayer(name)
    guard !player.isGuest else { throw WireError(.notNamed, "\(player.name) is a guest, who has no password") }
    let made = try fetch(PasswordQuestion(.makeUp, of: player.id))
    guard let password = made.madeUp, case .right(let verifier?) = made.result else { throw Self.passwordsBusy }
    let act = act(.resetPassword, by: session, player: player)
    endSession(of: player, because: "password_changed")
    players.endTokens(of: player, hub)
    hub.change(player, .passwordSet(verifier))
    emit(act)
    answer(act, to: session, re: re, password: password.text)
  }

  func closeRoom(_ request: Request.CloseRoom, by session: Session, re: RequestID?) throws(WireError) {
    let room = try room(named: request.room)
    guard !room.mode.isPermanent else {
      throw WireError(.notFound, .room, "\(room.name) is one of the server's own rooms, which are always there")
    }
    let why = try reason(request.reason)
    let act = act(.closeRoom, by: session, target: room.name, text: why)
    emit(act)
    let sentence = "\(room.name) was closed by those who run the server" + (why.map { ": \($0)" } ?? "")
    answer(act, to: session, re: re, count: close(room, saying: sentence))
  }

  func appoint(_ request: Request.Appoint, by session: Session, re: RequestID?) throws(WireError) {
    let (player, isModerator) = (try knownPlayer(request.player), request.isModerator)
    guard !player.isGuest else { throw WireError(.notNamed, "\(player.name) is a guest: moderators have a name") }
    guard hub.order.state.isModerator(player.id) != isModerator else {
      throw WireError(.badField, "\(player.name) is \(isModerator ? "a moderator already" : "no moderator")")
    }
    let act = act(isModerator ? .appoint : .dismiss, by: session, player: player)
    emit(act)
    if let other = player.session {
      let sentence =
        isModerator ? "You are a moderator now: /help moderating tells more" : "You are no moderator any more"
      hub.send(Announcement(text: sentence), to: other)
    }
    answer(act, to: session, re: re)
  }
}

extension Room {
  /// Takes back what a player has said here, or one line of it: sessions that resume do not get it.
  ///
  /// - Returns: whether there was anything.
  func redactTalk(of player: PlayerID, line: Int? = nil) -> Bool {
    guard apply(.redacted(player, line: line)) else { return false }
    snapshotNeed.isRewritten = hub.isDurable
    hub.touch(self)
    return true
  }
}
