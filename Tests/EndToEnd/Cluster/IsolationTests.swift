import Cluster
import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Nodes that lose etcd, the owner or the majority", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct IsolationTests {
  private func player(_ name: String, at process: ServerProcess) throws -> SocketClient {
    let client = try SocketClient.greeted(port: process.port)
    client.send(line: #"{"type":"login","name":"\#(name)","id":1}"#)
    _ = try client.line { $0.contains(#""type":"login""#) }
    return client
  }

  /// Creates rooms until one succeeds. A client that was closed, as by an owner with answers under way, reconnects to
  /// the same node.
  ///
  /// - Returns: the seconds that it took.
  private func change(_ client: SocketClient, at process: ServerProcess) throws -> Double {
    let began = Date()
    var client = client
    while Date().timeIntervalSince(began) < 30 {
      let room = "r\(UInt32.random(in: .min ... .max))"
      client.send(line: #"{"type":"create","room":"\#(room)","id":"\#(room)"}"#)
      do {
        let answer = try client.line { $0.contains(#""re":"\#(room)""#) || $0.contains(#""state":"resumed""#) }
        if answer.contains(#""type":"joined""#) { return Date().timeIntervalSince(began) }
      } catch {
        client = try SocketClient.greeted(port: process.port)
      }
    }
    throw ClusterNodes.Nobody()
  }

  @Test("Players of an owner whose own etcd dies continue over a link to the next owner")
  func ownEtcdDies() throws {
    let nodes = try ClusterNodes(members: 3, flags: ["--http", "0", "--limits", "bench"], hasOwnEtcdOnly: true)
    let owner = try nodes.owner(besides: "")
    let index = try #require(nodes.names.firstIndex(of: owner))
    let other = nodes.names[(index + 1) % 3]
    // Nodes know each other once each has renewed its record.
    for name in nodes.names {
      while try HTTPSocket(nodes.process(name)).ask("GET /metrics").body.contains("parlor_cluster_takes_over 0\n") {}
    }
    let clients = try [("ana", owner), ("ben", other)].map { (try player($0, at: nodes.process($1)), $1) }
    nodes.etcd.members[index].kill()
    let times = try clients.map { try change($0, at: nodes.process($1)) }
    print("owner's own etcd killed: seconds until its player and another node's changed something: \(times)")
    #expect(times.allSatisfy { $0 < 10 })
    #expect(try nodes.client.value(of: SharedLog.key).flatMap { try? LogValue(reading: $0.value).writer.node } != owner)
    _ = try nodes.process(owner).ready { status, _ in status == 200 }
  }

  @Test("A node that cannot link to the owner closes its clients with the reason, and is not ready")
  func noLink() throws {
    let began = Date()
    let nodes = try ClusterNodes(["a", "b"], flags: ["--http", "0", "--link-name", "127.0.0.9"])
    let b = try nodes.process(nodes.owner(besides: "") == "a" ? "b" : "a")
    let client = try SocketClient(port: b.port)
    let closing = try client.line { $0.contains(#""type":"closing""#) }
    #expect(closing.contains(#""reason":"cut_off""#))
    #expect(client.rest().ended)
    print("no link to the owner: clients closed \(Date().timeIntervalSince(began)) s after the first node was started")
    // If it starts late the log is compacted, and it does not even know the owner.
    let reasons: Set = ["no_link", "catching_up"]
    let line = try b.logged("cut_off")
    #expect(reasons.contains { line.contains("reason=\($0)") })
    _ = try b.ready { status, body in status == 503 && reasons.contains(body["reason"]?.stringValue ?? "") }
  }
}
