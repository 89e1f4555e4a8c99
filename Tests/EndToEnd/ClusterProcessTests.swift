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
  @Test("When the owner is killed, clients of another node stay, and miss and lose nothing")
  func takeovers() throws {
    let nodes = try ClusterNodes()
    let owner = try nodes.owner(besides: "")
    let stays = try #require(["a", "b", "c"].first { $0 != owner })
    let edge = try #require(nodes.processes[stays])
    let (ana, ben) = (try SocketClient(port: edge.port), try SocketClient(port: edge.port))
    ana.send(line: #"{"type":"login","name":"ana","id":0}"#)
    ben.send(line: #"{"type":"login","name":"ben","id":0}"#)
    ana.send(line: #"{"type":"create","game":"wordle","mode":"race","room":"lunch","id":1}"#)
    _ = try ana.message("joined")
    ben.send(line: #"{"type":"join","room":"lunch","id":1}"#)
    var last = try #require(ben.message("joined")["seq"]?.intValue)
    var said = 0
    func say() throws {
      said += 1
      ana.send(line: #"{"type":"say","room":"lunch","text":"word \#(said)","id":\#(said + 1)}"#)
      let heard = try ben.message("said")
      #expect(heard["text"]?.stringValue == "word \(said)")
      let seq = try #require(heard["seq"]?.intValue)
      #expect(seq == last + 1)
      last = seq
    }
    for _ in 0..<5 { try say() }
    nodes.kill(owner)
    for client in [ana, ben] { #expect(try client.message("takeover")["state"]?.stringValue == "waiting") }
    for client in [ana, ben] { while try client.message("takeover")["state"] != "resumed" {} }
    #expect(try nodes.owner(besides: owner) != owner)
    for _ in 0..<5 { try say() }
  }

  @Test("The console of any node does for all, and what it has done outlives the owner")
  func console() throws {
    let nodes = try ClusterNodes()
    let owner = try nodes.owner(besides: "")
    let others = ["a", "b", "c"].filter { $0 != owner }
    let consoles = try others.map { name in
      let console = try SocketClient(path: nodes.process(name).adminSocket)
      try console.greeting()
      return console
    }
    consoles[0].send(line: #"{"type":"ban","address":"198.51.100.0/24","for":"7d","id":1}"#)
    #expect(try consoles[0].message("done")["act"]?["act"] == "ban")
    nodes.kill(owner)
    for console in consoles { while try console.message("takeover")["state"] != "resumed" {} }
    consoles[1].send(line: #"{"type":"bans","id":2}"#)
    #expect(try consoles[1].message("bans")["bans"]?.arrayValue?.count == 1)
    consoles[0].send(line: #"{"type":"audit","id":3}"#)
    #expect(try consoles[0].message("audit")["acts"]?.arrayValue?.count == 1)
  }

  @Test("Nodes that come late have what was there before the cluster, and what its log has forgotten")
  func lateNodes() throws {
    let nodes = try ClusterNodes([])
    let alone = try nodes.startAlone("a")
    let first = try SocketClient(port: alone.port)
    first.send(line: #"{"type":"login","name":"ana","id":0}"#)
    let token = try #require(first.message("login")["token"]?.stringValue)
    alone.terminate()
    #expect(alone.exitStatus() == 0)
    try nodes.start("a")
    _ = try nodes.owner(besides: "")
    let ben = try SocketClient(port: nodes.process("a").port)
    ben.send(line: #"{"type":"login","name":"ben","id":0}"#)
    _ = try ben.message("login")
    // As compaction does once every node has it on its disk.
    try nodes.compact()
    for name in ["b", "c"] { try nodes.start(name) }
    nodes.kill("a")
    // Which of the two does not matter: it has nothing but its copy, and what has come since.
    let owner = try nodes.owner(besides: "a")
    let client = try SocketClient(port: nodes.process(owner).port)
    client.send(line: #"{"type":"login","token":"\#(token)","id":0}"#)
    #expect(try client.message("login")["you"] == .string("ana"))
    let other = try SocketClient(port: nodes.process(owner).port)
    other.send(line: #"{"type":"login","name":"ben","id":0}"#)
    #expect(try other.message("error")["code"] == .string("name_taken"))
  }

  @Test("An owner that is stopped hands over: the others' clients go on without waiting for a silence")
  func plannedHandover() throws {
    let nodes = try ClusterNodes()
    let owner = try nodes.owner(besides: "")
    let stays = try #require(["a", "b", "c"].first { $0 != owner })
    let (near, far) = (
      try SocketClient(port: nodes.process(owner).port), try SocketClient(port: nodes.process(stays).port)
    )
    for (client, name) in [(near, "ana"), (far, "ben")] {
      client.send(line: #"{"type":"login","name":"\#(name)","id":0}"#)
      _ = try client.message("login")
    }
    let before = try nodes.lastRevision()
    #expect(nodes.stop(owner) == 0)
    #expect(try near.message("closing")["reason"] == .string("restart"))
    #expect(try far.message("takeover")["state"] == .string("waiting"))
    while try far.message("takeover")["state"] != "resumed" {}
    let after = try nodes.lastRevision()
    let values = nodes.values(before...after)
    let offer = try #require(values.firstIndex { $0.kind == .offer && $0.writer.node == owner })
    #expect(values[offer + 1].kind == .term && values[offer + 1].writer.node != owner)
    far.send(line: #"{"type":"stats","game":"wordle","id":1}"#)
    #expect(try far.message("stats")["player"] == .string("ben"))
    // It comes back as an edge, with its folder as it was.
    try nodes.start(owner)
    let again = try SocketClient(port: nodes.process(owner).port)
    again.send(line: #"{"type":"login","name":"cyd","id":0}"#)
    _ = try again.message("login")
  }

  @Test("The command about a cluster says who owns, and how far each node is")
  func command() throws {
    let nodes = try ClusterNodes(["a", "b"])
    let owner = try nodes.owner(besides: "")
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while try nodes.client.values(under: NodeRecord.prefix).count < 2, Date() < end {}
    let asked = try ServerProcess.run(["cluster", "--cluster", "\(nodes.etcd.endpoints[0])"])
    #expect(asked.status == 0)
    let lines = asked.output
    #expect(lines.contains { $0.hasPrefix("\(owner) owns, term 1, at ") })
    for name in ["a", "b"] {
      #expect(lines.contains { $0.hasPrefix("\(name == owner ? "*" : " ") \(name)  links on 127.0.0.1:") })
    }
    #expect(lines.contains { $0.hasPrefix("etcd \(nodes.etcd.endpoints[0]): 3.") }, "\(lines)")
    for name in ["a", "b"] { nodes.kill(name) }
    let silent = try ServerProcess.run(["cluster", "--cluster", "\(nodes.etcd.endpoints[0])"])
    #expect(silent.status == 1)
    #expect(silent.errors.contains { $0.hasPrefix("nobody owns: the last word was \(owner)'s, at ") })
    #expect(try ServerProcess.run(["cluster"]).status == 64)
  }

  @Test("Without a majority of etcd nothing changes and what only reads is answered as what it is; then all goes on")
  func noMajority() throws {
    let nodes = try ClusterNodes(members: 3)
    _ = try nodes.owner(besides: "")
    let clients = try ["a", "b", "c"].map { try SocketClient(port: nodes.process($0).port) }
    for (client, name) in zip(clients, ["ana", "ben", "cyd"]) {
      client.send(line: #"{"type":"login","name":"\#(name)","id":0}"#)
      _ = try client.message("login")
    }
    clients[0].send(line: #"{"type":"create","game":"wordle","mode":"race","room":"lunch","id":1}"#)
    _ = try clients[0].message("joined")
    for client in clients.dropFirst() {
      client.send(line: #"{"type":"join","room":"lunch","id":1}"#)
      _ = try client.message("joined")
    }
    clients[0].send(line: #"{"type":"say","room":"lunch","text":"before","id":2}"#)
    let seq = try clients.map { try $0.message("said")["seq"]?.intValue }
    for member in nodes.etcd.members.prefix(2) { member.pause() }
    // Nobody is answered what nobody may know; nobody waits for ever.
    clients[1].send(line: #"{"type":"say","room":"lunch","text":"lost?","id":3}"#)
    for client in clients {
      while try client.message("takeover")["state"] != "reading" {}
      client.send(line: #"{"type":"who","room":"lunch","id":4}"#)
      // Whoever is at another node is none whom this one can see.
      let who = try client.message("who")
      #expect((who["players"]?.arrayValue ?? []).count == 1 && (who["away"]?.arrayValue ?? []).count == 2)
      client.send(line: #"{"type":"say","room":"lunch","text":"now","id":5}"#)
      #expect(try client.message("error")["code"] == "storage_unavailable")
    }
    for member in nodes.etcd.members.prefix(2) { member.resume() }
    var last = seq.map { $0 ?? 0 }
    /// Nothing that the room tells is missed, and nothing comes twice: also not that somebody was away for a moment.
    func next(_ index: Int) throws -> JSON {
      let message = try clients[index].message()
      if message["room"] == "lunch", let seq = message["seq"]?.intValue, message["type"] != "joined" {
        #expect((message["from"]?.intValue ?? seq) == last[index] + 1, "\(message.text)")
        last[index] = seq
      }
      return message
    }
    for index in clients.indices { while try next(index)["state"] != "resumed" {} }
    clients[2].send(line: #"{"type":"say","room":"lunch","text":"after","id":6}"#)
    for index in clients.indices {
      while true {
        let said = try next(index)
        guard said["type"] == "said" else { continue }
        if said["text"] == "after" { break }
        // What was said without an answer may have been said or not.
        #expect(said["text"] == "lost?")
      }
    }
  }

  @Test("Guests alone in a race keep their places, their boards and their names when the owner is killed")
  func guests() throws {
    let nodes = try ClusterNodes()
    let owner = try nodes.owner(besides: "")
    let stays = try #require(["a", "b", "c"].first { $0 != owner })
    let guests = try (0..<2).map { _ in try SocketClient(port: nodes.process(stays).port) }
    guests[0].send(line: #"{"type":"create","game":"wordle","mode":"race","room":"lunch","id":1}"#)
    let first = try guests[0].message("joined")["you"]
    guests[1].send(line: #"{"type":"join","room":"lunch","id":1}"#)
    let second = try guests[1].message("joined")["you"]
    guests[0].send(line: #"{"type":"start","room":"lunch","id":2}"#)
    for guest in guests { _ = try guest.message("round") }
    guests[0].send(line: #"{"type":"move","room":"lunch","text":"crane","id":3}"#)
    for guest in guests { _ = try guest.message("moved") }
    nodes.kill(owner)
    for guest in guests { while try guest.message("takeover")["state"] != "resumed" {} }
    guests[1].send(line: #"{"type":"move","room":"lunch","text":"slate","id":4}"#)
    let moved = try guests[0].message("moved")
    #expect(moved["player"] == second)
    guests[0].send(line: #"{"type":"who","room":"lunch","id":5}"#)
    let who = try guests[0].message("who")
    #expect(
      Set((who["players"]?.arrayValue ?? []).compactMap(\.stringValue))
        == Set([first, second].compactMap { $0?.stringValue }))
    guests[0].send(line: #"{"type":"move","room":"lunch","text":"slate","id":6}"#)
    var last = try guests[1].message("moved")
    while last["player"] != first { last = try guests[1].message("moved") }
    #expect(last["turn"]?["tries"]?.intValue == 2)
  }
}
