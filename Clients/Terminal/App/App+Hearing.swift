internal import ClientKit
internal import WireProtocol

/// What comes from the server without having been asked for.
extension App {
  mutating func hear(_ event: Event) {
    switch event {
    case .link(let state): hear(state)
    case .joined(let joined), .resumed(let joined): describe(joined)
    case .resynchronised(let joined):
      describe(joined)
      if joined.room == SharesState.room { ask(.shares(before: nil, of: shares.filter)) }
      rooms[joined.room]?.tell("Some of what happened here was missed: this is how it is now.")
    case .shutOut(let room, let error): shutOut(of: room, error.message)
    case .loginLost(let error):
      name = hello?.you ?? name
      tell("The server does not know you any more: \(error.message)", isBad: true, for: 15)
    case .newDay(let day): begin(day)
    case .other(let message): hear(message)
    case .passedOver: break
    default: hearInRoom(event)
    }
  }

  private mutating func hear(_ state: LinkState) {
    switch state {
    case .connecting: if case .lost = link {} else if case .restarting = link {} else { link = .connecting }
    case .online(let hello): greet(hello)
    case .closing(let reason, let backIn):
      if reason == "restart" { link = .restarting(at: backIn.map { now + Int($0.components.seconds) * 1000 }) }
    case .lost(let error):
      if case .restarting = link { return }
      link = .lost(error.description, at: nil)
    case .retrying(let wait):
      let at = now + Int(wait.components.seconds) * 1000 + Int(wait.components.attoseconds / 1_000_000_000_000_000)
      switch link {
      case .restarting: link = .restarting(at: at)
      case .lost(let why, _): link = .lost(why, at: at)
      default: link = .lost("The connection was lost.", at: at)
      }
    case .ended(let end): link = .ended(Self.sentence(end))
    }
  }

  private static func sentence(_ end: LinkState.End) -> String {
    switch end {
    case .closed: LinkStatus.closed
    case .takenOver: "You have come in elsewhere, and a player is at one place at a time. Press ctrl-C to leave."
    case .failed(let error): error.description
    }
  }

  private mutating func greet(_ hello: Hello) {
    let isBack = self.hello != nil
    let wasOnline = link.isOnline
    link = .online
    // A server that has begun anew has other puzzles.
    if self.hello?.epoch != hello.epoch { commitments = [:] }
    self.hello = hello
    ask(.about)
    if !isLoggedIn { name = hello.you }
    if isBack, !wasOnline { tell("The connection is back.", for: 3) }
    if !isBack {
      introduction = .comeBack(name: preferences.name, token: preferences.token, asGuest: preferences.isGuest)
    }
    // Whoever has just come is not known yet: the answer to that brings the lobby.
    if let question = introduction { ask(question) } else { refreshLobby() }
    introduction = nil
  }

  mutating func take(_ about: About) {
    self.about = about
    hello?.day = about.day
    nextDayAt = now + about.nextDaySeconds * 1000
    remember(about.commitments, of: about.day)
  }

  /// What was heard first stays, so that a server that changes its mind is found out.
  private mutating func remember(_ hashes: JSONObject, of day: String) {
    for (game, hash) in hashes where commitments[day]?[game] == nil {
      commitments[day, default: [:]][game] = hash.stringValue
    }
    guard let epoch = hello?.epoch, let heard = commitments[day] else { return }
    ask(.keepCommitments(heard, day: day, epoch: epoch))
  }

  private mutating func describe(_ joined: Joined) {
    name = joined.viewer
    if joined.room == SharesState.room { return shares.isFollowed = true }
    if rooms[joined.room] == nil {
      rooms[joined.room] = RoomState(joined, at: now)
    } else {
      rooms[joined.room]?.describe(joined, at: now)
    }
  }

  private mutating func shutOut(of room: String, _ why: String) {
    // What was being written there is printed at the end.
    keepsakes += [rooms[room]?.draft.text, rooms[room]?.talkLine.text].compactMap { $0 }.filter { !$0.isEmpty }
    rooms[room] = nil
    path.removeAll { $0 == .room(room) }
    if path.isEmpty { path = [.lobby] }
    tell("You are not in \(room) any more: \(why)", isBad: true, for: 15)
    refreshLobby()
  }

  private mutating func begin(_ day: NewDay) {
    hello?.day = day.day
    nextDayAt = now + day.nextDaySeconds * 1000
    remember(day.commitments, of: day.day)
    let verdict = Self.verdict(on: day.opened, commitments)
    tell("A new day: there are new puzzles.\(verdict.text)", isBad: verdict.isBad, for: 15)
    for (name, room) in rooms where room.mode == .daily { ask(.join(room: name, code: nil, settings: nil)) }
    lobby.forget()
    refreshLobby()
  }

  /// Whether yesterday's puzzles, which are opened now, are those that were committed to.
  private static func verdict(
    on opened: OpenedAnswer?, _ commitments: [String: [String: String]]
  ) -> (text: String, isBad: Bool) {
    guard let opened, let known = commitments[opened.day] else { return ("", false) }
    let verdicts = opened.puzzles.compactMap { game, entry -> Bool? in
      guard let hash = known[game], let puzzle = entry["puzzle"], let nonce = entry["nonce"]?.stringValue else {
        return nil
      }
      return Commitment.hash(nonce: nonce, puzzle: puzzle) == hash
    }
    if verdicts.isEmpty { return ("", false) }
    return verdicts.allSatisfy { $0 }
      ? (" Yesterday's were those that were committed to.", false)
      : (" Yesterday's were NOT those that were committed to: see /opened \(opened.day).", true)
  }

  private mutating func hear(_ message: Message) {
    switch message.type {
    case "shared", "unshared", "reacted": shares.hear(message.type, message.json)
    default: break
    }
  }

  private mutating func hearInRoom(_ event: Event) {
    guard let room = event.room, var state = rooms[room] else { return }
    switch event {
    case .moved(let moved): state.hear(moved, at: now)
    case .finished(let finished):
      state.hear(finished, at: now)
    case .digest(let digest): state.hear(digest)
    case .round(let round): state.hear(round, at: now)
    case .roundOver(let over): state.hear(over, at: now)
    case .said(let said):
      state.hear(said)
    case .presence(let presence):
      if presence.change == .renamed, presence.player == name { name = presence.name ?? name }
      state.hear(presence)
      if presence.change == .left, presence.player == state.viewer {
        rooms[room] = nil
        if presence.reason == "kicked" { shutOut(of: room, "the room's owner has sent you away") }
        path.removeAll { $0 == .room(room) }
        return
      }
    default: break
    }
    if place == .room(room) { state.unread = 0 }
    rooms[room] = state
  }
}
