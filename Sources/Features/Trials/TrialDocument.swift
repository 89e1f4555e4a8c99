import Kernel
import WireProtocol

/// The reports of a player's trials: one document per player.
enum TrialDocument: DocumentKind {
  enum Fact {
    /// A trial is over: the last report of each name is kept, and the newest ones up to a limit.
    case reported(KeptTrial, keeping: Int)
  }

  struct State {
    /// The newest last.
    fileprivate(set) var reports: [KeptTrial] = []
  }

  static let number: UInt8 = 9
  static let name = "reports of trials"
  static let belongsToPlayer = true

  static func initialState(_ key: Int64) -> State { State() }

  static func apply(_ fact: Fact, to state: inout State) {
    switch fact {
    case .reported(let report, let count):
      state.reports.removeAll { $0.name == report.name }
      state.reports.append(report)
      state.reports.removeFirst(max(0, state.reports.count - max(0, count)))
    }
  }

  static func write(_ fact: Fact, to line: inout JSONWriter) {
    switch fact {
    case .reported(let report, let count):
      line.field("fact", "reported")
      line.field("keeping", count)
      report.write(to: &line)
    }
  }

  static func read(_ line: JSONView) -> Fact? {
    guard line["fact"]?.isString("reported") == true, let count = line["keeping"]?.int, let report = KeptTrial(line)
    else { return nil }
    return .reported(report, keeping: count)
  }

  static func pack(_ state: State) -> [Fact] { state.reports.map { .reported($0, keeping: state.reports.count) } }
}

/// A trial's report as stored.
struct KeptTrial: Hashable {
  /// Unique among the player's reports.
  let name: String
  /// The game's id.
  let game: String
  /// The numbers for all puzzles, as JSON.
  let summary: [UInt8]
  /// The results of single puzzles, as JSON.
  let results: [UInt8]

  init(_ report: TrialReport, name: String) {
    func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
      var json = JSONWriter()
      json.beginObject()
      body(&json)
      json.endObject()
      return json.bytes
    }
    self.name = name
    game = report.summary.game
    summary = object { report.summary.writeFields(to: &$0) }
    results = object {
      $0.list("tries", report.tries)
      $0.list("points", report.points)
    }
  }

  /// Parses what ``write(to:)`` has written; `nil` for anything else.
  fileprivate init?(_ fact: JSONView) {
    guard let name = fact["name"]?.string, let game = fact["game"]?.string, let summary = fact["summary"],
      let results = fact["results"]
    else { return nil }
    self.name = name
    self.game = game
    self.summary = summary.withSourceBytes { Array($0) }
    self.results = results.withSourceBytes { Array($0) }
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.field("name", name)
    json.field("game", game)
    json.key("summary")
    json.raw(summary)
    json.key("results")
    json.raw(results)
  }
}

extension TrialSummary {
  /// A stored summary; `nil` if it is invalid.
  init?(stored bytes: [UInt8]) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil,
      let summary = try? TrialSummary(reading: MessageFields(document.root))
    else { return nil }
    self = summary
  }
}

extension TrialReport {
  /// A stored report; `nil` if it is invalid.
  init?(_ stored: KeptTrial, player: String) {
    guard let summary = TrialSummary(stored: stored.summary) else { return nil }
    let document = JSONDocument()
    guard (try? document.parse(stored.results)) != nil else { return nil }
    self.init(
      player: player, isKept: true, summary: summary, tries: document.root["tries"]?.elements.map(\.int) ?? [],
      points: document.root["points"]?.elements.map { $0.int ?? 0 } ?? [])
  }
}
