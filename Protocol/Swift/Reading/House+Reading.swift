extension InviteAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(room: try fields.text("room"), bot: try fields.text("bot"))
  }
}

extension HouseAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(games: fields.texts("games"), tables: try fields.int("tables"))
  }
}

extension Invited: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      room: try fields.text("room"), code: fields.optionalText("code"), game: try fields.text("game"),
      player: try fields.text("player"))
  }
}
