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
    json.field("board", ifPresent: board)
  }
}
