import GameKit
import Kernel
public import WireProtocol

/// The server without sockets, disk or clock: sessions, rooms and games behind lines of bytes.
///
/// An input is a session, a line and a time; the edge takes the effects from ``drainEffects(_:)`` after each call and
/// executes them. One queue owns an instance: it is plain mutable state, without locks, and every call is one
/// synchronous chain from bytes to bytes.
public final class Parlor {
  /// The parts that do the work.
  let parts: CoreParts
  /// The owner of each request; `nil` for those of an absent feature.
  let owners: RequestMap<RequestOwner>
  /// Connections of an earlier core whose players' boards are being loaded.
  var attaching: Set<SessionID> = []
  /// Queries that storage is answering.
  var openQueries: [Int64: [PendingQuery]] = [:]
  let document = JSONDocument()

  var hub: Hub { parts.hub }
  /// The features' documents and requests.
  var kernel: Kernel { parts.hub.kernel }
  var players: PlayerDirectory { parts.players }
  var sessions: SessionTable { parts.sessions }
  var rooms: RoomDirectory { parts.rooms }

  /// A server without sessions: the stored state, and one daily room per game.
  ///
  /// - Parameters:
  ///   - ticket: the result of the previous core's ``handOver(backInSeconds:)``, if this one replaces it.
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
    owners = RequestOwner.all(parts.handlers, kernel)
    hub.games.register(in: kernel)
    restore(state)
    rooms.addOwnRooms()
    // Completes the work of a midnight that was a server's last moment.
    if !isReading { kernel.publish(DayBegan(parlor: self)) }
  }

  /// Whether this core is read-only and may be out of date: in a cluster whose log nobody can append to, for the
  /// sessions of one node. It refuses every change as if the disk were full, stores nothing, runs no timers that would
  /// change anything, and announces no joins and leaves.
  public var isReading: Bool { hub.isReading }

  /// Whether the effects are few sends, which may wait for those of other received lines: until the end of the loop's
  /// turn at the latest, and in order.
  public var effectsMayGather: Bool { hub.effects.mayGather }

  /// Passes the effects on without copying them, and empties them.
  public func drainEffects(_ body: (Effects) -> Void) {
    guard !hub.effects.isEmpty else { return }
    // Moved out meanwhile, so that `body` holds the only reference.
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

  /// The player of a connection; `nil` for one that has ended.
  package func player(of id: SessionID) -> Player? { sessions[id]?.player }

  /// Adds a session, which replaces the one that had its slot before.
  func add(_ session: Session) {
    if let stale = sessions.stale(at: session.id) { parts.departures.remove(stale, server) }
    sessions.add(session)
  }

  /// The connection is gone. Its player's seats stay reserved if the player can return.
  ///
  /// - Parameter why: a word for the player's timeline.
  public func close(_ id: SessionID, at now: Instant, because why: String? = nil) {
    advance(to: now)
    attaching.remove(id)
    if let session = sessions[id] { parts.departures.remove(session, because: why, server) }
  }

  /// The link of a session is lost, and the state of its connection is unknown.
  public func detach(_ id: SessionID, at now: Instant) {
    advance(to: now)
    attaching.remove(id)
    guard let session = sessions[id] else { return }
    // A connection without a snapshot cannot return.
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

  /// The refusal of a banned address; `nil` if it is not banned. For requests over HTTP, without a session.
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

  /// Another core replaces this one: all clients are asked to return, and every connection is closed. The core must not
  /// be used afterwards.
  ///
  /// - Returns: the greatest ticket of any output; the next core's are greater.
  public func handOver(backInSeconds: Int) -> CommitTicket {
    announceClosing(reason: "restart", backInSeconds: backInSeconds)
    for session in sessions.all { hub.effects.close(session.id) }
    return hub.journal.lastTicket
  }

  // MARK: - For tests

  /// The puzzle of a room.
  package func puzzle(in room: String) -> JSON? { try? rooms[room]?.table?.match.puzzle() }

  /// Unloads every stored document.
  package func unloadDocuments() { parts.fetcher.unloadAll() }

  /// Unloads stored boards of the day of absent players.
  package func unloadDayBoards() { for room in rooms.dailies { room.daily?.unloadAllBoards() } }

  /// The number of documents that have been loaded.
  package var loads: Int { parts.fetcher.loads }
}
