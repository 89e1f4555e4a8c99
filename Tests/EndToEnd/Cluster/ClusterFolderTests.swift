import Callbacks
import Cluster
import EtcdHarness
import Foundation
import ParlorCore
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite(
  "Operations on a cluster's folders and log", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct ClusterFolderTests {
  @Test("A node's folder starts alone only with --leave-cluster, and then has all data")
  func leaves() throws {
    let nodes = try ClusterNodes()
    let owner = try nodes.owner(besides: "")
    let far = try #require(nodes.names.first { $0 != owner })
    let client = try PatientClient(nodes.process(far))
    let epoch = try client.message { $0["type"] == "hello" }["epoch"]
    let token = try #require(client.ask(#""type":"login","name":"ana""#)["token"]?.stringValue)
    _ = try client.ask(#""type":"create","room":"lunch","game":"wordle","mode":"practice""#)
    let move = try #require(client.ask(#""type":"move","room":"lunch","text":"crane","move_id":"m""#)["turn"])
    // A stopping node keeps what it has followed, but may be behind what others have acknowledged.
    try nodes.waitUntilSafe(nodes.lastRevision())
    for node in nodes.names.filter({ $0 != owner }) + [owner] { #expect(nodes.stop(node) == 0) }
    for node in nodes.names {
      let refused = try ServerProcess.run(["--port", "0", "--data", nodes.path(node)])
      #expect(refused.status == 74)
      #expect(refused.errors.joined().contains("--leave-cluster"))
    }
    // This holds for every node.
    for node in nodes.names {
      let alone = try nodes.startAlone(node, ["--leave-cluster"])
      let back = try SocketClient(port: alone.port)
      #expect(try back.message("hello")["epoch"] == epoch)
      back.send(line: #"{"type":"login","token":"\#(token)","id":1}"#)
      #expect(try back.message("login")["you"] == "ana")
      back.send(line: #"{"type":"join","room":"lunch","id":2}"#)
      #expect(try back.message("joined")["board"]?["rows"]?.arrayValue?.first?["letters"] == "crane")
      back.send(line: #"{"type":"move","room":"lunch","text":"crane","move_id":"m","id":3}"#)
      #expect(try back.message("moved")["turn"] == move)
      alone.terminate()
      #expect(alone.exitStatus() == 0)
      // From here on it is an ordinary folder.
      let again = try nodes.startAlone(node)
      again.terminate()
      #expect(again.exitStatus() == 0)
      // It does not rejoin, since that would discard what it has stored since.
      let entering = try ServerProcess.run([
        "--port", "0", "--data", nodes.path(node), "--cluster", "\(nodes.etcd.endpoints[0])", "--node", node,
      ])
      #expect(entering.status == 74)
      #expect(entering.errors.joined().contains("has left this cluster"))
    }
  }

  @Test("A backup of any node's folder restores acknowledged data, for a single server and a new cluster")
  func backup() throws {
    let nodes = try ClusterNodes(["a", "b"])
    let owner = try nodes.owner(besides: "")
    let far = owner == "a" ? "b" : "a"
    let client = try PatientClient(nodes.process(far))
    let token = try #require(client.ask(#""type":"login","name":"ana""#)["token"]?.stringValue)
    _ = try client.ask(#""type":"create","room":"lunch","game":"wordle","mode":"practice""#)
    let crane = #""type":"move","room":"lunch","text":"crane","move_id":"m""#
    let move = try #require(client.ask(crane)["turn"])
    func check(_ server: ServerProcess) throws {
      let back = try PatientClient(server)
      #expect(try back.ask(#""type":"login","token":"\#(token)""#)["you"] == "ana")
      _ = try back.ask(#""type":"join","room":"lunch""#)
      #expect(try back.ask(crane)["turn"] == move)
    }
    let endpoint = "\(nodes.etcd.endpoints[0])"
    for node in [owner, far] {
      let file = nodes.path("\(node).backup")
      let made = try ServerProcess.run(["backup", "--cluster", endpoint, "--data", nodes.path(node), "--to", file])
      #expect(made.status == 0, "\(made.errors)")
      let restored = try ServerProcess.run(["restore", file, "--data", nodes.path("alone-\(node)")])
      #expect(restored.status == 0, "\(restored.errors)")
      let alone = try nodes.startAlone("alone-\(node)")
      try check(alone)
      alone.terminate()
      #expect(alone.exitStatus() == 0)
    }
    // A new cluster starts with the data of its first node.
    let others = try ClusterNodes([])
    try FileManager.default.copyItem(atPath: nodes.path("alone-a"), toPath: others.path("a"))
    try others.start("a")
    _ = try others.owner(besides: "")
    try check(others.process("a"))
  }

  @Test("The log reports founding a cluster, joining it and catching up")
  func founding() throws {
    let nodes = try ClusterNodes([])
    let alone = try nodes.startAlone("a")
    alone.terminate()
    #expect(alone.exitStatus() == 0)
    func wait(for event: String, of node: String) throws -> String {
      let process = try nodes.process(node)
      if let line = process.preface.first(where: { $0.contains(" \(event) ") }) { return line }
      while case .line(let line) = process.logLine() {
        if line.contains(" \(event) ") { return line }
      }
      throw ClusterNodes.Nobody()
    }
    try nodes.start("a")
    #expect(try nodes.process("a").preface.contains { $0.contains(" cluster_founded ") })
    _ = try nodes.owner(besides: "")
    try nodes.start("b")
    #expect(try nodes.process("b").preface.contains { $0.contains(" cluster_joined ") })
    let begin = try #require(try wait(for: "catching_up", of: "b").firstMatch(of: #/position=0 to=(\d+)/#))
    let end = try #require(try wait(for: "caught_up", of: "b").firstMatch(of: #/position=(\d+) ms=/#))
    #expect(try #require(Int(end.output.1)) >= #require(Int(begin.output.1)))
    nodes.kill("b")
    try nodes.start("b")
    #expect(try !nodes.process("b").preface.contains { $0.contains(" cluster_") })
  }

  /// Appends the term entry of an owner that then died.
  private func begin(_ nodes: ClusterNodes, _ number: UInt32) throws {
    let last = try #require(try nodes.client.value(of: SharedLog.key))
    let value = try LogValue(reading: last.value)
    let term = LogValue(
      .term, term: value.term + 1, by: LogValue.Writer(node: "dead", process: number), number: 1, at: value.at)
    let found = awaitResult {
      nodes.client.replace(SharedLog.key, with: term.bytes, ifChangedAt: last.changedAt, completion: $0)
    }
    guard case .replaced = found else { throw ClusterNodes.Nobody() }
  }

  @Test("A node in another time zone reports that it never takes over, and the required zone")
  func zone() throws {
    let nodes = try ClusterNodes(["a"])
    _ = try nodes.owner(besides: "")
    nodes.kill("a")
    try nodes.start("a", ["--zone", "Pacific/Auckland"])
    while case .line(let line) = try nodes.process("a").logLine() {
      #expect(!line.contains(" owns "))
      guard line.contains("never_owns") else { continue }
      #expect(line.contains("Pacific/Auckland") && line.contains("UTC"))
      return
    }
    Issue.record("nothing was said")
  }

  @Test("A log on which two owners have died is taken over only with --take-over")
  func takeOver() throws {
    let nodes = try ClusterNodes(["a"])
    _ = try nodes.owner(besides: "")
    let client = try SocketClient(port: nodes.process("a").port)
    client.send(line: #"{"type":"login","name":"ana","id":1}"#)
    let token = try #require(client.message("login")["token"]?.stringValue)
    nodes.kill("a")
    for number in 1...2 { try begin(nodes, UInt32(number)) }
    let before = try nodes.lastRevision()
    try nodes.start("a")
    while case .line(let line) = try nodes.process("a").logLine() {
      if line.contains("nobody_takes_over") { break }
      #expect(!line.contains(" owns "))
    }
    #expect(try nodes.lastRevision() == before)
    nodes.kill("a")
    try nodes.start("a", ["--take-over"])
    #expect(try nodes.owner(besides: "dead") == "a")
    let back = try SocketClient(port: nodes.process("a").port)
    back.send(line: #"{"type":"login","token":"\#(token)","id":1}"#)
    #expect(try back.message("login")["you"] == "ana")
  }
}
