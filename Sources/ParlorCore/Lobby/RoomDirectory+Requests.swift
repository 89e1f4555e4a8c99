import GameKit
import Names
import TextMode
import WireProtocol

/// The rooms of requests.
extension RoomDirectory {
  /// A room by its name, ignoring case.
  func room(named name: String) throws(WireError) -> Room {
    let folded = PlayerName.fold(name)
    if let room = self[folded] { return room }
    let shown = try CleanText.line(name, as: "A room's name", maximum: 64)
    if isQuarantined(folded) {
      throw WireError(.notFound, .room, "\(shown) cannot be opened at present: what is stored of it cannot be read")
    }
    if let missing = missingSoloRooms[shown] { throw WireError(.notFound, .room, missing) }
    let similar = Spelling.nearest(to: shown, among: listed().rooms.map(\.room))
    let hint = similar.map { "; did you mean \($0)?" } ?? ""
    throw WireError(.notFound, .room, "There is no room \(shown)\(hint)")
  }

  /// The room of a request: the named one, or the session's only one.
  func room(_ name: String?, of session: Session) throws(WireError) -> Room {
    let room = try joined(name, by: session)
    room.daily?.dealToday(to: session.player)
    return room
  }

  private func joined(_ name: String?, by session: Session) throws(WireError) -> Room {
    if let name {
      if let room = session.rooms.first(where: { $0.name == name }) { return room }
      let room = try self.room(named: name)
      guard session.rooms.contains(where: { $0 === room }) else {
        throw WireError(.notInRoom, "You are not in \(room.name): join it first")
      }
      return room
    }
    guard let room = session.rooms.last else {
      throw WireError(.whichRoom, "You are in no room: join one first, for example wordle")
    }
    if let solo = session.player.soloRoom, solo.isOpen, session.format != .text {
      throw WireError(.whichRoom, "You are in \(room.name) and in \(solo.name): say which room is meant")
    }
    guard session.rooms.count == 1 || session.format == .text else {
      throw WireError(.whichRoom, "You are in \(session.rooms.count) rooms: say which room is meant")
    }
    return room
  }

  /// A room that is visible from outside: one without a code, or one that the session is in.
  func visible(_ name: String?, to session: Session) throws(WireError) -> Room {
    guard let name else { return try room(nil, of: session) }
    let room = try room(named: name)
    guard room.plan.code == nil || session.rooms.contains(where: { $0 === room }) else {
      throw WireError(.notInRoom, "\(room.name) is private: join it first")
    }
    return room
  }

  /// The room of an owner's request.
  func owned(_ name: String?, by session: Session) throws(WireError) -> Room {
    let room = try room(name, of: session)
    try requireOwner(room, session)
    return room
  }

  /// The room of an owner's request, and the member that it names.
  func owned(
    _ name: String?, by session: Session, with player: String, _ players: PlayerDirectory
  ) throws(WireError) -> (Room, Member) {
    let room = try owned(name, by: session)
    return (room, try member(player, of: room, players))
  }

  /// A member by its name.
  func member(_ name: String, of room: Room, _ players: PlayerDirectory) throws(WireError) -> Member {
    guard let player = players.named(name), let member = room.members[player.id] else {
      let shown = try CleanText.line(name, as: "A name", maximum: 64)
      throw WireError(.notFound, .player, "\(shown) is not in \(room.name)")
    }
    return member
  }

  /// Refuses a player who does not own a room.
  func requireOwner(_ room: Room, _ session: Session) throws(WireError) {
    guard room.owner !== session.player else { return }
    guard !room.mode.isPermanent || !session.may(.moderator, hub) else {
      throw WireError(.notOwner, "\(room.name) is the server's own: moderators silence and send_away there")
    }
    let owner = room.owner.map { ", \($0.name)," } ?? ""
    throw WireError(
      .notOwner, "Only the owner of \(room.name)\(owner) may do that\(absence(of: room.owner, in: room))")
  }

  /// When ownership passes on from a disconnected owner.
  private func absence(of owner: Player?, in room: Room) -> String {
    guard let owner, let end = room.members[owner.id].flatMap(room.view.absenceEnd) else { return "" }
    let left = hub.now.seconds(until: end)
    return "; \(owner.name) is away, and the room passes on in \(left) s"
  }

  // MARK: - Matches of the past

  /// Whether a match's round is over: all who have moved in it may know the solution.
  func isRoundOver(_ match: StoredMatch) -> Bool {
    guard let round = match.round, let room = self[match.room] else { return match.round != nil }
    return room.scope != PuzzleScope.dealt(room: match.room, round: round) || !room.isPlaying
  }

  /// Whether a match against others is in progress: its state is hidden from players who are out of it.
  func isOpenToOthers(_ match: StoredMatch) -> Bool {
    hub.configuration.games.contains { $0.info.id == match.game && $0.info.seats != nil } && !isRoundOver(match)
  }
}
