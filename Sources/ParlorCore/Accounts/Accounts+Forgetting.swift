import GameKit
import Kernel
import Names
import Passwords
import WireProtocol
import TextMode

/// Deleting accounts.
extension Accounts {
  /// Deletes what belongs to a player alone, after the name has confirmed the intention, and the password, if there is
  /// one, the owner.
  func forget(_ request: Request.ForgetMe, _ context: SessionContext) throws(WireError) {
    let (session, player) = (context.session, context.player)
    try hub.house.refuseChange(of: player)
    try confirm(request, context)
    try requirePassword(
      request.password, of: session, missing: "it shows that the account is yours to delete",
      wrong: "nothing is deleted")
    // While the session still is the player's: what features keep for it ends with the account.
    departures.parts.end(of: session, context.server)
    let left = leaveEverything(player)
    session.rooms = []
    forget(player, leaving: left, context.server) { becomeGuest(session) }
    context.answer(ForgetMeAnswer(you: session.player.name))
  }

  /// The same for the operator, whom the player has asked outside of a session. The recorded act has no name.
  func erase(_ request: Request.ErasePlayer, _ context: SessionContext) throws(WireError) {
    let player = try players.known(request.player)
    try hub.house.refuseChange(of: player)
    guard player.session?.isOperator != true else {
      throw WireError(.badField, "A console's guest is nobody's account")
    }
    let kinds = hub.moderation?.kindsInForce(against: player.id, at: hub.now) ?? []
    let lifted = kinds.isEmpty ? nil : kinds.joined(separator: ", ")
    guard request.confirmed.map({ PlayerName.fold($0) == PlayerName.fold(player.name) }) == true else {
      throw WireError(
        .badField,
        "This deletes \(player.name) for good, with all that is theirs; export shows what there is. "
          + (lifted.map { "It ends what is in force against them (\($0)). " } ?? "")
          + "If you mean it, say the name twice: erase \(player.name) \(player.name)")
    }
    var act = context.act(.erase, player: player)
    act.name = nil
    context.emit(act)
    departures.end(of: player, because: "erased", context.server)
    departures.endLostLink(of: player.id, context.server)
    forget(player, leaving: leaveEverything(player), context.server) {}
    context.answer(DoneAnswer(act: act.shown, lifted: lifted))
  }

  /// Requires the name as a confirmation, since deletion cannot be undone.
  private func confirm(_ request: Request.ForgetMe, _ context: SessionContext) throws(WireError) {
    let player = context.player
    guard PlayerName.fold(request.name) != PlayerName.fold(player.name) else { return }
    let rest = player.export.flatMap { $0.subject == player.id && $0.next != nil ? $0 : nil }
    let rests = context.isText ? rest.map { ": /export-me \($0.part)" } : rest.map { _ in "" }
    let command = "/forget-me \(player.name)\(player.verifier == nil ? "" : " PASSWORD")"
    throw WireError(
      .badField,
      "This removes your name, your token, your words and all you have played, for good. "
        + (rests.map { "The rest of your export goes with it, unless you ask first\($0). " } ?? "")
        + "If you mean it" + (context.isText ? ": \(command)" : ", give your name: \(player.name)"))
  }

  /// Gives up a player's seats and solo room.
  ///
  /// - Returns: the rooms that still hold something of the player.
  private func leaveEverything(_ player: Player) -> [Room] {
    let known = rooms.knowing(player)
    for room in known where room.members[player.id] != nil {
      // At a terminal the answer says it, under the new guest's name.
      room.leave(player, quietly: player.session?.format == .text)
      rooms.removeIfDeserted(room)
    }
    let left = known.filter { !$0.isClosed }
    for room in left { room.forget(player) }
    soloRooms.close(of: player)
    return left
  }

  /// Deletes what belongs to a player alone, and the player's part of history windows; matches with others stay
  /// complete, and sanctions stay for newcomers from the address. Storage overwrites the remains in files within
  /// ``Limits/scrubSeconds``.
  ///
  /// - Parameters:
  ///   - left: the rooms that hold something of the player.
  ///   - goOn: gives the player's session to somebody else.
  private func forget(_ player: Player, leaving left: [Room], _ server: ServerContext, _ goOn: () -> Void) {
    hub.ratings.forget()
    hub.refusals.forget(player.id)
    players.remove(player)
    let before = hub.journal.activity
    hub.kernel.publish(PlayerGone(parlor: server.parlor, player: player.id, forgotten: player))
    let wasNamed = hub.journal.activity != before
    player.session = nil
    goOn()
    if player.isStored { hub.channel?.withdrawAll(of: player) }
    let wasTold = left.map { $0.forgetEvents(of: player) }.contains(true)
    if player.isStored || wasTold || wasNamed {
      hub.journal.append(PlayerDocument.line(.forgotten, of: player.id.number))
    }
    hub.kernel.forget(player.id.number)
    // Their stored lines are read again at the next start.
    rooms.withoutGame = []
    fetcher.forget(player.id)
    hub.log("player_forgotten")
  }
}
