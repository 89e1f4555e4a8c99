internal import WireProtocol

/// Callers' requests from sending to answer, across lost links.
extension Conversation {
  mutating func submit(_ request: PendingRequest) {
    guard phase != .ended else { return effects.append(.answer(request.id, .failure(.closed))) }
    if case .leaving = phase { return effects.append(.answer(request.id, .failure(.closed))) }
    if let limit = lineLimit, request.line.count - 1 > limit {
      return effects.append(.answer(request.id, .failure(.tooLong(request.line.count - 1, limit: limit))))
    }
    var request = request
    if phase == .online { send(&request) }
    earliestDeadline = earliestDeadline.map { min($0, request.deadline) } ?? request.deadline
    pending[request.id] = request
  }

  private var lineLimit: Int? { hello.flatMap { $0.lineBytes > 0 ? $0.lineBytes : nil } }

  private mutating func send(_ request: inout PendingRequest) {
    output += request.line
    if request.day.isEmpty { request.day = day }
    request.stage = .sent
  }

  mutating func cancel(_ id: Int) {
    if pending.removeValue(forKey: id) != nil { effects.append(.answer(id, .failure(.cancelled))) }
  }

  /// Times out requests, and repeats those whose delay is over.
  mutating func lookAfterRequests(at now: Moment) {
    earliestDeadline = nil
    for id in pending.keys.sorted() {
      guard var request = pending[id] else { continue }
      guard request.deadline > now else {
        finish(id, .failure(.timedOut(after: request.limit)))
        continue
      }
      var due = request.deadline
      if case .resting(let until) = request.stage {
        if until > now { due = min(due, until) } else { request.stage = .waiting }
      }
      if case .waiting = request.stage, phase == .online { send(&request) }
      pending[id] = request
      earliestDeadline = earliestDeadline.map { min($0, due) } ?? due
    }
  }

  mutating func finish(_ id: Int, _ result: Result<Message, RequestError>) {
    if pending.removeValue(forKey: id) != nil { effects.append(.answer(id, result)) }
  }

  /// After a lost link: fails requests that must not be repeated; the others wait for the next link.
  ///
  /// - Parameter isSamePlayer: whether the client will log in as the same player.
  mutating func failUnrepeatable(isSamePlayer: Bool) {
    for id in pending.keys.sorted() {
      guard var request = pending[id], case .sent = request.stage else { continue }
      let mayBeRepeated =
        switch request.traits.repetition {
        case .anybody: true
        case .samePlayer: isSamePlayer
        case .never: false
        }
      guard mayBeRepeated else {
        finish(id, .failure(.linkLost))
        continue
      }
      request.stage = .waiting
      pending[id] = request
    }
  }

  /// After reconnecting: sends waiting requests, in the order in which they were made.
  ///
  /// - Parameter isSamePlayer: whether the server knows the client as the same player.
  mutating func sendQueued(isSamePlayer: Bool) {
    for id in pending.keys.sorted() {
      guard var request = pending[id], case .waiting = request.stage else { continue }
      let wasSent = !request.day.isEmpty
      if wasSent, request.traits.repetition == .samePlayer, !isSamePlayer || isOfAnotherDay(request) {
        finish(id, .failure(.linkLost))
        continue
      }
      send(&request)
      pending[id] = request
    }
  }

  /// Whether a move was meant for a board that the change of day has replaced.
  private func isOfAnotherDay(_ request: PendingRequest) -> Bool {
    guard request.day != day, !request.traits.namesPuzzle else { return false }
    guard let room = request.traits.room else { return rooms.values.contains(where: \.isDaily) }
    return track(named: room)?.isDaily ?? false
  }

  mutating func answered(_ id: Int, _ message: Message, _ root: JSONView, at now: Moment) {
    guard let request = pending[id] else { return }
    guard message.type == "error" else {
      noteAnswer(to: request.traits, message, root, at: now)
      if message.type == "replay", let lines = root["count"]?.int, lines > 0, lines <= 1_000_000 {
        collecting = (id, message, lines)
        return
      }
      return finish(id, .success(message))
    }
    guard let error = try? WireError(reading: MessageFields(root)) else {
      return finish(id, .failure(.unreadable(UnreadableMessage("An error without a code"))))
    }
    if error.code == ErrorCode.tooFast.rawValue, let wait = error.retryAfterMilliseconds {
      let until = now + .milliseconds(min(max(wait, 1), 3_600_000))
      if until < request.deadline {
        pending[id]?.stage = .resting(until: until)
        earliestDeadline = earliestDeadline.map { min($0, until) } ?? until
        return
      }
    }
    finish(id, .failure(.refused(error)))
  }

  private mutating func noteAnswer(to request: RequestTraits, _ message: Message, _ root: JSONView, at now: Moment) {
    switch message.type {
    case "bye" where phase == .online: phase = .leaving(until: now + .seconds(2))
    case "login", "register", "rename":
      identity.name = root["you"]?.string ?? identity.name
      identity.token = root["token"]?.string ?? request.token ?? identity.token
      identity.isBot = identity.isBot || request.isBot
    case "password":
      // Older tokens are revoked.
      identity.token = root["token"]?.string
    case "forget_me", "logout":
      identity = Identity(name: root["you"]?.string ?? "")
      rooms.removeAll()
    default: break
    }
  }
}
