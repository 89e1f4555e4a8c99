import GameKit
import Kernel
import Names
import TextMode
import WireProtocol

/// All rooms, by each of their keys.
final class RoomDirectory {
  let hub: Hub
  private let players: PlayerDirectory
  /// The errors for solo rooms that do not exist, by the names of these rooms.
  let missingSoloRooms: [String: String]
  /// The plans of the server's own rooms.
  private(set) var ownPlans: [Room.Plan] = []
  /// The names of the server's own rooms, by skeleton.
  private var ownNames: [String: String] = [:]
  private var byName: [String: Room] = [:]
  private var byNumber: [Int64: Room] = [:]
  private var bySkeleton: [String: Room] = [:]
  /// The number of rooms by the address that opened them.
  private var fromAddress: [String: Int] = [:]
  /// Folded names of stored rooms that cannot be restored: they stay taken.
  private var quarantined: Set<String> = []
  /// Stored rooms whose games may be added.
  var withoutGame: [RoomWithoutGame] = []
  /// Rooms that may hold something of players who have never been in them: the server's own, in which results are
  /// shared from elsewhere.
  private var ofAnybody: Set<Int64> = []
  /// The last list of rooms.
  private var lastList: (at: Instant, rooms: [RoomSummary], ticket: CommitTicket)?

  init(_ hub: Hub, _ players: PlayerDirectory) {
    (self.hub, self.players) = (hub, players)
    missingSoloRooms = hub.configuration.features.reduce(into: [:]) { missing, feature in
      guard let solo = type(of: feature) as? any SoloRoomFeature.Type else { return }
      for name in solo.roomNames { missing[name] = solo.roomIsMissing }
    }
    listOwnRooms()
  }

  var count: Int { byNumber.count }

  /// Their folded names.
  var names: [String] { byName.keys.sorted() }

  /// All rooms, unordered.
  var all: some Collection<Room> { byNumber.values }

  /// All rooms, the oldest first.
  var inOrder: [Room] { byNumber.values.sorted { $0.number < $1.number } }

  /// The games' own rooms, which hold boards of absent players.
  var dailies: [Room] { hub.configuration.games.compactMap { self[$0.info.id] } }

  // MARK: - Finding

  /// The room with a folded name.
  subscript(folded: String) -> Room? { byName[folded] }

  subscript(number: Int64) -> Room? { byNumber[number] }

  /// The room whose name looks like this one.
  func lookingLike(_ skeletons: [String]) -> Room? { skeletons.lazy.compactMap { self.bySkeleton[$0] }.first }

  /// The server's own room whose name one of these looks like.
  func ownName(lookingLike skeletons: [String]) -> String? { skeletons.lazy.compactMap { self.ownNames[$0] }.first }

  func count(from address: String) -> Int { fromAddress[address, default: 0] }

  /// The rooms that may hold something of a player, the oldest first.
  func knowing(_ player: Player) -> [Room] {
    ofAnybody.union(player.visited.all).sorted().compactMap { byNumber[$0] }
  }

  /// The rooms visible to everybody: the server's own first, then the fullest. With very many rooms the list is made at
  /// most once a second, which bounds its cost.
  ///
  /// - Returns: the list, and the commit that it depends on.
  func listed() -> (rooms: [RoomSummary], ticket: CommitTicket) {
    if let last = lastList, count > hub.limits.roomsListed, hub.now.milliseconds(since: last.at) < 1000 {
      return (last.rooms, last.ticket)
    }
    let ordered = all.filter(\.isListed).sorted { $0.listPlace < $1.listPlace }
    let shown = ordered.prefix(hub.limits.roomsListed)
    let list = (rooms: shown.map(\.view.summary), ticket: shown.map(\.ticket).max() ?? 0)
    lastList = (hub.now, list.rooms, list.ticket)
    return list
  }

  // MARK: - Adding and removing

  func add(_ room: Room) {
    if room.number == Room.channelNumber { hub.channel = room }
    for id in room.state.mentionedPlayers { players.withID(id)?.visited.insert(room.number) }
    byName[room.plan.name.folded] = room
    byNumber[room.number] = room
    for skeleton in room.plan.name.skeletons { bySkeleton[skeleton] = room }
    if let address = room.openedFrom { fromAddress[address, default: 0] += 1 }
    if room.mode.isPermanent { ofAnybody.insert(room.number) }
  }

  func removeIfDeserted(_ room: Room) {
    guard room.isDeserted, self[room.plan.name.folded] === room else { return }
    drop(room)
    hub.numbers.raiseSeq(to: room.seq)
    hub.journal.append(RoomDocument.closing(room.number, lastSeq: room.seq))
    hub.kernel.publish(RoomClosed(hub: hub, number: room.number))
    hub.log("room_closed", ["room": .string(room.name)])
  }

  /// Removes a room for good; its members are notified elsewhere.
  private func drop(_ room: Room) {
    room.isClosed = true
    room.apply(.closed)
    if byNumber[room.number] === room {
      for id in room.state.mentionedPlayers { players.withID(id)?.visited.remove(room.number) }
      remove(room)
    }
    hub.deadlines.set(room.number, at: nil)
    hub.knowledge.forget(room: room.number)
  }

  private func remove(_ room: Room) {
    byNumber[room.number] = nil
    ofAnybody.remove(room.number)
    if byName[room.plan.name.folded] === room { byName[room.plan.name.folded] = nil }
    for skeleton in room.plan.name.skeletons where bySkeleton[skeleton] === room { bySkeleton[skeleton] = nil }
    if let address = room.openedFrom, let count = fromAddress[address] {
      fromAddress[address] = count > 1 ? count - 1 : nil
    }
  }

  /// A session leaves every room, without a message: the caller sends one.
  func leaveAll(_ session: Session) {
    for room in session.rooms { leaveQuietly(room, session.player) }
  }

  /// A player leaves a room, without a message: the caller sends one.
  func leaveQuietly(_ room: Room, _ player: Player) {
    room.leave(player, quietly: true)
    removeIfDeserted(room)
  }

  // MARK: - The server's own rooms

  /// Makes the plans of the server's own rooms: one per game with a daily, and the channel. They always exist.
  func listOwnRooms() {
    let games = hub.configuration.games
    let dailies = games.filter { $0.info.modes.contains(.daily) }.compactMap { game in
      (try? PlayerName(game.info.id, as: .room, maximum: 64)).map { name in
        Room.Plan(name: name, game: game, settings: hub.puzzles.dailySettings(of: game), mode: DailyMode())
      }
    }
    let channel = (try? PlayerName(KnownNames.channel, as: .room, maximum: 64)).map {
      Room.Plan(name: $0, mode: ChannelMode())
    }
    ownPlans = dailies + (channel.map { [$0] } ?? [])
    let names = [KnownNames.channel] + missingSoloRooms.keys.sorted() + games.map(\.info.id)
    ownNames = names.reduce(into: [:]) { own, name in
      for look in LookAlikes.skeletons(of: name) { own[look] = name }
    }
  }

  /// Opens the server's own rooms that do not exist.
  func addOwnRooms() {
    for plan in ownPlans where self[plan.name.folded] == nil {
      let room = Room(
        plan, number: plan.game == nil ? Room.channelNumber : nil, firstSeq: 0, owner: nil, hub: hub)
      add(room)
      // Stored with the first event in it, so that the server can start while the disk is full.
      room.snapshotNeed.isUrgent = true
    }
  }

  // MARK: - Quarantine

  func isQuarantined(_ folded: String) -> Bool { quarantined.contains(folded) }

  /// A room cannot be restored; its name stays taken.
  func quarantine(_ folded: String, why reason: String) {
    quarantined.insert(folded)
    hub.quarantine(.room, ["room": .string(folded)], why: reason)
  }

  /// A quarantined room is restored.
  func release(_ folded: String) {
    quarantined.remove(folded)
    hub.release(.room, folded)
  }
}

extension Room {
  /// Its position in a list, smallest first.
  fileprivate var listPlace: (Int, Int, Int64) {
    (mode.listPlace, mode.isPermanent ? 0 : 0 - members.count, number)
  }
}
