extension Request {
  /// The fields of `leaderboard`.
  public struct Leaderboard: Hashable, Sendable {
    /// `day`, `week`, `month` or `all`.
    public enum Period: String, CaseIterable, Sendable {
      /// Today.
      case day
      /// The last seven days, today among them.
      case week
      /// The present calendar month; of claimed results only.
      case month
      /// All time.
      case all
    }
    /// The game's id; may be left out where there is one game, or in a room with a game.
    public var game: String?
    /// Results of which mode count: dailies, unless said otherwise.
    public var mode: ModeKind
    /// The time that counts; a week unless said otherwise.
    public var period: Period
    /// Whether bots are listed instead of people.
    public var bots: Bool
    /// Whether results are counted that were played elsewhere and claimed here.
    public var claimed: Bool
    /// Lines, up to ``maximumLines``.
    public var limit: Int
    /// The most lines one answer holds.
    public static let maximumLines = 100
    /// The fields.
    public init(
      game: String? = nil, mode: ModeKind = .daily, period: Period = .week, bots: Bool = false, claimed: Bool = false,
      limit: Int = 20
    ) {
      self.claimed = claimed
      self.game = game
      self.mode = mode
      self.period = period
      self.bots = bots
      self.limit = limit
    }
  }

  /// The fields of `history`.
  public struct History: Hashable, Sendable {
    /// The player asked about; whoever asks, unless said otherwise.
    public var player: String?
    /// One game's only.
    public var game: String?
    /// Matches before this one.
    public var before: String?
    /// Results, up to ``maximumPage``.
    public var limit: Int
    /// The most results one page holds.
    public static let maximumPage = 100
    /// The fields.
    public init(player: String? = nil, game: String? = nil, before: String? = nil, limit: Int = 20) {
      self.player = player
      self.game = game
      self.before = before
      self.limit = limit
    }
  }

  /// The fields of `compare`.
  public struct Compare: Hashable, Sendable {
    /// The other player.
    public var with: String
    /// The game's id.
    public var game: String?
    /// Days, up to ``maximumDays``.
    public var limit: Int
    /// The most days one answer holds.
    public static let maximumDays = 100
    /// The fields.
    public init(with: String, game: String? = nil, limit: Int = 10) {
      self.with = with
      self.game = game
      self.limit = limit
    }
  }
}

extension Request.Leaderboard {
  init(_ fields: RequestFields) throws(WireError) {
    let name = try fields.optionalText("period") ?? Period.week.rawValue
    guard let period = Period(rawValue: name) else {
      throw fields.wrong("period", "one of \"day\", \"week\", \"month\", \"all\"")
    }
    let claimed = try fields.optionalBool("claimed") ?? false
    guard period != .month || claimed else {
      throw WireError(.badField, "The period \"month\" is one of claimed results: say \"claimed\":true")
    }
    self.init(
      game: try fields.optionalText("game"), mode: try fields.optionalMode("mode") ?? .daily, period: period,
      bots: try fields.optionalBool("bots") ?? false, claimed: claimed,
      limit: try fields.optionalInt("limit", in: 1...Self.maximumLines) ?? 20)
  }
}

extension Request.Leaderboard {
  /// Words in any order: a period, a mode, `bots`, `claimed`, a game.
  init(_ command: TextCommand) throws(WireError) {
    self.init()
    var namesMode = false
    for word in command.words {
      if let period = Period(rawValue: word.lowercased()) {
        self.period = period
        if period == .month { claimed = true }
      } else if word.lowercased() == "bots" {
        bots = true
      } else if word.lowercased() == "claimed" {
        claimed = true
      } else if let mode = ModeKind(rawValue: word.lowercased()) {
        self.mode = mode
        namesMode = true
      } else {
        game = word
      }
    }
    guard period != .month || !namesMode else {
      throw WireError(
        .badField, "Months are of results played elsewhere; of those played here /leaderboard week or all")
    }
  }
}

extension Request.History {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      player: try fields.optionalText("player"), game: try fields.optionalText("game"),
      before: try fields.optionalText("before"),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? 20)
  }
}

extension Request.Compare {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      with: try fields.text("with"), game: try fields.optionalText("game"),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumDays) ?? 10)
  }
}

extension RequestTable {
  /// The requests about what has been played.
  static let lookingBackRows: [RequestRow] = [
    RequestRow(
      "stats", "played, won, streaks, distribution and average of a player in a game",
      example: ["player": "ana", "game": "wordle"], fields: ["player": text, "game": text],
      typed: [TextForm("/stats [GAME] [PLAYER]") { .stats(player: $0.second, game: $0.words.first) }]
    ) { fields throws(WireError) in
      .stats(player: try fields.optionalText("player"), game: try fields.optionalText("game"))
    },
    RequestRow(
      "leaderboard", "the best at dailies, or in another mode, of the day, the week or all time",
      example: ["game": "wordle", "period": "week"],
      fields: [
        "game": text, "mode": ["enum": ["daily", "race", "together", "practice"]],
        "period": ["enum": ["day", "week", "month", "all"]], "bots": flag,
        "claimed": ["type": "boolean", "description": "results from elsewhere, which alone have months"],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Leaderboard.maximumLines)],
      ],
      typed: [
        TextForm("/leaderboard [day|week|month|all] [race|together|practice] [bots] [claimed] [GAME]") {
          typed throws(WireError) in
          .leaderboard(try Request.Leaderboard(typed))
        }
      ]
    ) { fields throws(WireError) in .leaderboard(try Request.Leaderboard(fields)) },
    RequestRow(
      "history", "finished matches, the newest first", example: ["player": "ana", "limit": 10],
      fields: [
        "player": text, "game": text, "before": ["type": "string", "description": "a match of the page before"],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.History.maximumPage)],
      ],
      typed: [
        TextForm("/history [GAME] [PLAYER]") {
          .history(Request.History(player: $0.second, game: $0.words.first, limit: 10))
        }
      ]
    ) { fields throws(WireError) in .history(try Request.History(fields)) },
    RequestRow(
      "ratings", "the best at a game that is played against others, by their ratings", example: ["game": "lastword"],
      fields: [
        "game": text, "bots": flag,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Leaderboard.maximumLines)],
      ],
      typed: [
        TextForm("/ratings [GAME] [bots]") { typed in
          let words = typed.words.filter { $0.lowercased() != "bots" }
          return .ratings(game: words.first, bots: words.count < typed.words.count, limit: 20)
        }
      ]
    ) { fields throws(WireError) in
      .ratings(
        game: try fields.optionalText("game"), bots: try fields.optionalBool("bots") ?? false,
        limit: try fields.optionalInt("limit", in: 1...Request.Leaderboard.maximumLines) ?? 20)
    },
    RequestRow(
      "compare", "the dailies that both of you have finished, head to head", example: ["with": "ben"],
      fields: [
        "with": text, "game": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Compare.maximumDays)],
      ], required: ["with"],
      typed: [
        TextForm("/compare PLAYER [GAME]") { typed throws(WireError) in
          .compare(Request.Compare(with: try typed.first(), game: typed.second, limit: 5))
        }
      ]
    ) { fields throws(WireError) in .compare(try Request.Compare(fields)) },
    RequestRow(
      "replay", "a whole match as lines of JSON that replay offline", example: ["match": "12"],
      fields: ["match": text], required: ["match"],
      typed: [
        TextForm("/replay MATCH") { typed throws(WireError) in
          .replay(match: try typed.first("/replay MATCH, as /history tells it"))
        }
      ]
    ) { fields throws(WireError) in .replay(match: try fields.text("match")) },
    RequestRow(
      "opened", "the puzzles of a day that is over, and what opens their commitments",
      example: ["day": "2026-11-19"], fields: ["day": text], required: ["day"],
      typed: [
        TextForm("/opened DAY") { typed throws(WireError) in
          .opened(day: try typed.first("/opened DAY, for example /opened 2026-11-19"))
        }
      ]
    ) { fields throws(WireError) in .opened(day: try fields.text("day")) },
  ]
}
