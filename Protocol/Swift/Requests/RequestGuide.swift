/// The one table of requests: from it come `help`, `schema`, the text commands and the documentation.
public enum RequestGuide {
  /// What there is to know about one request.
  public struct Entry: Sendable {
    /// The request.
    public let kind: RequestKind
    /// What it does, in half a sentence.
    public let summary: String
    /// A message that works.
    public let example: JSON
    /// What a person types instead; `nil` where text has no form for it.
    public let textForm: String?
    /// JSON Schema of the fields besides `type` and `id`.
    public let fields: JSONObject
    /// Names of the fields that must be there.
    public let required: [String]

    init(
      _ kind: RequestKind, _ summary: String, example: JSONObject = [:], text: String? = nil, fields: JSONObject = [:],
      required: [String] = []
    ) {
      var whole: JSONObject = ["type": .string(kind.rawValue)]
      whole.merge(example)
      self.kind = kind
      self.summary = summary
      self.example = .object(whole)
      self.textForm = text
      self.fields = fields
      self.required = required
    }

    /// JSON Schema of the whole message.
    public var schema: JSON {
      var properties: JSONObject = [
        "type": ["const": .string(kind.rawValue)],
        "id": [
          "oneOf": [["type": "integer"], ["type": "string", "maxLength": .int(RequestID.maximumBytes)]]
        ],
      ]
      properties.merge(fields)
      return [
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": .string(kind.rawValue),
        "description": .string(summary),
        "type": "object",
        "required": .array((["type"] + required).map(JSON.string)),
        "properties": .object(properties),
      ]
    }
  }

  /// The entry of a request.
  public static func entry(for kind: RequestKind) -> Entry? { entries.first { $0.kind == kind } }

  // MARK: - Schemas that many fields share

  static let text: JSON = ["type": "string"]
  static let flag: JSON = ["type": "boolean"]
  static let object: JSON = ["type": "object"]
  static let room: JSON = [
    "type": "string", "description": "may be left out by a session that is in one room",
  ]
  private static let since: JSON = [
    "type": "object", "required": ["epoch", "seq"],
    "properties": ["epoch": ["type": "string"], "seq": ["type": "integer", "minimum": 0]],
  ]

  /// Every request, in the order in which people need them.
  public static let entries: [Entry] =
    playEntries + lookingBackEntries + channelEntries + scoreEntries + trialEntries + referenceEntries

  private static let playEntries: [Entry] = [
    Entry(
      .help, "the commands, or one of them", text: "/help [TOPIC]", fields: ["topic": text]),
    Entry(
      .join, "take a seat in a room; every game has a room of its own name for the day's puzzle",
      example: ["room": "wordle"], text: "/join ROOM [CODE], /play ROOM [CODE]",
      fields: ["room": text, "code": text, "settings": object, "since": since], required: ["room"]),
    Entry(
      .move, "play: typed as the game's schema says, or as text that the game reads",
      example: ["move": ["guess": "crane"]], text: "crane",
      fields: [
        "room": room, "move": ["description": "see {\"type\":\"schema\",\"of\":\"move\",\"game\":\"wordle\"}"],
        "text": text, "move_id": ["type": "string", "maxLength": .int(RequestID.maximumBytes)],
        "puzzle": [
          "type": "integer", "description": "the daily puzzle that is meant: on another day the move is refused",
        ],
      ]),
    Entry(
      .board, "the board as it stands, or a player's; all of them for those who watch", text: "/board [PLAYER]",
      fields: ["room": room, "player": text]),
    Entry(
      .say, "talk to the room", example: ["text": "hola"], text: "/say TEXT",
      fields: ["room": room, "text": text], required: ["text"]),
    Entry(.who, "who is in the room", text: "/who [ROOM]", fields: ["room": room]),
    Entry(.rooms, "the rooms that can be seen", text: "/rooms"),
    Entry(
      .create, "open a room of your own: game, mode (race, together, practice), settings, a code to keep it private",
      example: ["room": "lunch", "game": "wordle", "mode": "race", "code": "tacos"],
      text: "/create ROOM [GAME] [MODE] [code=CODE] [time=SECONDS] [seed=NUMBER] [named] [SETTING…], "
        + "/practice GAME [SETTING…] [day=DATE]",
      fields: [
        "room": text, "game": text, "mode": ["enum": .array(ModeKind.allCases.map { .string($0.rawValue) })],
        "settings": object, "code": text, "seed": ["type": "integer", "minimum": 0],
        "day": text, "puzzle": ["type": "integer", "minimum": 1],
        "round_s": ["type": "integer", "minimum": 10, "maximum": 86_400], "named_only": ["type": "boolean"],
      ]),
    Entry(.start, "begin the next round (the room's owner)", text: "/start, /next", fields: ["room": room]),
    Entry(
      .watch, "look on without a seat", example: ["room": "wordle"], text: "/watch ROOM [CODE]",
      fields: ["room": text, "code": text, "since": since], required: ["room"]),
    Entry(.leave, "leave a room", text: "/leave [ROOM]", fields: ["room": room]),
    Entry(
      .kick, "send a player away (the room's owner)", example: ["player": "ben"], text: "/kick PLAYER",
      fields: ["room": room, "player": text], required: ["player"]),
    Entry(
      .mute, "silence a player, or let them talk again (the room's owner)", example: ["player": "ben"],
      text: "/mute PLAYER, /unmute PLAYER",
      fields: ["room": room, "player": text, "muted": flag], required: ["player"]),
    Entry(
      .login, "claim a name and get its token, or come back with it; without a name a token for the guest",
      example: ["name": "ana"], text: "/login [NAME [TOKEN]], /name NAME",
      fields: ["name": text, "token": text, "bot": flag]),
    Entry(
      .rename, "take another name; the token stays", example: ["name": "anna"], text: "/rename NAME",
      fields: ["name": text], required: ["name"]),
  ]

  private static let referenceEntries: [Entry] = [
    Entry(
      .forgetMe, "remove your name, your results and your token for good", text: "/forget-me NAME"),
    Entry(
      .words, "a page of a game's accepted words, for bots (never which of them are answers)",
      example: ["game": "wordle", "list": "guesses", "after": "crane"],
      text: "/words GAME [WORD]",
      fields: [
        "game": text, "list": text, "after": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Words.maximumPage)],
      ], required: ["game"]),
    Entry(
      .schema, "JSON Schema of a request, or of a game's moves or settings",
      example: ["of": "move", "game": "wordle"], fields: ["of": text, "game": text], required: ["of"]),
    Entry(.about, "the games of this server, and its day", text: "/about"),
    Entry(
      .command, "what a person would type: answered as the request that it stands for, with the text in drawn",
      example: ["text": "/stats wordle"], fields: ["room": text, "text": text], required: ["text"]),
    Entry(.limits, "what the server allows", text: "/limits"),
    Entry(.ping, "is the server there?", text: "/ping"),
    Entry(.bye, "end the session", text: "/quit, /exit, /bye"),
  ]
}
