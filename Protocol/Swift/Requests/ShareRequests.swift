extension Request {
  /// The fields of `share`. Without any the last finished match is shared.
  public struct Share: Hashable, Sendable {
    /// The last finished match of this room.
    public var room: String?
    /// This match, as `history` names it.
    public var match: String?
    /// A pasted result from elsewhere; may have several lines.
    public var text: String?
    /// The fields.
    public init(room: String? = nil, match: String? = nil, text: String? = nil) {
      self.room = room
      self.match = match
      self.text = text
    }
  }

  /// The fields of `shares`.
  public struct Shares: Hashable, Sendable {
    /// Results shared before this one.
    public var before: Int?
    /// Of one game.
    public var game: String?
    /// Of one player.
    public var player: String?
    /// Of one civil day.
    public var day: String?
    /// Results, up to ``maximumPage``.
    public var limit: Int
    /// The most results one page holds.
    public static let maximumPage = 100
    /// The fields.
    public init(
      before: Int? = nil, game: String? = nil, player: String? = nil, day: String? = nil, limit: Int = 20
    ) {
      self.before = before
      self.game = game
      self.player = player
      self.day = day
      self.limit = limit
    }
  }

  /// The fields of `calendar`.
  public struct Calendar: Hashable, Sendable {
    /// The player asked about; whoever asks, unless said otherwise.
    public var player: String?
    /// The game's id.
    public var game: String?
    /// `2026-11`; the present month unless said otherwise.
    public var month: String?
    /// The fields.
    public init(player: String? = nil, game: String? = nil, month: String? = nil) {
      self.player = player
      self.game = game
      self.month = month
    }
  }
}

extension Request.Share {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      room: try fields.optionalText("room"), match: try fields.optionalText("match"),
      text: try fields.optionalLongText("text"))
    guard [room, match, text].count(where: { $0 != nil }) < 2 else {
      throw WireError(.badField, "\"share\" takes one of \"room\", \"match\" and \"text\", or none")
    }
  }
}

extension Request.Shares {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      before: try fields.optionalInt("before", in: 1...Int.max), game: try fields.optionalText("game"),
      player: try fields.optionalText("player"), day: try fields.optionalText("day"),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? 20)
  }
}

extension Request.Calendar {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      player: try fields.optionalText("player"), game: try fields.optionalText("game"),
      month: try fields.optionalText("month"))
  }
}

extension RequestFields {
  /// The number of a shared result.
  func share() throws(WireError) -> Int {
    guard let number = try optionalInt("share_id", in: 1...Int.max) else {
      throw WireError(.badField, "\"\(type)\" needs a field \"share_id\" (an integer)")
    }
    return number
  }

  func optionalReaction(_ key: StaticString) throws(WireError) -> Reaction? {
    guard let text = try optionalText(key) else { return nil }
    guard let reaction = Reaction(rawValue: text) else {
      throw wrong(key, "one of " + Reaction.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }
    return reaction
  }

  func optionalTheme(_ key: StaticString) throws(WireError) -> Theme? {
    guard let text = try optionalText(key) else { return nil }
    guard let theme = Theme(rawValue: text) else {
      throw wrong(key, "one of " + Theme.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }
    return theme
  }
}

extension RequestGuide {
  private static let shareID: JSON = ["type": "integer", "minimum": 1]

  /// The requests about the channel of shared results.
  static let channelEntries: [Entry] = [
    Entry(
      .share,
      "post a finished match to the channel, the last one unless you name it; or a pasted result from elsewhere",
      text: "/share [MATCH], /share ROOM, /share TEXT",
      fields: [
        "room": ["type": "string", "description": "the last match that you have finished there"],
        "match": ["type": "string", "description": "a match, as history names it"],
        "text": ["type": "string", "description": "a pasted result from elsewhere, line breaks and all"],
      ]),
    Entry(
      .shares, "look back at what was shared, the newest first", example: ["game": "wordle", "limit": 20],
      text: "/shares [GAME] [PLAYER] [DAY] [SHARE]",
      fields: [
        "before": ["type": "integer", "minimum": 1, "description": "a share of the page before"], "game": text,
        "player": text, "day": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Shares.maximumPage)],
      ]),
    Entry(
      .reveal, "the letters of a shared grid, all or one row, if you may know the puzzle", example: ["share_id": 88],
      text: "/reveal SHARE [ROW]",
      fields: [
        "share_id": shareID, "row": ["type": "integer", "minimum": 1, "description": "one row, counted from 1"],
      ],
      required: ["share_id"]),
    Entry(
      .react, "answer a shared result with one emoji; without one, take yours back",
      example: ["share_id": 88, "emoji": "🎉"], text: "/react SHARE [EMOJI]",
      fields: ["share_id": shareID, "emoji": ["enum": .array(Reaction.allCases.map { .string($0.rawValue) })]],
      required: ["share_id"]),
    Entry(
      .unshare, "take a result of yours back from the channel", example: ["share_id": 88], text: "/unshare SHARE",
      fields: ["share_id": shareID], required: ["share_id"]),
    Entry(
      .theme, "the colours in which tiles are drawn for you in text", example: ["theme": "contrast"],
      text: "/theme [dark|light|contrast]",
      fields: ["theme": ["enum": .array(Theme.allCases.map { .string($0.rawValue) })]]),
    Entry(
      .calendar, "a month of a player's dailies in a game", example: ["game": "wordle", "month": "2026-11"],
      text: "/calendar [MONTH] [GAME] [PLAYER]",
      fields: ["player": text, "game": text, "month": ["type": "string", "description": "such as 2026-11"]]),
  ]
}
