import HTTPService
import Testing

@Suite("Metrics are in Prometheus' text format")
struct MetricsTests {
  @Test("The page has the text format and reports events")
  func page() throws {
    let world = HTTPWorld()
    _ = world.ask("DELETE /scores/262", [HTTPWorld.authorization])
    _ = world.ask("GET /nothing")
    _ = world.ask("GET /scores/1")
    let answer = try #require(world.ask("GET /metrics"))
    #expect(answer.fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let page = try PrometheusText(answer.body)
    #expect(page["parlor_build_info{version=\"0.1.0\"}"] == 1)
    #expect(page["parlor_scores"] == 2)
    #expect(page["parlor_records_total"] == 2)
    #expect(page["parlor_refused_total{code=\"not_found\"}"] == 1)
    #expect(page["parlor_http_responses_total{status=\"200\"}"] == 1)
    #expect(page["parlor_http_responses_total{status=\"404\"}"] == 2)
    #expect(page["parlor_connections{protocol=\"http\"}"] == 4)
    #expect(page["parlor_connections_refused_total{protocol=\"line\"}"] == 3)
    #expect(page["parlor_passwords_total{result=\"wrong\"}"] == 0)
    #expect(page["parlor_queue_depth{queue=\"passwords\"}"] == 0)
    #expect(page.types["parlor_commit_seconds"] == "histogram")
    #expect(page.types["parlor_turn_seconds"] == "histogram")
  }

  @Test(
    "Metrics are for this machine under its own host names, and for requests with the token",
    arguments: ["/metrics", "/%6detrics", "/m%65trics?x=1", "http://localhost:7771/metrics"])
  func access(_ target: String) throws {
    let world = HTTPWorld()
    func status(
      _ fields: [String] = [], host: String = HTTPWorld.host, isLoopback: Bool = false
    ) throws -> Int {
      let answer = try #require(world.ask("GET \(target)", fields, host: host, isLoopback: isLoopback))
      #expect(answer.body.contains("parlor_rooms") == (answer.status == 200))
      return answer.status
    }
    #expect(try status(isLoopback: true) == 200)
    #expect(try status() == 401)
    for field in ["Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1", "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy"] {
      #expect(try status([field], isLoopback: true) == 401, "\(field)")
    }
    #expect(try status([HTTPWorld.authorization]) == 200)
    #expect(try status(["Authorization: Bearer \(HTTPWorld.token)"]) == 200)
    #expect(try status(["Authorization: Bearer \(HTTPWorld.token)x"]) == 401)
    #expect(try status(["Authorization: Basic \(HTTPWorld.token)"]) == 401)
    #expect(try status([HTTPWorld.authorization, "X-Authorization: x"]) == 401)
    #expect(world.ask("HEAD \(target)", isLoopback: false)?.status == 401)
  }

  @Test("Under a proxy's host name no request counts as local")
  func proxyNames() {
    let world = HTTPWorld()
    #expect(world.ask("GET /metrics", host: "play.example")?.status == 401)
    #expect(world.ask("GET /metrics", host: "127.0.0.1:7771")?.status == 200)
  }

  @Test("The buckets of commits are cumulative")
  func histogram() throws {
    var commits = CommitFigures()
    for nanoseconds: UInt64 in [1_000, 500_000, 500_001, 2_000_000, 60_000_000_000] {
      commits.count(nanoseconds: nanoseconds, worked: true)
    }
    commits.count(nanoseconds: 1, worked: false)
    #expect(commits.durations.counts == [2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(commits.failed == 1)
    #expect(abs(commits.durations.seconds - 60.003001) < 0.000001)
  }

  @Test(
    "The test's parser rejects malformed pages",
    arguments: [
      "a 1", "# HELP a b\n# TYPE a gauge\na 1\n# TYPE a gauge\n", "# TYPE a gauge\na{b=1} 1\n",
      "# TYPE a gauge\na{b=\"c} 1\n", "# TYPE a gauge\na one\n", "# TYPE a thing\na 1\n", "# TYPE a gauge\na 1\na 1\n",
      "# TYPE a counter\na 1\nb 2\n", "# TYPE 1a gauge\n1a 1\n", "# TYPE a gauge\na 1", "# TYPE a gauge\na  1\n",
    ])
  func strict(text: String) {
    #expect(throws: PrometheusText.Fault.self) { try PrometheusText(text) }
  }
}

/// Parses the text format, version 0.0.4, strictly.
struct PrometheusText {
  struct Fault: Error {
    let line: String
  }

  private(set) var types: [String: String] = [:]
  private var samples: [String: Double] = [:]

  subscript(sample: String) -> Double? { samples[sample] }

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Fault(line: "the last line does not end") }
    var family: String?
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let help = line.wholeMatch(of: #/# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) .+/#) {
        guard types[String(help.output.1)] == nil else { throw Fault(line: line) }
      } else if let type = line.wholeMatch(of: #/# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/#) {
        let name = String(type.output.1)
        guard types.updateValue(String(type.output.2), forKey: name) == nil else { throw Fault(line: line) }
        family = name
      } else {
        try read(line, of: family)
      }
    }
    try checkHistograms()
  }

  private mutating func read(_ line: String, of family: String?) throws {
    let shape = #/([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"\})? (\S+)/#
    guard let sample = line.wholeMatch(of: shape), let family, let value = Double(String(sample.output.3)) else {
      throw Fault(line: line)
    }
    let name = String(sample.output.1)
    let suffixes = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { family + $0 == name }) else { throw Fault(line: line) }
    let key = name + String(sample.output.2 ?? "")
    guard samples.updateValue(value, forKey: key) == nil else { throw Fault(line: line) }
    if types[family] == "counter", value < 0 || !name.hasSuffix("_total") { throw Fault(line: line) }
  }

  /// Buckets increase, and the last one is the count.
  private func checkHistograms() throws {
    for (name, type) in types where type == "histogram" {
      let buckets = samples.compactMap { key, value -> (Double, Double)? in
        guard key.hasPrefix(name + "_bucket{le=\"") else { return nil }
        return (Double(key.dropFirst(name.count + 12).dropLast(2)) ?? .infinity, value)
      }.sorted { $0.0 < $1.0 }
      guard zip(buckets, buckets.dropFirst()).allSatisfy({ $0.1 <= $1.1 }), buckets.last?.0 == .infinity,
        buckets.last?.1 == samples[name + "_count"], samples[name + "_sum"] != nil
      else { throw Fault(line: name) }
    }
  }
}
