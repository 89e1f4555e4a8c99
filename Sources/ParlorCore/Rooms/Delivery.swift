import GameKit
import TextMode
import WireProtocol

/// An event on its way to its recipients.
struct Dispatch {
  let event: RoomEvent
  /// The first event that the message covers; `nil` for this event only.
  var from: Int?
  /// The request that it answers.
  var requester: Requester?
  /// A member who does not get it.
  var silent: Member?
  /// Whether it is sent again, to a resuming client.
  var isMissed = false
}

/// Who in a room gets what, in which form, and when: an event at once, and in large rooms mostly in digests.
struct Delivery {
  /// The last event that every member has got, singly or in a digest.
  private var deliveredThrough: Int
  private var digest = PendingDigest()
  /// The moves that text sessions get later.
  var quietMoves = QuietMoves()

  /// - Parameter seq: the last event before the delivery begins.
  init(after seq: Int) { deliveredThrough = seq }

  /// When a deferred message is due.
  var dueAt: Instant? { [digest.dueAt, quietMoves.dueAt].compactMap { $0 }.min() }

  /// Sends the deferred messages that are due.
  mutating func reachTime(in room: RoomView) {
    if let due = digest.dueAt, due <= room.hub.now { sendDigest(in: room) }
    if let due = quietMoves.dueAt, due <= room.hub.now { tellQuietMove(in: room) }
  }

  /// Removes a player's name from deferred messages.
  mutating func forget(_ player: Player) {
    digest.recent.removeAll { $0 == player.name }
    quietMoves.latest = nil
  }

  /// The first event that has not been sent to everyone, if it is before this one: a message that is sent now covers it
  /// too, so that no client detects a gap.
  func undelivered(upTo event: RoomEvent) -> Int? {
    deliveredThrough + 1 < event.seq ? deliveredThrough + 1 : nil
  }

  // MARK: - At once

  /// Encodes the event once for each audience and sends the same bytes to all of it.
  mutating func broadcast(_ dispatch: Dispatch, in room: RoomView) {
    let event = dispatch.event
    deliveredThrough = event.seq
    let waits = waits(event, in: room)
    guard !event.differsForPlayers, event.secret.map(room.mayBeKnown) != true else {
      return tellEach(Array(room.members.all.indices), of: dispatch, waits: waits, in: room)
    }
    // All may know the same: everybody except the players concerned gets the same bytes.
    let concerned = event.concerned ?? event.speaker
    let blockers = event.author.flatMap(room.hub.blockers)
    let (silent, asking) = (dispatch.silent, dispatch.requester?.session)
    let hearers = addPlain(in: room) { member, session in
      member !== silent && session !== asking && member.player.id != concerned
        && blockers?.contains(member.player.id) != true
    }
    var plain: Range<Int>?
    if let first = hearers.first {
      var message = room.message(of: event, for: first, informed: event.secret == nil, from: dispatch.from)
      message.compare(with: dispatch.requester?.publicBoardBefore)
      let range = room.hub.encoded(message, as: .json)
      room.hub.effects.sendToLast(range, from: hearers.start, after: room.ticket)
      plain = range
    }
    var others: [Int] = []
    for position in hearers.others {
      let member = room.members.all[position]
      if room.state.looksOn(member) || member.session?.format != .json {
        others.append(position)
      } else if member !== silent {
        tellOne(dispatch, member, plain: plain, in: room)
      }
    }
    if !others.isEmpty { tellEach(others, of: dispatch, waits: waits, in: room) }
  }

  /// Adds the members who get the same bytes to the recipients of the next message: players with JSON.
  ///
  /// - Parameter isPlain: whether such a player gets the same as the others.
  /// - Returns: one of them, their first index among the recipients, and the positions of all other present members.
  private func addPlain(
    in room: RoomView, where isPlain: (Member, Session) -> Bool
  ) -> (first: Member?, start: Int, others: [Int]) {
    let (hub, state) = (room.hub, room.state)
    let start = hub.effects.recipients.count
    var first: Member?
    var others: [Int] = []
    for (position, member) in room.members.all.enumerated() {
      guard let session = member.session else { continue }
      if session.format == .json, !state.looksOn(member), isPlain(member, session) {
        first = first ?? member
        hub.effects.add(session.id)
      } else {
        others.append(position)
      }
    }
    return (first, start, others)
  }

  /// Sends it to a player who is concerned, or has requested it.
  private func tellOne(_ dispatch: Dispatch, _ member: Member, plain: Range<Int>?, in room: RoomView) {
    guard let session = member.session else { return }
    let (event, hub) = (dispatch.event, room.hub)
    let isRequester = session === dispatch.requester?.session
    guard let plain, !room.isBlocked(event, for: member),
      !(event.isPersonal && (isRequester || room.isPersonal(event, for: member)))
    else {
      return tell(dispatch, to: member, session, in: room)
    }
    let range =
      isRequester ? hub.encoded(repeating: plain, as: session.format, answering: dispatch.requester?.re) : plain
    hub.deliver(range, to: session, after: room.ticket)
  }

  /// Sends members what each of them may know.
  ///
  /// - Parameter waits: whether text sessions get it later, except the mover's.
  private func tellEach(_ positions: [Int], of dispatch: Dispatch, waits: Bool, in room: RoomView) {
    let (event, hub) = (dispatch.event, room.hub)
    let (isPersonal, isOpen) = (event.isPersonal, event.secret == nil)
    let asking = dispatch.requester?.session
    hub.fanOut(after: room.ticket) { fanout in
      for position in positions {
        let member = room.members.all[position]
        guard member !== dispatch.silent, let session = member.session else { continue }
        if waits, session.format == .text, session !== asking, member.player.id != event.concerned { continue }
        if member.isWatching, keepsBack(event, from: member, session, in: room) { continue }
        if room.isBlocked(event, for: member)
          || isPersonal && (session === asking || room.isPersonal(event, for: member))
        {
          tell(dispatch, to: member, session, in: room)
          continue
        }
        let audience = Audience(
          isInformed: isOpen || room.mayHearAll(event, member),
          looksOn: event.showsBoard && room.state.looksOn(member), format: session.format)
        let range = fanout.message(to: audience) {
          var message = room.message(of: event, for: member, informed: audience.isInformed, from: dispatch.from)
          message.compare(with: dispatch.requester?.publicBoardBefore)
          return hub.encoded(message, as: session.format)
        }
        if session === asking {
          let answer = hub.encoded(repeating: range, as: session.format, answering: dispatch.requester?.re)
          hub.deliver(answer, to: session, after: room.ticket)
        } else {
          fanout.deliver(range, to: session, audience, hub)
        }
      }
    }
  }

  /// Sends it to one member, in an encoding of its own.
  func tell(_ dispatch: Dispatch, to member: Member, _ session: Session, in room: RoomView) {
    let requester = dispatch.requester
    let isRequester = session === requester?.session
    let informed = room.mayHearAll(dispatch.event, member)
    var message = room.message(
      of: dispatch.event, for: member, informed: informed, from: dispatch.from, isMissed: dispatch.isMissed)
    message.compare(with: requester?.boardBefore)
    room.hub.send(message, to: session, answering: isRequester ? requester?.re : nil, after: room.ticket)
  }

  // MARK: - In digests

  /// Adds an event of a large room to the next digest; the players concerned get it at once, and so do those at the
  /// board that it changes.
  mutating func gather(_ dispatch: Dispatch, in room: RoomView) {
    let event = dispatch.event
    digest.note(event)
    planDigest(in: room)
    if room.mode.ballotSeconds != nil, case .moved = event.content { return tellVoters(dispatch, in: room) }
    var told: Set<PlayerID> = []
    for id in [dispatch.requester?.session.player.id, event.concerned] + playersAtBoard(changedBy: event, in: room) {
      guard let id, told.insert(id).inserted, let member = room.members[id], let session = member.session else {
        continue
      }
      tell(dispatch, to: member, session, in: room)
    }
  }

  /// The players of a shared board on which somebody has moved: at most `digest_members`.
  private func playersAtBoard(changedBy event: RoomEvent, in room: RoomView) -> [PlayerID?] {
    guard case .moved(let turn, let scope) = event.content, let shared = room.shared, shared.scope == scope else {
      return []
    }
    return turn.isQuiet ? [] : room.seats.keys.sorted()
  }

  /// Events that were not sent to everyone are sent with the next digest.
  private mutating func planDigest(in room: RoomView) {
    if digest.first == nil { digest.first = deliveredThrough + 1 }
    guard digest.dueAt == nil else { return }
    let now = room.hub.now
    let earliest = digest.lastSentAt?.adding(milliseconds: PendingDigest.interval) ?? now
    let due = max(earliest, now.adding(milliseconds: PendingDigest.interval / 10))
    digest.dueAt = due
    room.hub.deadlines.set(room.number, noLaterThan: due)
  }

  private mutating func sendDigest(in room: RoomView) {
    let hub = room.hub
    digest.dueAt = nil
    digest.lastSentAt = hub.now
    // A line of talk may have covered these events already; the recent players are sent nevertheless.
    guard let first = digest.first else { return }
    let message = Digest(
      place: EventPlace(room: room.name, from: first, seq: room.seq),
      playerCount: room.members.presentPlayerCount, finished: room.scope.map(hub.knowledge.finishedCount) ?? 0,
      recent: digest.recent)
    deliveredThrough = room.seq
    let counts = [message.playerCount, message.finished]
    let isNews = counts != digest.lastCounts || !message.recent.isEmpty
    // If there is one board, watchers get its present state; players have got each move.
    let watched = digest.changesBoard ? room.state.onlyBoard : nil
    digest.clear(counts)
    let hearers = addPlain(in: room) { _, _ in true }
    if hearers.first != nil {
      hub.effects.sendToLast(hub.encoded(message, as: .json), from: hearers.start, after: room.ticket)
    }
    if !hearers.others.isEmpty { send(message, to: hearers.others, watched, isNews: isNews, in: room) }
  }

  /// Sends a digest to watchers, or to text sessions.
  ///
  /// - Parameters:
  ///   - watched: the board for watchers.
  ///   - isNews: whether people have not read it already.
  private func send(_ message: Digest, to positions: [Int], _ watched: PlayedMatch?, isNews: Bool, in room: RoomView) {
    let hub = room.hub
    hub.fanOut(after: room.ticket) { fanout in
      for position in positions {
        let member = room.members.all[position]
        guard let session = member.session else { continue }
        if member.isWatching, keepsBack(from: message.place.from ?? room.seq, from: member, session, in: room) {
          continue
        }
        let board = room.state.looksOn(member) ? watched : nil
        // It would be the same line again in text mode.
        if session.format == .text, board == nil, !isNews { continue }
        let audience = Audience(
          isInformed: board.map { hub.mayKnow(member.player, $0.scope) } ?? true, looksOn: board != nil,
          format: session.format)
        let range = fanout.message(to: audience) {
          var message = message
          message.board = board.map { room.publicBoard(of: $0, for: member) }
          return hub.encoded(message, as: session.format)
        }
        fanout.deliver(range, to: session, audience, hub)
      }
    }
  }

  // MARK: - Again

  /// Sends the missed events to a returning member, except withdrawn shares, redacted events of forgotten players, and
  /// the viewer's own joins and leaves: a client that is told that it left would close the room.
  func resume(_ events: [RoomEvent], to member: Member, _ session: Session, in room: RoomView) {
    var skipped: Int?
    let withdrawn = Withdrawn(events)
    for event in events {
      if event.isRemoved || withdrawn.holds(event) {
        skipped = skipped ?? event.seq
        continue
      }
      if case .presence(let change, _) = event.content, event.actor.id == member.player.id,
        [.entered, .left, .away, .back].contains(change)
      {
        skipped = skipped ?? event.seq
        continue
      }
      tell(Dispatch(event: event, from: skipped, isMissed: true), to: member, session, in: room)
      skipped = nil
    }
  }
}
