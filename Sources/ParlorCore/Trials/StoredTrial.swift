public import GameKit
import WireProtocol

/// A trial's report as it is kept: of a player's reports of one name the last counts.
public struct StoredTrial: Hashable, Sendable {
  /// The player whose trial it was.
  public var player: PlayerID
  /// The report's name, unique among the player's.
  public var name: String
  /// The game's id.
  public var game: String
  /// When the trial ended.
  public var finishedAt: Instant
  /// The numbers for all puzzles together, as JSON: the core's own business.
  public var summary: [UInt8]
  /// The results of the single puzzles, as JSON: the core's own business.
  public var results: [UInt8]

  /// A row.
  public init(
    player: PlayerID, name: String, game: String, finishedAt: Instant, summary: [UInt8], results: [UInt8]
  ) {
    self.player = player
    self.name = name
    self.game = game
    self.finishedAt = finishedAt
    self.summary = summary
    self.results = results
  }
}

extension StoredTrial {
  init(_ report: TrialReport, name: String, of player: PlayerID, at now: Instant) {
    func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
      var json = JSONWriter()
      json.beginObject()
      body(&json)
      json.endObject()
      return json.bytes
    }
    self.init(
      player: player, name: name, game: report.summary.game, finishedAt: now,
      summary: object { report.summary.writeFields(to: &$0) }, results: object { report.writeResults(to: &$0) })
  }
}

extension TrialSummary {
  /// A summary as it was stored; `nil` for what is not one.
  init?(stored bytes: [UInt8]) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil,
      let summary = try? TrialSummary(reading: MessageFields(document.root))
    else { return nil }
    self = summary
  }
}

extension TrialReport {
  /// A report as it was stored; `nil` for what is not one.
  init?(_ stored: StoredTrial, player: String) {
    guard let summary = TrialSummary(stored: stored.summary) else { return nil }
    let document = JSONDocument()
    guard (try? document.parse(stored.results)) != nil else { return nil }
    self.init(
      player: player, isKept: true, summary: summary,
      tries: document.root["tries"]?.elements.map(\.int) ?? [],
      points: (document.root["points"] ?? document.root["scores"])?.elements.map { $0.int ?? 0 } ?? [])
  }
}
