extension RequestTable {
  /// The requests about the operator's own bots.
  static let houseRows: [RequestRow] = [
    RequestRow(
      "invite", "ask a bot of the house to a free seat at your table (the room's owner)", example: ["bot": true],
      fields: ["room": room, "bot": ["const": true]], required: ["bot"],
      typed: [
        TextForm("/invite bot") { typed throws(WireError) in
          guard typed.words.map({ $0.lowercased() }) == ["bot"] else {
            throw WireError(.badField, "Only a bot can be invited: /invite bot; others come in with /join ROOM")
          }
          return .invite(room: nil)
        }
      ]
    ) { fields throws(WireError) in
      guard try fields.optionalBool("bot") == true else {
        throw fields.wrong("bot", "true: others come in with \"join\"")
      }
      return .invite(room: try fields.optionalText("room"))
    },
    RequestRow(
      "house", "be invited to tables (a bot that the operator has named)",
      example: ["games": ["connectfour"], "tables": 4],
      fields: [
        "games": ["type": "array", "items": text],
        "tables": ["type": "integer", "minimum": 0, "maximum": .int(Request.House.mostTables)],
      ], required: ["games"], needs: .name
    ) { fields throws(WireError) in .house(try Request.House(fields)) },
  ]
}

extension Request {
  /// The fields of `house`.
  public struct House: Hashable, Sendable {
    /// The games that the bot plays, by id.
    public var games: [String]
    /// At so many tables at a time; at none it is invited no more.
    public var tables: Int

    /// The most tables of one bot.
    public static let mostTables = 16

    /// What a bot offers.
    public init(games: [String], tables: Int = 1) {
      self.games = games
      self.tables = tables
    }

    init(_ fields: RequestFields) throws(WireError) {
      guard let value = try fields.optionalValue("games"), case .array(let elements) = value.value,
        elements.allSatisfy({ $0.stringValue != nil })
      else { throw fields.wrong("games", "an array of games' ids") }
      self.init(
        games: elements.compactMap(\.stringValue),
        tables: try fields.optionalInt("tables", in: 0...Self.mostTables) ?? 1)
    }
  }
}
