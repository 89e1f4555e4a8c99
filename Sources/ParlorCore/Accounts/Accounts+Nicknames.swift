import Names
import WireProtocol

/// Nicknames of guests: `guest-ana`. They claim nothing, count for nothing, and are free again once the guest is gone.
extension Accounts {
  /// Renames the session's guest.
  ///
  /// - Parameter nickname: the name after the prefix, as a client sent it.
  func takeNickname(_ nickname: String, _ session: Session) throws(WireError) {
    // The guest's own name, which may be an assigned one.
    guard PlayerName.fold(KnownNames.guestPrefix + nickname) != PlayerName.fold(session.player.name) else { return }
    let name = try PlayerName(nickname, as: .nickname, maximum: hub.limits.nameCharacters)
    try hub.restrictions.checkNaming(of: session)
    guard !name.isReserved, !name.imitatesGuest, !hub.house.imitates(name) else {
      throw WireError(
        .nameTaken, "\(name.text) would be taken for the server or those who run it: choose another nickname")
    }
    guard players.mayHave(.nicknameOf(session.player.id), limit: Self.mostNicknames) else {
      throw WireError(.tooMany, .name, "You have chosen \(Self.mostNicknames) nicknames today: keep this one")
    }
    if let lost = session.player.lostNickname,
      !Self.skeletons(of: name.text).isDisjoint(with: Self.skeletons(of: lost))
    {
      throw WireError(.nameTaken, "The nickname \(lost) was taken away from you: choose another one")
    }
    let most = hub.limits.nicknamesPerAddress
    guard players.countNickname(of: session.player.id, from: session.address, limit: most) else {
      throw WireError(.tooMany, .name, "\(most) guests from your address have nicknames, as many as may be at once")
    }
    _ = players.count(.nicknameOf(session.player.id), limit: Self.mostNicknames)
    guard renaming(session, { players.giveNickname(name, to: session.player, hub) }) else {
      throw WireError(.nameTaken, "Too many guests are called \(name.text): choose another nickname")
    }
  }

  /// The most nicknames of a guest in a day: who has another one each second could not be sent away by name.
  private static let mostNicknames = 5

  /// Takes the nickname of a guest in one's own room away.
  func removeNickname(_ request: Request.RemoveNickname, _ context: SessionContext) throws(WireError) {
    let (room, target) = try rooms.owned(request.room, by: context.session, with: request.player, players)
    let guest = target.player
    guard guest.isGuest else {
      throw WireError(.badField, "\(guest.name) is no nickname: who is not to be here is sent away")
    }
    let old = guest.name
    guest.lostNickname = String(old.dropFirst(KnownNames.guestPrefix.count))
    players.removeNickname(of: guest, hub)
    for other in rooms.knowing(guest) where other !== room { other.rename(guest, from: old) }
    room.rename(guest, from: old, for: context.requester)
  }

  /// The skeletons of a nickname, without a number at its end.
  private static func skeletons(of nickname: String) -> Set<String> {
    let bare = String(nickname.reversed().drop { $0.isNumber || $0 == "-" }.reversed())
    return Set(LookAlikes.skeletons(of: bare.isEmpty ? nickname : bare))
  }
}
