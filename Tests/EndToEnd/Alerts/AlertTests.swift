import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait

/// The alert rules of the release, and their tests.
enum AlertFile {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let rules = tests.appendingPathComponent("../../../Sources/ParlorServer/Release/alerts.yml").standardized.path
  static let cases = tests.appendingPathComponent("alerts.test.yml").path

  /// The metrics named by the rules, as on a server's page; a histogram by its buckets.
  static func metrics() throws -> Set<String> {
    let text = try String(contentsOfFile: rules, encoding: .utf8)
    return Set(text.matches(of: #/\bparlor_[a-z_]+/#).map { String($0.output) })
  }

  /// The names of a page's samples.
  static func names(on page: String) -> Set<String> {
    Set(page.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.prefix { $0 != "{" && $0 != " " }) })
  }
}

@Suite("Alert rules", .waiting)
struct AlertTests {
  private static let promtool = "/usr/bin/promtool"

  private func run(_ arguments: String...) throws -> (status: Int32?, said: String) {
    let tool = try ChildProcess(Self.promtool, arguments, environment: [:])
    let (output, errors) = (LineReader(descriptor: tool.output), LineReader(descriptor: tool.errors))
    let said = output.rest(within: Patience.seconds).lines + errors.rest(within: Patience.seconds).lines
    return (tool.wait(), said.joined(separator: "\n"))
  }

  @Test(
    "promtool accepts the rules, and their unit tests pass",
    .enabled(if: FileManager.default.isExecutableFile(atPath: promtool), "promtool is not installed"))
  func promtoolAgrees() throws {
    for arguments in [["check", "rules", AlertFile.rules], ["test", "rules", AlertFile.cases]] {
      let ending = try run(arguments[0], arguments[1], arguments[2])
      #expect(ending.status == 0, "\(ending.said)")
    }
  }

  @Test("Every metric of a rule is on a server's page")
  func named() throws {
    let server = try ServerProcess(["--http", "0"])
    let web = try HTTPSocket(server)
    // Responses are counted by status once there has been one.
    _ = try web.ask("GET /metrics")
    let page = AlertFile.names(on: try web.ask("GET /metrics").body)
    let wanted = try AlertFile.metrics().filter { !$0.hasPrefix("parlor_cluster_") }
    #expect(wanted.count >= 12)
    #expect(wanted.subtracting(page).isEmpty)
  }

  @Test(
    "Every cluster metric of a rule is on each node's page, and a follower has a link",
    .enabled(if: hasEtcd, "etcd is not installed"))
  func clusterNamed() throws {
    let nodes = try ClusterNodes(["a", "b"], flags: ["--http", "0"])
    let owner = try nodes.owner(besides: "")
    let other = owner == "a" ? "b" : "a"
    let wanted = try AlertFile.metrics()
    for name in [owner, other] {
      let web = try HTTPSocket(nodes.process(name))
      var page = try web.ask("GET /metrics").body
      let end = Date(timeIntervalSinceNow: Patience.seconds)
      while !page.contains("parlor_cluster_links 1\n"), Date() < end { page = try web.ask("GET /metrics").body }
      #expect(page.contains("parlor_cluster_links 1\n"), "\(name)")
      let found = AlertFile.names(on: page)
      #expect(
        wanted.filter { $0.hasPrefix("parlor_cluster_") || $0.hasPrefix("parlor_data_") }.subtracting(found) == [])
    }
  }

  @Test("A backup appears in the metrics within seconds")
  func lastBackup() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-last-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    let data = home.appendingPathComponent("data").path
    let server = try ServerProcess(["--data", data, "--http", "0"])
    let web = try HTTPSocket(server)
    #expect(try web.ask("GET /metrics").body.contains("parlor_last_backup_timestamp_seconds 0\n"))
    let ending = try ServerProcess.run(["backup", "--data", data, "--to", home.path, "--clock", "2026-11-20T08:00:00Z"])
    #expect(ending.status == 0)
    var page = ""
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while !page.contains("parlor_last_backup_timestamp_seconds 1795161600\n"), Date() < end {
      page = try web.ask("GET /metrics").body
    }
    #expect(page.contains("parlor_last_backup_timestamp_seconds 1795161600\n"))
  }
}
