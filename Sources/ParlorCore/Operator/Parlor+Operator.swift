import GameKit
import Kernel
import Names
import Passwords
import TextMode
import WireProtocol

/// What the operator may do: to tell everybody something, to help players with their accounts, to close rooms.
extension Parlor {
  static var operatorHandlers: [RequestHandler] {
    [
      RequestHandler(acting: announce), RequestHandler(sendStatus), RequestHandler(acting: renamePlayer),
      RequestHandler(acting: resetTokens), RequestHandler(acting: setMaintenance), RequestHandler(sendTimeline),
      RequestHandler(acting: export), RequestHandler(acting: erase), RequestHandler(acting: closeRoom),
    ]
  }

  func announce(_ request: Request.Announce, from session: Session, re: RequestID?) throws(WireError) {
    let line = try CleanText.line(
      request.text, as: "An announcement", maximum: hub.limits.chatCharacters, isClean: hub.isTyped)
    let room = try request.room.map { name throws(WireError) in try self.room(named: name) }
    let act = act(.announce, by: session, target: room?.name, text: line)
    // Nobody waits for storage that fails; a core that only reads keeps nothing.
    let isStored = !isStalled && !hub.journal.isFailing
    let urgent = isReading ? 0 : Effects.overtaking
    if isReading { log(act) } else { emit(act) }
    let listeners = sessions.all.filter { listener in
      listener !== session && (room.map { room in listener.rooms.contains { $0 === room } } ?? true)
    }
    hub.send(
      Announcement(room: room?.name, text: line), to: listeners, after: isStored ? hub.journal.ticket : urgent)
    hub.send(
      DoneAnswer(act: act.shown, count: listeners.count), to: session, answering: re, after: isStored ? nil : urgent)
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
    hub.send(DoneAnswer(act: act.shown), to: session, answering: re)
  }

  /// A player who can be changed.
  ///
  /// - Throws: `data_damaged` for one of whom something is lost.
  private func soundPlayer(_ name: String) throws(WireError) -> Player {
    let player = try player(named: name)
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
    hub.send(DoneAnswer(act: act.shown, token: token), to: session, answering: re)
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
    hub.send(DoneAnswer(act: act.shown, password: password.text), to: session, answering: re)
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
    hub.send(DoneAnswer(act: act.shown, count: close(room, saying: sentence)), to: session, answering: re)
  }
}
