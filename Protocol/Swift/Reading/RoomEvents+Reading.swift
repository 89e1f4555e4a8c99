extension EventPlace {
  /// Reads where an event stands.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(room: try fields.text("room"), seq: try fields.int("seq"), from: fields.optionalInt("from"))
  }
}

extension Moved: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), player: fields.optionalText("player") ?? "",
      turn: try fields.object("turn"),
      board: try fields.optionalBoard("board"))
    remark = fields.optionalText("remark")
    endsPuzzle = fields.flag("over")
  }
}

extension Finished: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), player: try fields.text("player"), outcome: try fields.object("outcome"),
      share: fields.optionalText("share") ?? "", praise: fields.optionalText("praise"))
    nextDaySeconds = fields.optionalInt("next_day_in_s")
  }
}

extension Digest: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), playerCount: try fields.int("player_count"),
      finished: fields.optionalInt("finished") ?? 0, recent: fields.texts("recent"))
    board = try fields.optionalBoard("board")
  }
}

extension Round: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), number: try fields.int("n"), board: try fields.optionalBoard("board"),
      endsInSeconds: fields.optionalInt("ends_in_s"))
  }
}

extension RoundOver: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var standings: [Standing] = []
    for line in try fields.list("standings") {
      var standing = Standing(
        place: line.optionalInt("place"), player: try line.text("player"), outcome: line.optionalObject("outcome"),
        elapsedMilliseconds: line.optionalInt("elapsed_ms"), progress: line.optionalInt("progress"),
        wins: line.optionalInt("wins") ?? 0)
      standing.rating = line.optionalInt("rating")
      standing.ratingChange = line.optionalInt("rating_change")
      standings.append(standing)
    }
    self.init(
      place: try EventPlace(reading: fields), number: try fields.int("n"), standings: standings,
      solution: fields.view["solution"]?.value.arrayValue, nextInSeconds: fields.optionalInt("next_in_s"))
    bestOf = fields.optionalInt("best_of")
    winner = fields.optionalText("winner")
  }
}

extension Said: ReadableMessage {
  /// Reads a line of talk; where it is hidden there is no ``text``.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), player: try fields.text("player"), text: fields.optionalText("text"),
      hiddenFrom: fields.texts("hidden_from"), hiddenCount: fields.optionalInt("hidden_from_count"),
      isBlocked: fields.view["blocked"]?.bool == true)
  }
}

extension HiddenTalk: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var lines: [Line] = []
    for line in try fields.list("lines") {
      lines.append(
        Line(seq: try line.int("seq"), player: try line.text("player"), text: try line.text("text")))
    }
    self.init(room: try fields.text("room"), lines: lines)
  }
}

extension Presence {
  /// Reads a change of who is here: the message's type says which.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    guard let change = fields.optionalText("type").flatMap(Change.init(rawValue:)) else {
      throw fields.missing("type", "a change of who is here")
    }
    self.init(
      place: try EventPlace(reading: fields), change: change, player: try fields.text("player"),
      isWatching: fields.flag("watching"), reason: fields.optionalText("reason"), name: fields.optionalText("name"),
      isMuted: fields.view["muted"]?.bool)
    isBot = fields.flag("bot")
  }
}
