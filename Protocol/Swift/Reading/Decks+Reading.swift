extension ImportAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(bytes: try fields.int("bytes"), dropped: fields.optionalInt("dropped"))
  }
}

extension ImportPreview: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var first: [LearntWord] = []
    for word in try fields.list("first") { first.append(try LearntWord(reading: word, isNew: true)) }
    var faults: [Fault] = []
    if fields.view["faults"] != nil {
      for fault in try fields.list("faults") {
        faults.append(Fault(line: try fault.int("line"), message: try fault.text("message")))
      }
    }
    self.init(
      language: try fields.text("language"), isNewLanguage: fields.flag("new_language"),
      columns: fields.texts("columns"), notes: try fields.int("notes"), new: try fields.int("new"),
      leftOut: fields.optionalInt("left_out") ?? 0, first: first, duplicates: fields.duplicates,
      faults: Listed(count: fields.optionalInt("fault_count") ?? 0, first: faults))
    separator = fields.optionalText("separator")
    heading = fields.texts("heading")
  }
}

extension ImportAdded: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      language: try fields.text("language"), added: try fields.int("added"),
      leftOut: fields.optionalInt("left_out") ?? 0, duplicates: fields.duplicates)
  }
}

extension ExportAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      language: try fields.text("language"), format: try fields.text("format"), text: try fields.text("text"),
      after: try fields.int("after"), more: fields.flag("more"))
  }
}

extension DecksAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var decks: [Deck] = []
    for deck in try fields.list("decks") {
      decks.append(
        Deck(
          name: try deck.text("deck"), title: try deck.text("title"), language: try deck.text("language"),
          words: deck.optionalInt("words")))
    }
    self.init(decks: decks)
  }
}

extension MessageFields {
  fileprivate var duplicates: Listed<String> {
    Listed(count: optionalInt("duplicate_count") ?? 0, first: texts("duplicates"))
  }
}

extension LearntWord {
  /// Reads a word.
  ///
  /// - Parameter isNew: whether it is one that is no word yet, and has no number.
  fileprivate init(reading fields: MessageFields, isNew: Bool) throws(UnreadableMessage) {
    self.init(
      number: isNew ? 0 : try fields.int("word"), original: try fields.text("original"),
      translation: try fields.text("translation"), note: fields.optionalText("note") ?? "",
      part: fields.optionalText("part") ?? "", example: fields.optionalText("example") ?? "",
      isMarked: fields.flag("marked"), due: fields.optionalText("due"))
  }
}
