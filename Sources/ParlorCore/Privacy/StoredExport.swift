public import GameKit
internal import WireProtocol

/// Where in what is stored of a player an export goes on. The cases stand in the order in which they follow each other.
public enum ExportPlace: Hashable, Sendable {
  /// Lines of the documents that belong to the player: a kind by its place among those, and a line of its snapshot.
  case documents(kind: Int, line: Int)
  /// What is counted of results.
  case counts
  /// Shared and claimed results after a number.
  case shares(after: Int64)
  /// Reactions to shared results after a number.
  case reactions(after: Int64)
  /// Matches on boards of the player's own, after a number.
  case boards(after: Int64)
  /// Matches on boards that several share and in which the player took part, after a number.
  case tables(after: Int64)

  /// The first one.
  public static let beginning = documents(kind: 0, line: 0)
}

/// A part of all that is stored of a player.
public struct StoredExport: Sendable {
  /// Objects of JSON. They hold nothing that opens the account, and nothing that others have written or played.
  public internal(set) var records: [[UInt8]] = []
  /// Where the next part begins; `nil` where there is none.
  public var next: ExportPlace?
  /// How long the records are.
  public private(set) var byteCount = 0

  /// A part is full with so many bytes; its last record may take it beyond them.
  public static let mostBytes = 16_384

  /// A part without records.
  public init() {}

  /// Whether the record that comes next belongs to the next part.
  public var isFull: Bool { byteCount >= Self.mostBytes }

  mutating func add(_ record: String, _ body: (inout JSONWriter) -> Void) {
    var json = JSONWriter(reserving: 256)
    json.beginObject()
    json.field("record", record)
    body(&json)
    json.endObject()
    records.append(json.bytes)
    byteCount += json.bytes.count
  }

  /// A fact of a document that belongs to the player, without what opens the account.
  ///
  /// - Parameter kind: the kind's name.
  public mutating func add(_ kind: String, line: [UInt8]) {
    let document = JSONDocument()
    guard (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil else { return }
    add(kind) { json in
      let own = document.root.members.filter { !["document", "secret", "sealed"].contains($0.0) }
      for (key, value) in own + (document.root["secret"].map { Array($0.members) } ?? []) {
        json.key(key)
        value.withSourceBytes { json.raw($0) }
      }
    }
  }

  /// A match, with what the player has played in it and the player's result.
  public mutating func add(_ history: StoredMatchHistory, of player: PlayerID) {
    let match = history.match
    add("match") { json in
      json.field("match", String(match.id))
      json.field("game", match.game)
      json.field("mode", match.mode)
      json.field("day", ifPresent: match.day.map { Day(number: $0).text })
      json.field("round", ifPresent: match.round)
      json.field("started_at_ms", Int(match.startedAt.milliseconds))
      json.field("open", history.isOpen)
      json.list("moves", history.moves.filter { $0.player == player }) { move, json in
        json.field("n", move.index + 1)
        json.field("elapsed_ms", Int(move.elapsed.milliseconds))
        json.field("move", (try? JSON(parsing: move.move)).map(Match.withoutAnswer) ?? .null)
      }
      guard let result = history.results.first(where: { $0.player == player }) else { return }
      json.key("result")
      json.beginObject()
      json.field("won", result.won)
      json.field("tries", ifPresent: result.tries)
      json.field("points", result.score)
      json.field("elapsed_ms", Int(result.elapsed.milliseconds))
      json.field("finished_at_ms", Int(result.finishedAt.milliseconds))
      json.field("share", result.share)
      json.field("own", document: result.secret)
      json.endObject()
    }
  }

  /// A shared or claimed result.
  public mutating func add(_ share: StoredShare) {
    add("share") { json in
      json.field("share_id", Int(share.id))
      json.field("game", share.game)
      json.field("match", ifPresent: share.match.map { String($0) })
      json.field("claim", ifPresent: share.claim)
      json.field("day", Day(number: share.day).text)
      json.field("won", share.won)
      json.field("points", share.score)
      json.field("shared_at_ms", Int(share.sharedAt.milliseconds))
      json.field("shown", document: share.body)
    }
  }

  /// What the player has answered to a shared result.
  public mutating func addReaction(to share: Int64, _ emoji: String) {
    add("reaction") { json in
      json.field("share_id", Int(share))
      json.field("emoji", emoji)
    }
  }

  /// What is counted of a player's results in a game.
  ///
  /// - Parameters:
  ///   - record: `statistics`, `standing` or `claims`.
  ///   - words: what it is counted for, such as the mode.
  public mutating func addCounts(
    _ record: String, game: String, _ words: KeyValuePairs<StaticString, String>,
    _ counts: KeyValuePairs<StaticString, Int>
  ) {
    add(record) { json in
      json.field("game", game)
      for (key, word) in words { json.field(key, word) }
      for (key, count) in counts { json.field(key, count) }
    }
  }

  // MARK: - What is in memory

  /// Something that is in force against the player.
  mutating func add(_ sanction: StoredSanction) {
    add("measure") { json in
      json.field("kind", sanction.key.kind.rawValue)
      json.field("target", ifPresent: sanction.key.target.isEmpty ? nil : sanction.key.target)
      json.field("since_ms", Int(sanction.since.milliseconds))
      json.field("until_ms", ifPresent: sanction.until.map { Int($0.milliseconds) })
      json.field("reason", ifPresent: sanction.reason)
    }
  }

  /// What was done about the player, without who has done it.
  mutating func add(_ act: StoredAct) {
    add("act") { json in
      json.field("act", act.kind.rawValue)
      json.field("at_ms", Int(act.at.milliseconds))
      json.field("target", ifPresent: act.target)
      json.field("until_ms", ifPresent: act.until.map { Int($0.milliseconds) })
      json.field("text", ifPresent: act.text)
    }
  }

  /// What the player has said in a room that is still kept there.
  mutating func addTalk(in room: String, _ text: String) {
    add("talk") { json in
      json.field("room", room)
      json.field("text", text)
    }
  }
}

/// How far a player's last export has come.
struct ExportProgress {
  /// Whose data it is.
  let subject: PlayerID
  let begunAt: Instant
  /// The last part that was sent, where it begins, and where the next one does.
  var part = 1
  var place = ExportPlace.beginning
  var next: ExportPlace?
  /// Parts that were asked for, repeats among them.
  var asked = 0

  /// How often parts may be repeated in one export, all together.
  static let mostRepeats = 8

  /// Where a part begins: the last one, whose answer may be lost, or the next one.
  func place(of part: Int) -> ExportPlace? { part == self.part ? place : part == self.part + 1 ? next : nil }
}
