/// A finished puzzle as recorded by somebody: one entry of the list of scores.
///
/// `{"id":262,"date":"2022-03-08","word":"sweet","tries":["corgi","pause","sleds","sweet"]}`, in lines and over HTTP.
public struct Score: Hashable, Sendable {
  /// The puzzle's number, unique in the list.
  public var id: Int
  /// The puzzle's civil date, `2022-03-08`.
  public var date: String
  /// The solution.
  public var word: String
  /// The tries in order.
  public var tries: [String]
  /// The player's name, if recorded; not necessarily a player of this server.
  public var player: String?

  /// Numbers that every JSON reader represents exactly: up to 2^53 - 1.
  public static let ids = 0...9_007_199_254_740_991

  /// A score.
  public init(id: Int, date: String, word: String, tries: [String], player: String? = nil) {
    self.id = id
    self.date = date
    self.word = word
    self.tries = tries
    self.player = player
  }

  /// Whether the last try is the word.
  public var isSolved: Bool { tries.last == word }

  /// Why an object is not a score.
  public struct Fault: Error, Hashable, Sendable {
    /// A short phrase, such as `missing id`.
    public let message: String

    /// A fault.
    public init(_ message: String) { self.message = message }
  }

  /// Reads an object's fields; unknown ones are ignored. The values are not validated.
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

  /// A score whose words are hidden.
  fileprivate init(hidden object: JSONView) throws(Fault) {
    guard let id = object["id"]?.int, Self.ids.contains(id), let date = object["date"]?.string else {
      throw Fault("missing id or date")
    }
    self.init(id: id, date: date, word: "", tries: [], player: object["player"]?.string)
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

/// A score as shown to a reader.
public struct ListedScore: WireValue, Hashable {
  /// The score.
  public var score: Score
  /// Whether its words are hidden from the reader, who may still play that day's puzzles.
  public var isHidden: Bool
  /// The colours of the tries, one string of tiles each, as a game of the word would show them; `nil` if only the words
  /// are requested.
  public var tiles: [String]?

  /// A score, shown completely by default.
  public init(_ score: Score, isHidden: Bool = false, tiles: [String]? = nil) {
    self.score = score
    self.isHidden = isHidden
    self.tiles = tiles
  }

  public init(reading view: JSONView) throws(UnreadableMessage) {
    isHidden = view["hidden"]?.bool ?? false
    tiles = MessageFields(view).listIfAny("tiles")
    do throws(Score.Fault) {
      score = try isHidden ? Score(hidden: view) : Score(reading: view)
    } catch {
      throw UnreadableMessage("A score that cannot be read: \(error.message)")
    }
  }

  /// Appends the score as an object: `{"id":324,"date":"2026-11-20","hidden":true}` if its words are hidden.
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
