internal import WireProtocol

/// Handling of lines from the server.
extension Conversation {
  mutating func received(_ line: UnsafeRawBufferPointer, at now: Moment) {
    lastHeard = now
    pingedAt = nil
    guard !collects(line) else { return }
    do {
      try document.parse(line)
    } catch {
      if case .connecting = phase { lost(.notParlor(server), at: now) }
      return
    }
    let root = document.root
    guard let type = root["type"]?.string else {
      if case .connecting = phase { lost(.notParlor(server), at: now) }
      return
    }
    let message = Message(type: type, line: Array(line))
    switch phase {
    case .connecting: greeted(type, root, at: now)
    case .returning, .online, .leaving: receive(message, root, at: now)
    case .waiting, .takenOver, .ended: break
    }
  }

  private mutating func collects(_ line: UnsafeRawBufferPointer) -> Bool {
    guard var answer = collecting else { return false }
    answer.message.attached.append(Array(line))
    answer.missing -= 1
    collecting = answer.missing > 0 ? answer : nil
    if answer.missing == 0 { finish(answer.id, .success(answer.message)) }
    return true
  }

  private mutating func greeted(_ type: String, _ root: JSONView, at now: Moment) {
    if let fault = ConnectionError(greeting: root, of: server) { return lost(fault, at: now) }
    guard let greeting = try? Hello(reading: MessageFields(root)) else { return lost(.notParlor(server), at: now) }
    hello = greeting
    day = greeting.day
    guard let token = identity.token else {
      let isSamePlayer = identity.name.isEmpty
      identity.name = greeting.you
      return goOnline(isSamePlayer: isSamePlayer, at: now)
    }
    phase = .returning(until: now + options.connectLimit)
    let isBot = identity.isBot
    ask(.login) { json in
      json.field("type", "login")
      json.field("token", token)
      if isBot { json.field("bot", true) }
    }
  }

  private mutating func goOnline(isSamePlayer: Bool, at now: Moment) {
    phase = .online
    onlineSince = now
    lostAt = nil
    if let hello { deliver(.link(.online(hello))) }
    // Before the rooms: missed events have their text too.
    if options.wantsText {
      ask(.text) { json in
        json.field("type", "theme")
        json.field("drawn", true)
      }
    }
    for name in rooms.keys.sorted() {
      guard let track = rooms[name] else { continue }
      // Another player's knowledge may not be this one's: a new guest starts anew.
      resume(track, fresh: !isSamePlayer)
    }
    sendQueued(isSamePlayer: isSamePlayer)
  }

  private mutating func receive(_ message: Message, _ root: JSONView, at now: Moment) {
    let re = root["re"]?.int
    if re == nil, phase == .online, let ban = ConnectionError.ban(in: root) { return lost(ban, at: now) }
    if let re, re < 0 { return errandDone(re, message, root, at: now) }
    let asker = re.flatMap { pending[$0]?.traits }
    if let re { answered(re, message, root, at: now) }
    switch message.type {
    case "joined": joined(message, root, asked: asker)
    case "closing": closing(root)
    case "takeover": takeover(root, at: now)
    case "new_day":
      day = root["day"]?.string ?? day
      offer(message)
    case "hello", "bye": break
    default:
      if let room = root["room"]?.string, let seq = root["seq"]?.int {
        happened(message, root, room: room, seq: seq)
      } else if re == nil {
        offer(message)
      }
    }
  }

  /// The server's owner has changed: unanswered requests get no answer, and may have been executed or not, as after a
  /// lost link; but the server knows the player and the rooms.
  private mutating func takeover(_ root: JSONView, at now: Moment) {
    guard let state = (try? Takeover(reading: MessageFields(root)))?.state else { return }
    deliver(.link(.takeover(state)))
    guard state == .resumed, phase == .online else { return }
    pingedAt = nil
    collecting = nil
    failUnrepeatable(isSamePlayer: true)
    sendQueued(isSamePlayer: true)
    for (id, errand) in errands {
      guard case .resume(let room) = errand else { continue }
      errands[id] = nil
      if let track = rooms[room] { resume(track, fresh: false) }
    }
  }

  private mutating func closing(_ root: JSONView) {
    let closing = (try? Closing(reading: MessageFields(root))) ?? Closing(reason: "")
    isTakenOver = closing.reason == "taken_over"
    announcedWait = closing.backInSeconds.map { .seconds(min(max($0, 0), 86_400)) }
    deliver(.link(.closing(reason: closing.reason, backIn: announcedWait)))
  }

  /// Delivers a message that belongs to no followed room, or drops it when the buffer is full. Messages about a trial
  /// as a whole are never dropped: there are at most as many as the caller has opened trials, and nothing else reports
  /// that one is over.
  mutating func offer(_ message: Message) {
    let tellsOfTrial = message.type == "trial" || message.type == "trial_report"
    guard space <= 0, !tellsOfTrial else { return deliver(.message(message)) }
    passedOver += 1
    isBehind = true
  }

  private mutating func errandDone(_ id: Int, _ message: Message, _ root: JSONView, at now: Moment) {
    guard let errand = errands.removeValue(forKey: id) else { return }
    let error = message.type == "error" ? try? WireError(reading: MessageFields(root)) : nil
    switch errand {
    case .keepAlive, .text: break
    case .login: loggedIn(root, error, at: now)
    case .resume(let room), .resumeAgain(let room, _): resumed(room, message, root, error, at: now)
    }
  }

  private mutating func loggedIn(_ root: JSONView, _ error: WireError?, at now: Moment) {
    guard case .returning = phase else { return }
    // A token refused because of a ban is valid again when the ban is over.
    if let ban = ConnectionError.ban(in: root) { return lost(ban, at: now) }
    guard let error else {
      identity.name = root["you"]?.string ?? identity.name
      return goOnline(isSamePlayer: true, at: now)
    }
    // A server that is too busy to check a token has not rejected it.
    if error.retryAfterMilliseconds != nil || error.code == ErrorCode.storageUnavailable.rawValue {
      return lost(.linkLost(error.message), at: now)
    }
    let lost = SavedPlayer(at: server, name: identity.name, token: identity.token ?? "")
    identity = Identity(name: hello?.you ?? "")
    deliver(.loginLost(lost, error))
    goOnline(isSamePlayer: false, at: now)
  }
}
