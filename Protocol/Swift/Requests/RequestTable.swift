/// The one table of requests: from its rows come what is read, `help`, `schema`, the text commands and refusals. How a
/// request is carried out is the other half, the server's one switch over ``Request``.
public enum RequestTable {
  /// Every request, in the order in which people need them.
  public static let rows: [RequestRow] =
    playRows + ownerRows + houseRows + safetyRows + accountRows + lookingBackRows + channelRows + vocabularyRows
    + deckRows
    + scoreRows
    + trialRows
    + referenceRows + orderRows

  /// The row of a request's `type`.
  public static func row(of type: String) -> RequestRow? { byType[type] }

  /// The row and the form of a text command, by its name without the slash, as players type it.
  public static func textForm(named name: String) -> (row: RequestRow, form: TextForm)? { byCommand[name] }

  /// The same for those who keep order: their commands come before players' of the same name.
  public static func staffForm(named name: String) -> (row: RequestRow, form: TextForm)? { byStaffCommand[name] }

  private static let byType = Dictionary(rows.map { ($0.type, $0) }) { first, _ in first }

  /// The rows of everybody.
  static let playerRows = rows.filter { !$0.isForStaff }

  private static let byCommand = commands(of: playerRows)
  private static let byStaffCommand = commands(of: rows.filter(\.isForStaff))

  private static func commands(of rows: [RequestRow]) -> [String: (row: RequestRow, form: TextForm)] {
    Dictionary(
      rows.flatMap { row in row.textForms.flatMap { form in form.names.map { ($0, (row: row, form: form)) } } }
    ) { first, _ in first }
  }

  // MARK: - Schemas that many fields share

  static let text: JSON = ["type": "string"]
  static let flag: JSON = ["type": "boolean"]
  static let object: JSON = ["type": "object"]
  static let room: JSON = [
    "type": "string", "description": "may be left out by a session that is in one room",
  ]

  // MARK: - Requests by which the wire explains itself, and that end a session

  /// `ping`.
  public static let ping = RequestRow(
    "ping", "is the server there?", typed: [TextForm("/ping") { _ in .ping }]
  ) { _ in .ping }

  private static let referenceRows: [RequestRow] = [
    timeline,
    exportMe,
    forgetMe,
    RequestRow(
      "words", "a page of a game's accepted words, for bots (never which of them are answers)",
      example: ["game": "wordle", "list": "guesses", "after": "crane"],
      fields: [
        "game": text, "list": text, "after": text,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Words.maximumPage)],
      ], required: ["game"],
      typed: [TextForm("/words GAME [WORD]") { typed throws(WireError) in .words(try Request.Words(typed)) }]
    ) { fields throws(WireError) in .words(try Request.Words(fields)) },
    RequestRow(
      "schema", "JSON Schema of a request, or of a game's moves or settings",
      example: ["of": "move", "game": "wordle"], fields: ["of": text, "game": text], required: ["of"]
    ) { fields throws(WireError) in .schema(of: try fields.text("of"), game: try fields.optionalText("game")) },
    RequestRow(
      "about", "the games of this server, and its day", typed: [TextForm("/about") { _ in .about }]
    ) { _ in .about },
    RequestRow(
      "command", "what a person would type: answered as the request that it stands for, with the text in drawn",
      example: ["text": "/stats wordle"], fields: ["room": text, "text": text], required: ["text"]
    ) { fields throws(WireError) in .command(room: try fields.optionalText("room"), text: try fields.longText("text"))
    },
    RequestRow("limits", "what the server allows", typed: [TextForm("/limits") { _ in .limits }]) { _ in .limits },
    ping,
    RequestRow("bye", "end the session", typed: [TextForm("/quit, /exit, /bye") { _ in .bye }]) { _ in .bye },
  ]
}

extension Request.Words {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      game: try fields.text("game"), list: try fields.optionalText("list") ?? Self.usualList,
      after: try fields.optionalText("after"),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? Self.maximumPage)
  }

  /// `/words wordle`, `/words wordle list=guesses crane`: the word behind which the page begins stands last.
  init(_ command: TextCommand) throws(WireError) {
    let game = try command.first("/words GAME [WORD], for example /words wordle crane")
    let after = command.words.dropFirst().last { !$0.contains("=") }
    self.init(game: game, list: command.option("list") ?? Self.usualList, after: after, limit: 200)
  }
}
