extension Paused: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), player: try fields.text("player"), isPaused: fields.flag("paused"))
    endsInSeconds = fields.optionalInt("ends_in_s")
    nextInSeconds = fields.optionalInt("next_in_s")
  }
}

extension Stopped: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(place: try EventPlace(reading: fields), player: try fields.text("player"))
  }
}

extension Changed: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: try EventPlace(reading: fields), player: try fields.text("player"),
      roundSeconds: try fields.int("round_s"), endsInSeconds: fields.optionalInt("ends_in_s"))
  }
}

extension ExcludedAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(room: try fields.text("room"), kicked: fields.texts("kicked"), muted: fields.texts("muted"))
  }
}
