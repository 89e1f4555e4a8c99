extension Request {
  /// The fields of `scores`.
  public struct Scores: Hashable, Sendable {
    /// Whose scores: nobody's in particular, one player's, or those of two side by side.
    public var names: [String]
    /// Of one month only, `2022-03`.
    public var month: String?
    /// Scores after this one in the list; from the newest on unless said otherwise.
    public var before: Int?
    /// Scores, up to ``maximumPage``.
    public var limit: Int
    /// The most scores one page holds.
    public static let maximumPage = 100
    /// The most names one page is about.
    public static let maximumNames = 2
    /// The fields.
    public init(
      names: [String] = [], month: String? = nil, before: Int? = nil, limit: Int = Scores.maximumPage
    ) {
      self.names = names
      self.month = month
      self.before = before
      self.limit = limit
    }
  }
}

extension Request.Scores {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      names: try fields.scoreNames(), month: try fields.optionalText("month"),
      before: try fields.optionalInt("before", in: Score.ids),
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? Self.maximumPage)
  }
}

extension RequestFields {
  fileprivate func scoreNames() throws(WireError) -> [String] {
    guard let value = view["names"], !value.isNull else { return [] }
    let most = Request.Scores.maximumNames
    var names: [String] = []
    guard value.kind == .array else { throw wrong("names", "an array of at most \(most) names") }
    // One by one, so that a long array costs no more than a short one.
    for member in value.elements {
      guard names.count < most, let name = member.string else {
        throw wrong("names", "an array of at most \(most) names")
      }
      names.append(name)
    }
    return names
  }

  func scoreID() throws(WireError) -> Int {
    guard let id = try optionalInt("score_id", in: Score.ids) else {
      throw WireError(.badField, "\"\(type)\" needs a field \"score_id\" (an integer)")
    }
    return id
  }

  func score() throws(WireError) -> Score {
    guard let object = try optionalValue("score"), object.kind == .object else {
      throw WireError(.badField, "\"\(type)\" needs a field \"score\" (an object)")
    }
    do throws(Score.Fault) {
      return try Score(reading: object)
    } catch {
      throw WireError(.badField, "\"score\" of \"\(type)\": \(error.message)")
    }
  }
}

extension RequestGuide {
  private static let scoreID: JSON = [
    "type": "integer", "minimum": .int(Score.ids.lowerBound), "maximum": .int(Score.ids.upperBound),
  ]
  private static let score: JSON = [
    "type": "object", "required": ["id", "date", "word", "tries"],
    "properties": [
      "id": scoreID, "date": text, "word": text, "tries": ["type": "array", "items": text], "player": text,
    ],
  ]

  /// The requests about the list of scores.
  static let scoreEntries: [Entry] = [
    Entry(
      .scores, "the list of scores, the newest first: everybody's, a player's, two players' side by side",
      example: ["names": ["ana", "ben"], "month": "2022-03"], text: "/scores [PLAYER [PLAYER]] [MONTH] [BEFORE]",
      fields: [
        "names": ["type": "array", "maxItems": .int(Request.Scores.maximumNames), "items": text],
        "month": ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"], "before": scoreID,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Scores.maximumPage)],
      ]),
    Entry(
      .score, "one score of the list", example: ["score_id": 262], text: "/score ID", fields: ["score_id": scoreID],
      required: ["score_id"]),
    Entry(
      .addScore, "add a score to the list (with the operator's token)",
      example: [
        "score": ["id": 265, "date": "2022-03-11", "word": "watch", "tries": ["stair", "match", "watch"]],
        "token": "h1_5e7a",
      ], text: "/add-score ID DATE WORD TRY… token=TOKEN", fields: ["score": score, "token": text],
      required: ["score"]),
    Entry(
      .deleteScore, "take a score away from the list (with the operator's token)",
      example: ["score_id": 265, "token": "h1_5e7a"], text: "/delete-score ID token=TOKEN",
      fields: ["score_id": scoreID, "token": text], required: ["score_id"]),
    Entry(
      .resetScores, "make the list of scores what it was at first (with the operator's token)",
      example: ["token": "h1_5e7a"], text: "/reset-scores token=TOKEN", fields: ["token": text]),
  ]
}
