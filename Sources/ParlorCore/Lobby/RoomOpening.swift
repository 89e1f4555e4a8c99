import GameKit
import Names
import TextMode
import WireProtocol

/// Opens rooms, and brings sessions into them.
final class RoomOpening: CorePart {
  private let soloRooms: SoloRooms

  init(_ all: Directories, _ soloRooms: SoloRooms) {
    self.soloRooms = soloRooms
    super.init(all)
  }

  /// Opens a player's room and brings the player in: the answer is the room's state.
  func open(_ plan: Room.Plan, _ context: SessionContext) throws(WireError) {
    let session = context.session
    if plan.isNamedOnly, session.player.isGuest {
      throw WireError(.notLoggedIn, "A room for players with a name takes one of them to open it: /name ana")
    }
    if rooms[plan.name.folded] != nil {
      throw WireError(.exists, .room, "There is a room \(plan.name.text) already: join it, or choose another name")
    }
    if rooms.isQuarantined(plan.name.folded) {
      throw WireError(
        .exists, .room,
        "There is a room \(plan.name.text) already, which cannot be opened at present: choose another name"
      )
    }
    try checkLooks(of: plan.name)
    try checkLimits(of: session)
    try checkRoomCount(of: session)
    let room = add(plan, for: session)
    let member: Member
    do {
      member = try room.enter(session, isWatching: false, settings: nil)
    } catch {
      rooms.removeIfDeserted(room)
      throw error
    }
    if let failure = room.takeDealFailure() {
      rooms.leaveQuietly(room, session.player)
      throw WireError(failure)
    }
    if session.format == .text { leaveOthers(than: room, session) }
    context.answer(room.view.shown(room.view.joined(for: member)), after: room.ticket)
    context.announceEntry(to: room, isBack: false)
    logOpening(of: room, by: session)
  }

  /// Refuses a name that looks like another room's or one of the server's own.
  private func checkLooks(of name: PlayerName) throws(WireError) {
    guard !name.isReserved else {
      throw WireError(.exists, .room, "\(name.text) would be taken for the server's own: choose another name")
    }
    let looks = name.skeletons.sorted()
    if let imitated = rooms.ownName(lookingLike: looks) {
      throw WireError(
        .exists, .room, "\(name.text) looks like \(imitated), which is a room of the server: choose another name")
    }
    guard let other = rooms.lookingLike(looks) else { return }
    let shown = other.plan.code == nil ? other.name : "another room"
    throw WireError(.exists, .room, "\(name.text) looks like \(shown), which is there already: choose another name")
  }

  /// Begins the next round, if that is possible now.
  func begin(_ room: Room, for requester: Requester?) throws(WireError) {
    try room.view.checkStart()
    try hub.checkMaintenance()
    try hub.puzzles.checkBudget()
    if room.pendingRound != nil { throw WireError(.alreadyPlaying, "A round is about to begin") }
    try room.start(for: requester)
  }

  // MARK: - Going elsewhere

  /// Refuses to take a text session from a match to another room, since leaving gives the match up.
  func checkMatch(of session: Session, besides room: Room?) throws(WireError) {
    guard session.format == .text,
      let left = session.rooms.first(where: { $0 !== room && $0.view.playsMatch(session.player) })
    else { return }
    throw WireError(
      .alreadyPlaying,
      "You play a match in \(left.name), which going elsewhere would give up: finish it, or /leave gives it up")
  }

  /// A text session is in one room at a time: typed lines go there.
  func leaveOthers(than room: Room, _ session: Session) {
    for other in session.rooms where other !== room {
      rooms.leaveQuietly(other, session.player)
    }
    if session.player.soloRoom?.storesMoves == true { soloRooms.close(of: session.player) }
  }

  // MARK: - Bounds

  /// Refuses a room beyond the server's or an owner's limit; `nil` for a room without an owner.
  func checkLimits(of owner: Session?) throws(WireError) {
    if let owner, owner.player.ownedRooms >= hub.limits.roomsPerPlayer {
      throw WireError(.tooMany, .room, "You may own at most \(hub.limits.roomsPerPlayer) rooms at a time")
    }
    if rooms.count - (hub.channel == nil ? 0 : 1) >= hub.limits.rooms {
      throw WireError(.tooMany, .room, "The server has as many rooms as it allows (\(hub.limits.rooms))")
    }
    if let owner, hub.limits.roomsPerAddress > 0, rooms.count(from: owner.address) >= hub.limits.roomsPerAddress {
      throw WireError(
        .tooMany, .room, "At most \(hub.limits.roomsPerAddress) rooms at a time may be opened from your address")
    }
  }

  /// Refuses a session that is in as many rooms as allowed: a text session leaves the others.
  func checkRoomCount(of session: Session) throws(WireError) {
    if session.format != .text, session.rooms.count >= hub.limits.roomsPerSession {
      throw WireError(.tooMany, .room, "You may be in at most \(hub.limits.roomsPerSession) rooms at a time")
    }
  }

  /// Adds an empty room, and stores it.
  func add(_ plan: Room.Plan, for owner: Session?) -> Room {
    let room = Room(plan, owner: owner?.player, hub: hub)
    room.openedFrom = owner?.address
    rooms.add(room)
    hub.journal.append(room.snapshot(isRewritten: false))
    return room
  }

  /// Logs that a session has opened a room.
  func logOpening(of room: Room, by session: Session) {
    hub.log(
      "room_created",
      [
        "room": .string(room.name), "game": room.plan.game.map { .string($0.info.id) } ?? .null,
        "mode": room.mode.kind.map { .string($0.rawValue) } ?? .null, "private": .bool(room.plan.code != nil),
        "by": .string(session.player.name),
      ])
  }
}
