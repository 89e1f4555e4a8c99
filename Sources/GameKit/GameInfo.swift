public import WireProtocol

/// The game's description in the lobby, `help` and `schema`.
public struct GameInfo: Sendable {
  /// The game's name on the wire and of its daily room: `a-z` only.
  public let id: String
  /// The game's name for people.
  public let title: String
  /// One line for the lobby.
  public let summary: String
  /// The rules, one or two sentences per line, for players with any client: nothing that only somebody types.
  public let rules: [String]
  /// How moves and settings are typed, with an example: what clients with a board to touch leave out. Lines that begin
  /// with a command come last.
  public let typing: [String]
  /// The modes that suit the game, in the lobby's order.
  public let modes: [ModeKind]
  /// JSON Schema of a typed move. A choice with a `title` and only constants is a move that clients may offer as a
  /// button; its `description` states the cost.
  public let moveSchema: JSON
  /// The members of typed moves of which a move has those of one choice, by ``moveSchema``.
  public let moveVerbs: MoveVerbs
  /// The verb of the move that gives up, or gives up a part of the puzzle: the one with the title `Give up`.
  public let verbOfGivingUp: String?
  /// The verb of the move that asks for help: the one with the title `Hint`.
  private let verbOfHint: String?
  /// JSON Schema of the settings.
  public let settingsSchema: JSON
  /// JSON Schema of ``Board/data``, a board's part for programs.
  public let viewSchema: JSON
  /// The number of tries that a loss counts as in the average; `nil` leaves losses out.
  public let lossTries: Int?
  /// The noun for a puzzle: "The next word comes in 3 h".
  public let puzzleNoun: String
  /// The default duration of a race's round in seconds.
  public let roundSeconds: Int
  /// Whether its setting `deck` may name a collection of the room creator's own words.
  public let takesWords: Bool
  /// The number of players at one board of a table game; `nil` for puzzles, which anybody may try.
  public let seats: Seats?

  /// A description; the rules should suffice for a first game.
  public init(
    id: String, title: String, summary: String, rules: [String], typing: [String] = [],
    modes: [ModeKind] = ModeKind.allCases,
    moveSchema: JSON = ["type": "object"], settingsSchema: JSON = ["type": "object"],
    viewSchema: JSON = ["type": "object"], lossTries: Int? = nil, puzzleNoun: String = "puzzle",
    roundSeconds: Int = 180, takesWords: Bool = false, seats: Seats? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    (self.rules, self.typing) = (rules, typing)
    self.modes = modes
    self.moveSchema = moveSchema
    moveVerbs = MoveVerbs(moveSchema)
    func verb(titled title: String) -> String? {
      moveSchema["oneOf"]?.arrayValue?.first { $0["title"]?.stringValue == title }?["required"]?.arrayValue?.first?
        .stringValue
    }
    (verbOfGivingUp, verbOfHint) = (verb(titled: "Give up"), verb(titled: "Hint"))
    self.settingsSchema = settingsSchema
    self.viewSchema = viewSchema
    self.lossTries = lossTries
    self.puzzleNoun = puzzleNoun
    self.roundSeconds = roundSeconds
    self.takesWords = takesWords
    self.seats = seats
  }

  /// The effect of a JSON move on the board: the more it ends, the greater.
  public func kind(of move: JSON) -> MoveKind {
    if let verbOfGivingUp, move[verbOfGivingUp] != nil { return .givingUp }
    if let verbOfHint, move[verbOfHint] != nil { return .hint }
    return .play
  }
}

/// The effect of a move on the board, by the title of its choice in the schema.
public enum MoveKind: Int, Sendable {
  case play, hint, givingUp
}
