import GameKit
import TextMode
import WireProtocol

/// Whose request an event answers, and with which `id`.
struct Requester {
  let session: Session
  let re: RequestID?
  /// The board before the move, so that what is drawn for those who sit at it can show what changed.
  @OutOfLine var boardBefore: Board? = nil
  /// The same for those who look on.
  @OutOfLine var publicBoardBefore: Board? = nil
}

/// What a large room has not sent to its members one by one.
struct PendingDigest {
  /// The last event that every member has got, one by one or in a digest.
  var deliveredThrough = 0
  /// Who moved since, the latest last, at most ``maximumNames``.
  var recent: [String] = []
  /// Whether the board has changed since, by a move or by the clock.
  var changesBoard = false
  /// The first event that the next digest stands for.
  var first: Int?
  /// When the next digest goes out.
  var dueAt: Instant?
  var lastSentAt: Instant?
  /// How many were here and done by the last digest.
  var lastCounts: [Int] = []

  static let maximumNames = 8
  static let interval: Int64 = 1000

  mutating func note(_ event: RoomEvent) {
    if event.showsBoard { changesBoard = true }
    guard let name = event.mover else { return }
    recent.removeAll { $0 == name }
    recent.append(name)
    if recent.count > Self.maximumNames { recent.removeFirst() }
  }
}

extension Room {
  /// Lets a fact happen (``emit(_:_:line:)``) and sends it to everyone whom it concerns, each as much as they may
  /// know: those who are here after it, and those who leave with it.
  ///
  /// - Parameters:
  ///   - silent: a member to whom it is not sent.
  ///   - line: the fact as a line of the room, where a fact of a match holds that.
  func publish(
    _ content: RoomEvent.Content, _ inputs: FactInputs = .nothing, for requester: Requester? = nil,
    except silent: Member? = nil, leaving: Member? = nil, line: [UInt8]? = nil
  ) {
    let wasLarge = isLarge
    let listener = leaving === silent ? nil : leaving?.session
    let event = emit(content, inputs, line: line)
    let from = undelivered(upTo: event)
    if (wasLarge || isLarge) && event.isDigested {
      gather(event, for: requester)
    } else {
      broadcast(event, from: from, for: requester, except: silent)
    }
    if let leaving, let listener { tell(event, to: leaving, listener, from: from, for: requester) }
  }

  /// Encodes the event once for each audience and sends the same bytes to all of it.
  private func broadcast(_ event: RoomEvent, from: Int?, for requester: Requester?, except left: Member?) {
    digest.deliveredThrough = event.seq
    let waits = waits(event)
    guard !event.differsForPlayers, event.secret.map(mayBeKnown) != true else {
      return tellEach(Array(members.all.indices), of: event, from: from, for: requester, except: left, waits: waits)
    }
    // What they may know is the same for all: all but those whom it concerns get the same bytes.
    let concerned = event.concerned ?? event.speaker
    let blockers = event.author.flatMap(hub.blockers)
    let hearers = addPlain { member, session in
      member !== left && session !== requester?.session && member.player.id != concerned
        && blockers?.contains(member.player.id) != true
    }
    var plain: Range<Int>?
    if let first = hearers.first {
      var message = message(of: event, for: first, informed: event.secret == nil, from: from)
      message.compare(with: requester?.publicBoardBefore)
      let range = hub.encoded(message, as: .json)
      hub.effects.sendToLast(range, from: hearers.start, after: ticket)
      plain = range
    }
    var others: [Int] = []
    for position in hearers.others {
      let member = members.all[position]
      if looksOn(member) || member.session?.format != .json {
        others.append(position)
      } else if member !== left {
        tellOne(event, member, from: from, for: requester, plain: plain)
      }
    }
    if !others.isEmpty { tellEach(others, of: event, from: from, for: requester, except: left, waits: waits) }
  }

  /// Adds those to the recipients of what is sent next who get the same bytes: players who are answered in JSON.
  ///
  /// - Parameter isPlain: whether such a player gets the same as the others.
  /// - Returns: one of them, from where on they stand among the recipients, and the positions of all others who are
  ///   here.
  private func addPlain(
    where isPlain: (Member, Session) -> Bool
  ) -> (first: Member?, start: Int, others: [Int]) {
    let start = hub.effects.recipients.count
    var first: Member?
    var others: [Int] = []
    for (position, member) in members.all.enumerated() {
      guard let session = member.session else { continue }
      if session.format == .json, !looksOn(member), isPlain(member, session) {
        first = first ?? member
        hub.effects.add(session.id)
      } else {
        others.append(position)
      }
    }
    return (first, start, others)
  }

  /// Tells a player who is concerned, or has asked.
  private func tellOne(_ event: RoomEvent, _ member: Member, from: Int?, for requester: Requester?, plain: Range<Int>?)
  {
    guard let session = member.session else { return }
    let isRequester = session === requester?.session
    guard let plain, !isBlocked(event, for: member),
      !(event.isPersonal && (isRequester || isPersonal(event, for: member)))
    else {
      return tell(event, to: member, session, from: from, for: requester)
    }
    let range = isRequester ? hub.encoded(repeating: plain, as: session.format, answering: requester?.re) : plain
    hub.deliver(range, to: session, after: ticket)
  }

  /// Tells members as much as each of them may know.
  ///
  /// - Parameter waits: whether those who read text get it later, but for who has moved.
  private func tellEach(
    _ positions: [Int], of event: RoomEvent, from: Int?, for requester: Requester?, except left: Member?, waits: Bool
  ) {
    let (isPersonal, isOpen) = (event.isPersonal, event.secret == nil)
    let asking = requester?.session
    hub.fanOut(after: ticket) { fanout in
      for position in positions {
        let member = members.all[position]
        guard member !== left, let session = member.session else { continue }
        if waits, session.format == .text, session !== asking, member.player.id != event.concerned { continue }
        if member.isWatching, keepsBack(event, from: member, session) { continue }
        if isBlocked(event, for: member) || isPersonal && (session === asking || self.isPersonal(event, for: member)) {
          tell(event, to: member, session, from: from, for: requester)
          continue
        }
        let audience = Audience(
          isInformed: isOpen || mayHearAll(event, member), looksOn: event.showsBoard && looksOn(member),
          format: session.format)
        let range = fanout.message(to: audience) {
          var message = message(of: event, for: member, informed: audience.isInformed, from: from)
          message.compare(with: requester?.publicBoardBefore)
          return hub.encoded(message, as: session.format)
        }
        if session === asking {
          let answer = hub.encoded(repeating: range, as: session.format, answering: requester?.re)
          hub.deliver(answer, to: session, after: ticket)
        } else {
          fanout.deliver(range, to: session, audience, hub)
        }
      }
    }
  }

  /// Keeps an event of a large room for the next digest; those it is about get it at once, and so do those at
  /// the board that it changes.
  private func gather(_ event: RoomEvent, for requester: Requester?) {
    digest.note(event)
    planDigest()
    if mode.ballotSeconds != nil, case .moved = event.content {
      return tellVoters(event, from: undelivered(upTo: event))
    }
    var told: Set<PlayerID> = []
    for id in [requester?.session.player.id, event.concerned] + playersAtBoard(changedBy: event) {
      guard let id, told.insert(id).inserted, let member = members[id], let session = member.session else { continue }
      tell(event, to: member, session, from: undelivered(upTo: event), for: requester)
    }
  }

  /// Those who share a board on which somebody has moved: at most `digest_members`.
  private func playersAtBoard(changedBy event: RoomEvent) -> [PlayerID?] {
    guard case .moved(_, _, let turn, let scope) = event.content, let shared, shared.scope == scope else { return [] }
    return turn.isQuiet ? [] : seats.keys.sorted()
  }

  /// What has not been sent to everyone yet is sent with the next digest.
  func planDigest() {
    if digest.first == nil { digest.first = digest.deliveredThrough + 1 }
    guard digest.dueAt == nil else { return }
    let earliest = digest.lastSentAt?.adding(milliseconds: PendingDigest.interval) ?? hub.now
    digest.dueAt = max(earliest, hub.now.adding(milliseconds: PendingDigest.interval / 10))
    scheduleDeadline()
  }

  /// The first event that has not been sent to everyone, when there are some before this one: a message that is
  /// sent now stands for them as well, so that nobody thinks to have missed them.
  private func undelivered(upTo event: RoomEvent) -> Int? {
    digest.deliveredThrough + 1 < event.seq ? digest.deliveredThrough + 1 : nil
  }

  func sendDigest() {
    digest.dueAt = nil
    digest.lastSentAt = hub.now
    // Talk in between may have stood for these events already; who has played is sent all the same.
    guard let first = digest.first else { return }
    let message = Digest(
      place: EventPlace(room: name, from: first, seq: seq),
      playerCount: members.presentPlayerCount, finished: finishedCount, recent: digest.recent)
    digest.deliveredThrough = seq
    let counts = [message.playerCount, message.finished]
    let isNews = counts != digest.lastCounts || !message.recent.isEmpty
    digest.lastCounts = counts
    // Where there is one board, watchers get it as it is now; players have got each move.
    let watched = digest.changesBoard ? onlyBoard : nil
    digest.recent = []
    digest.changesBoard = false
    digest.first = nil
    let hearers = addPlain { _, _ in true }
    if hearers.first != nil {
      hub.effects.sendToLast(hub.encoded(message, as: .json), from: hearers.start, after: ticket)
    }
    guard !hearers.others.isEmpty else { return }
    hub.fanOut(after: ticket) { fanout in
      for position in hearers.others {
        let member = members.all[position]
        guard let session = member.session else { continue }
        if member.isWatching, keepsBack(from: message.place.from ?? seq, from: member, session) { continue }
        let board = looksOn(member) ? watched : nil
        // To people it would be the same line once more.
        if session.format == .text, board == nil, !isNews { continue }
        let audience = Audience(
          isInformed: board.map { hub.mayKnow(member.player, $0.scope) } ?? true, looksOn: board != nil,
          format: session.format)
        let range = fanout.message(to: audience) {
          var message = message
          message.board = board.map { publicBoard(of: $0, for: member) }
          return hub.encoded(message, as: session.format)
        }
        fanout.deliver(range, to: session, audience, hub)
      }
    }
  }

  private var finishedCount: Int { scope.map(hub.knowledge.finishedCount) ?? 0 }

  /// Tells one member, in an encoding of its own.
  func tell(
    _ event: RoomEvent, to member: Member, _ session: Session, from: Int?, for requester: Requester?,
    isMissed: Bool = false
  ) {
    let isRequester = session === requester?.session
    let informed = mayHearAll(event, member)
    var message = message(of: event, for: member, informed: informed, from: from, isMissed: isMissed)
    message.compare(with: requester?.boardBefore)
    hub.send(message, to: session, answering: isRequester ? requester?.re : nil, after: ticket)
  }

  /// Lets what is said of this room from now on wait for a commit, although nothing has changed: on its way over
  /// another node it then comes whole or not at all, should this owner go meanwhile. The next one tells only what it
  /// has not.
  func commit(with player: Player) {
    hub.change(player, .visited(hub.now))
    hub.journal.touch(self)
  }

  /// Sends the missed events to somebody who came back, except for what is no longer in the channel, what told of a
  /// player who was forgotten, and the viewer's own coming and going: a client that is told that it left would close
  /// the room.
  func resume(_ events: [RoomEvent], to member: Member, _ session: Session) {
    var skipped: Int?
    let withdrawn = Withdrawn(events)
    for event in events {
      if event.isRemoved || withdrawn.holds(event) {
        skipped = skipped ?? event.seq
        continue
      }
      if case .presence(let change, _, member.player.id, _) = event.content,
        [.entered, .left, .away, .back].contains(change)
      {
        skipped = skipped ?? event.seq
        continue
      }
      tell(event, to: member, session, from: skipped, for: nil, isMissed: true)
      skipped = nil
    }
  }
}
