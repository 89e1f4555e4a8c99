extension SharedResult {
  /// Reads a result of the channel.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      id: try fields.int("share_id"), player: try fields.text("player"), isBot: fields.flag("bot"),
      game: try fields.text("game"), puzzle: fields.optionalInt("puzzle"), day: fields.optionalText("day") ?? "",
      mode: fields.optionalText("mode").flatMap(ModeKind.init(rawValue:)), match: fields.optionalText("match"),
      won: fields.flag("won"), tries: fields.optionalInt("tries"), text: try fields.text("text"),
      isClaimed: fields.flag("claimed"))
  }
}

extension Shared: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: fields.placeIfAny, result: try SharedResult(reading: fields), replaced: fields.optionalInt("replaced"))
  }
}

extension Unshared: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(place: fields.placeIfAny, player: try fields.text("player"), share: fields.optionalInt("share_id"))
  }
}

extension Reacted: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      place: fields.placeIfAny, share: try fields.int("share_id"), player: try fields.text("player"),
      emoji: fields.reaction("emoji"), reactions: fields.reactions)
  }
}

extension SharesAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var entries: [Entry] = []
    for entry in try fields.list("shares") {
      entries.append(
        Entry(
          result: try SharedResult(reading: entry), reactions: entry.reactions, own: entry.reaction("your_reaction"),
          link: entry.optionalText("link")))
    }
    self.init(entries: entries, more: fields.flag("more"))
  }
}

extension RevealAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      share: try fields.int("share_id"), player: try fields.text("player"), game: try fields.text("game"),
      row: fields.optionalInt("row"), rows: try fields.rows())
  }
}

extension ThemeAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(theme: Theme(rawValue: try fields.text("theme")) ?? .dark)
  }
}

extension CalendarAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var entries: [Entry] = []
    for entry in try fields.list("days") {
      entries.append(
        Entry(
          day: try entry.text("day"), puzzle: entry.optionalInt("puzzle") ?? 0, won: entry.flag("won"),
          tries: entry.optionalInt("tries")))
    }
    self.init(
      player: try fields.text("player"), game: try fields.text("game"), month: try fields.text("month"),
      entries: entries)
  }
}

extension MessageFields {
  /// Where an event of the channel stands; answers to those who do not follow it stand nowhere.
  fileprivate var placeIfAny: EventPlace? { try? EventPlace(reading: self) }

  fileprivate func reaction(_ key: StaticString) -> Reaction? { optionalText(key).flatMap(Reaction.init(rawValue:)) }

  /// Emoji that this library does not know, which may come in time, are left out.
  fileprivate var reactions: [(emoji: Reaction, count: Int)] {
    guard let view = view["reactions"], view.kind == .object else { return [] }
    return view.members.compactMap { name, count in
      guard let emoji = Reaction(rawValue: name), let number = count.int else { return nil }
      return (emoji, number)
    }
  }
}
