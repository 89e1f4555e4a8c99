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
    /// Whose; one's own unless said otherwise.
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
    let puzzles = try fields.optionalInt("puzzles", in: 1...Int.max)
    if all, puzzles != nil {
      throw WireError(.badField, "\"trial\" takes \"puzzles\" or \"all\", not both")
    }
    let board = try fields.optionalBool("board")
    self.init(
      game: try fields.text("game"), puzzles: puzzles, all: all, seed: try fields.optionalInt("seed"),
      settings: try fields.optionalObject("settings"), name: try fields.optionalText("name"),
      boards: board.map { $0 ? .always : .never } ?? .atStart)
  }
}

extension Request.Trials {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      player: try fields.optionalText("player"), game: try fields.optionalText("game"),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? 20)
  }
}

/// The answer to `trial`: a trial as it stands. It comes again when a player comes back to a trial by `login`.
public struct TrialAnswer: ServerMessage {
  public static let type: StaticString = "trial"
  /// The name that stands for the trial where a request names a room.
  public static let room = "trial"
  /// Where.
  public var place: EventPlace
  /// The game's id.
  public var game: String
  /// All settings.
  public var settings: JSON
  /// What the puzzles are made from.
  public var seed: Int
  /// How many there are.
  public var puzzles: Int
  /// The name under which the report will be kept.
  public var name: String?
  /// The puzzle that is being played, from 1 on.
  public var number: Int
  /// How many have been solved.
  public var solved: Int
  /// The board of the puzzle that is being played.
  public var board: Board?

  /// A trial as it stands.
  public init(
    place: EventPlace, game: String, settings: JSON, seed: Int, puzzles: Int, name: String?, number: Int, solved: Int,
    board: Board?
  ) {
    self.place = place
    self.game = game
    self.settings = settings
    self.seed = seed
    self.puzzles = puzzles
    self.name = name
    self.number = number
    self.solved = solved
    self.board = board
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("game", game)
    json.field("settings", settings)
    json.field("seed", seed)
    json.field("puzzles", puzzles)
    json.field("name", ifPresent: name)
    json.field("n", number)
    json.field("solved", solved)
    if let board {
      json.key("board")
      board.write(to: &json)
    }
  }
}
