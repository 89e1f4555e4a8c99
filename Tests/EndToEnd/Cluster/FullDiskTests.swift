import Cluster
import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("An owner that cannot write", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct FullDiskTests {
  private static let prlimit = "/usr/bin/prlimit"

  /// Sets the size limit of a node's files, enforced by the system; writes beyond it fail as on a full disk.
  private func limitFiles(of process: ServerProcess, to bytes: String) throws {
    let program = try ChildProcess(
      Self.prlimit, ["--pid", "\(process.identifier)", "--fsize=\(bytes):"], environment: [:])
    #expect(program.wait() == 0)
  }

  /// Sends messages until one is stored.
  ///
  /// - Returns: its event number.
  private func say(_ client: SocketClient) throws -> Int {
    for number in 0..<500 {
      client.send(line: #"{"type":"say","text":"again","id":\#(number)}"#)
      let answer = try client.line { $0.contains("\"re\":\(number),") || $0.contains(#""state":"resumed""#) }
      let said = try JSON(parsing: Array(answer.utf8))
      if said["type"] == "said", let seq = said["seq"]?.intValue { return seq }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw ClusterNodes.Nobody()
  }

  @Test(
    "An owner with a full data disk hands over, is not ready, and owns again only after a successful write",
    .enabled(if: FileManager.default.isExecutableFile(atPath: prlimit)))
  func dataDisk() throws {
    let nodes = try ClusterNodes(["a", "b"], flags: ["--http", "0", "--limits", "bench"])
    let owner = try nodes.owner(besides: "")
    let other = owner == "a" ? "b" : "a"
    let (full, well) = (try nodes.process(owner), try nodes.process(other))
    let clients = try [full, well].map { try SocketClient(port: $0.port) }
    for (index, client) in clients.enumerated() {
      try client.greeting()
      client.send(line: #"{"type":"create","room":"room-\#(index)","id":"room"}"#)
      _ = try client.line { $0.contains(#""type":"joined""#) }
    }
    try limitFiles(of: full, to: "0")
    // The first messages still reach etcd, before the tables fail.
    var seqs = clients.map { _ in [Int]() }
    var last = clients.map { _ in Date() }
    var pauses = clients.map { _ in 0.0 }
    var isHandedOver = false
    while !isHandedOver, seqs[0].count < 10_000 {
      isHandedOver = try nodes.owner() == other
      for (index, client) in clients.enumerated() {
        seqs[index].append(try say(client))
        pauses[index] = max(pauses[index], Date().timeIntervalSince(last[index]))
        last[index] = Date()
      }
    }
    print("full data disk: longest pause of the owner's and of another node's client: \(pauses) s")
    #expect(pauses.allSatisfy { $0 < 10 })
    #expect(try nodes.owner() == other)
    #expect(try full.logged("cannot_store").contains("why="))
    let body = try full.ready { status, body in status == 503 && body["reason"] == "cannot_store" }
    #expect(body["why"]?.stringValue?.isEmpty == false)
    _ = try well.ready { status, _ in status == 200 }
    // No other node is left, but this one may not own before it has written.
    nodes.kill(other)
    _ = try full.logged("only_reads")
    #expect(try nodes.owner() == other)
    try limitFiles(of: full, to: "unlimited")
    _ = try full.logged("stores_again")
    _ = try full.ready { status, body in status == 200 && body["reason"] == nil }
    // It is ready a moment before its first entry is in the log.
    #expect(try nodes.owner(besides: other) == owner)
    // Acknowledged messages from that time are there, and no number was used twice.
    seqs[0].append(try say(clients[0]))
    #expect(seqs.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } })
  }
}
