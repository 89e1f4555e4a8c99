import Callbacks
import Cluster
import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Problems that a node reports", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct ClusterTroubleTests {
  @Test("With etcd dead a node names the endpoint in its log and in /ready, and later the recovery")
  func deadEtcd() throws {
    let nodes = try ClusterNodes(["a"], flags: ["--http", "0"])
    _ = try nodes.owner(besides: "")
    let a = try nodes.process("a")
    _ = try a.ready { status, _ in status == 200 }
    nodes.etcd.members[0].kill()
    let endpoint = "\(nodes.etcd.endpoints[0])"
    #expect(try a.logged("etcd_fails", orAtStart: true).contains(endpoint))
    let body = try a.ready { status, body in status == 404 && body["reason"] == "etcd_does_not_answer" }
    #expect(body["status"] == "storage_unavailable")
    _ = try a.ready { _, body in body["why"]?.stringValue?.contains("\(endpoint) cannot be reached") == true }
    #expect(try a.logged("not_ready", orAtStart: true).contains("etcd_does_not_answer"))
    try nodes.etcd.members[0].start()
    _ = try a.logged("etcd_works_again", orAtStart: true)
    _ = try a.logged("ready_again", orAtStart: true)
    _ = try a.ready { status, body in status == 200 && body["reason"] == nil }
  }

  @Test("A follower stays ready during a takeover, and reports when etcd does not answer for long")
  func takeover() throws {
    let nodes = try ClusterNodes(["a", "b"], flags: ["--http", "0"])
    let owner = try nodes.owner(besides: "")
    let stays = try nodes.process(owner == "a" ? "b" : "a")
    _ = try stays.ready { status, _ in status == 200 }
    nodes.kill(owner)
    let end = Date(timeIntervalSinceNow: 3)
    while try nodes.owner() == owner, Date() < end {
      #expect(try HTTPSocket(stays).ask("GET /ready").status == 200)
    }
    // As the owner it depends on etcd, which is paused: it stays ready for a while, and then gives the reason.
    _ = try stays.logged("owns", orAtStart: true)
    nodes.etcd.members[0].pause()
    // 503 if it knows of another node, which may own; 404 if it knows none.
    _ = try stays.ready { status, body in status != 200 && body["reason"] == "etcd_does_not_answer" }
    nodes.etcd.members[0].resume()
    _ = try stays.ready { status, _ in status == 200 }
  }

  @Test("The later of two processes with one node name stops; the first reports it and continues")
  func namesake() throws {
    let nodes = try ClusterNodes(["a"])
    _ = try nodes.owner(besides: "")
    let first = try nodes.process("a")
    let twin = try ServerProcess([
      "--data", nodes.path("twin"), "--cluster", "\(nodes.etcd.endpoints[0])", "--node", "a", "--link", "127.0.0.1:0",
    ])
    #expect(try twin.logged("same_name", orAtStart: true).contains("this one stops"))
    #expect(twin.exitStatus() == 78)
    #expect(try first.logged("same_name", orAtStart: true).contains("stops by itself"))
    let client = try SocketClient(port: first.port)
    client.send(line: #"{"type":"login","name":"ana","id":1}"#)
    #expect(try client.message("login")["you"] == "ana")
    // A restart of the node itself is no conflict.
    nodes.kill("a")
    try nodes.start("a")
    let again = try SocketClient(port: nodes.process("a").port)
    again.send(line: #"{"type":"login","name":"ben","id":1}"#)
    #expect(try again.message("login")["you"] == "ben")
    var written: Set<Revision> = []
    while written.count < 3 {
      let found = try #require(try nodes.client.value(of: NodeRecord.prefix + "a"))
      if NodeRecord(found.value)?.claim ?? 0 > 1 { written.insert(found.changedAt) }
    }
    #expect(!nodes.logs().contains { $0.contains("same_name") })
  }

  @Test("A node links to the owner as soon as the owner's address is published")
  func addressLater() throws {
    let nodes = try ClusterNodes(["a"])
    _ = try nodes.owner(besides: "")
    let key = NodeRecord.prefix + "a"
    while try nodes.client.value(of: key) == nil {}
    _ = try awaitResult { nodes.client.delete(key, completion: $0) }.get()
    try nodes.start("b")
    let client = try SocketClient(port: nodes.process("b").port)
    client.send(line: #"{"type":"login","name":"ana","id":1}"#)
    #expect(try client.message("login")["you"] == "ana")
  }

  @Test("Clock differences are in the log, in the metrics and in the cluster command's output")
  func clocks() throws {
    let nodes = try ClusterNodes(["a"], flags: ["--http", "0"])
    _ = try nodes.owner(besides: "")
    try nodes.start("b", ["--clock", "2040-01-01T00:00:00Z"])
    let (a, b) = (try nodes.process("a"), try nodes.process("b"))
    #expect(try a.logged("clocks_differ", orAtStart: true).contains("node=b ahead_ms=-"))
    #expect(try !b.logged("clocks_differ", orAtStart: true).contains("ahead_ms=-"))
    let metrics = try HTTPSocket(b).ask("GET /metrics").body
    let specification = try Specification()
    for name in AlertFile.names(on: metrics) where name.hasPrefix("parlor_cluster_") {
      #expect(specification.text.contains("`\(name)`"), "\(name) is not in http.md")
    }
    let lead = try #require(metrics.firstMatch(of: #/\nparlor_cluster_clock_lead_seconds ([0-9.e+]+)\n/#))
    #expect(try #require(Double(lead.output.1)) > 1_000_000)
    let endpoint = "\(nodes.etcd.endpoints[0])"
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    var lines: [String] = []
    while !lines.contains(where: { $0.contains(" b  links on ") && $0.hasSuffix(" s ahead of a's") }), Date() < end {
      lines = try ServerProcess.run(["cluster", "--cluster", endpoint]).output
    }
    #expect(lines.contains { $0.contains(" b  links on ") && $0.hasSuffix(" s ahead of a's") }, "\(lines)")
  }

  @Test("An etcd restored to an older state is detected and reported, and no node follows it")
  func putBack() throws {
    let nodes = try ClusterNodes(["a"], flags: ["--http", "0"])
    _ = try nodes.owner(besides: "")
    let etcd = nodes.etcd.members[0]
    etcd.kill()
    try etcd.keepState()
    try etcd.start()
    try nodes.etcd.waitUntilHealthy(etcd)
    let before = try nodes.lastRevision()
    while try nodes.lastRevision() < before + 20 {}
    etcd.kill()
    try etcd.putBackState()
    try etcd.start()
    let a = try nodes.process("a")
    #expect(try a.logged("log_is_behind", orAtStart: true).contains("Beginning anew"))
    let body = try a.ready { status, body in status == 404 && body["reason"] == "log_is_behind" }
    #expect(body["why"]?.stringValue?.contains("Beginning anew") == true)
    let last = try nodes.lastRevision()
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    var asked = try ServerProcess.run(["cluster", "--cluster", "\(nodes.etcd.endpoints[0])"])
    while !asked.errors.contains(where: { $0.contains("put back") }), Date() < end {
      asked = try ServerProcess.run(["cluster", "--cluster", "\(nodes.etcd.endpoints[0])"])
    }
    #expect(asked.status == 1)
    #expect(asked.errors.contains { $0.hasPrefix("the log ends at \(last), and what a applied goes further") })
    // A restarted node does not follow it either, and nothing was appended.
    nodes.kill("a")
    try nodes.start("a")
    _ = try nodes.process("a").logged("log_is_behind", orAtStart: true)
    #expect(try nodes.lastRevision() == last)
  }

  @Test("Without a majority the cluster command prints each member's state, marked as possibly old")
  func commandWithoutMajority() throws {
    let nodes = try ClusterNodes(["a"], members: 3)
    _ = try nodes.owner(besides: "")
    while try nodes.client.values(under: NodeRecord.prefix).isEmpty {}
    let endpoints = nodes.etcd.endpoints.map { "\($0)" }
    let arguments = ["cluster", "--cluster", endpoints.joined(separator: ",")]
    let whole = try ServerProcess.run(arguments)
    #expect(whole.output.contains { $0.hasPrefix("* a  links on ") && $0.contains(", applied up to ") })
    #expect(!whole.output.contains { $0.contains("behind") })
    for member in nodes.etcd.members.prefix(2) { member.kill() }
    nodes.kill("a")
    let asked = try ServerProcess.run(arguments)
    #expect(asked.status == 69)
    #expect(asked.errors.contains { $0.hasPrefix("  the log's last entry there, which may be old: a's, term 1, at ") })
    #expect(asked.errors.contains("the nodes' last records there (\(endpoints[2])), which may be old:"))
    #expect(asked.errors.contains { $0.hasPrefix("  a  links on ") })
    #expect(asked.errors.contains { $0.hasPrefix("etcd \(endpoints[0]): ") && $0.contains("cannot be reached") })
  }
}
