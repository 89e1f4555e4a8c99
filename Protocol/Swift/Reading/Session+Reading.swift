extension WireError {
  /// Reads an `error`.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      code: try fields.text("code"), message: fields.optionalText("message") ?? "",
      retryAfterMilliseconds: fields.optionalInt("retry_after_ms"))
    share = fields.optionalInt("share_id")
  }
}

extension ErrorMessage: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) { self.init(try WireError(reading: fields)) }
}

extension Hello: ReadableMessage {
  /// Reads a greeting, whatever version of the protocol it speaks: that is in `protocol`, for the caller to look at.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      server: fields.optionalText("server") ?? "", epoch: try fields.text("epoch"), you: try fields.text("you"),
      day: fields.optionalText("day") ?? "", lineBytes: fields.optionalInt("line_bytes") ?? 0,
      welcome: fields.optionalText("welcome") ?? "")
  }
}

extension About: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var games: [Game] = []
    for game in try fields.list("games") {
      let id = try game.text("id")
      games.append(
        Game(
          id: id, title: game.optionalText("title") ?? id, summary: game.optionalText("summary") ?? "",
          modes: game.texts("modes").compactMap(ModeKind.init(rawValue:)), lists: game.texts("lists"),
          seats: game.range("seats")))
    }
    self.init(
      games: games, day: fields.optionalText("day") ?? "", nextDaySeconds: fields.optionalInt("next_day_in_s") ?? 0,
      commitments: fields.optionalObject("commitments") ?? [:], reactions: fields.texts("reactions"),
      claimedGames: fields.texts("claimed_games"))
  }
}

extension LoginAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var results: [GuestResult] = []
    for result in fields.optionalList("guest_results") ?? [] {
      results.append(
        GuestResult(
          game: try result.text("game"), puzzle: try result.int("puzzle"), isCarried: result.flag("carried"),
          message: result.optionalText("message") ?? ""))
    }
    self.init(
      you: try fields.text("you"), token: fields.optionalText("token"), warning: fields.optionalText("warning"),
      guestResults: results)
  }
}

extension RegisterAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(you: try fields.text("you"), token: fields.optionalText("token"))
  }
}

extension PasswordAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      you: try fields.text("you"), token: fields.optionalText("token"), endsTokens: fields.flag("tokens_ended"))
  }
}

extension Due: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) { self.init(words: try fields.int("words")) }
}

extension LogoutAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) { self.init(you: try fields.text("you")) }
}

extension RenameAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) { self.init(you: try fields.text("you")) }
}

extension ForgetMeAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) { self.init(you: try fields.text("you")) }
}

extension Pong: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) { self.init() }
}

extension Bye: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) { self.init() }
}

extension Takeover: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let text = try fields.text("state")
    guard let state = State(rawValue: text) else { throw UnreadableMessage("A takeover that is \(text)") }
    self.init(state)
  }
}

extension Closing: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(reason: fields.optionalText("reason") ?? "", backInSeconds: fields.optionalInt("back_in_s"))
  }
}

extension NewDay: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let opened = fields.optionalObject("opened").flatMap { puzzles in
      fields.optionalText("opened_day").map { OpenedAnswer(day: $0, puzzles: puzzles) }
    }
    self.init(
      day: try fields.text("day"), nextDaySeconds: fields.optionalInt("next_day_in_s") ?? 0,
      commitments: fields.optionalObject("commitments") ?? [:], opened: opened)
    finished = fields.optionalObject("finished") ?? [:]
    opensInSeconds = fields.optionalInt("opens_in_s")
  }
}

extension LimitsAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let about = fields.view["about"]
    self.init(
      limits: fields.numbers("limits").map { name, value in
        (name, value, about?[named: name]?.string ?? "")
      })
  }
}

extension SchemaAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    guard let schema = fields.view["schema"] else { throw fields.missing("schema", "there") }
    self.init(of: try fields.text("of"), game: fields.optionalText("game"), schema: schema.value)
  }
}

extension WordsAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let words = fields.texts("words")
    self.init(
      game: try fields.text("game"), list: fields.optionalText("list") ?? "", words: words,
      total: fields.optionalInt("total") ?? words.count, more: fields.flag("more"))
  }
}

extension MessageFields {
  /// The numbers of an object by name; whatever is not an integer is left out.
  func numbers(_ key: StaticString) -> [(name: String, value: Int)] {
    guard let view = view[key] else { return [] }
    return view.members.compactMap { name, value in value.int.map { (name, $0) } }
  }
}
