extension Request {
  /// The fields of `trial`.
  public struct Trial: Hashable, Sendable {
    /// Whether the trial's messages show boards.
    public enum Boards: Sendable {
      /// Where a puzzle begins; the default.
      case atStart
      /// After each move as well.
      case always
      /// Only when `board` asks.
      case never
    }
    /// The game's id.
    public var game: String
    /// How many puzzles; ``defaultPuzzles`` unless said otherwise.
    public var puzzles: Int?
    /// As many puzzles as the game has, each once.
    public var all: Bool
    /// The same seed, game and settings give the same puzzles in the same order; by chance unless given.
    public var seed: Int?
    /// The game's settings.
    public var settings: JSONObject?
    /// The name under which the report is kept; without it the report is told and not kept.
    public var name: String?
    /// Whether messages show boards.
    public var boards: Boards
    /// The puzzles of a trial that does not say how many.
    public static let defaultPuzzles = 100
    /// The fields.
    public init(
      game: String, puzzles: Int? = nil, all: Bool = false, seed: Int? = nil, settings: JSONObject? = nil,
      name: String? = nil, boards: Boards = .atStart
    ) {
      self.game = game
      self.puzzles = puzzles
      self.all = all
      self.seed = seed
      self.settings = settings
      self.name = name
      self.boards = boards
    }
  }

  /// The fields of `trials`.
  public struct Trials: Hashable, Sendable {
    /// The player asked about; whoever asks, unless said otherwise.
    public var player: String?
    /// One game's only.
    public var game: String?
    /// Reports, up to ``maximumPage``.
    public var limit: Int
    /// The most reports one answer lists.
    public static let maximumPage = 100
    /// The fields.
    public init(player: String? = nil, game: String? = nil, limit: Int = 20) {
      self.player = player
      self.game = game
      self.limit = limit
    }
  }
}

extension Request.Trial {
  init(_ fields: RequestFields) throws(WireError) {
    let all = try fields.optionalBool("all") ?? false
    // How many there may be is the server's to say, in one sentence.
    let puzzles = try fields.optionalInt("puzzles", in: Int.min...Int.max)
    if all, puzzles != nil {
      throw WireError(.badField, "\"trial\" takes \"puzzles\" or \"all\", not both")
    }
    let sendBoards = try fields.optionalBool("send_boards")
    self.init(
      game: try fields.text("game"), puzzles: puzzles, all: all, seed: try fields.optionalInt("seed"),
      settings: try fields.optionalObject("settings"), name: try fields.optionalText("name"),
      boards: sendBoards.map { $0 ? .always : .never } ?? .atStart)
  }
}

extension Request.Trials {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      player: try fields.optionalText("player"), game: try fields.optionalText("game"),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? 20)
  }
}

extension RequestTable {
  /// The requests of bots in trials, and about their reports. Of a trial only the report is kept, so that it goes on
  /// while storage does not work.
  static let trialRows: [RequestRow] = [
    RequestRow(
      "trial", "play a seeded series of puzzles as fast as you can, alone, and get a report (for bots)",
      example: ["game": "wordle", "puzzles": 100, "seed": 7, "name": "crane-v2"],
      fields: [
        "game": text, "puzzles": ["type": "integer", "minimum": 1],
        "all": ["type": "boolean", "description": "every puzzle that the game has, instead of \"puzzles\""],
        "seed": ["type": "integer", "minimum": 0], "settings": object,
        "name": ["type": "string", "description": "the report is kept under it"],
        "send_boards": [
          "type": "boolean",
          "description": "true: a board after each move too; false: none; left out: where a puzzle begins",
        ],
      ], required: ["game"]
    ) { fields throws(WireError) in .trial(try Request.Trial(fields)) },
    RequestRow(
      "give_up", "give up the trial's puzzle that you play",
      fields: [
        "room": room, "puzzle": ["type": "integer", "description": "the puzzle that is meant: no other is given up"],
      ]
    ) { fields throws(WireError) in
      .giveUp(room: try fields.optionalText("room"), puzzle: try fields.optionalInt("puzzle"))
    },
    RequestRow(
      "trials", "the kept reports of a player's trials, the newest first", example: ["player": "ana"],
      fields: [
        "player": text, "game": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Trials.maximumPage)],
      ],
      typed: [TextForm("/trials [PLAYER]") { .trials(Request.Trials(player: $0.words.first)) }]
    ) { fields throws(WireError) in .trials(try Request.Trials(fields)) },
    RequestRow(
      "trial_report", "one kept report, puzzle by puzzle", example: ["name": "crane-v2", "player": "ana"],
      fields: ["name": text, "player": text], required: ["name"],
      typed: [
        TextForm("/trial-report NAME [PLAYER]") { typed throws(WireError) in
          .trialReport(
            name: try typed.first("/trial-report NAME [PLAYER], as /trials lists them"), player: typed.second)
        }
      ]
    ) { fields throws(WireError) in
      .trialReport(name: try fields.text("name"), player: try fields.optionalText("player"))
    },
  ]
}
