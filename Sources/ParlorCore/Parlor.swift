import GameKit
import Kernel
public import WireProtocol

/// The server without sockets, disk or clock: sessions, rooms and games behind lines of bytes.
///
/// Inputs are a session, a line and a moment; what is to be done is handed out by ``drainEffects(_:)`` for the edge
/// to carry out after each call. One queue owns an instance: it is plain mutable state, without locks, and every call
/// is one synchronous chain from bytes to bytes.
public final class Parlor {
  /// The parts that do the work.
  let parts: CoreParts
  /// Who carries out requests; those of a feature that is left out have nobody.
  let owners: RequestMap<RequestOwner>
  /// Connections of an earlier core whose players' boards are being loaded.
  var attaching: Set<SessionID> = []
  /// Questions that storage is answering.
  var openQueries: [Int64: [PendingQuery]] = [:]
  let document = JSONDocument()

  var hub: Hub { parts.hub }
  /// Documents and requests of the features.
  var kernel: Kernel { parts.hub.kernel }
  var players: PlayerDirectory { parts.players }
  var sessions: SessionTable { parts.sessions }
  var rooms: RoomDirectory { parts.rooms }

  /// A server without sessions: with what storage has, and one daily room for each game.
  ///
  /// - Parameters:
  ///   - ticket: what ``handOver(backInSeconds:)`` of the core before has answered, where this one takes its place.
  ///   - isReading: see ``isReading``.
  public init(
    _ configuration: ServerConfiguration, restoring state: StoredState = StoredState(), now: Instant,
    after ticket: CommitTicket = 0, isReading: Bool = false
  ) {
    let kernel = Kernel(configuration.features)
    let hub = Hub(
      configuration: configuration, kernel: kernel, now: now, latestDay: state.latestDay, after: ticket,
      isReading: isReading)
    parts = CoreParts(hub)
    owners = RequestOwner.all(parts.ofRequests, kernel)
    hub.games.register(in: kernel)
    restore(state)
    rooms.addOwnRooms()
    // What a midnight has begun that was the last moment of a server is caught up with.
    if !isReading { kernel.publish(DayBegan(parlor: self)) }
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
    let player = players.makeGuest(hub)
    let session = Session(
      id: id, origin: origin, player: player, rateLimit: RateLimit(burst: hub.limits.burst, now: now))
    player.session = session
    add(session)
    parts.reference.greet(session)
  }

  /// Who is behind a connection; `nil` for one that has ended.
  package func player(of id: SessionID) -> Player? { sessions[id]?.player }

  /// Takes in a session; the one that had its slot before is gone.
  func add(_ session: Session) {
    if let stale = sessions.stale(at: session.id) { parts.departures.remove(stale, server) }
    sessions.add(session)
  }

  /// The connection is gone. Its player keeps the seats that one can come back to.
  ///
  /// - Parameter why: in a word, for the player's timeline.
  public func close(_ id: SessionID, at now: Instant, because why: String? = nil) {
    advance(to: now)
    attaching.remove(id)
    if let session = sessions[id] { parts.departures.remove(session, because: why, server) }
  }

  /// The link over which a session has come is lost, and nobody knows about its connection.
  public func detach(_ id: SessionID, at now: Instant) {
    advance(to: now)
    attaching.remove(id)
    guard let session = sessions[id] else { return }
    // Where a connection has nothing to come back with, it is gone.
    guard session.snapshot != nil, session.closing == nil, !isReading else { return close(id, at: now) }
    parts.departures.detach(session, server)
  }

  /// Refuses a connection from a banned range before there is a session.
  ///
  /// - Returns: whether it was refused.
  func refuses(_ id: SessionID, from origin: SessionOrigin) -> Bool {
    guard let address = origin.address, let refusal = hub.restrictions.refusal(of: address) else { return false }
    hub.figures.count(refusal)
    hub.effects.send(to: id, after: 0) { ErrorMessage(refusal).write(to: &$0) }
    hub.effects.close(id)
    return true
  }

  /// Why nobody is let in from an address, in a refusal; `nil` if they are. For who has no session: a request over
  /// HTTP.
  public func refusal(of address: String, at now: Instant) -> WireError? {
    hub.moderation?.ban(of: address, at: max(now, hub.now))?
      .refusal("Your address is kept out of this server", at: hub.now)
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

  // MARK: - For tests

  /// The puzzle that a room plays.
  package func puzzle(in room: String) -> JSON? { try? rooms[room]?.table?.match.puzzle() }

  /// Takes every document out of memory that is stored as it is.
  package func unloadDocuments() { parts.fetcher.unloadAll() }

  /// Takes the boards of the day out of memory that are stored and whose players are not there.
  package func unloadDayBoards() { for room in rooms.dailies { room.daily?.unloadAllBoards() } }

  /// How many documents have been loaded.
  package var loads: Int { parts.fetcher.loads }
}
