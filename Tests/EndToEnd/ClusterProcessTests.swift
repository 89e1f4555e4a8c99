import Cluster
import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

/// Three servers that are one: each with the same etcd, any of them killed.
@Suite("A cluster of three processes", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct ClusterProcessTests {
  private struct Nobody: Error {}

  private final class Nodes {
    let etcd: EtcdCluster
    let client: EtcdClient
    private(set) var processes: [String: ServerProcess] = [:]
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cluster-\(UUID().uuidString)")

    init() throws {
      etcd = try EtcdCluster()
      client = etcd.client()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["a", "b", "c"] { try start(name) }
    }

    deinit {
      for process in processes.values { process.killNow() }
      try? FileManager.default.removeItem(at: folder)
    }

    private func start(_ name: String) throws {
      processes[name] = try ServerProcess([
        "--data", folder.appendingPathComponent(name).path, "--cluster", "\(etcd.endpoints[0])", "--node", name,
        "--link", "127.0.0.1:0",
      ])
    }

    func kill(_ name: String) { processes.removeValue(forKey: name)?.killNow() }

    /// The node whose word is the log's last one.
    func owner() throws -> String? {
      try client.value(of: SharedLog.key).flatMap { try? LogValue(reading: $0.value).writer.node }
    }

    func owner(besides name: String) throws -> String {
      let end = Date(timeIntervalSinceNow: Patience.seconds)
      while Date() < end {
        if let owner = try owner(), owner != name { return owner }
      }
      throw Nobody()
    }
  }

  /// The next message of a type.
  private func next(_ client: SocketClient, _ type: String) throws -> JSON {
    while true {
      let line = try client.line()
      // The greeting is for people.
      guard line.hasPrefix("{") else { continue }
      let message = try JSON(parsing: Array(line.utf8))
      if message["type"] == .string(type) { return message }
    }
  }

  @Test("When the owner is killed, clients of another node stay, and miss and lose nothing")
  func takeovers() throws {
    let nodes = try Nodes()
    let owner = try nodes.owner(besides: "")
    let stays = try #require(["a", "b", "c"].first { $0 != owner })
    let edge = try #require(nodes.processes[stays])
    let (ana, ben) = (try SocketClient(port: edge.port), try SocketClient(port: edge.port))
    ana.send(line: #"{"type":"login","name":"ana","id":0}"#)
    ben.send(line: #"{"type":"login","name":"ben","id":0}"#)
    ana.send(line: #"{"type":"create","game":"wordle","mode":"race","room":"lunch","id":1}"#)
    _ = try next(ana, "joined")
    ben.send(line: #"{"type":"join","room":"lunch","id":1}"#)
    var last = try #require(next(ben, "joined")["seq"]?.intValue)
    var said = 0
    func say() throws {
      said += 1
      ana.send(line: #"{"type":"say","room":"lunch","text":"word \#(said)","id":\#(said + 1)}"#)
      let heard = try next(ben, "said")
      #expect(heard["text"]?.stringValue == "word \(said)")
      let seq = try #require(heard["seq"]?.intValue)
      #expect(seq == last + 1)
      last = seq
    }
    for _ in 0..<5 { try say() }
    nodes.kill(owner)
    for client in [ana, ben] { #expect(try next(client, "takeover")["state"]?.stringValue == "waiting") }
    for client in [ana, ben] { #expect(try next(client, "takeover")["state"]?.stringValue == "resumed") }
    #expect(try nodes.owner(besides: owner) != owner)
    for _ in 0..<5 { try say() }
  }
}
