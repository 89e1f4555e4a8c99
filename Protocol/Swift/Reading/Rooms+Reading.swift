extension RoomSummary {
  /// Reads a listed room. A mode that this library does not know is read as none.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      room: try fields.text("room"), game: fields.optionalText("game"),
      mode: fields.optionalText("mode").flatMap(ModeKind.init(rawValue:)),
      playerCount: fields.count("player_count"), watcherCount: fields.count("watcher_count"),
      isOpen: fields.flag("open"))
    isRated = fields.view["rated"]?.bool == true
    ownerRating = fields.optionalInt("owner_rating")
    if let view = fields.view["yours"], view.kind == .object { yours = OwnBoard(reading: MessageFields(view)) }
  }
}

extension OwnBoard {
  /// Reads how somebody stands with the board of the day.
  public init(reading fields: MessageFields) {
    self.init(notes: fields.texts("notes"), outcome: fields.optionalObject("outcome"))
  }
}

extension RoomsAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var rooms: [RoomSummary] = []
    for room in try fields.list("rooms") { rooms.append(try RoomSummary(reading: room)) }
    self.init(rooms: rooms)
  }
}

extension Joined: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    guard let state = fields.optionalText("state").flatMap(State.init(rawValue:)) else {
      throw fields.missing("state", "one that is known")
    }
    self.init(
      room: try fields.text("room"), seq: try fields.int("seq"), viewer: fields.optionalText("you") ?? "",
      game: fields.optionalText("game"), mode: fields.optionalText("mode").flatMap(ModeKind.init(rawValue:)),
      state: state)
    from = fields.optionalInt("from")
    puzzle = fields.optionalInt("puzzle")
    day = fields.optionalText("day")
    players = fields.texts("players")
    playerCount = fields.optionalInt("player_count") ?? players.count
    owner = fields.optionalText("owner")
    code = fields.optionalText("code")
    isNamedOnly = fields.view["named_only"]?.bool == true
    let terms = MatchTerms(reading: fields)
    if terms.isRated || terms.clock != nil || terms.bestOf != nil { self.terms = terms }
    roundSeconds = fields.optionalInt("round_s")
    round = fields.optionalInt("round")
    endsInSeconds = fields.optionalInt("ends_in_s")
    nextInSeconds = fields.optionalInt("next_in_s")
    isPaused = fields.view["paused"]?.bool == true
    settings = fields.view["settings"]?.value
    board = try fields.optionalBoard("board")
    boards = try fields.playersBoards("boards")
    outcome = fields.optionalObject("outcome")
    share = fields.optionalText("share")
    nextDaySeconds = fields.optionalInt("next_day_in_s")
    recovered = fields.view["recovered"]?.bool
  }
}

extension WhoAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let players = fields.texts("players")
    self.init(
      room: try fields.text("room"), players: players,
      playerCount: fields.optionalInt("player_count") ?? players.count, watchers: fields.texts("watchers"),
      away: fields.texts("away"), owner: fields.optionalText("owner"))
    bots = fields.texts("bots")
    for line in fields.view["ratings"]?.elements.map(MessageFields.init) ?? [] {
      ratings.append((try line.text("player"), try line.int("rating")))
    }
  }
}

extension BoardAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(room: try fields.text("room"), board: try fields.optionalBoard("board"))
    player = fields.optionalText("player")
    boards = try fields.playersBoards("boards")
    guard board != nil || !boards.isEmpty else { throw fields.missing("board", "an object") }
  }
}

extension MessageFields {
  /// Boards with the names of those whose they are.
  fileprivate func playersBoards(_ key: StaticString) throws(UnreadableMessage) -> [PlayerBoard] {
    var boards: [PlayerBoard] = []
    for entry in view[key]?.elements.map(MessageFields.init) ?? [] {
      boards.append((try entry.text("player"), try Board(reading: entry.fields("board"))))
    }
    return boards
  }
}
