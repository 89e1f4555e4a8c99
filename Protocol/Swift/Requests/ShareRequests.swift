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

extension Request.Share {
  /// `/share`, `/share 12` for a match, `/share lunch` for a room, or a pasted result behind the command.
  init(_ command: TextCommand) {
    guard let word = command.words.first else {
      self.init()
      return
    }
    if command.words.count > 1 {
      self.init(text: command.rest)
    } else if Int(word) == nil {
      self.init(room: word)
    } else {
      self.init(match: word)
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

extension Request.Shares {
  /// Words in any order: a day, the number of a share before which the page begins, a game, a player.
  init(_ command: TextCommand) throws(WireError) {
    self.init(limit: 10)
    for word in command.words {
      if word.isDigits(inGroupsOf: [4, 2, 2]) {
        day = word
      } else if let number = Int(word), number > 0 {
        before = number
      } else if word.first?.isNumber == true {
        throw command.typeItLikeThis("/shares 2026-11-20, or /shares 88")
      } else if game == nil {
        game = word
      } else {
        player = word
      }
    }
  }
}

extension Request.Calendar {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      player: try fields.optionalText("player"), game: try fields.optionalText("game"),
      month: try fields.optionalText("month"))
  }
}

extension Request.Calendar {
  /// Words in any order: a month, a game, a player.
  init(_ command: TextCommand) throws(WireError) {
    self.init()
    for word in command.words {
      if word.first?.isNumber == true {
        guard word.isDigits(inGroupsOf: [4, 2]) else {
          throw command.typeItLikeThis("/calendar [MONTH] [GAME] [PLAYER], with a month like 2026-11")
        }
        month = word
      } else if game == nil {
        game = word
      } else {
        player = word
      }
    }
  }
}

extension String {
  /// Whether it is digits with hyphens between them, such as `2026-11-20` in groups of 4, 2 and 2. Which of them are
  /// dates is for whoever has a calendar.
  fileprivate func isDigits(inGroupsOf counts: [Int]) -> Bool {
    let groups = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == counts && groups.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}

extension TextCommand {
  fileprivate func shareNumber() throws(WireError) -> Int {
    let word = try first()
    guard let number = Int(word.drop { $0 == "#" }), number > 0 else {
      let usage = RequestTable.textForm(named: name)?.form.usage ?? name
      throw typeItLikeThis("\(usage), with the number that stands at the shared result")
    }
    return number
  }

  fileprivate func row() throws(WireError) -> Int? {
    guard let word = second else { return nil }
    guard let row = Int(word), row > 0 else {
      throw typeItLikeThis("/reveal SHARE [ROW], with a row counted from 1")
    }
    return row
  }

  fileprivate func reaction() throws(WireError) -> Reaction? {
    guard let word = second else { return nil }
    guard let reaction = Reaction(rawValue: word) else {
      throw WireError(.badField, "React with one of \(Reaction.allCases.map(\.rawValue).joined(separator: " "))")
    }
    return reaction
  }

  fileprivate func theme() throws(WireError) -> Theme? {
    guard let word = words.first else { return nil }
    guard let theme = Theme(rawValue: word.lowercased()) else { throw typeItLikeThis("/theme dark|light|contrast") }
    return theme
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

extension RequestTable {
  private static let shareID: JSON = ["type": "integer", "minimum": 1]

  /// `share`.
  public static let share = RequestRow(
    "share",
    "post a finished match to the channel, the last one unless you name it; or a pasted result from elsewhere",
    fields: [
      "room": ["type": "string", "description": "the last match that you have finished there"],
      "match": ["type": "string", "description": "a match, as history names it"],
      "text": ["type": "string", "description": "a pasted result from elsewhere, line breaks and all"],
    ], needs: .storage,
    typed: [TextForm("/share [MATCH], /share ROOM, /share TEXT", takesText: true) { .share(Request.Share($0)) }]
  ) { fields throws(WireError) in .share(try Request.Share(fields)) }

  /// The requests about the channel of shared results.
  static let channelRows: [RequestRow] = [
    share,
    RequestRow(
      "shares", "look back at what was shared, the newest first", example: ["game": "wordle", "limit": 20],
      fields: [
        "before": ["type": "integer", "minimum": 1, "description": "a share of the page before"], "game": text,
        "player": text, "day": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Shares.maximumPage)],
      ],
      typed: [
        TextForm("/shares [GAME] [PLAYER] [DAY] [SHARE]") { typed throws(WireError) in
          .shares(try Request.Shares(typed))
        }
      ]
    ) { fields throws(WireError) in .shares(try Request.Shares(fields)) },
    RequestRow(
      "reveal", "the letters of a shared grid, all or one row, if you may know the puzzle", example: ["share_id": 88],
      fields: [
        "share_id": shareID, "row": ["type": "integer", "minimum": 1, "description": "one row, counted from 1"],
      ], required: ["share_id"],
      typed: [
        TextForm("/reveal SHARE [ROW]") { typed throws(WireError) in
          .reveal(share: try typed.shareNumber(), row: try typed.row())
        }
      ]
    ) { fields throws(WireError) in
      .reveal(share: try fields.share(), row: try fields.optionalInt("row", in: 1...Int.max))
    },
    RequestRow(
      "react", "answer a shared result with one emoji; without one, take yours back",
      example: ["share_id": 88, "emoji": "🎉"],
      fields: ["share_id": shareID, "emoji": ["enum": .array(Reaction.allCases.map { .string($0.rawValue) })]],
      required: ["share_id"], needs: .storage,
      typed: [
        TextForm("/react SHARE [EMOJI]") { typed throws(WireError) in
          .react(share: try typed.shareNumber(), emoji: try typed.reaction())
        }
      ]
    ) { fields throws(WireError) in .react(share: try fields.share(), emoji: try fields.optionalReaction("emoji")) },
    RequestRow(
      "unshare", "take a result of yours back from the channel", example: ["share_id": 88],
      fields: ["share_id": shareID], required: ["share_id"], needs: .storage,
      typed: [TextForm("/unshare SHARE") { typed throws(WireError) in .unshare(share: try typed.shareNumber()) }]
    ) { fields throws(WireError) in .unshare(share: try fields.share()) },
    // Only a colour that is chosen is kept: storage is asked for where one is.
    RequestRow(
      "theme", "the colours in which tiles are drawn for you in text", example: ["theme": "contrast"],
      fields: ["theme": ["enum": .array(Theme.allCases.map { .string($0.rawValue) })]],
      typed: [TextForm("/theme [dark|light|contrast]") { typed throws(WireError) in .theme(try typed.theme()) }]
    ) { fields throws(WireError) in .theme(try fields.optionalTheme("theme")) },
    RequestRow(
      "calendar", "a month of a player's dailies in a game", example: ["game": "wordle", "month": "2026-11"],
      fields: ["player": text, "game": text, "month": ["type": "string", "description": "such as 2026-11"]],
      typed: [
        TextForm("/calendar [MONTH] [GAME] [PLAYER]") { typed throws(WireError) in
          .calendar(try Request.Calendar(typed))
        }
      ]
    ) { fields throws(WireError) in .calendar(try Request.Calendar(fields)) },
  ]
}
