import Cluster
import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Nodes with different clocks", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct ClockTests {
  private static var tomorrow: [String] { ["--clock", ClusterNodes.text(Date(timeIntervalSinceNow: 26 * 3600))] }

  private func takesOver(_ process: ServerProcess) throws -> Bool {
    try HTTPSocket(process).ask("GET /metrics").body.contains("parlor_cluster_takes_over 1\n")
  }

  @Test("A node 26 hours ahead does not take over, and only its own metrics show the difference")
  func ahead() throws {
    let nodes = try ClusterNodes(["a", "b"], flags: ["--http", "0"])
    try nodes.start("c", Self.tomorrow)
    let c = try nodes.process("c")
    let line = try c.logged("clock_wrong")
    #expect(line.contains("ahead_ms=9359") || line.contains("ahead_ms=9360"), "\(line)")
    let answer = try HTTPSocket(c).ask("GET /ready")
    #expect(answer.status == 503 && answer.body.contains(#""reason":"clock_differs""#), "\(answer.body)")
    let owner = try nodes.owner(besides: "")
    #expect(owner != "c")
    let other = owner == "a" ? "b" : "a"
    while try !takesOver(nodes.process(other)) {}
    #expect(try !takesOver(c))
    for (name, isWrong) in [("a", false), ("b", false), ("c", true)] {
      let page = try HTTPSocket(nodes.process(name)).ask("GET /metrics").body
      #expect(page.contains("parlor_cluster_clock_lead_seconds 0\n") != isWrong, "\(name)")
    }
    nodes.kill(owner)
    #expect(try nodes.owner(besides: owner) == other)
    let client = try SocketClient(port: c.port)
    let hello = try client.greeting()
    #expect(hello.contains(#""day":"\#(ClusterNodes.text(Date()).prefix(10))""#), "\(hello)")
  }

  @Test("An owner whose clock is wrong hands over once two other nodes disagree with it")
  func wrongOwner() throws {
    let nodes = try ClusterNodes(["a"], flags: ["--http", "0"])
    #expect(try nodes.owner(besides: "") == "a")
    nodes.kill("a")
    try nodes.start("a", Self.tomorrow)
    let a = try nodes.process("a")
    _ = try a.logged("owns")
    try nodes.start("b")
    _ = try a.logged("clock_disputed")
    #expect(try nodes.owner() == "a")
    try nodes.start("c")
    _ = try a.logged("clock_wrong")
    #expect(try nodes.owner(besides: "a") != "a")
  }
}
