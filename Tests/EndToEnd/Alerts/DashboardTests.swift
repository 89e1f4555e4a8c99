import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

/// The release's Grafana dashboard.
private struct Dashboard {
  /// Each panel's queries, with Grafana's variables at their defaults.
  let questions: [(panel: String, text: String)]

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/ParlorServer/Release/dashboard.json")
    let panels = try #require(try JSON(parsing: Array(Data(contentsOf: file)))["panels"]?.arrayValue)
    questions = panels.flatMap { panel in
      (panel["targets"]?.arrayValue ?? []).compactMap { target in
        target["expr"]?.stringValue.map { text in
          (
            panel["title"]?.stringValue ?? "",
            text.replacingOccurrences(of: "$__rate_interval", with: "1m").replacingOccurrences(
              of: "$instance", with: ".*")
          )
        }
      }
    }
  }
}

@Suite("The Grafana dashboard", .waiting)
struct DashboardTests {
  private static let programs = ["/usr/bin/prometheus", "/usr/bin/promtool"]
  private static let hasPrometheus = programs.allSatisfy(FileManager.default.isExecutableFile)

  /// The result of a query; `nil` where Prometheus refuses it.
  private func answer(_ question: String, from port: UInt16) throws -> [String]? {
    let tool = try ChildProcess(
      Self.programs[1], ["query", "instant", "http://127.0.0.1:\(port)", question], environment: [:])
    let lines = LineReader(descriptor: tool.output).rest(within: Patience.seconds).lines
    return tool.wait() == 0 ? lines.filter { !$0.isEmpty } : nil
  }

  @Test("Every metric of a panel is on a server's page")
  func named() throws {
    let server = try ServerProcess(["--http", "0"])
    let web = try HTTPSocket(server)
    _ = try web.ask("GET /metrics")
    let page = AlertFile.names(on: try web.ask("GET /metrics").body)
    let questions = try Dashboard().questions
    let wanted = Set(questions.flatMap { $0.text.matches(of: #/\bparlor_[a-z_]+/#).map { String($0.output) } })
      .filter { !$0.hasPrefix("parlor_cluster_") }
    #expect(wanted.count >= 20)
    // Refusals are counted by code once there has been one.
    #expect(wanted.subtracting(page) == ["parlor_refused_total"])
  }

  @Test(
    "A Prometheus that scrapes a server answers every panel's query",
    .enabled(if: hasPrometheus, "prometheus is not installed"))
  func answered() throws {
    let server = try ServerProcess(["--http", "0"])
    let folder = try TemporaryFolder()
    let port = try FreePorts.take(1)[0]
    let configuration = """
      scrape_configs:
        - job_name: parlor
          scrape_interval: 1s
          static_configs: [{targets: ["localhost:\(server.httpPort)"]}]

      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder.path + "/prometheus.yml"))
    let prometheus = try ChildProcess(
      Self.programs[0],
      [
        "--config.file=\(folder.path)/prometheus.yml", "--storage.tsdb.path=\(folder.path)/data",
        "--web.listen-address=127.0.0.1:\(port)",
      ], environment: [:])
    defer { prometheus.send(SIGKILL) }
    // A rate needs two scrapes.
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while try answer("rate(parlor_turn_seconds_count[1m])", from: port)?.isEmpty != false, Date() < end {}

    // Nothing was refused, no backup was made, and this is no cluster.
    let empty = ["Last backup", "Refused requests a second"]
    for question in try Dashboard().questions {
      let lines = try answer(question.text, from: port)
      let isEmpty = empty.contains(question.panel) || question.text.contains("parlor_cluster_")
      #expect(lines?.isEmpty == isEmpty, "\(question.panel): \(question.text)")
    }
  }
}
