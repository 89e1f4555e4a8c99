internal import ClientKit
internal import WireProtocol

extension App {
  /// - Parameter text: the event in the server's words.
  mutating func receive(_ event: Event, _ text: String?) {
    switch event {
    case .link(let state):
      let wasOnline = shell.link.isOnline
      shell.link.take(state, at: shell.now)
      if case .online(let hello) = state { greet(hello, wasOnline: wasOnline) }
      if wasOnline, !shell.link.isOnline { for name in shell.rooms.keys { shell.rooms[name]?.isAway = true } }
    case .joined(let joined), .resumed(let joined): describe(joined)
    case .resynchronised(let joined):
      describe(joined)
      shell.rooms[joined.room]?.tell("Some of what happened here was missed: this is how it is now.")
    case .shutOut(let room, let error): shutOut(of: room, error.message)
    case .loginLost(let player, let error): lose(player, error)
    case .newDay(let day): begin(day, text)
    case .announcement(let announcement):
      shell.tell(text ?? announcement.text, for: 60)
      if let room = announcement.room { lastWords = (room, announcement.text) }
    case .unsaid(let unsaid): shell.rooms[unsaid.room]?.receive(unsaid, text)
    case .other(let message): receive(message, text ?? "")
    case .passedOver: break
    default: receiveInRoom(event, text)
    }
  }

  /// A message that is no event of a room.
  ///
  /// - Parameter text: the message in the server's words.
  private mutating func receive(_ message: Message, _ text: String) {
    switch message.type {
    case "error":
      guard let error = try? message.read(as: ErrorMessage.self).error else { return }
      shell.tell("\(error.message).", isBad: true, for: 60)
    case "opened": if let opened = try? message.read(as: OpenedAnswer.self) { end(opened) }
    case "goal": lobby.receive(message, text, &shell)
    // What is due belongs to the goal.
    case "due": lobby.askGoal(&shell)
    case "poll":
      guard let poll = try? message.read(as: PollAnswer.self) else { return }
      shell.rooms[poll.room]?.receive(poll, text, at: shell.now)
    case "poll_removed":
      guard let removed = try? message.read(as: PollRemoved.self) else { return }
      shell.rooms[removed.room]?.receive(removed, text, at: shell.now)
    case "puzzle":
      guard let made = try? message.read(as: PuzzleAnswer.self), let room = made.room else { return }
      shell.rooms[room]?.receive(made, text)
    case "tally":
      if let tally = try? message.read(as: VoteCounts.self) { shell.rooms[tally.room]?.receive(tally, at: shell.now) }
    case "pairing": if let pairing = try? message.read(as: PairingAnswer.self) { take(pairing, text) }
    case "seek":
      shell.tell(text)
      refreshPage("seeks")
    case "arena_game":
      guard let game = try? message.read(as: ArenaGame.self) else { return }
      if shell.rooms[game.room] != nil {
        shell.go(to: .room(game.room))
      } else if game.isWaiting {
        shell.ask("join", ["room": game.room])
      }
      hear(ofArena: game.code, room: game.room, text)
    case "arena_score", "arena": hear(ofArena: message.json["code"]?.intValue, text, for: 15)
    case "rematch":
      guard let rematch = try? message.read(as: RematchAnswer.self) else { return }
      shell.rooms[rematch.room]?.receive(rematch, text)
    default: break
    }
  }

  /// The token was rejected: continues as a guest, whose link follows.
  private mutating func lose(_ player: SavedPlayer, _ error: WireError) {
    shell.effects.append(.forget(player))
    shell.isLoggedIn = false
    page = Page()
    lobby.forget()
    introduction = .comeBack(name: nil, token: nil, asGuest: true)
    shell.tell(
      "You are \(player.name) no more here: the password was changed elsewhere, or the account is gone "
        + "(\(error.message)). /login \(player.name) logs in again; you are a guest for now.",
      isBad: true, for: 15)
  }

  private mutating func greet(_ hello: Hello, wasOnline: Bool) {
    let isBack = shell.hello != nil
    // A server with new data has other puzzles.
    if shell.hello?.epoch != hello.epoch { shell.commitments = [:] }
    shell.hello = hello
    shell.ask(.request("about"))
    if !shell.isLoggedIn { shell.name = hello.you }
    // Whose login was refused is told that instead.
    if isBack, !wasOnline, introduction == nil {
      let hasSought = shell.seeks?.seeks.contains { $0.player == shell.name } == true
      shell.seeks = nil
      shell.tell("The connection is back.\(hasSought ? " Your seek has ended with it." : "")", for: hasSought ? 10 : 3)
    }
    if !isBack {
      let preferences = shell.preferences
      introduction = .comeBack(name: preferences.name, token: preferences.token, asGuest: preferences.isGuest)
    }
    // The lobby is requested when the login is answered.
    if let question = introduction { shell.ask(question) } else { lobby.refresh(&shell) }
    introduction = nil
  }

  mutating func take(_ about: About) {
    shell.about = about
    shell.hello?.day = about.day
    shell.nextDayAt = shell.now + about.nextDaySeconds * 1000
    remember(about.commitments, of: about.day)
  }

  /// The first received hash is kept, so that a changed one is detected.
  private mutating func remember(_ hashes: JSONObject, of day: String) {
    for (game, hash) in hashes where shell.commitments[day]?[game] == nil {
      shell.commitments[day, default: [:]][game] = hash.stringValue
    }
    guard let epoch = shell.hello?.epoch, let heard = shell.commitments[day] else { return }
    shell.ask(.keepCommitments(heard, day: day, epoch: epoch))
  }

  private mutating func describe(_ joined: Joined) {
    shell.name = joined.viewer
    // The list that came with the link did not contain the rooms yet.
    lobby.refreshSoon(shell)
    if joined.room == KnownNames.channel { return }
    if shell.rooms[joined.room] == nil {
      shell.rooms[joined.room] = RoomModel(joined, at: shell.now)
    } else {
      shell.rooms[joined.room]?.describe(joined, at: shell.now)
    }
    // Also of rooms that the player was brought into.
    if let game = joined.game { shell.askHelp(on: game) }
    guard var room = shell.rooms[joined.room] else { return }
    room.sendHeld(&shell)
    shell.rooms[joined.room] = room
  }

  private mutating func shutOut(of room: String, _ why: String) {
    drop(room)
    shell.tell("You are not in \(room) any more: \(why)", isBad: true, for: 15)
  }

  private mutating func drop(_ room: String) {
    // Unsent input of the room is printed at exit.
    let written = [shell.rooms[room]?.draft.text, shell.rooms[room]?.talkLine.text]
    shell.linesAtExit += written.compactMap { $0 }.filter { !$0.isEmpty }
    shell.forget(room: room)
    lobby.refresh(&shell)
  }

  /// A room is gone, for the reason that was announced to it. From a game of an arena one comes back to the standing.
  private mutating func close(_ room: String) {
    let (isShown, arena) = (shell.place == .room(room), shell.arena?.room == room ? shell.arena?.code : nil)
    drop(room)
    if isShown, let arena { shell.open(.arena(arena)) }
    let why = lastWords?.room == room ? lastWords?.text : nil
    shell.tell(why ?? "\(room) is closed", for: 15)
    lastWords = nil
  }

  private mutating func begin(_ day: NewDay, _ text: String?) {
    let yesterday = shell.hello?.day ?? ""
    shell.hello?.day = day.day
    shell.nextDayAt = shell.now + day.nextDaySeconds * 1000
    remember(day.commitments, of: day.day)
    let verdict = Self.verdict(on: day.opened, of: day.openedDay, shell.commitments)
    shell.tell((text ?? "A new day has begun.") + verdict.text, isBad: verdict.isBad, for: 15)
    for (name, room) in shell.rooms where room.mode == .daily {
      if room.outcome == nil, day.opensInSeconds == nil, let count = day.finished?[room.game ?? ""]?.intValue {
        let over = "The puzzle of \(yesterday) is over: \(count) have finished it."
        shell.rooms[name]?.tell("\(over) /opened \(yesterday) tells what it was.", at: shell.now)
      }
      renew(name)
    }
    lobby.forget()
    lobby.askGoal(&shell)
    lobby.refresh(&shell)
  }

  /// Yesterday's puzzle cannot be finished any more.
  private mutating func end(_ opened: OpenedAnswer) {
    let verdict = Self.verdict(on: opened.puzzles, of: opened.day, shell.commitments)
    shell.tell("The puzzles of \(opened.day) are over.\(verdict.text)", isBad: verdict.isBad, for: 15)
    for (name, room) in shell.rooms where room.mode == .daily && room.outcome == nil {
      renew(name)
    }
  }

  /// Asks for a room as it is now. Whoever looks at something else stays there.
  private mutating func renew(_ room: String) {
    shell.renewed.insert(room)
    shell.ask("join", ["room": room])
  }

  private static func verdict(
    on opened: JSONObject?, of day: String?, _ commitments: [String: [String: String]]
  ) -> (text: String, isBad: Bool) {
    guard let opened, let day, let known = commitments[day] else { return ("", false) }
    let verdicts = opened.compactMap { game, entry in known[game].map { $0 == Page.hash(of: entry) } }
    if verdicts.isEmpty { return ("", false) }
    return verdicts.allSatisfy { $0 }
      ? (" Yesterday's were those that were committed to.", false)
      : (" Yesterday's were NOT those that were committed to: see /opened \(day).", true)
  }

  private mutating func receiveInRoom(_ event: Event, _ text: String?) {
    guard let room = event.room, var state = shell.rooms[room] else { return }
    if case .presence(let presence) = event {
      if presence.change == .renamed, presence.player == shell.name { shell.name = presence.name ?? shell.name }
      if presence.change == .left, presence.player == state.viewer {
        switch presence.reason {
        case Presence.kicked: return shutOut(of: room, "the room's owner has sent you away")
        case Presence.closed: return close(room)
        default: return shell.forget(room: room)
        }
      }
    }
    let (unread, count) = (state.unread, state.talk.count)
    state.receive(event, text, at: shell.now)
    if shell.place == .room(room) { state.see() }
    if unread == 0, state.unread > 0 { state.firstUnread = min(count, state.talk.count - 1) }
    if case .finished(let finished) = event, finished.player == state.viewer, state.mode == .daily {
      shell.ask("stats", ["game": state.game, "player": nil], number: shell.nextNumber())
      state.statsQuestion = shell.lastNumber
      state.hasResultToKeep = true
    }
    shell.rooms[room] = state
  }
}
