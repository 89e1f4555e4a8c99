import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Log events", .waiting)
struct LogEventTests {
  /// Event names in a text, such as `storage_failed`, in backquotes or parentheses. Metrics and limits are quoted
  /// alike.
  private func named(in text: Substring, _ pattern: Regex<(Substring, Substring)>) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.output.1) })
  }

  @Test("The reference lists exactly the events that the code can log")
  func listed() throws {
    let page = try LogEvents.page("REFERENCE.md")
    let table = try #require(
      page.components(separatedBy: "## Events of the log").last?.components(separatedBy: "## ").first)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let listed = rows.flatMap { row in
      (row.split(separator: "|").first ?? "").matches(of: #/`([a-z_]+)`/#).map { String($0.output.1) }
    }
    let logged = try LogEvents().names
    #expect(logged.count >= 80)
    #expect(Set(listed).count == listed.count)
    #expect(Set(listed).subtracting(logged) == [])
    #expect(logged.subtracting(listed) == [])
  }

  @Test("Every event named in an alert can be logged by the code")
  func namedInAlerts() throws {
    let alerts = named(in: try LogEvents.page("Release/alerts.yml")[...], #/summary: .*\(([a-z]+_[a-z_]+|reported)\)/#)
    #expect(alerts.isSuperset(of: ["storage_failed", "wrong_password", "reported"]))
    #expect(alerts.subtracting(try LogEvents().names) == [])
  }

  /// Events that need no action of the operator. Every other one has a row in the runbook.
  private static let needsNothing: Set = [
    "admin_act", "answers_http", "arena_created", "arena_ended", "bot_invited", "catching_up", "caught_up",
    "challenges", "check_notes",
    "check_passes", "clock_right", "clocks_agree", "closed", "cluster_founded", "cluster_joined", "copied",
    "copy_asked", "copying", "etcd_works_again", "game_added", "handed_over", "kicked", "link_down", "link_up",
    "listens",
    "measures_followed", "name_claimed", "new_day", "owns", "owns_no_more", "password_changed", "password_reset",
    "password_set", "player_forgotten", "puzzle_made", "ready_again", "restored", "room_closed", "room_created",
    "round_over",
    "score_added", "score_deleted", "scores_reset", "scores_token", "stopping", "storage_works_again",
    "stores_again", "takes_links", "trial_over",
  ]

  @Test("The runbook's table has exactly the alerts and the events that need action")
  func symptoms() throws {
    let page = try LogEvents.page("RUNBOOK.md")
    let table = try #require(page.components(separatedBy: "\n## Symptoms").last?.components(separatedBy: "\n## ").first)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count >= 25)
    var (events, alerts): (Set<String>, Set<String>) = ([], [])
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      try #require(cells.count == 6, "\(row)")
      #expect(cells[1].contains("]("), "no paragraph is linked: \(row)")
      events.formUnion(named(in: cells[2], #/`([a-z_]+)`/#))
      alerts.formUnion(named(in: cells[3], #/\b(Parlor[A-Z][A-Za-z]+)/#))
    }
    let rules = named(in: try LogEvents.page("Release/alerts.yml")[...], #/- alert: ([A-Za-z]+)/#)
    #expect(rules.count >= 20)
    #expect(alerts == rules)
    let logged = try LogEvents().names
    #expect(Self.needsNothing.subtracting(logged) == [])
    #expect(events.symmetricDifference(logged.subtracting(Self.needsNothing)) == [])
  }

  @Test("Events use only known fields, none of which holds a secret or replaces the event's name")
  func fields() throws {
    // Messages, moves and private data of players have no field. `text` is written by the operator or a moderator.
    let harmless: Set = [
      "act", "address", "ahead_ms", "applied", "arena", "behind_s", "bot", "brings_data", "by", "by_s", "clock",
      "cluster",
      "commits",
      "connections", "day", "from", "game", "games", "id", "key", "last", "lines", "minutes", "mode", "ms", "name",
      "needs_copy", "node",
      "number", "player", "players", "position", "private", "puzzles", "reason", "report", "room", "rooms", "round",
      "server", "solved", "step", "table", "target", "term", "text", "to", "unlogged", "until_ms", "user", "version",
      "why", "zone",
    ]
    for (event, keys) in try LogEvents().fields { #expect(keys.subtracting(harmless) == [], "\(event)") }
  }

  private func events(_ lines: [String]) -> [String?] { lines.map { (try? JSON(parsing: $0))?["event"]?.stringValue } }

  @Test("With --log-format json every line is JSON, including warnings before the start")
  func startsWithJSON() throws {
    let long = FileManager.default.temporaryDirectory.appendingPathComponent(
      "parlor-\(UUID().uuidString)/" + String(repeating: "x", count: 100))
    defer { try? FileManager.default.removeItem(at: long.deletingLastPathComponent()) }
    try FileManager.default.createDirectory(at: long, withIntermediateDirectories: true)
    let challenges = long.path + "/challenges.txt"
    try Data("{}\n".utf8).write(to: URL(fileURLWithPath: challenges))
    let server = try ServerProcess(
      [
        "--log-format", "json", "--http", "0", "--data", long.path + "/data", "--challenges", challenges,
        "--http-host", "127.0.0.1",
      ], environment: ["PARLOR_ZON": "UTC"])
    server.terminate()
    let lines = server.preface + [server.firstLine] + server.restOfLog()
    #expect(server.exitStatus() == 0)
    #expect(lines.allSatisfy { $0.hasPrefix("{") })
    let told = events(lines)
    #expect(told.starts(with: ["no_console", "listens"]))
    #expect(told.suffix(2) == ["scores_token", "stopping"])
    let errors = server.restOfErrors()
    #expect(events(errors) == ["unknown_setting", "challenge_skipped", "no_challenges"])
  }

  @Test(
    "With JSON logs a refused start is one line of JSON with the reason, also for invalid flags",
    arguments: [
      (["--log-format", "json", "--prot", "1"], [:], 64), (["--log-format=json", "--zone", "Nowhere"], [:], 64),
      (["--port", "many"], ["PARLOR_LOG_FORMAT": "json"], 64),
      (["--log-format", "json", "--log-file", "/nowhere/at.all"], [:], 73),
      (["--log-format", "json", "--data", "/dev/null/data"], [:], 74),
      (["--log-format", "json", "--cluster", "http://root:sesame-sesame@127.0.0.1:2379"], [:], 64),
      (["--log-format", "json", "--http-tokne=sesame-sesame"], [:], 64),
    ] as [([String], [String: String], Int32)])
  func refusals(arguments: [String], environment: [String: String], status: Int32) throws {
    let ending = try ServerProcess.run(arguments, environment: environment)
    #expect(ending.status == status)
    #expect(ending.output == [])
    #expect(events(ending.errors) == ["fatal"])
    let fatal = try JSON(parsing: try #require(ending.errors.first))
    #expect(fatal["time"]?.stringValue?.hasSuffix("Z") == true)
    #expect(fatal["message"]?.stringValue?.hasPrefix("parlor-server: ") == true)
    #expect(!ending.errors.joined().contains("sesame-sesame"))
  }

  @Test("Commands print text, whatever the log's format")
  func commands() throws {
    let ending = try ServerProcess.run(["backup"], environment: ["PARLOR_LOG_FORMAT": "json"])
    #expect(ending.status == 64)
    #expect(ending.errors.first?.hasPrefix("parlor-server: backup needs --to") == true)
  }
}
