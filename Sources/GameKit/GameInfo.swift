public import WireProtocol

/// What the lobby, `help` and `schema` say about a game.
public struct GameInfo: Sendable {
  /// The game's name on the wire and of its daily room: lower case, `a-z` only.
  public let id: String
  /// The name as people write it.
  public let title: String
  /// One line for the lobby.
  public let summary: String
  /// The rules, a sentence or two a line, with an example of a move as a person types it.
  public let rules: [String]
  /// The modes that suit the game, in the order in which the lobby shows them.
  public let modes: [ModeKind]
  /// JSON Schema of a typed move. A choice that has a `title`, and nothing but constants, is a move that clients may
  /// offer as a button; `description` says what it costs.
  public let moveSchema: JSON
  /// JSON Schema of the settings.
  public let settingsSchema: JSON
  /// JSON Schema of what boards hold for programs, ``Board/data``.
  public let viewSchema: JSON
  /// What a loss counts as in the average of tries; `nil` leaves losses out.
  public let lossTries: Int?
  /// What players call a puzzle: "The next word comes in 3 h".
  public let puzzleNoun: String
  /// How long a round of a race lasts unless its creator says otherwise, in seconds.
  public let roundSeconds: Int
  /// Whether its setting `deck` may name words that whoever opens the room keeps.
  public let takesWords: Bool
  /// How many sit at one board, in a game that is played with others; `nil` for puzzles, which anybody may try.
  public let seats: Seats?

  /// A description; the rules should be enough for a first game.
  public init(
    id: String, title: String, summary: String, rules: [String], modes: [ModeKind] = ModeKind.allCases,
    moveSchema: JSON = ["type": "object"], settingsSchema: JSON = ["type": "object"],
    viewSchema: JSON = ["type": "object"], lossTries: Int? = nil, puzzleNoun: String = "puzzle",
    roundSeconds: Int = 180, takesWords: Bool = false, seats: Seats? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.rules = rules
    self.modes = modes
    self.moveSchema = moveSchema
    self.settingsSchema = settingsSchema
    self.viewSchema = viewSchema
    self.lossTries = lossTries
    self.puzzleNoun = puzzleNoun
    self.roundSeconds = roundSeconds
    self.takesWords = takesWords
    self.seats = seats
  }
}
