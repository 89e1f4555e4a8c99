import GameKit
import Kernel
import Names
import Passwords
import TextMode
import WireProtocol

/// The operator's requests: announcements, help with accounts, closing rooms.
final class OperatorRequests: CorePart, RequestPart {
  private let departures: Departures
  private let fetcher: Fetcher

  init(_ all: Directories, _ departures: Departures, _ fetcher: Fetcher) {
    (self.departures, self.fetcher) = (departures, fetcher)
    super.init(all)
  }

  static var requests: [PartRequest<OperatorRequests>] {
    [
      PartRequest(announce, isAct: true), PartRequest(renamePlayer, isAct: true), PartRequest(resetTokens, isAct: true),
      PartRequest(closeRoom, isAct: true),
    ]
  }

  func announce(_ request: Request.Announce, _ context: SessionContext) throws(WireError) {
    let line = try CleanText.line(
      request.text, as: "An announcement", maximum: hub.limits.chatCharacters, isClean: hub.isTyped)
    let room = try request.room.map { name throws(WireError) in try rooms.room(named: name) }
    let act = context.act(.announce, player: nil, target: room?.name, text: line)
    // Nobody waits for failing storage; a read-only core stores nothing.
    let isStored = !hub.isStalled && !hub.journal.isFailing
    let urgent = hub.isReading ? 0 : Effects.overtaking
    if hub.isReading { context.log(act) } else { context.emit(act) }
    let listeners = sessions.all.filter { listener in
      listener !== context.session && (room.map { room in listener.rooms.contains { $0 === room } } ?? true)
    }
    hub.send(
      Announcement(room: room?.name, text: line), to: listeners, after: isStored ? hub.journal.ticket : urgent)
    context.answer(DoneAnswer(act: act.shown, count: listeners.count), after: isStored ? nil : urgent)
  }

  func renamePlayer(_ request: Request.RenamePlayer, _ context: SessionContext) throws(WireError) {
    let player = try soundPlayer(request.player)
    let name = try PlayerName(request.name, as: .player, maximum: hub.limits.nameCharacters)
    guard !player.isGuest else {
      throw WireError(.notNamed, "\(player.name) is a guest, whose name is nobody's")
    }
    guard !name.imitatesGuest, !name.isReserved else {
      throw WireError(.nameTaken, "\(name.text) would be taken for a guest or the server")
    }
    if let other = players.named(name.text) ?? players.lookingLike(name, besides: player), other !== player {
      throw WireError(.nameTaken, "\(name.text) is taken, or looks like \(other.name)")
    }
    let act = context.act(.rename, player: player, target: name.text)
    let old = player.name
    hub.ratings.forget()
    players.rename(player, to: name, hub)
    for room in rooms.knowing(player) where room.members[player.id] != nil { room.rename(player, from: old) }
    context.emit(act)
    if let other = player.session {
      hub.send(Announcement(text: "Those who run the server have given you another name: \(player.name)"), to: other)
    }
    context.answer(DoneAnswer(act: act.shown))
  }

  /// A player who can be changed.
  ///
  /// - Throws: `data_damaged` for a damaged player.
  private func soundPlayer(_ name: String) throws(WireError) -> Player {
    let player = try players.known(name)
    try hub.house.refuseChange(of: player)
    guard !player.kept.isDamaged else {
      throw WireError(.dataDamaged, "What is stored of \(player.name) is damaged: it stays as it is")
    }
    return player
  }

  func resetTokens(_ request: Request.ResetTokens, _ context: SessionContext) throws(WireError) {
    guard !request.makesPassword else { return try resetPassword(request.player, context) }
    let player = try soundPlayer(request.player)
    guard !player.isGuest else { throw WireError(.notNamed, "\(player.name) is a guest, and cannot come back") }
    let act = context.act(.resetTokens, player: player)
    departures.end(of: player, because: "tokens_reset", context.server)
    players.endTokens(of: player, hub)
    let token = players.issueToken(for: player, hub)
    context.emit(act)
    context.answer(DoneAnswer(act: act.shown, token: token))
  }

  /// The password is generated, since it is requested and delivered over channels that others may read, and changed
  /// soon.
  private func resetPassword(_ name: String, _ context: SessionContext) throws(WireError) {
    let player = try soundPlayer(name)
    guard !player.isGuest else { throw WireError(.notNamed, "\(player.name) is a guest, who has no password") }
    let made = try fetcher.fetch(PasswordQuestion(.makeUp, of: player.id))
    guard let password = made.madeUp, case .right(let verifier?) = made.result else { throw PasswordService.busy }
    let act = context.act(.resetPassword, player: player)
    departures.end(of: player, because: "password_changed", context.server)
    players.endTokens(of: player, hub)
    hub.change(player, .passwordSet(verifier))
    context.emit(act)
    context.answer(DoneAnswer(act: act.shown, password: password.text))
  }

  func closeRoom(_ request: Request.CloseRoom, _ context: SessionContext) throws(WireError) {
    let room = try rooms.room(named: request.room)
    guard !room.mode.isPermanent else {
      throw WireError(.notFound, .room, "\(room.name) is one of the server's own rooms, which are always there")
    }
    let why = try context.reason(request.reason)
    let act = context.act(.closeRoom, player: nil, target: room.name, text: why)
    context.emit(act)
    let sentence = "\(room.name) was closed by those who run the server" + (why.map { ": \($0)" } ?? "")
    context.answer(DoneAnswer(act: act.shown, count: context.close(room, saying: sentence)))
  }
}
