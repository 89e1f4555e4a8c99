extension RequestTable {
  private static let since: JSON = [
    "type": "object", "required": ["epoch", "seq"],
    "properties": ["epoch": ["type": "string"], "seq": ["type": "integer", "minimum": 0]],
  ]

  private static let clock: JSON = [
    "description": "how long players may think, in a game with turns: a move, or the match and what each move adds",
    "oneOf": [
      ["type": "object", "required": ["move_s"], "properties": ["move_s": ["type": "integer", "minimum": 1]]],
      [
        "type": "object", "required": ["match_s"],
        "properties": [
          "match_s": ["type": "integer", "minimum": 1], "increment_s": ["type": "integer", "minimum": 0],
        ],
      ],
    ],
  ]

  /// `move`.
  public static let move = RequestRow(
    "move", "play: typed as the game's schema says, or as text that the game reads",
    example: ["move": ["guess": "crane"]],
    fields: [
      "room": room, "move": ["description": "see {\"type\":\"schema\",\"of\":\"move\",\"game\":\"wordle\"}"],
      "text": text, "move_id": ["type": "string", "maxLength": .int(RequestID.maximumBytes)],
      "puzzle": [
        "type": "integer", "description": "the daily puzzle that is meant: on another day the move is refused",
      ],
    ], needs: .storage,
    typed: [
      TextForm("crane") { .move(Request.Move(content: .text($0.rest))) },
      TextForm(hidden: "give") {
        $0.rest.lowercased() == "up" ? .move(Request.Move(content: .text("give up"))) : nil
      },
    ]
  ) { fields throws(WireError) in .move(try Request.Move(fields)) }

  /// `say`.
  public static let say = RequestRow(
    "say", "talk to the room", example: ["text": "hola"], fields: ["room": room, "text": text], required: ["text"],
    needs: .storage, typed: [TextForm("/say TEXT", takesText: true) { .say(room: nil, text: $0.rest) }]
  ) { fields throws(WireError) in .say(room: try fields.optionalText("room"), text: try fields.longText("text")) }

  /// The requests of those who play and talk.
  static let playRows: [RequestRow] = [
    RequestRow(
      "help", "the commands, or one of them", fields: ["topic": text],
      typed: [
        TextForm("/help [TOPIC]") { .help(topic: $0.words.first) },
        TextForm(hidden: "?") { .help(topic: $0.words.first) },
        TextForm(hidden: "rules") { .help(topic: $0.words.first) },
      ]
    ) { fields throws(WireError) in .help(topic: try fields.optionalText("topic")) },
    RequestRow(
      "join", "take a seat in a room; every game has a room of its own name for the day's puzzle",
      example: ["room": "wordle"],
      fields: [
        "room": text, "code": text, "settings": object, "since": since,
        "today": [
          "type": "boolean", "description": "begin today's puzzle where that of the day before may be finished still",
        ],
      ], required: ["room"], needs: .storage,
      typed: [
        TextForm("/join ROOM [CODE], /play ROOM [CODE]") { typed throws(WireError) in .join(try Request.Join(typed)) }
      ]
    ) { fields throws(WireError) in .join(try Request.Join(fields)) },
    move,
    RequestRow(
      "board", "the board as it stands, or a player's; all of them for those who watch",
      fields: ["room": room, "player": text],
      typed: [TextForm("/board [PLAYER]") { .board(room: nil, player: $0.words.first) }]
    ) { fields throws(WireError) in
      .board(room: try fields.optionalText("room"), player: try fields.optionalText("player"))
    },
    say,
    RequestRow(
      "who", "who is in the room", fields: ["room": room],
      typed: [TextForm("/who [ROOM]") { .who(room: $0.words.first) }]
    ) { fields throws(WireError) in .who(room: try fields.optionalText("room")) },
    RequestRow("rooms", "the rooms that can be seen", typed: [TextForm("/rooms") { _ in .rooms }]) { _ in .rooms },
    RequestRow(
      "create", "open a room of your own: game, mode (race, together, practice), settings, a code to keep it private",
      example: ["room": "lunch", "game": "wordle", "mode": "race", "code": "tacos"],
      fields: [
        "room": text, "game": text, "mode": ["enum": .array(ModeKind.allCases.map { .string($0.rawValue) })],
        "settings": object, "code": text, "seed": ["type": "integer", "minimum": 0],
        "day": text, "puzzle": ["type": "integer", "minimum": 1],
        "round_s": ["type": "integer", "minimum": 10, "maximum": 86_400], "named_only": flag, "clock": clock,
        "best_of": [
          "type": "integer", "minimum": .int(MatchTerms.series.lowerBound),
          "maximum": .int(MatchTerms.series.upperBound),
        ],
        "rated": [
          "type": "boolean",
          "description": "whether matches against others count for ratings: so unless a bot opens the room",
        ],
      ], needs: .storage,
      typed: [
        TextForm(
          "/create ROOM [GAME] [MODE] [code=CODE] [time=SECONDS] [clock=5+3] [best=3] [rated | unrated] [seed=NUMBER] [named] [SETTING…]"
        ) {
          typed throws(WireError) in
          .create(try Request.Create(typed))
        },
        TextForm("/practice GAME [SETTING…] [day=DATE]") { typed throws(WireError) in
          .create(try Request.Create(practice: typed))
        },
      ]
    ) { fields throws(WireError) in .create(try Request.Create(fields)) },
    RequestRow(
      "start", "begin the next round (the room's owner)", fields: ["room": room], needs: .storage,
      typed: [TextForm("/start, /next") { _ in .start(room: nil) }]
    ) { fields throws(WireError) in .start(room: try fields.optionalText("room")) },
    RequestRow(
      "resign", "give up a match against others", fields: ["room": room], needs: .storage,
      typed: [TextForm("/resign") { _ in .resign(room: nil) }]
    ) { fields throws(WireError) in .resign(room: try fields.optionalText("room")) },
    RequestRow(
      "draw", "offer a draw in a match for two, or take the one that was offered", fields: ["room": room],
      needs: .storage, typed: [TextForm("/draw") { _ in .draw(room: nil) }]
    ) { fields throws(WireError) in .draw(room: try fields.optionalText("room")) },
    RequestRow(
      "results", "the results of the latest round as a table, in CSV", fields: ["room": room],
      typed: [TextForm("/results [ROOM]") { .results(room: $0.words.first) }]
    ) { fields throws(WireError) in .results(room: try fields.optionalText("room")) },
    RequestRow(
      "watch", "look on without a seat", example: ["room": "wordle"],
      fields: ["room": text, "code": text, "since": since], required: ["room"], needs: .storage,
      typed: [TextForm("/watch ROOM [CODE]") { typed throws(WireError) in .watch(try Request.Join(typed)) }]
    ) { fields throws(WireError) in .watch(try Request.Join(fields)) },
    RequestRow(
      "leave", "leave a room", fields: ["room": room], needs: .storage,
      typed: [TextForm("/leave [ROOM]") { .leave(room: $0.words.first) }]
    ) { fields throws(WireError) in .leave(room: try fields.optionalText("room")) },
  ]
}

extension Request.Join {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      room: try fields.text("room"), code: try fields.optionalText("code"),
      settings: try fields.optionalObject("settings"), beginsToday: try fields.optionalBool("today") ?? false)
    guard let place = fields.view["since"], !place.isNull else { return }
    guard place.sourceByteCount <= RequestFields.textBytes, let epoch = place["epoch"]?.string,
      let seq = place["seq"]?.int, seq >= 0
    else {
      throw fields.wrong("since", "an object with \"epoch\" (a string) and \"seq\" (an integer from 0 on)")
    }
    since = Request.Since(epoch: epoch, seq: seq)
  }

  /// `lunch tacos`, `wordle hard`: a word after the room is taken as its code, and as a setting where the room
  /// has no code.
  init(_ command: TextCommand) throws(WireError) {
    let room = try command.first("/\(command.name) ROOM [CODE], for example /\(command.name) wordle")
    let words = command.words.dropFirst()
    let options = TypedOptions(words)
    self.init(
      room: room, code: options.code ?? options.flags.first, settings: options.settings,
      beginsToday: words.contains { $0.lowercased() == "today" })
  }
}

extension Request.Create {
  init(_ fields: RequestFields) throws(WireError) {
    let number = try fields.optionalInt("puzzle").map(String.init)
    self.init(
      room: try fields.optionalText("room"), game: try fields.optionalText("game"),
      mode: try fields.optionalMode("mode"), settings: try fields.optionalObject("settings"),
      code: try fields.optionalText("code"), seed: try fields.optionalInt("seed"),
      day: try fields.optionalText("day") ?? number, roundSeconds: try fields.optionalInt("round_s", in: 10...86_400),
      isNamedOnly: try fields.optionalBool("named_only") ?? false)
    terms = try MatchTerms(fields)
    isRated = try fields.optionalBool("rated")
  }

  /// `lunch wordle race code=tacos named`.
  init(_ command: TextCommand) throws(WireError) {
    self.init(room: try command.first("/create lunch wordle race code=tacos; see /help create"))
    var options: [String] = []
    for word in command.words.dropFirst() {
      if word.lowercased() == "named" {
        isNamedOnly = true
      } else if ["rated", "unrated"].contains(word.lowercased()) {
        isRated = word.lowercased() == "rated"
      } else if mode == nil, let mode = ModeKind(rawValue: word.lowercased()) {
        self.mode = mode
      } else if game == nil, options.isEmpty, !word.contains("=") {
        game = word
      } else {
        options.append(word)
      }
    }
    try TypedOptions(options).apply(to: &self)
  }

  /// `wordle hard day=2026-11-19`, for a room of one's own.
  init(practice command: TextCommand) throws(WireError) {
    self.init(game: try command.first("/practice GAME, for example /practice wordle"), mode: .practice)
    try TypedOptions(command.words.dropFirst()).apply(to: &self)
  }
}

extension Request.Move {
  init(_ fields: RequestFields) throws(WireError) {
    let moveID = try fields.optionalText("move_id")
    guard (moveID?.utf8.count ?? 0) <= RequestID.maximumBytes else {
      throw fields.wrong("move_id", "a string of at most \(RequestID.maximumBytes) bytes")
    }
    let room = try fields.optionalText("room")
    let puzzle = try fields.optionalInt("puzzle")
    if let move = try fields.optionalValue("move") {
      self.init(room: room, content: .typed(move), moveID: moveID, puzzle: puzzle)
    } else if let text = try fields.optionalLongText("text") {
      self.init(room: room, content: .text(text), moveID: moveID, puzzle: puzzle)
    } else {
      throw WireError(
        .badField, "\"move\" needs a field \"move\" (as the game's schema says) or \"text\" (as a person types it)")
    }
  }
}
