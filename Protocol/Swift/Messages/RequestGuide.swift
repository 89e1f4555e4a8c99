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
    /// The type of the answer, where it is not the request's own.
    public let answer: String
    /// JSON Schema of the fields besides `type` and `id`.
    public let fields: JSONObject
    /// Names of the fields that must be there.
    public let required: [String]

    init(
      _ kind: RequestKind, _ summary: String, example: JSONObject = [:], text: String? = nil, answer: String? = nil,
      fields: JSONObject = [:], required: [String] = []
    ) {
      var whole: JSONObject = ["type": .string(kind.rawValue)]
      whole.merge(example)
      self.kind = kind
      self.summary = summary
      self.example = .object(whole)
      self.textForm = text
      self.answer = answer ?? kind.rawValue
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

  private static let text: JSON = ["type": "string"]
  private static let flag: JSON = ["type": "boolean"]
  private static let object: JSON = ["type": "object"]
  private static let room: JSON = [
    "type": "string", "description": "may be left out by a session that is in one room",
  ]
  private static let since: JSON = [
    "type": "object", "required": ["epoch", "seq"],
    "properties": ["epoch": ["type": "string"], "seq": ["type": "integer", "minimum": 0]],
  ]

  private static let scoreID: JSON = [
    "type": "integer", "minimum": .int(Score.ids.lowerBound), "maximum": .int(Score.ids.upperBound),
  ]
  private static let score: JSON = [
    "type": "object", "required": ["id", "date", "word", "tries"],
    "properties": ["id": scoreID, "date": text, "word": text, "tries": ["type": "array", "items": text]],
  ]

  /// Every request, in the order in which people need them.
  public static let entries: [Entry] = playEntries + channelEntries + lastEntries

  private static let playEntries: [Entry] = [
    Entry(
      .help, "the commands, or one of them", text: "/help [TOPIC]", fields: ["topic": text]),
    Entry(
      .join, "take a seat in a room; every game has a room of its own name for the day's puzzle",
      example: ["room": "wordle"], text: "/join ROOM [CODE], /play ROOM [CODE]", answer: "joined",
      fields: ["room": text, "code": text, "settings": object, "since": since], required: ["room"]),
    Entry(
      .move, "play: typed as the game's schema says, or as text that the game reads",
      example: ["move": ["guess": "crane"]], text: "crane", answer: "moved",
      fields: [
        "room": room, "move": ["description": "see {\"type\":\"schema\",\"of\":\"move\",\"game\":\"wordle\"}"],
        "text": text, "move_id": ["type": "string", "maxLength": .int(RequestID.maximumBytes)],
        "puzzle": [
          "type": "integer", "description": "the daily puzzle that is meant: on another day the move is refused",
        ],
      ]),
    Entry(.board, "the board as it stands", text: "/board", fields: ["room": room]),
    Entry(
      .say, "talk to the room", example: ["text": "hola"], text: "/say TEXT", answer: "said",
      fields: ["room": room, "text": text], required: ["text"]),
    Entry(.who, "who is in the room", text: "/who [ROOM]", fields: ["room": room]),
    Entry(.rooms, "the rooms that can be seen", text: "/rooms"),
    Entry(
      .create, "open a room of your own: game, mode (race, together, practice), settings, a code to keep it private",
      example: ["room": "lunch", "game": "wordle", "mode": "race", "code": "tacos"],
      text: "/create ROOM [GAME] [MODE] [code=CODE] [time=SECONDS] [seed=NUMBER] [SETTING…]", answer: "joined",
      fields: [
        "room": text, "game": text, "mode": ["enum": .array(ModeKind.allCases.map { .string($0.rawValue) })],
        "settings": object, "code": text, "seed": ["type": "integer", "minimum": 0],
        "round_s": ["type": "integer", "minimum": 10, "maximum": 86_400],
      ]),
    Entry(
      .start, "begin the next round (the room's owner)", text: "/start, /next", answer: "round", fields: ["room": room]),
    Entry(
      .watch, "look on without a seat", example: ["room": "wordle"], text: "/watch ROOM [CODE]", answer: "joined",
      fields: ["room": text, "code": text, "since": since], required: ["room"]),
    Entry(.leave, "leave a room", text: "/leave [ROOM]", answer: "left", fields: ["room": room]),
    Entry(
      .kick, "send a player away (the room's owner)", example: ["player": "ben"], text: "/kick PLAYER",
      answer: "left", fields: ["room": room, "player": text], required: ["player"]),
    Entry(
      .mute, "silence a player, or let them talk again (the room's owner)", example: ["player": "ben"],
      text: "/mute PLAYER, /unmute PLAYER", answer: "muted",
      fields: ["room": room, "player": text, "muted": flag], required: ["player"]),
    Entry(
      .login, "claim a name and get its token, or come back with it; without a name a token for the guest",
      example: ["name": "ana"], text: "/login NAME [TOKEN], /name NAME",
      fields: ["name": text, "token": text, "bot": flag]),
    Entry(
      .rename, "take another name; the token stays", example: ["name": "anna"], text: "/rename NAME",
      fields: ["name": text], required: ["name"]),
    Entry(
      .stats, "played, won, streaks, distribution and average of a player in a game",
      example: ["player": "ana", "game": "wordle"], text: "/stats [GAME] [PLAYER]",
      fields: ["player": text, "game": text]),
    Entry(
      .leaderboard, "the best of the day, the week or all time",
      example: ["game": "wordle", "period": "week"], text: "/leaderboard [day|week|month|all] [bots] [claimed] [GAME]",
      fields: [
        "game": text, "period": ["enum": ["day", "week", "month", "all"]], "bots": flag,
        "claimed": ["type": "boolean", "description": "results from elsewhere, which alone have months"],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Leaderboard.maximumLines)],
      ]),
    Entry(
      .history, "finished matches, the newest first", example: ["player": "ana", "limit": 10],
      text: "/history [GAME] [PLAYER]",
      fields: [
        "player": text, "game": text, "before": ["type": "string", "description": "a match of the page before"],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.History.maximumPage)],
      ]),
    Entry(
      .compare, "the dailies that both of you have finished, head to head", example: ["with": "ben"],
      text: "/compare PLAYER [GAME]",
      fields: [
        "with": text, "game": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Compare.maximumDays)],
      ], required: ["with"]),
    Entry(
      .replay, "a whole match as lines of JSON that replay offline", example: ["match": "12"], text: "/replay MATCH",
      fields: ["match": text], required: ["match"]),
    Entry(
      .opened, "the puzzles of a day that is over, and what opens their commitments",
      example: ["day": "2026-11-19"], text: "/opened DAY", fields: ["day": text], required: ["day"]),
  ]

  private static let lastEntries: [Entry] = [
    Entry(
      .scores, "the list of scores, the newest first", example: ["limit": 10], text: "/scores [BEFORE]",
      fields: [
        "before": scoreID, "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Scores.maximumPage)],
      ]),
    Entry(
      .score, "one score of the list", example: ["score_id": 262], text: "/score ID", fields: ["score_id": scoreID],
      required: ["score_id"]),
    Entry(
      .addScore, "add a score to the list (players with a name)",
      example: [
        "score": ["id": 265, "date": "2022-03-11", "word": "watch", "tries": ["stair", "match", "watch"]]
      ], text: "/add-score ID DATE WORD TRY…", fields: ["score": score], required: ["score"]),
    Entry(
      .deleteScore, "take a score away from the list (players with a name)", example: ["score_id": 265],
      text: "/delete-score ID", fields: ["score_id": scoreID], required: ["score_id"]),
    Entry(.resetScores, "make the list of scores what it was at first (players with a name)", text: "/reset-scores"),
    Entry(
      .trial, "play a seeded series of puzzles as fast as you can, alone, and get a report (for bots)",
      example: ["game": "wordle", "puzzles": 100, "seed": 7, "name": "crane-v2"],
      fields: [
        "game": text, "puzzles": ["type": "integer", "minimum": 1],
        "all": ["type": "boolean", "description": "every puzzle that the game has, instead of \"puzzles\""],
        "seed": ["type": "integer", "minimum": 0], "settings": object,
        "name": ["type": "string", "description": "the report is kept under it"],
        "board": [
          "type": "boolean",
          "description": "true: a board after each move too; false: none; left out: where a puzzle begins",
        ],
      ], required: ["game"]),
    Entry(
      .giveUp, "give up the trial's puzzle that you play", answer: "finished",
      fields: [
        "room": room, "puzzle": ["type": "integer", "description": "the puzzle that is meant: no other is given up"],
      ]),
    Entry(
      .trials, "the kept reports of a player's trials, the newest first", example: ["player": "ana"],
      text: "/trials [PLAYER]",
      fields: [
        "player": text, "game": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Trials.maximumPage)],
      ]),
    Entry(
      .trialReport, "one kept report, puzzle by puzzle", example: ["name": "crane-v2", "player": "ana"],
      text: "/trial-report NAME [PLAYER]", fields: ["name": text, "player": text], required: ["name"]),
    Entry(
      .forgetMe, "remove your name, your results and your token for good", text: "/forget-me NAME"),
    Entry(
      .words, "a page of a game's accepted words, for bots (never which of them are answers)",
      example: ["game": "wordle", "list": "guesses", "after": "crane"],
      fields: [
        "game": text, "list": text, "after": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Words.maximumPage)],
      ], required: ["game"]),
    Entry(
      .schema, "JSON Schema of a request, or of a game's moves or settings",
      example: ["of": "move", "game": "wordle"], fields: ["of": text, "game": text], required: ["of"]),
    Entry(.limits, "what the server allows", text: "/limits"),
    Entry(.ping, "is the server there?", text: "/ping", answer: "pong"),
    Entry(.bye, "end the session", text: "/quit, /exit, /bye"),
  ]
}
