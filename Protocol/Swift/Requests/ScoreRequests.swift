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

extension Request.Scores {
  /// `/scores`, `/scores ana ben 2022-03`, `/scores 262`.
  init(_ command: TextCommand) throws(WireError) {
    self.init(limit: 20)
    for word in command.words {
      if word.first?.isNumber != true {
        names.append(word)
      } else if word.contains("-") {
        month = word
      } else {
        before = try command.scoreID(word)
      }
    }
    guard names.count <= Self.maximumNames else {
      throw command.typeItLikeThis("/scores, /scores ana, /scores ana ben 2022-03")
    }
  }
}

extension TextCommand {
  fileprivate func scoreID(_ word: String) throws(WireError) -> Int {
    guard let number = Int(word), Score.ids.contains(number) else {
      throw WireError(.badField, "A score is named by a number, as /scores lists them")
    }
    return number
  }

  /// `265 2022-03-11 watch stair watch player=ana`.
  fileprivate func score() throws(WireError) -> Score {
    let words = words.filter { !$0.hasPrefix("token=") && !$0.hasPrefix("player=") }
    guard words.count >= 4 else {
      throw typeItLikeThis(
        "/add-score ID DATE WORD TRY… [player=NAME] token=TOKEN, for example "
          + "/add-score 265 2022-03-11 watch stair watch token=h1_5e7a")
    }
    return Score(
      id: try scoreID(words[0]), date: words[1], word: words[2], tries: Array(words.dropFirst(3)),
      player: option("player"))
  }

  /// `token=h1_5e7a`, wherever it stands.
  fileprivate var token: String? { option("token") }
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

  fileprivate func scoreID() throws(WireError) -> Int {
    guard let id = try optionalInt("score_id", in: Score.ids) else {
      throw WireError(.badField, "\"\(type)\" needs a field \"score_id\" (an integer)")
    }
    return id
  }

  fileprivate func score() throws(WireError) -> Score {
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

extension RequestTable {
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
  static let scoreRows: [RequestRow] = [
    RequestRow(
      "scores", "the list of scores, the newest first: everybody's, a player's, two players' side by side",
      example: ["names": ["ana", "ben"], "month": "2022-03"],
      fields: [
        "names": ["type": "array", "maxItems": .int(Request.Scores.maximumNames), "items": text],
        "month": ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"], "before": scoreID,
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Scores.maximumPage)],
      ],
      typed: [
        TextForm("/scores [PLAYER [PLAYER]] [MONTH] [BEFORE]") { typed throws(WireError) in
          .scores(try Request.Scores(typed))
        }
      ]
    ) { fields throws(WireError) in .scores(try Request.Scores(fields)) },
    RequestRow(
      "score", "one score of the list", example: ["score_id": 262], fields: ["score_id": scoreID],
      required: ["score_id"],
      typed: [
        TextForm("/score ID") { typed throws(WireError) in
          .score(id: try typed.scoreID(try typed.first("/score ID, for example /score 262")))
        }
      ]
    ) { fields throws(WireError) in .score(id: try fields.scoreID()) },
    RequestRow(
      "add_score", "add a score to the list (with the operator's token)",
      example: [
        "score": ["id": 265, "date": "2022-03-11", "word": "watch", "tries": ["stair", "match", "watch"]],
        "token": "h1_5e7a",
      ], fields: ["score": score, "token": text], required: ["score"], needs: .storage,
      typed: [
        TextForm("/add-score ID DATE WORD TRY… token=TOKEN") { typed throws(WireError) in
          .addScore(try typed.score(), token: typed.token)
        }
      ]
    ) { fields throws(WireError) in .addScore(try fields.score(), token: try fields.optionalText("token")) },
    RequestRow(
      "delete_score", "take a score away from the list (with the operator's token)",
      example: ["score_id": 265, "token": "h1_5e7a"], fields: ["score_id": scoreID, "token": text],
      required: ["score_id"], needs: .storage,
      typed: [
        TextForm("/delete-score ID token=TOKEN") { typed throws(WireError) in
          .deleteScore(id: try typed.scoreID(try typed.first()), token: typed.token)
        }
      ]
    ) { fields throws(WireError) in .deleteScore(id: try fields.scoreID(), token: try fields.optionalText("token")) },
    RequestRow(
      "reset_scores", "make the list of scores what it was at first (with the operator's token)",
      example: ["token": "h1_5e7a"], fields: ["token": text], needs: .storage,
      typed: [TextForm("/reset-scores token=TOKEN") { .resetScores(token: $0.token) }]
    ) { fields throws(WireError) in .resetScores(token: try fields.optionalText("token")) },
  ]
}
