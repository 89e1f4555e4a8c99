import GameKit
import WireProtocol

/// Whose request an event answers, and with which `id`.
struct Requester {
  let session: Session
  let re: RequestID?
  /// The board before the move, so that what is drawn for those who sit at it can show what changed.
  var boardBefore: Board?
  /// The same for those who look on.
  var publicBoardBefore: Board?
}

/// What a large room has not told its members one by one.
struct PendingDigest {
  /// The last event that every member has been told of, one by one or in a digest.
  var deliveredThrough = 0
  /// Who moved since, the latest last, at most ``maximumNames``.
  var recent: [String] = []
  /// The first event that the next digest stands for.
  var first: Int?
  /// When the next digest goes out.
  var dueAt: Instant?
  var lastSentAt: Instant?

  static let maximumNames = 8
  static let interval: Int64 = 1000

  mutating func note(_ name: String?) {
    guard let name else { return }
    recent.removeAll { $0 == name }
    recent.append(name)
    if recent.count > Self.maximumNames { recent.removeFirst() }
  }
}

extension Room {
  /// Numbers an event and tells everyone who is to hear of it, each as much as they may know.
  func publish(_ content: RoomEvent.Content, for requester: Requester? = nil) {
    let event = number(content)
    if isLarge && event.isDigested {
      fold(event, for: requester)
    } else {
      broadcast(event, for: requester)
    }
  }

  /// As ``publish(_:for:)``, to everyone but the member whom it is about.
  func publishToOthers(_ content: RoomEvent.Content, than member: Member) {
    let event = number(content)
    if isLarge && event.isDigested {
      fold(event, for: nil)
    } else {
      broadcast(event, for: nil, except: member)
    }
  }

  /// Encodes the event once for each audience and sends the same bytes to all of it.
  private func broadcast(_ event: RoomEvent, for requester: Requester?, except left: Member? = nil) {
    let from = undelivered(upTo: event)
    if from != nil { undoTelling() }
    digest.deliveredThrough = event.seq
    // What holds for every member is asked once.
    let isPersonal = event.isPersonal
    let isOpen = event.secret == nil
    let mayBeKnown = event.secret.map(mayBeKnown) ?? true
    let asking = requester?.session
    hub.fanOut { fanout in
      for member in members.all where member !== left {
        guard let session = member.session else { continue }
        if member.isWatching, keepsBack(event, from: member, session) { continue }
        if isPersonal && (session === asking || self.isPersonal(event, for: member)) {
          tell(event, to: member, session, from: from, for: requester)
          continue
        }
        let audience = Audience(
          isInformed: isOpen || mayBeKnown && mayHearAll(event, member),
          looksOn: event.showsBoard && member.isWatching, format: session.format)
        let range = fanout.message(to: audience) {
          var message = message(of: event, for: member, informed: audience.isInformed, from: from)
          message.compare(with: requester?.publicBoardBefore)
          return hub.encoded(message, as: session.format)
        }
        if session === asking {
          let answer = hub.encoded(repeating: range, as: session.format, answering: requester?.re)
          hub.deliver(answer, to: session, after: hub.journal.ticket)
        } else {
          hub.deliver(range, to: session, of: audience, &fanout)
        }
      }
    }
  }

  /// Keeps an event of a large room for the next digest; whoever it is about hears of it at once, and so do those at
  /// the board that it changes.
  private func fold(_ event: RoomEvent, for requester: Requester?) {
    digest.note(event.mover)
    planDigest()
    var told: Set<PlayerID> = []
    for id in [requester?.session.player.id, event.concerned] + playersAtBoard(changedBy: event) {
      guard let id, told.insert(id).inserted, let member = members[id], let session = member.session else { continue }
      tell(event, to: member, session, from: undelivered(upTo: event), for: requester)
    }
  }

  /// Those who share a board on which somebody has moved: at most `digest_members`.
  private func playersAtBoard(changedBy event: RoomEvent) -> [PlayerID?] {
    guard case .moved(_, _, _, let scope) = event.content, let shared, shared.scope == scope else { return [] }
    return seats.keys.sorted()
  }

  /// What has not been told to everyone yet is told with the next digest.
  func planDigest() {
    if digest.first == nil { digest.first = digest.deliveredThrough + 1 }
    guard digest.dueAt == nil else { return }
    let earliest = digest.lastSentAt?.adding(milliseconds: PendingDigest.interval) ?? hub.now
    digest.dueAt = max(earliest, hub.now.adding(milliseconds: PendingDigest.interval / 10))
    scheduleDeadline()
  }

  /// The first event that has not been told to everyone, when there are some before this one: a message that is
  /// sent now stands for them as well, so that nobody thinks to have missed them.
  private func undelivered(upTo event: RoomEvent) -> Int? {
    digest.deliveredThrough + 1 < event.seq ? digest.deliveredThrough + 1 : nil
  }

  func sendDigest() {
    digest.dueAt = nil
    digest.lastSentAt = hub.now
    // Talk in between may have stood for these events already; who has played is told all the same.
    guard let first = digest.first else { return }
    let message = Digest(
      place: EventPlace(room: name, seq: seq, from: first),
      playerCount: members.presentPlayerCount, finished: finishedCount, recent: digest.recent)
    undoTelling()
    digest.deliveredThrough = seq
    digest.recent = []
    digest.first = nil
    // Where there is one board, those who look on see how it is by now; the others have been told.
    let watched = message.recent.isEmpty ? nil : onlyBoard
    hub.fanOut { fanout in
      for member in members.all {
        guard let session = member.session else { continue }
        if member.isWatching, keepsBack(from: message.place.from ?? seq, from: member, session) { continue }
        let board = member.isWatching ? watched : nil
        let audience = Audience(
          isInformed: board.map { hub.mayKnow(member.player, $0.scope) } ?? true, looksOn: board != nil,
          format: session.format)
        let range = fanout.message(to: audience) {
          var message = message
          message.board = board.map { publicBoard(of: $0.match, scope: $0.scope, for: member) }
          return hub.encoded(message, as: session.format)
        }
        hub.deliver(range, to: session, of: audience, &fanout)
      }
    }
  }

  private var finishedCount: Int { scope.map(hub.knowledge.finishedCount) ?? 0 }

  /// Tells one member, in an encoding of its own.
  private func tell(
    _ event: RoomEvent, to member: Member, _ session: Session, from: Int?, for requester: Requester?,
    isMissed: Bool = false
  ) {
    let isRequester = session === requester?.session
    let informed = mayHearAll(event, member)
    var message = message(of: event, for: member, informed: informed, from: from, isMissed: isMissed)
    message.compare(with: requester?.boardBefore)
    hub.send(message, to: session, answering: isRequester ? requester?.re : nil)
  }

  /// Sends the missed events to somebody who came back, except for what is no longer in the channel, what told of a
  /// player who was forgotten, and the viewer's own coming and going: a client that is told that it left would close the room.
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
