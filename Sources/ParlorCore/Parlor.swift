import GameKit
import Kernel
import Names
import TextMode
package import WireProtocol

/// The server without sockets, disk or clock: sessions, rooms and games behind lines of bytes.
///
/// Inputs are a session, a line and a moment; what is to be done is handed out by ``drainEffects(_:)`` for the edge
/// to carry out after each call. One queue owns an instance: it is plain mutable state, without locks, and every call
/// is one synchronous chain from bytes to bytes.
public final class Parlor {
  let hub: Hub
  private(set) var sessions = SessionTable()
  var rooms = RoomDirectory()
  let players = PlayerDirectory()
  /// The operator's bots that can be invited.
  var houseBots = HouseBots()
  /// The names of the server's own rooms, by what they look like.
  private(set) var ownNames: [String: String] = [:]
  /// What everybody is greeted with.
  private(set) var welcome = ""
  /// The games' own rooms, which keep boards of players who are not there.
  var dailyRooms: [Room] { hub.configuration.games.compactMap { rooms[$0.info.id] } }
  /// Documents and requests of the features.
  let kernel: Kernel
  /// Who carries out requests; those of a feature that is left out have nobody.
  let owners: RequestMap<RequestOwner>
  /// The names of players' commands that have a handler.
  private(set) lazy var commandNames = TextCommand.names.filter { name in
    RequestTable.textForm(named: name).map { isHandled($0.row) } ?? false
  }
  /// What goes on once documents are loaded.
  var loading: [DocumentID: [(Bool) -> Void]] = [:]
  /// What goes on once boards of the day are loaded.
  var loadingBoards: [DayBoardsLack: [(Bool) -> Void]] = [:]
  /// Connections of an earlier core whose players' boards are being loaded.
  var attaching: Set<SessionID> = []
  /// How many documents have been loaded.
  var loads = 0
  /// Players who were deleted while documents are being loaded.
  var forgottenMeanwhile: [Int64] = []
  /// How many documents that may leave memory were left when some last did.
  var documentsLeft = 0
  /// What was fetched for the handler that runs.
  var fetched = Fetched()
  /// The last list of rooms that was made.
  var roomList: (at: Instant, rooms: [RoomSummary], ticket: CommitTicket)?
  let document = JSONDocument()

  /// How requests for solo rooms are refused that are not there, by the names of these rooms.
  let missingSoloRooms: [String: String]
  /// When solo rooms are dropped whose players are away.
  var soloAbsences = DeadlineQueue<PlayerID>()

  /// Questions that storage is answering.
  var openQueries: [Int64: [PendingQuery]] = [:]
  /// What the server's own rooms are made of.
  private(set) var ownPlans: [Room.Plan] = []
  /// Stored rooms whose games may be added.
  var roomsWithoutGame: [RoomWithoutGame] = []
  /// When a session's paste is taken as it stands, should nothing follow.
  var pastes = DeadlineQueue<SessionID>()
  /// Passwords that wait to be checked or made.
  var passwords = PasswordDesk()
  /// Wrong passwords of late.
  var passwordTries = FailureLimiter()
  /// Which of them the operator's log tells of.
  var wrongPasswords = LogSampler()
  /// Tokens that changing the scores takes, as they were shown on the line.
  var operatorTokens: OperatorTokenGuard
  /// Wrong codes of rooms of late.
  var codeTries = FailureLimiter()
  /// Which of them the operator's log tells of.
  var wrongCodes = LogSampler()
  /// Alarms of what features keep for sessions.
  var alarms = DeadlineQueue<SessionPartID>()
  /// Work of features that is under way, by what it works on, and when the next slice of it is due.
  var tasks: [DocumentID: RunningTask] = [:]
  var taskTimes = DeadlineQueue<DocumentID>()

  /// A server without sessions: with what storage has, and one daily room for each game.
  ///
  /// - Parameters:
  ///   - ticket: what ``handOver(backInSeconds:)`` of the core before has answered, where this one takes its place.
  ///   - isReading: see ``isReading``.
  public init(
    _ configuration: ServerConfiguration, restoring state: StoredState = StoredState(), now: Instant,
    after ticket: CommitTicket = 0, isReading: Bool = false
  ) {
    kernel = Kernel(configuration.features)
    owners = RequestOwner.all(kernel)
    missingSoloRooms = configuration.features.reduce(into: [:]) { missing, feature in
      guard let solo = type(of: feature) as? any SoloRoomFeature.Type else { return }
      for name in solo.roomNames { missing[name] = solo.roomIsMissing }
    }
    hub = Hub(
      configuration: configuration, kernel: kernel, now: now, latestDay: state.latestDay, after: ticket,
      isReading: isReading)
    operatorTokens = OperatorTokenGuard(configuration.limits)
    listGames()
    hub.games.register(in: kernel)
    restore(state)
    addOwnRooms()
    // What a midnight has begun that was the last moment of a server is caught up with.
    if !isReading { kernel.publish(DayBegan(parlor: self)) }
  }

  /// Makes of the games what is made of them all.
  func listGames() {
    let games = hub.configuration.games.map(\.info)
    ownPlans = Self.ownPlans(hub)
    let names = [KnownNames.channel] + missingSoloRooms.keys.sorted() + games.map(\.id)
    ownNames = names.reduce(into: [:]) { own, name in
      for look in LookAlikes.skeletons(of: name) { own[look] = name }
    }
    welcome = TextHelp.welcome(games)
  }

  /// Opens those of the server's own rooms that are not there.
  func addOwnRooms() {
    for plan in ownPlans where rooms[plan.name.folded] == nil {
      let room = Room(
        plan, number: plan.game == nil ? Room.channelNumber : nil, firstSeq: 0, owner: nil, hub: hub)
      add(room)
      // Stored with the first thing that happens in it, so that the server can start while the disk is full.
      room.snapshotNeed.isUrgent = true
    }
  }

  /// The server's own rooms: one for each game with a daily puzzle, and the channel. They are always there.
  private static func ownPlans(_ hub: Hub) -> [Room.Plan] {
    let dailies = hub.configuration.games.filter { $0.info.modes.contains(.daily) }.compactMap { game in
      (try? PlayerName(game.info.id, as: "A room's name", maximum: 64)).map { name in
        Room.Plan(name: name, game: game, settings: hub.puzzles.dailySettings(of: game), mode: DailyMode())
      }
    }
    let channel = (try? PlayerName(KnownNames.channel, as: "A room's name", maximum: 64)).map {
      Room.Plan(name: $0, mode: ChannelMode())
    }
    return dailies + (channel.map { [$0] } ?? [])
  }

  /// Whether this core only shows what is stored, which may be old: in a cluster whose log nobody can append to, for
  /// the sessions of one node. It refuses every change as if the disk were full, hands nothing over, lets no time pass
  /// that would change anything, and tells nobody of who comes and goes.
  public var isReading: Bool { hub.isReading }

  /// Whether the effects are few sends, which may wait for those of the lines that have come as well: until the end of
  /// the loop's turn at the latest, and in their order.
  public var effectsMayGather: Bool { hub.effects.mayGather }

  /// Hands the effects over without copying them, and empties them.
  public func drainEffects(_ body: (Effects) -> Void) {
    guard !hub.effects.isEmpty else { return }
    // Taken out meanwhile, so that `body` holds the only reference.
    var effects = Effects()
    swap(&effects, &hub.effects)
    body(effects)
    effects.removeAll()
    swap(&effects, &hub.effects)
  }

  // MARK: - Sessions

  /// A connection was made; it is a guest at once.
  public func open(_ id: SessionID, from origin: SessionOrigin, at now: Instant) {
    advance(to: now)
    if refuses(id, from: origin) { return }
    let player = players.makeGuest(id: PlayerID(hub.numbers.next()), at: hub.now) { self.hub.randomNumber() }
    let session = Session(
      id: id, origin: origin, player: player, rateLimit: RateLimit(burst: hub.limits.burst, now: now))
    player.session = session
    add(session)
    greet(session)
  }

  /// Who is behind a connection; `nil` for one that has ended.
  package func player(of id: SessionID) -> Player? { sessions[id]?.player }

  /// Takes in a session; the one that had its slot before is gone.
  func add(_ session: Session) {
    if let stale = sessions.stale(at: session.id) { remove(stale) }
    sessions.add(session)
  }

  /// The connection is gone. Its player keeps the seats that one can come back to.
  ///
  /// - Parameter why: in a word, for the player's timeline.
  public func close(_ id: SessionID, at now: Instant, because why: String? = nil) {
    advance(to: now)
    attaching.remove(id)
    if let session = sessions[id] { remove(session, because: why) }
  }

  /// Ends a session from this side: what has been said still leaves, nothing more is said, and the connection is
  /// closed.
  func end(_ session: Session, because why: String = "ended") {
    hub.effects.close(session.id)
    remove(session, because: why)
  }

  private func remove(_ session: Session, because why: String? = nil) {
    guard sessions[session.id] === session else { return }
    forget(session)
    release(session, because: why)
  }

  /// Takes a session out, with whatever it was in the middle of.
  func forget(_ session: Session) {
    abandonPaste(of: session)
    session.hasEnded = true
    sessions.remove(session)
  }

  /// Takes a player's session away, without closing its connection.
  func release(_ session: Session, because why: String? = nil) {
    let player = session.player
    // First of all, so that a closed connection gets nothing about its own departure.
    if player.session === session { player.session = nil }
    let saidGoodbye = if case .bye = session.closing { true } else { false }
    hub.keep(Visit(.went, at: hub.now, why: saidGoodbye ? Presence.goodbye : why), of: player)
    if !isReading { lose(player, from: session.rooms, reason: saidGoodbye ? Presence.goodbye : nil) }
    session.rooms = []
    keepSoloRoom(of: player)
    endParts(of: session)
    leave(player)
    noteDeparture(of: player)
  }

  // MARK: - The end

  /// The server is about to stop: everybody gets a message.
  public func announceClosing(reason: String, backInSeconds: Int?) {
    let message = Closing(reason: reason, backInSeconds: backInSeconds)
    hub.send(message, to: sessions.all, after: 0)
  }

  /// Another core takes this one's place: everybody is asked to come back, and every connection is closed. Nothing else
  /// is to be asked of it any more.
  ///
  /// - Returns: the greatest ticket that any output bears; the next core's come after it.
  public func handOver(backInSeconds: Int) -> CommitTicket {
    announceClosing(reason: "restart", backInSeconds: backInSeconds)
    for session in sessions.all { hub.effects.close(session.id) }
    return hub.journal.lastTicket
  }

  // MARK: - Rooms

  /// For tests: the puzzle that a room plays.
  package func puzzle(in room: String) -> JSON? { try? rooms[room]?.table?.match.puzzle() }

  func add(_ room: Room) {
    if room.number == Room.channelNumber { hub.channel = room }
    for id in room.mentionedPlayers { players.withID(id)?.visited.insert(room.number) }
    rooms.add(room)
  }

  /// Lets go of a room for good; the messages to its members are sent elsewhere.
  func drop(_ room: Room) {
    room.isClosed = true
    room.apply(.closed)
    if rooms.remove(room) {
      for id in room.mentionedPlayers { players.withID(id)?.visited.remove(room.number) }
    }
    hub.deadlines.set(room.number, at: nil)
    hub.knowledge.forget(room: room.number)
  }

  func removeIfDeserted(_ room: Room) {
    guard room.isDeserted, rooms[room.plan.name.folded] === room else { return }
    drop(room)
    hub.numbers.raiseSeq(to: room.seq)
    hub.journal.append(RoomDocument.closing(room.number, lastSeq: room.seq))
    kernel.publish(RoomClosed(hub: hub, number: room.number))
    hub.log("room_closed", ["room": .string(room.name)])
  }
}
