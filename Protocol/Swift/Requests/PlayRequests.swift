// Hand-written parts of requests for playing and talking.

extension Request.Help {
  init(typed command: TextCommand) throws(WireError) { self.init(topic: command.words.first) }
}

extension Request.Join {
  /// `lunch tacos`, `wordle hard`: a word after the room is its code, or a setting if the room has no code.
  init(typed command: TextCommand) throws(WireError) {
    let room = try command.word(or: "/\(command.name) ROOM [CODE], for example /\(command.name) wordle")
    let words = command.words.dropFirst()
    let options = TypedOptions(words)
    self.init(
      room: room, code: options.code ?? options.flags.first, settings: options.settings,
      beginsToday: words.contains { $0.lowercased() == "today" })
  }

  /// `lunch tacos`, without taking a seat.
  init(watching command: TextCommand) throws(WireError) {
    let join = try Self(typed: command)
    self.init(room: join.room, isWatching: true, code: join.code)
  }
}

extension Request.Say {
  init(typed command: TextCommand) throws(WireError) { self.init(text: command.rest) }
}

extension Request.Create {
  /// The terms of matches, in a game for several players.
  public var terms: MatchTerms {
    var terms = MatchTerms()
    (terms.clock, terms.bestOf) = (clock, bestOf)
    return terms
  }

  /// The default duration of a vote if only `vote` is typed.
  private static let usualVoteSeconds = 10

  /// The day of a past daily, as a date or number.
  public var pastDay: String? { day ?? puzzle.map(String.init) }

  /// `lunch wordle race code=tacos named`.
  init(typed command: TextCommand) throws(WireError) {
    self.init(room: try command.word(or: "/create lunch wordle race code=tacos; see /help create"))
    try take(command.words.dropFirst())
  }

  /// `wordle race code=tacos named`.
  mutating func take(_ words: some Sequence<String>) throws(WireError) {
    var options: [String] = []
    for word in words {
      if word.lowercased() == "named" {
        isNamedOnly = true
      } else if word.lowercased() == "vote" {
        options.append("vote=\(Self.usualVoteSeconds)")
      } else if ["rated", "unrated"].contains(word.lowercased()) {
        isRated = word.lowercased() == "rated"
      } else if mode == nil, let mode = ModeKind(rawValue: word.lowercased()) {
        self.mode = mode
      } else if game == nil, options.isEmpty, !word.contains("=") {
        game = word
      } else {
        options.append(word)
      }
    }
    try TypedOptions(options).apply(to: &self)
    if voteSeconds != nil { mode = mode ?? .together }
  }

  /// `wordle hard day=2026-11-19`, for a private room.
  init(practice command: TextCommand) throws(WireError) {
    self.init(game: try command.word(or: "/practice GAME, for example /practice wordle"), mode: .practice)
    try TypedOptions(command.words.dropFirst()).apply(to: &self)
  }
}

extension Request.Move {
  /// A client's move.
  public enum Content {
    /// `"move":{…}`.
    case typed(JSONView)
    /// `"text":"crane"`.
    case text(String)
  }

  /// The move.
  public var content: Content { move.map { .typed($0) } ?? .text(text ?? "") }

  init(typed command: TextCommand) throws(WireError) { self.init(text: command.rest) }

  /// `give up`.
  init?(giving command: TextCommand) throws(WireError) {
    guard command.rest.lowercased() == "up" else { return nil }
    self.init(text: "give up")
  }
}

extension Request.Change {
  /// `120 now`.
  init(typed command: TextCommand) throws(WireError) {
    guard let seconds = Int(try command.word()), Self.roundSecondsRange.contains(seconds) else {
      throw WireError(.badField, "A round takes from 10 to 86400 seconds: /time 120, or /time 120 now")
    }
    self.init(roundSeconds: seconds, now: command.optionalWord(1)?.lowercased() == "now")
  }
}

extension Request.Invite {
  func check() throws(WireError) {
    guard bot else { throw WireError(.badField, "\"bot\" of \"invite\" must be true: others come in with \"join\"") }
  }

  init(typed command: TextCommand) throws(WireError) {
    guard command.words.map({ $0.lowercased() }) == ["bot"] else {
      throw WireError(.badField, "Only a bot can be invited: /invite bot; others come in with /join ROOM")
    }
    self.init(bot: true)
  }
}
