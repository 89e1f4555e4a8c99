/// The answer to `invite`: which bot was asked to the table.
public struct InviteAnswer: ServerMessage {
  public static let type: StaticString = "invite"
  /// The room's name.
  public var room: String
  /// The bot's name; `entered` tells of its coming.
  public var bot: String

  /// A bot is on its way.
  public init(room: String, bot: String) {
    self.room = room
    self.bot = bot
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.field("bot", bot)
  }
}

/// The answer to `house`: what a bot of the house can be invited to.
public struct HouseAnswer: ServerMessage {
  public static let type: StaticString = "house"
  /// The games of its own that the server plays at tables.
  public var games: [String]
  /// At so many tables at a time.
  public var tables: Int

  /// What a bot offers.
  public init(games: [String], tables: Int) {
    self.games = games
    self.tables = tables
  }

  public func writeFields(to json: inout JSONWriter) {
    json.list("games", games)
    json.field("tables", tables)
  }
}

/// Somebody asks a bot of the house to a table.
public struct Invited: ServerMessage {
  public static let type: StaticString = "invited"
  /// The room to join.
  public var room: String
  /// Its code, where it has one.
  public var code: String?
  /// The game's id.
  public var game: String
  /// Who asks.
  public var player: String

  /// An invitation.
  public init(room: String, code: String? = nil, game: String, player: String) {
    self.room = room
    self.code = code
    self.game = game
    self.player = player
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.field("code", ifPresent: code)
    json.field("game", game)
    json.field("player", player)
  }
}
