import GameKit
import Kernel
import TextMode
import WireProtocol

/// Sessions that another core has begun: in a cluster clients keep their connections when the owner goes.
extension Parlor {
  /// How long guests whom nobody could come back to are kept for their connections to come, in milliseconds.
  static let guestGrace: Int64 = 60_000

  /// What the session's node is to keep of it, where that has changed since the last time.
  public func takeSnapshot(of id: SessionID) -> [UInt8]? {
    guard let session = sessions[id] else { return nil }
    let snapshot = SessionSnapshot(session)
    if let last = session.snapshot, last.isLike(snapshot) { return nil }
    session.snapshot = snapshot
    return snapshot.bytes
  }

  /// What a node says by itself to those whose connections it holds.
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

  /// The commit on which all depends that has happened until now.
  public var presentTicket: CommitTicket { hub.journal.ticket }

  /// A connection was made, and is one that another core knew: its player goes on where that one ended.
  ///
  /// - Parameters:
  ///   - bytes: what that core has given for this.
  ///   - position: where the log ended with the last thing that the connection can have got.
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
      // It is in its rooms; what it has missed it gets from the next one, which knows all of it.
      for place in kept.places { _ = rooms[place.room]?.takeBack(session, isWatching: place.isWatching) }
      return hub.send(Takeover(state: .reading), to: session, after: 0)
    }
    let missed = missedEvents(after: position)
    hub.send(Takeover(state: .resumed), to: session, after: 0)
    let lost = parts.departures.reattach(player)
    for place in kept.places { takeBack(session, place, missed) }
    // The connection knows nothing of rooms that it came to last, and asks again.
    parts.departures.lose(player, from: (lost?.rooms ?? []).filter { room in !session.rooms.contains { $0 === room } })
    parts.accounts.askForPuzzles(of: player)
    parts.soloRooms.resume(server.context(of: session))
  }

  /// Loads the boards of the day in rooms that a session was in: what its player has missed is sent with them. The
  /// connection is not read meanwhile.
  ///
  /// - Parameter goOn: is called once they are there, unless the connection is gone by then.
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
      // Without its boards a session would get less than it has missed: its client comes back and finds them.
      if isLoaded { goOn() } else { hub.effects.close(id) }
    }
    return true
  }

  /// Who the session was, unless that player has come back by another way, or is gone.
  private func player(of kept: SessionSnapshot) -> Player? {
    if let known = players.withID(kept.player) { return known.session == nil ? known : nil }
    // A guest of whom the log knows nothing: nothing was played.
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
    defer { server.context(of: session).announceEntry(to: room, isBack: true) }
    // What this core has sent to others, before the session came, it has missed as well.
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
