import GameKit
package import WireProtocol

extension ErrorMessage: Drawable {
  package func drawn() -> String { error.message }
}

extension Hello: Drawable {
  /// The greeting is JSON for all clients: the form of answers is not chosen yet.
  package func drawn() -> String { "" }
}

extension About: Drawable {
  package func drawn() -> String {
    let width = games.map { TextWidth.of($0.id) }.max() ?? 0
    let list = games.map { game in
      game.id + String(repeating: " ", count: width + 2 - TextWidth.of(game.id)) + game.summary
    }
    return (list + ["Today is \(day); new puzzles come in \(Drawing.duration(nextDaySeconds))."]).joined(
      separator: "\n")
  }
}

extension Pong: Drawable {
  package func drawn() -> String { "pong" }
}

extension Bye: Drawable {
  package func drawn() -> String { "Bye!" }
}

extension Closing: Drawable {
  package func drawn() -> String {
    let back = backInSeconds.map { $0 == 0 ? " Come back at once." : " Come back in \($0) seconds." } ?? ""
    switch reason {
    case "taken_over": return "You have logged in from elsewhere; this connection ends."
    case "password_changed": return "Your password has been changed; log in with the new one."
    case "erased": return "Your account was deleted by the operators."
    case "tokens_reset": return "Your tokens were reset by the operators; ask them for the new one."
    case "cut_off": return "This server has lost the others: reconnect, and another one takes you."
    case "restart": return "The server is about to restart.\(back)"
    default: return "The server closes this connection (\(reason)).\(back)"
    }
  }
}

extension Takeover: Drawable {
  package func drawn() -> String {
    switch state {
    case .waiting: "One moment: another server is taking over. What you type is kept until then."
    case .resumed: "The game goes on."
    case .reading:
      "No server can take over at present. You can look around, but what you see may be out of date, and changes have to wait."
    }
  }
}

extension NewDay: Drawable {
  package func drawn() -> String { "A new day has begun: \(day). The daily rooms have new puzzles." }
}

extension LoginAnswer: LinkedText {
  /// Programs keep the token: who does not type need not see it.
  package func page() -> DrawnPage {
    let advice = token.map { " Your token, shown only now, brings you back from anywhere:\n/login \(you) \($0)" }
    var page = DrawnPage("You are \(you).", typed: advice ?? "")
    for line in [warning].compactMap({ $0 }) + guestResults.map(\.message) { page.add(line) }
    return page
  }
}

/// The limits to show: by default those that concern players.
package struct ShownLimits: Drawable {
  var message: LimitsAnswer
  /// A part of a name, `all`, or `nil`.
  var word: String?

  package init(message: LimitsAnswer, word: String?) {
    self.message = message
    self.word = word
  }

  private static let commonLimits: Set = [
    "commands_per_s", "name_characters", "chat_characters", "rooms_per_player", "room_members", "seat_s",
    "claims_per_day", "trials_per_player",
  ]

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    let shown = message.limits.filter { limit in
      guard let word else { return Self.commonLimits.contains(limit.name) }
      return word == "all" || Self.contains(word.utf8, in: limit.name.utf8)
    }
    let names = shown.map { "\($0.name) \($0.count)" }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, shown).map { name, limit in
      name + String(repeating: " ", count: width + 2 - name.count) + (message.about[limit.name]?.stringValue ?? "")
    }
    return (lines + (shown.count == message.limits.count ? [] : ["More: /limits all, /limits rooms"]))
      .joined(separator: "\n")
  }

  /// By bytes: names are ASCII, and comparing characters is slow.
  private static func contains(_ word: String.UTF8View, in name: String.UTF8View) -> Bool {
    guard word.count <= name.count else { return false }
    return name.indices.contains { name[$0...].starts(with: word) }
  }
}

extension HelpAnswer: Drawable {
  package func drawn() -> String {
    commands.map { "\($0.text ?? $0.type)   \($0.summary)" }.joined(separator: "\n")
  }
}

extension SchemaAnswer: Drawable {
  package func drawn() -> String { schema.text }
}

extension WordsAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(Drawing.wrapped(words.joined(separator: " ")).joined(separator: "\n"))
    guard let next else { return page }
    let option = list == Request.Words.usualList ? "" : " list=\(list)"
    page.advise("More: /words \(game)\(option) \(next)")
    page.offer(.further("more", Request.Words(game: game, list: list, after: next)))
    return page
  }
}

extension BoardAnswer: Drawable {
  package func drawn() -> String {
    var lines: [String] = []
    if let board {
      let isAsked = !board.prompt.isEmpty
      lines.append(player.map { "\(board.title) · \($0)" } ?? board.title)
      lines += player == nil || isAsked ? Drawing.lines(of: board) : Drawing.watched(board)
    } else if let title = boards.first?.board.title {
      lines.append(title)
    }
    return (lines + Drawing.watched(boards)).joined(separator: "\n")
  }
}

extension RoomsAnswer: Drawable {
  package func drawn() -> String {
    let widths = rooms.map(\.room.count)
    let width = widths.max() ?? 0
    var text = ""
    // One buffer for two hundred rows: joining many small texts takes three times as long.
    text.reserveCapacity(rooms.count * (width + 64))
    for index in rooms.indices {
      if index > 0 { text += "\n" }
      text += rooms[index].room
      text += String(repeating: " ", count: width - widths[index] + 2)
      Self.append(rooms[index], to: &text)
    }
    return text
  }

  private static func append(_ room: RoomSummary, to text: inout String) {
    if let game = room.game {
      text += game
      text += ", "
      text += room.mode?.rawValue ?? ""
      if room.voteSeconds != nil { text += ", by vote" }
    } else {
      text += room.room == KnownNames.channel ? "shared results" : "talk"
    }
    text += " · "
    text += Drawing.count(room.playerCount, "player", "players")
    if let rating = room.ownerRating { text += " (\(rating))" }
    if room.watcherCount > 0 { text += ", \(room.watcherCount) watching" }
    if room.isNamedOnly { text += " · for players with a name" }
    if room.isLocked { text += " · locked" }
    if !room.isOpen { text += " · private" }
    if let yours = room.yours { text += " · you: \(progress(yours))" }
  }

  /// `solved in 3`, `not solved`, or the progress: `3/6`.
  private static func progress(_ board: OwnBoard) -> String {
    guard let outcome = board.outcome else { return (["playing"] + board.notes).joined(separator: " ") }
    guard outcome["won"]?.boolValue == true else { return "not solved" }
    return outcome["tries"]?.intValue.map { "solved in \($0)" } ?? "solved"
  }
}

extension InviteAnswer: Drawable {
  package func drawn() -> String {
    "\(bot), a bot of the house, is on its way to \(room). Matches with it are not rated"
  }
}

extension HouseAnswer: Drawable {
  package func drawn() -> String { "You can be invited to \(games.joined(separator: ", "))" }
}

extension Invited: Drawable {
  package func drawn() -> String { "\(player) invites you to \(room): /join \(room)\(code.map { " " + $0 } ?? "")" }
}

extension WhoAnswer: Drawable {
  package func drawn() -> String {
    func line(_ what: String, _ names: [String], _ total: Int) -> String? {
      guard !names.isEmpty else { return nil }
      let rest = total > names.count ? " and \(total - names.count) more" : ""
      return "\(what): \(names.joined(separator: ", "))\(rest)"
    }
    let known = Dictionary(ratings.map { ($0.player, $0.rating) }) { first, _ in first }
    let players = players.map { player in
      let notes = [bots.contains(player) ? "bot" : nil, known[player].map(String.init)].compactMap { $0 }
      return notes.isEmpty ? player : "\(player) (\(notes.joined(separator: ", ")))"
    }
    let lines = [
      line("In \(room)", players, playerCount), line("Watching", watchers, watchers.count),
      line("Away for a moment", away, away.count), owner.map { "Owner: \($0)" },
      line("Sent away", kicked, kicked.count).map { "\($0) (/unkick NAME lets in again)" },
      line("Muted", muted, muted.count).map { "\($0) (/unmute NAME lets talk again)" },
    ].compactMap { $0 }
    return lines.isEmpty ? "Nobody is in \(room)" : lines.joined(separator: "\n")
  }
}

/// A room as drawn for one viewer.
package struct ShownRoom: Drawable {
  var message: Joined
  /// The noun for a puzzle of the room's game.
  var noun: String
  /// The number of players of a match, in a game that is played against others.
  var seats: ClosedRange<Int>?
  /// Whether the viewer is told what a guest's results are worth.
  package var isGuests = false
  /// Whether the first round begins right after it, without anybody's `start`.
  package var isAboutToBegin = false

  /// Whether the viewer is playing the day's puzzle here.
  package var isDayBegun: Bool { message.mode == .daily && message.state == .playing }

  package init(message: Joined, noun: String, seats: ClosedRange<Int>?) {
    self.message = message
    self.noun = noun
    self.seats = seats
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    let advice = isGuests ? "\nA guest's results do not count: /name NAME claims a name." : ""
    return message.drawn(calling: noun, seats: seats, isAboutToBegin: isAboutToBegin) + advice
  }
}

extension Joined {
  fileprivate func drawn(calling noun: String, seats: ClosedRange<Int>?, isAboutToBegin: Bool) -> String {
    var lines = [headline]
    switch state {
    case .waiting where isAboutToBegin: break
    case .talking where room == KnownNames.channel:
      lines.append("Results are told here as they are shared: /share posts your last one, /shares looks back.")
    case .talking: lines.append("Type to talk; /help lists the commands.")
    case .waiting: lines.append(waiting(for: seats))
    case .watching:
      lines += board.map(Drawing.watched) ?? []
      lines.append(contentsOf: watcherHint)
    case .playing:
      lines += board.map(Drawing.lines(of:)) ?? []
      // A player who typed one word to come here has not seen any instructions yet.
      if mode == .daily { lines.append(unfinishedDay ?? "/help tells the rules, /leave leaves.") }
    case .finished:
      if mode == .daily { lines.append("No \(noun) today: you have played it.") }
      lines += board.map(Drawing.lines(of:)) ?? []
      if let share { lines.append(share) }
      if let seconds = nextDaySeconds { lines.append("The next \(noun) comes in \(Drawing.duration(seconds)).") }
      if mode == .daily { lines.append("/share posts your result, /leave leaves.") }
    }
    return (lines + Drawing.watched(boards)).joined(separator: "\n")
  }

  /// After midnight: the day whose puzzle is being finished.
  private var unfinishedDay: String? {
    guard let day, let seconds = endsInSeconds else { return nil }
    let left = Drawing.duration(seconds)
    return "This is the puzzle of \(day), which you may finish for \(left); /join \(room) today begins today's instead."
  }

  /// What a watcher waits for, and can do.
  private var watcherHint: [String] {
    if mode == .daily { return [] }
    if let seconds = nextInSeconds { return ["The next round begins in \(seconds) s."] }
    return board == nil && boards.isEmpty ? ["Nothing is played yet; you will see it begin."] : []
  }

  private var headline: String {
    var parts = [board?.title ?? room]
    switch mode {
    case .daily: parts.append(endsInSeconds == nil ? "today's puzzle" : "the puzzle of \(day ?? "yesterday")")
    case .race, .together: parts.append((board == nil ? "" : "\(room), ") + (mode?.rawValue ?? ""))
    case .practice: parts.append("practice")
    case nil: break
    }
    if let voteSeconds { parts.append("by vote, \(voteSeconds) s a move") }
    if let clock = terms?.clock { parts.append("clock \(clock.text)") }
    if let bestOf = terms?.bestOf { parts.append("best of \(bestOf)") }
    if terms?.isRated == true, !KnownNames.isGuest(viewer) { parts.append("rated") }
    if state == .watching { parts.append("you are watching") }
    if let seconds = endsInSeconds { parts.append("\(Drawing.duration(seconds)) left") }
    // In a room for talk nothing else shows that the viewer watches.
    let looksOn = state == .watching || (players.count == playerCount && !players.contains(viewer))
    let others = playerCount - (looksOn ? 0 : 1)
    if others > 0 {
      let names = Drawing.names(players.filter { $0 != viewer }, total: others)
      parts.append("\(names) \(others == 1 ? "is" : "are") here")
    } else if mode != .practice {
      parts.append(state == .watching ? "nobody is here" : "nobody else is here")
    }
    return parts.joined(separator: " · ")
  }

  private func waiting(for seats: ClosedRange<Int>?) -> String {
    let invitation = "others come in with /join \(room)\(code.map { " " + $0 } ?? "")"
    if let seats, board != nil { return "You play from the next match on (\(seats.upperBound) at a time)." }
    if let seats, playerCount < seats.lowerBound, seats.count == 1 {
      return "The match begins when \(seats.lowerBound) are here; \(invitation)"
    }
    if nextInSeconds == 0 { return "The round begins in a moment." }
    if let seconds = nextInSeconds { return "The next round begins in \(seconds) s." }
    return owner == viewer
      ? "Type /start when everybody is here; \(invitation)"
      : "Waiting for \(owner ?? "somebody") to type /start"
  }
}

extension RoundResults: Drawable {
  package func drawn() -> String { String(csv.dropLast()) }
}

/// Ratings as drawn for a reader in a room.
package struct ShownRatings: LinkedText {
  var message: RatingsAnswer
  /// The reader's room, if this game is played there without ratings.
  var unratedRoom: String?

  package init(message: RatingsAnswer, unratedRoom: String?) {
    self.message = message
    self.unratedRoom = unratedRoom
  }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func page() -> DrawnPage {
    var page = message.page()
    if let unratedRoom {
      page.add(
        "Matches in \(unratedRoom) do not count: it has a seed, words of its own or a bot of the house, or was opened "
          + "unrated.")
    }
    return page
  }
}

extension RatingsAnswer {
  fileprivate func page() -> DrawnPage {
    var page = DrawnPage([game, bots ? "bots" : nil, "ratings"].compactMap { $0 }.joined(separator: " · "))
    for line in lines { if let place = line.place { add("\(place). ", line, to: &page) } }
    let others = lines.filter { $0.place == nil }
    if !others.isEmpty { page.add("Too few matches for a place:") }
    for line in others { add("   ", line, to: &page) }
    if lines.isEmpty { page.add("Nobody yet: matches between players with names are rated") }
    if let own, !lines.isEmpty, !lines.contains(where: { $0.player == own.player }) {
      page.add("You: \(Self.text(own))")
    }
    return page
  }

  private func add(_ place: String, _ line: Line, to page: inout DrawnPage) {
    page.add(place + Self.text(line), .init("statistics", Request.Stats(player: line.player, game: game)))
  }

  private static func text(_ line: Line) -> String {
    "\(line.player)  \(line.rating) ± \(line.deviation * 2), \(Drawing.count(line.matches, "match", "matches"))"
  }
}
