internal import WireProtocol

/// The client's rooms: the next expected events, and catching up.
extension Conversation {
  /// A room by its typed name, ignoring case.
  func track(named name: String) -> RoomTrack? {
    rooms[name] ?? rooms.values.first { $0.name.lowercased() == name.lowercased() }
  }

  mutating func resume(_ track: RoomTrack, fresh: Bool) {
    rooms[track.name]?.resume()
    ask(.resume(room: track.name)) { json in
      json.field("type", "join")
      json.field("room", track.name)
      if track.isWatching { json.field("watching", true) }
      json.field("code", ifPresent: track.code)
      guard !fresh else { return }
      json.key("since")
      json.beginObject()
      json.field("epoch", track.epoch)
      json.field("seq", track.seq)
      json.endObject()
    }
  }

  mutating func resumed(_ room: String, _ message: Message, _ root: JSONView, _ error: WireError?, at now: Moment) {
    guard rooms[room] != nil else { return }
    if let error {
      if error.retryAfterMilliseconds != nil || error.code == ErrorCode.storageUnavailable.rawValue {
        let wait = min(max(error.retryAfterMilliseconds ?? 1000, 1), 60_000)
        errands[nextErrand] = .resumeAgain(room: room, at: now + .milliseconds(wait))
        nextErrand -= 1
        return
      }
      rooms[room] = nil
      return deliver(.shutOut(room: room, error))
    }
    guard message.type == "joined", let seq = root["seq"]?.int else { return }
    noteDescription(of: room, root)
    if root["recovered"]?.bool == true {
      rooms[room]?.replay(upTo: seq)
      deliver(.joined(.resumed, message))
    } else {
      rooms[room]?.restart(at: seq, epoch: hello?.epoch ?? "")
      deliver(.joined(.resynchronised, message))
    }
  }

  mutating func joined(_ message: Message, _ root: JSONView, asked request: RequestTraits?) {
    guard let room = root["room"]?.string, let seq = root["seq"]?.int else { return }
    if let known = rooms[room] {
      noteDescription(of: room, root)
      if let code = request?.code { rooms[room]?.code = code }
      // A room that is being resumed is described by the answer to that.
      guard known.phase == .live else { return }
      if root["solo"]?.bool == true {
        // It may have been opened anew, and then its numbers begin again.
        rooms[room]?.restart(at: seq, epoch: hello?.epoch ?? "")
      } else {
        rooms[room]?.describe(at: seq)
      }
    } else {
      rooms[room] = RoomTrack(
        name: room, code: request?.code, isWatching: false, isDaily: root["mode"]?.isString("daily") == true,
        seq: seq, epoch: hello?.epoch ?? "")
      noteDescription(of: room, root)
    }
    // Without space the room is described again later.
    if space > 0 { deliver(.joined(.joined, message)) } else { fallBehind(room) }
  }

  private mutating func noteDescription(of room: String, _ root: JSONView) {
    if let you = root["you"]?.string { identity.name = you }
    if let code = root["code"]?.string { rooms[room]?.code = code }
    rooms[room]?.isWatching = root["state"]?.isString("watching") == true
    guard root["solo"]?.bool == true else { return }
    // The one before is closed without a message.
    rooms = rooms.filter { $0 == room || !$1.isSolo }
    rooms[room]?.isSolo = true
  }

  mutating func happened(_ message: Message, _ root: JSONView, room: String, seq: Int) {
    guard let track = rooms[room] else { return offer(message) }
    if space <= 0, track.phase == .live, seq > track.seq { fallBehind(room) }
    let verdict = rooms[room]?.take(from: root["from"]?.int, seq: seq, isDigest: message.type == "digest")
    let isOwnLeaving = notePresence(message, root, room: room)
    switch verdict {
    case .new: deliver(.message(message))
    // After leaving, no further events of this room arrive, and this one is not repeated.
    case .gap where isOwnLeaving, .early where isOwnLeaving: deliver(.message(message))
    case .gap: fill(track)
    case .duplicate, .early, nil: break
    }
  }

  private mutating func fallBehind(_ room: String) {
    rooms[room]?.fallBehind()
    isBehind = true
  }

  /// Events are missing: requests them, or the whole room if that did not help.
  private mutating func fill(_ track: RoomTrack) {
    let mayHelp = rooms[track.name]?.noteGap() ?? false
    resume(track, fresh: !mayHelp)
  }

  /// - Returns: whether the client has left the room.
  private mutating func notePresence(_ message: Message, _ root: JSONView, room: String) -> Bool {
    guard root["player"]?.isString(identity.name) == true else { return false }
    switch message.type {
    case "left":
      rooms[room] = nil
      return true
    case "renamed": identity.name = root["name"]?.string ?? identity.name
    default: break
    }
    return false
  }

  /// The consumer has made space: requests the events that were dropped.
  mutating func madeRoom() {
    guard phase == .online else { return }
    isBehind = false
    if passedOver > 0 {
      deliver(.passedOver(passedOver))
      passedOver = 0
    }
    for name in rooms.keys.sorted() {
      if let track = rooms[name], track.phase == .behind { resume(track, fresh: false) }
    }
  }
}
