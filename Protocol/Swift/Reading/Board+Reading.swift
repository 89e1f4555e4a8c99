extension Board: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard view.kind == .object else { throw UnreadableMessage("It is no object") }
    try self.init(reading: MessageFields(view))
  }

  /// Reads a board. Unknown colours and acts, which later versions may add, are left out of ``keys`` and ``gestures``;
  /// in ``Row/tiles`` they are kept.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(title: try fields.value("title"), rows: try fields.rows(), isGrid: fields.valueIfAny("grid") ?? false)
    if let groups = fields.view["keys"] {
      for (name, letters) in groups.members {
        guard name.count == 1, let tile = name.first.flatMap(Tile.init(rawValue:)), let letters = letters.string
        else { continue }
        keys.append(Keys(tile: tile, letters: letters))
      }
    }
    prompt = fields.valueIfAny("prompt") ?? ""
    notes = fields.listIfAny("notes") ?? []
    data = fields.valueIfAny("data") ?? [:]
    for gesture in fields.view["gestures"]?.elements.map(MessageFields.init) ?? [] {
      guard let act = gesture.valueIfAny("on").flatMap(Gesture.Act.init(rawValue:)),
        let text: String = gesture.valueIfAny("text")
      else { continue }
      gestures.append(Gesture(act, text))
    }
    if let fields = fields.view["completed"].map(MessageFields.init) {
      completed = Completed(caption: try fields.value("caption"), rows: try fields.rows())
      completed?.actions = try Self.actions(in: fields)
    }
    for choice in fields.view["choices"]?.elements.map(MessageFields.init) ?? [] {
      choices.append(
        Choice(
          text: try choice.value("text"), move: choice.valueIfAny("move") ?? "",
          tile: Tile(reading: choice.valueIfAny("tile"))))
    }
    actions = try Self.actions(in: fields)
    try readParts(fields)
    try readTable(fields)
    self = bounded
  }

  private static func actions(in fields: MessageFields) throws(UnreadableMessage) -> [Action] {
    var actions: [Action] = []
    for action in fields.view["actions"]?.elements.prefix(8).map(MessageFields.init) ?? [] {
      actions.append(Action(try action.value("text"), move: try action.value("move")))
    }
    return actions
  }

  /// Unknown parts, which later versions may add, are ignored.
  private mutating func readParts(_ fields: MessageFields) throws(UnreadableMessage) {
    for part in fields.view["parts"]?.elements.prefix(PartLimit.parts).map(MessageFields.init) ?? [] {
      let content: Part.Content
      if let cards = part.view["cards"]?.elements {
        content = .cards(cards.prefix(PartLimit.cards).map { Card(reading: MessageFields($0)) })
      } else if part.view["rows"] != nil {
        content = .grid(try Grid(reading: part))
      } else {
        continue
      }
      parts.append(
        Part(title: try part.value("title"), player: part.valueIfAny("player") ?? "", content: content))
    }
  }

  private mutating func readTable(_ fields: MessageFields) throws(UnreadableMessage) {
    for seat in fields.view["seats"]?.elements.map(MessageFields.init) ?? [] {
      seats.append(
        Seat(
          number: 0, player: try seat.value("player"), mark: seat.valueIfAny("mark") ?? "",
          score: seat.valueIfAny("score")))
    }
    toMove = fields.listIfAny("to_move") ?? []
    moves = fields.view["moves"]?.elements.map(\.value) ?? []
    for clock in fields.view["clocks"]?.elements.map(MessageFields.init) ?? [] {
      clocks.append(
        Clock(
          player: try clock.value("player"), milliseconds: clock.valueIfAny("ms") ?? 0,
          runs: clock.valueIfAny("runs") ?? false))
    }
    endsInMilliseconds = fields.valueIfAny("ends_in_ms")
  }
}

extension Board.Grid {
  fileprivate init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      rows: try fields.rows(), isTries: fields.valueIfAny("tries") ?? false, drag: fields.valueIfAny("drag") ?? "")
    for sign in fields.view["signs"]?.elements.map(MessageFields.init) ?? [] {
      guard let letter: String = sign.valueIfAny("letter"), let text: String = sign.valueIfAny("text"),
        let first = letter.first
      else { continue }
      signs.append(Board.Sign(first, text))
    }
  }
}

extension Board.Card {
  fileprivate init(reading fields: MessageFields) {
    self.init(
      fields.valueIfAny("face") ?? "", name: fields.valueIfAny("name") ?? "",
      move: fields.valueIfAny("move") ?? "", tile: Tile(reading: fields.valueIfAny("tile")))
  }
}

extension Tile {
  fileprivate init?(reading text: String?) {
    guard let text, text.count == 1, let tile = text.first.flatMap(Tile.init(rawValue:)) else { return nil }
    self = tile
  }
}

extension Board.Row: WireObject {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(letters: try fields.value("letters"), tiles: try fields.value("tiles"))
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("letters", letters)
    json.field("tiles", tiles)
  }
}

extension MessageFields {
  /// The rows of a board or of a shared grid, which are required.
  func rows() throws(UnreadableMessage) -> [Board.Row] { try list("rows") }
}
