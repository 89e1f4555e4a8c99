extension Announcement: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(text: try fields.text("text"), room: fields.optionalText("room"))
  }
}

extension Unsaid: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(room: try fields.text("room"), player: try fields.text("player"), line: fields.optionalInt("line"))
  }
}
