/// A finished puzzle as somebody has written it down: one entry of the list of scores.
///
/// `{"id":262,"date":"2022-03-08","word":"sweet","tries":["corgi","pause","sleds","sweet"]}`, the same on the line and
/// over HTTP.
public struct Score: Hashable, Sendable {
  /// Which puzzle: its number, unique in the list.
  public var id: Int
  /// The puzzle's civil date, `2022-03-08`.
  public var date: String
  /// The solution.
  public var word: String
  /// The words tried, in their order.
  public var tries: [String]
  /// Who played it, where that was written down: a name, not necessarily one of this server's players.
  public var player: String?

  /// Numbers that every JSON reader keeps exactly: up to 2^53 - 1.
  public static let ids = 0...9_007_199_254_740_991

  /// A score.
  public init(id: Int, date: String, word: String, tries: [String], player: String? = nil) {
    self.id = id
    self.date = date
    self.word = word
    self.tries = tries
    self.player = player
  }

  /// Whether the last of the tries is the word.
  public var isSolved: Bool { tries.last == word }

  /// Why an object is not a score.
  public struct Fault: Error, Hashable, Sendable {
    /// A few words, such as `missing id`.
    public let message: String

    /// A fault.
    public init(_ message: String) { self.message = message }
  }

  /// Reads an object's fields; those that are unknown are ignored. The values themselves are not checked.
  ///
  /// - Throws: ``Fault`` for a field that is missing or of the wrong kind.
  public init(reading object: JSONView) throws(Fault) {
    func field(_ key: StaticString) throws(Fault) -> JSONView {
      guard let value = object[key], !value.isNull else { throw Fault("missing \(key)") }
      return value
    }
    guard let id = try field("id").int, Self.ids.contains(id) else {
      throw Fault("id must be an integer from \(Self.ids.lowerBound) to \(Self.ids.upperBound)")
    }
    guard let date = try field("date").string else { throw Fault("date must be a string") }
    guard let word = try field("word").string else { throw Fault("word must be a string") }
    guard case .array(let members) = try field("tries").value else { throw Fault("tries must be an array of strings") }
    let tries = members.compactMap(\.stringValue)
    guard tries.count == members.count else { throw Fault("tries must be an array of strings") }
    var player: String?
    if let value = object["player"], !value.isNull {
      guard let name = value.string else { throw Fault("player must be a string") }
      player = name
    }
    self.init(id: id, date: date, word: word, tries: tries, player: player)
  }

  /// Appends the score as an object.
  public func write(to json: inout JSONWriter) {
    json.beginObject()
    writeFields(to: &json)
    json.endObject()
  }

  fileprivate func writeFields(to json: inout JSONWriter) {
    json.field("id", id)
    json.field("date", date)
    json.field("player", ifPresent: player)
    json.field("word", word)
    json.list("tries", tries)
  }
}

/// A score as somebody may see it.
public struct ListedScore: Hashable, Sendable {
  /// The score.
  public var score: Score
  /// Whether its words are kept from the reader, who may still play that day's puzzles.
  public var isHidden: Bool
  /// The colours of the tries, a string of tiles each, as a game of the word would have given them; `nil` where only
  /// the words are asked for.
  public var tiles: [String]?

  /// A score, shown whole unless said otherwise.
  public init(_ score: Score, isHidden: Bool = false, tiles: [String]? = nil) {
    self.score = score
    self.isHidden = isHidden
    self.tiles = tiles
  }

  /// Appends the score as an object: `{"id":324,"date":"2026-11-20","hidden":true}` where its words are kept back.
  public func write(to json: inout JSONWriter) {
    json.beginObject()
    if isHidden {
      json.field("id", score.id)
      json.field("date", score.date)
      json.field("player", ifPresent: score.player)
      json.field("hidden", true)
    } else {
      score.writeFields(to: &json)
    }
    if let tiles { json.list("tiles", tiles) }
    json.endObject()
  }
}

extension JSONWriter {
  /// Appends scores as an array.
  public mutating func scores(_ scores: some Sequence<ListedScore>) {
    beginArray()
    for score in scores { score.write(to: &self) }
    endArray()
  }
}

/// The answer to `scores`: a page of the list, the newest first.
public struct ScoresAnswer: ServerMessage {
  public static let type: StaticString = "scores"
  /// The page.
  public var scores: [ListedScore]
  /// Whether there are older ones.
  public var more: Bool
  /// Whose scores were asked for, as they were asked for; empty for everybody's.
  public var names: [String]

  /// A page.
  public init(scores: [ListedScore], more: Bool, names: [String] = []) {
    self.scores = scores
    self.more = more
    self.names = names
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("scores")
    json.scores(scores)
    json.field("more", more)
    if !names.isEmpty { json.list("names", names) }
  }
}

/// The answer to `score`.
public struct ScoreAnswer: ServerMessage {
  public static let type: StaticString = "score"
  /// The score that was asked for.
  public var score: ListedScore

  /// An answer.
  public init(score: ListedScore) { self.score = score }

  public func writeFields(to json: inout JSONWriter) {
    json.key("score")
    score.write(to: &json)
  }
}

/// The answer to `add_score`.
public struct AddScoreAnswer: ServerMessage {
  public static let type: StaticString = "add_score"
  /// The score as it is kept.
  public var score: ListedScore

  /// An answer.
  public init(score: ListedScore) { self.score = score }

  public func writeFields(to json: inout JSONWriter) {
    json.key("score")
    score.write(to: &json)
  }
}

/// The answer to `delete_score`.
public struct DeleteScoreAnswer: ServerMessage {
  public static let type: StaticString = "delete_score"
  /// The score that is gone.
  public var score: ListedScore

  /// An answer.
  public init(score: ListedScore) { self.score = score }

  public func writeFields(to json: inout JSONWriter) {
    json.key("score")
    score.write(to: &json)
  }
}

/// The answer to `reset_scores`.
public struct ResetScoresAnswer: ServerMessage {
  public static let type: StaticString = "reset_scores"
  /// All scores that there are now.
  public var scores: [ListedScore]

  /// An answer.
  public init(scores: [ListedScore]) { self.scores = scores }

  public func writeFields(to json: inout JSONWriter) {
    json.key("scores")
    json.scores(scores)
  }
}
