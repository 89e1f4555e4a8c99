import GameKit
import Kernel
import TextMode
import WireProtocol

/// Sessions of an earlier core: in a cluster clients keep their connections when the owner fails.
extension Parlor {
  /// How long guests who cannot return otherwise are kept for their connections, in milliseconds.
  static let guestGrace: Int64 = 60_000

  /// The session's snapshot for its node, if it has changed since the last one.
  public func takeSnapshot(of id: SessionID) -> [UInt8]? {
    guard let session = sessions[id] else { return nil }
    let snapshot = SessionSnapshot(session)
    if let last = session.snapshot, last.isLike(snapshot) { return nil }
    session.snapshot = snapshot
    return snapshot.bytes
  }

  /// A node's own messages to its connections.
  public enum NodeMessage: Sendable {
    case ownerGone
    /// The node stops.
    case stopping
    /// The node reaches no owner, and another one may.
    case cutOff
  }

  /// The bytes of such a message.
  public static func words(_ what: NodeMessage, isText: Bool) -> [UInt8] {
    let message: any Drawable =
      switch what {
      case .ownerGone: Takeover(state: .waiting)
      case .stopping: Closing(reason: "restart", backInSeconds: 1)
      case .cutOff: Closing(reason: "cut_off", backInSeconds: 0)
      }
    if isText { return Array((message.drawn() + "\n").utf8) }
    var json = JSONWriter()
    message.write(to: &json, answering: nil)
    return json.bytes
  }

  /// The commit that depends on everything until now.
  public var presentTicket: CommitTicket { hub.journal.ticket }

  /// A connection has arrived that an earlier core knew: its player continues where that one ended.
  ///
  /// - Parameters:
  ///   - bytes: that core's snapshot of the session.
  ///   - position: the log position of the last output that the connection can have got.
  public func attach(
    _ id: SessionID, from origin: SessionOrigin, snapshot bytes: UnsafeRawBufferPointer, position: LogPosition,
    at now: Instant
  ) {
    advance(to: now)
    guard let kept = SessionSnapshot(bytes) else { return open(id, from: origin, at: now) }
    attach(id, from: origin, kept, position: position)
  }

  private func attach(_ id: SessionID, from origin: SessionOrigin, _ kept: SessionSnapshot, position: LogPosition) {
    guard let player = player(of: kept) else { return open(id, from: origin, at: hub.now) }
    if refuses(id, from: origin) { return }
    if let refusal = hub.restrictions.refusal(of: player) {
      hub.effects.send(to: id, after: 0) { ErrorMessage(refusal).write(to: &$0) }
      return hub.effects.close(id)
    }
    let isWaiting =
      !isReading
      && loadBoards(of: player, in: kept.places, for: id, from: origin) { [unowned self] in
        attach(id, from: origin, kept, position: position)
      }
    if isWaiting { return }
    let session = Session(
      id: id, origin: origin, player: player, rateLimit: RateLimit(burst: hub.limits.burst, now: hub.now))
    session.json.wantsDrawn = kept.wantsDrawn
    session.format = kept.isText ? .text : session.json.format
    session.typing.knowsOfGuests = kept.hasToldOfGuests
    session.tokenHash = kept.tokenHash.flatMap { SHA256.Digest(bytes: $0) }
    player.session = session
    if kept.isBot, !player.isBot { hub.change(player, .markedAsBot) }
    add(session)
    if isReading {
      // It is in its rooms; the next core, which knows everything, sends what it has missed.
      for place in kept.places { _ = rooms[place.room]?.takeBack(session, isWatching: place.isWatching) }
      return hub.send(Takeover(state: .reading), to: session, after: 0)
    }
    let missed = missedEvents(after: position)
    hub.send(Takeover(state: .resumed), to: session, after: 0)
    let lost = parts.departures.reattach(player)
    for place in kept.places { takeBack(session, place, missed) }
    // The connection does not know rooms that it joined last, and joins again.
    parts.departures.lose(player, from: (lost?.rooms ?? []).filter { room in !session.rooms.contains { $0 === room } })
    parts.accounts.askForPuzzles(of: player)
    parts.soloRooms.resume(server.context(of: session))
  }

  /// Loads the boards of the day in a session's rooms: they are sent with the missed events. The connection is not read
  /// meanwhile.
  ///
  /// - Parameter goOn: called once they are loaded, unless the connection is gone by then.
  /// - Returns: whether there is something to wait for.
  private func loadBoards(
    of player: Player, in places: [SessionSnapshot.Place], for id: SessionID, from origin: SessionOrigin,
    then goOn: @escaping () -> Void
  ) -> Bool {
    let lack = places.lazy.compactMap { self.rooms[$0.room]?.daily?.boardsLack(of: player) }.first
    guard let lack else { return false }
    attaching.insert(id)
    hub.effects.pause(id, milliseconds: Fetcher.longestWait)
    parts.fetcher.load(lack, from: origin.address) { [unowned self] isLoaded in
      guard attaching.remove(id) != nil else { return }
      hub.effects.resume(id)
      // Without its boards a session would miss something: its client reconnects and gets them.
      if isLoaded { goOn() } else { hub.effects.close(id) }
    }
    return true
  }

  /// The player of a session, unless that player has returned otherwise, or is deleted.
  private func player(of kept: SessionSnapshot) -> Player? {
    if let known = players.withID(kept.player) { return known.session == nil ? known : nil }
    // A guest without facts in the log: nothing was played.
    guard kept.isGuest, kept.name.hasPrefix(KnownNames.guestPrefix), players.named(kept.name) == nil else { return nil }
    return players.makeGuest(id: kept.player, named: kept.name, at: hub.now)
  }

  private func missedEvents(after position: LogPosition) -> [Int64: Int]? {
    if let known = hub.missedEvents[position] { return known }
    let found = hub.recentEvents.firstEvents(after: position)
    hub.missedEvents[position] = found
    return found
  }

  private func takeBack(_ session: Session, _ place: SessionSnapshot.Place, _ missed: [Int64: Int]?) {
    guard let room = rooms[place.room] else { return }
    defer {
      room.endDowntime(for: session.player.id)
      server.context(of: session).announceEntry(to: room, isBack: true)
    }
    // It has also missed what this core has sent before the session came.
    let since = missed.map { max(place.seq, $0[place.room].map { $0 - 1 } ?? room.firstOwnSeq - 1) }
    let events = since.flatMap { room.history.events(after: $0, upTo: room.seq) }
    let member: Member
    if let known = room.takeBack(session, isWatching: place.isWatching) {
      member = known
    } else {
      guard (try? room.view.checkEntry(session.player, isWatching: place.isWatching)) != nil,
        let entered = try? room.enter(session, isWatching: place.isWatching, settings: nil)
      else { return }
      member = entered
    }
    guard let events else {
      var joined = room.view.joined(for: member)
      joined.recovered = false
      return hub.send(room.view.shown(joined), to: session, after: room.ticket)
    }
    room.resume(events, to: member, session)
  }
}
