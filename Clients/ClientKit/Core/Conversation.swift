internal import WireProtocol

/// The logic of a client: pending requests, new and duplicate events, and when to reconnect.
///
/// It knows no socket, clock or thread. Lines and times go in; bytes, answers and events come out as effects that
/// ``ClientLoop`` executes. So tests can play any loss of a link, and determine the delays after it.
struct Conversation {
  typealias Moment = ContinuousClock.Instant

  enum Effect {
    case connect
    case disconnect
    /// Nothing more will be sent: half-close the link when everything is sent.
    case finishSending
    case answer(Int, Result<Message, RequestError>)
    case deliver(RawEvent)
    case end
  }

  enum Phase: Equatable {
    /// Waits before the next attempt.
    case waiting(until: Moment)
    /// The player has logged in elsewhere: waits for a call to retry.
    case takenOver
    /// Waits for the link, and then for the greeting.
    case connecting(until: Moment)
    /// Was greeted and is logging in again.
    case returning(until: Moment)
    case online
    /// Has sent `bye` and waits for the last answers.
    case leaving(until: Moment)
    case ended
  }

  let server: ServerAddress
  let options: ClientOptions
  /// Whether a failed first attempt ends the client, because its caller waits for it and decides.
  let firstAttemptDecides: Bool

  /// Pending effects in order; emptied by the caller.
  var effects: [Effect] = []
  var output: [UInt8] = []
  /// The free space for events; set from outside before input is handled.
  var space = Int.max

  var phase: Phase
  var generator: any RandomNumberGenerator & Sendable
  var pending: [Int: PendingRequest] = [:]
  /// The earliest time limit of a request.
  var earliestDeadline: Moment?
  var rooms: [String: RoomTrack] = [:]
  /// The purposes of the client's own requests.
  var errands: [Int: Errand] = [:]
  var nextErrand = -1
  var identity = Identity()
  var hello: Hello?
  var day = ""
  var attempt = 0
  var onlineSince: Moment?
  var lostAt: Moment?
  /// When the server announced to be back.
  var announcedWait: Duration?
  var isTakenOver = false
  var lastHeard: Moment
  var pingedAt: Moment?
  /// An answer to `replay`, and the number of its missing lines.
  var collecting: (id: Int, message: Message, missing: Int)?
  /// The number of dropped messages that belong to no room.
  var passedOver = 0
  /// Whether anything was dropped, so that ``madeRoom()`` has to act.
  var isBehind = false
  let document = JSONDocument()

  /// The purpose of a request of the client's own.
  enum Errand {
    case login
    /// Asks for the text of each message.
    case text
    case keepAlive
    case resume(room: String)
    case resumeAgain(room: String, at: Moment)
  }

  struct Identity {
    var name = ""
    var token: String?
    var isBot = false
  }

  init(to server: ServerAddress, options: ClientOptions, firstAttemptDecides: Bool, at now: Moment) {
    self.server = server
    self.options = options
    self.firstAttemptDecides = firstAttemptDecides
    generator = options.generator
    lastHeard = now
    phase = .connecting(until: now + options.connectLimit)
    connect(at: now)
  }
}

extension Conversation {
  mutating func connect(at now: Moment) {
    attempt += 1
    phase = .connecting(until: now + options.connectLimit)
    deliver(.link(.connecting(attempt: attempt)))
    effects.append(.connect)
  }

  mutating func lost(_ error: ConnectionError, at now: Moment) {
    switch phase {
    case .ended, .waiting, .takenOver: return
    case .leaving: return end(.closed)
    case .connecting, .returning, .online: break
    }
    effects.append(.disconnect)
    output.removeAll()
    collecting = nil
    pingedAt = nil
    errands.removeAll()
    if isTakenOver, !options.staysWhenTakenOver { return end(.takenOver) }
    if !isTakenOver { deliver(.link(.lost(error))) }
    failUnrepeatable(isSamePlayer: identity.token != nil)
    if isTakenOver { return stayAway() }
    if let onlineSince, let backoff = options.backoff, now - onlineSince >= backoff.forgetAfter { attempt = 0 }
    onlineSince = nil
    lostAt = lostAt ?? now
    comeBack(after: error, at: now)
  }

  /// The player has logged in elsewhere. Reconnecting at once would displace that session, which would return in turn.
  private mutating func stayAway() {
    (isTakenOver, onlineSince, attempt) = (false, nil, 0)
    phase = .takenOver
    deliver(.link(.takenOver))
  }

  private mutating func comeBack(after error: ConnectionError, at now: Moment) {
    let isFirst = hello == nil && attempt == 1 && firstAttemptDecides
    guard let backoff = options.backoff, error.isWorthRetrying, !isFirst else { return end(.failed(error)) }
    if let limit = backoff.giveUpAfter, let lostAt, now - lostAt >= limit { return end(.failed(error)) }
    var wait =
      announcedWait.map { backoff.delay(announced: $0, using: &generator) }
      ?? backoff.delay(before: attempt - 1, using: &generator)
    announcedWait = nil
    switch error {
    case .serverFull(_, let after?), .banned(_, let after?):
      wait = max(wait, backoff.delay(announced: after, using: &generator))
    default: break
    }
    phase = .waiting(until: now + wait)
    deliver(.link(.retrying(in: wait)))
  }

  mutating func retryNow(at now: Moment) {
    switch phase {
    case .waiting, .takenOver: connect(at: now)
    default: break
    }
  }

  /// Begins to close: pending requests are answered, then the client ends.
  mutating func close(at now: Moment) {
    switch phase {
    case .ended, .leaving: return
    case .waiting, .takenOver, .connecting, .returning:
      effects.append(.disconnect)
      end(.closed)
    case .online:
      phase = .leaving(until: now + .seconds(2))
      output += Array(#"{"type":"bye"}"#.utf8) + [UInt8(ascii: "\n")]
      effects.append(.finishSending)
    }
  }

  mutating func end(_ reason: LinkState.End) {
    guard phase != .ended else { return }
    phase = .ended
    effects.append(.disconnect)
    for id in pending.keys.sorted() { effects.append(.answer(id, .failure(.closed))) }
    pending.removeAll()
    deliver(.link(.ended(reason)))
    effects.append(.end)
  }

  /// When ``reachTime(_:)`` must be called next.
  var nextDeadline: Moment? {
    var next: Moment?
    func include(_ moment: Moment?) {
      if let moment { next = next.map { min($0, moment) } ?? moment }
    }
    switch phase {
    case .waiting(let until), .connecting(let until), .returning(let until), .leaving(let until): include(until)
    case .online: include(keepAliveDue)
    case .takenOver: break
    case .ended: return nil
    }
    include(earliestDeadline)
    for case .resumeAgain(_, let moment) in errands.values { include(moment) }
    return next
  }

  private var keepAliveDue: Moment? { options.keepAlive.map { (pingedAt ?? lastHeard) + $0 } }

  mutating func reachTime(_ now: Moment) {
    switch phase {
    case .waiting(let until) where until <= now: connect(at: now)
    case .connecting(let until) where until <= now, .returning(let until) where until <= now:
      lost(.timedOut(server, options.connectLimit), at: now)
    case .leaving(let until) where until <= now: end(.closed)
    case .online: keepAlive(at: now)
    default: break
    }
    if let due = earliestDeadline, due <= now { lookAfterRequests(at: now) }
    for (id, errand) in errands {
      guard case .resumeAgain(let room, let moment) = errand, moment <= now else { continue }
      errands[id] = nil
      if let track = rooms[room] { resume(track, fresh: false) }
    }
  }

  private mutating func keepAlive(at now: Moment) {
    guard let interval = options.keepAlive, let due = keepAliveDue, due <= now else { return }
    if pingedAt != nil { return lost(.silent(interval * 2), at: now) }
    pingedAt = now
    ask(.keepAlive) { json in json.field("type", "ping") }
  }

  mutating func ask(_ errand: Errand, _ fields: (inout JSONWriter) -> Void) {
    let id = nextErrand
    nextErrand -= 1
    errands[id] = errand
    var writer = JSONWriter()
    writer.beginObject()
    fields(&writer)
    writer.field("id", id)
    writer.endObject()
    writer.newline()
    output += writer.bytes
  }

  /// Delivers an event. States of the link always find space; see ``EventBuffer``.
  mutating func deliver(_ event: RawEvent) {
    effects.append(.deliver(event))
    space -= 1
  }
}
