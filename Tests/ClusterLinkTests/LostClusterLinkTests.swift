import ParlorCore
import Testing

@testable import ClusterLink
@testable import LineServer

@Suite("Lost links and changes of owner")
struct LostClusterLinkTests {
  private func keep(_ text: String, _ owner: FakeCluster.Node, slot: Int, after ticket: UInt64) throws {
    let session = try #require(owner.host?.all.first { $0.slot == slot })
    owner.node.sessions?.keep(Array(text.utf8), for: session, after: ticket)
  }

  @Test("Without an owner clients stay connected, are told in their form, and are not read")
  func ownerGone() {
    let (cluster, owner, edge) = FakeCluster.pair()
    owner.node.sessions?.set(.ownerGone, Array("{}\n".utf8), in: .object)
    owner.node.sessions?.set(.ownerGone, Array("Wait\n".utf8), in: .text)
    let (program, person) = (cluster.client(of: edge), cluster.client(of: edge))
    program.send("{\"a\":1}\n")
    person.send("after 3 three\n")
    cluster.run()
    _ = (program.told, person.told)
    cluster.kill(owner)
    program.send("{}\n{}\n")
    cluster.run()
    #expect(program.told == ["{}"])
    // Output that waited for a ticket is dropped.
    #expect(person.told == ["Wait"])
    #expect(program.bytesUnread == 6)
    #expect(!program.isClosed)
    let late = cluster.client(of: edge)
    late.send("here\n")
    cluster.run()
    #expect(late.told == [])
    #expect(late.bytesUnread == 5)
  }

  @Test(
    "The next owner gets each client's durable snapshot, and new clients without one")
  func nextOwner() throws {
    let cluster = FakeCluster()
    let (first, second, edge) = (cluster.add("first"), cluster.add("second"), cluster.add("edge"))
    first.own()
    edge.connect(to: first)
    cluster.run()
    let (one, two) = (cluster.client(of: edge), cluster.client(of: edge))
    try keep("old", first, slot: 0, after: 0)
    try keep("ann", first, slot: 0, after: 2)
    try keep("bob", first, slot: 1, after: 3)
    two.send("after 2 two\nafter 3 three\nrelease 2\n")
    cluster.run()
    #expect(two.told == ["\"hello\"", "\"two\""])
    _ = one.told
    cluster.kill(first)
    let three = cluster.client(of: edge)
    one.send("x\n")
    second.own()
    edge.connect(to: second)
    cluster.run()
    // The new client has the slot of the lost link.
    let journal = try #require(second.host).journal
    #expect(
      journal == ["open 0 10.0.0.1", "attach 1 ann at 20", "open 2 10.0.0.1", "line 1 x"])
    #expect(one.told == ["\"x\""])
    #expect(two.told == ["\"hello\""])
    #expect(three.told == ["\"hello\""])
    // The new owner's tickets begin anew, and are waited for nevertheless.
    two.send("after 1 one\n")
    cluster.run()
    #expect(two.told == [])
    two.send("release 1\n")
    cluster.run()
    #expect(two.told == ["\"one\""])
  }

  // The link has slot 0 of the edge's loop.
  @Test("Snapshots take effect in order")
  func snapshotsInOrder() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let one = cluster.client(of: edge)
    try keep("a", owner, slot: 0, after: 7)
    try keep("b", owner, slot: 0, after: 5)
    one.send("release 5\n")
    cluster.run()
    #expect(edge.node.edge.snapshot(of: 1) == nil)
    one.send("release 7\n")
    cluster.run()
    #expect(edge.node.edge.snapshot(of: 1) == Array("b".utf8))
    // A durable snapshot takes effect at once.
    try keep("c", owner, slot: 0, after: 6)
    cluster.run()
    #expect(edge.node.edge.snapshot(of: 1) == Array("c".utf8))
  }

  @Test("A greeted client's first snapshot does not wait for commits, so that the next owner does not greet it again")
  func firstSnapshot() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let (one, two) = (cluster.client(of: edge), cluster.client(of: edge))
    try keep("a", owner, slot: 0, after: 7)
    try keep("guest", owner, slot: 1, after: 0)
    cluster.run()
    #expect(one.told == ["\"hello\""] && two.told == ["\"hello\""])
    #expect(edge.node.edge.snapshot(of: 1) == nil)
    #expect(edge.node.edge.snapshot(of: 2) == Array("guest".utf8))
    // Later ones keep their order.
    try keep("b", owner, slot: 1, after: 0)
    cluster.run()
    #expect(edge.node.edge.snapshot(of: 2) == Array("guest".utf8))
  }

  @Test("An owner that stops owning keeps its clients, which find the next owner like those of any edge")
  func ownerBecomesEdge() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let (here, there) = (cluster.client(of: owner), cluster.client(of: edge))
    _ = (here.told, there.told)
    here.send("after 4 never\n")
    cluster.run()
    edge.own()
    owner.connect(to: edge)
    cluster.run()
    here.send("a\n")
    there.send("b\n")
    cluster.run()
    #expect(here.told == ["\"hello\"", "\"a\""])
    #expect(there.told == ["\"hello\"", "\"b\""])
    #expect(owner.host == nil)
    #expect(try #require(edge.host).all.count == 2)
  }

  @Test("Repeating the owner's address has no effect")
  func sameOwner() {
    let (cluster, owner, edge) = FakeCluster.pair()
    let client = cluster.client(of: edge)
    edge.connect(to: owner)
    client.send("a\n")
    cluster.run()
    #expect(client.told == ["\"hello\"", "\"a\""])
    #expect(owner.host?.journal == ["open 0 10.0.0.1", "line 0 a"])
  }

  @Test("An edge that is gone takes its sessions with it, and the slots are reused")
  func edgeGone() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let other = cluster.add("other")
    _ = (cluster.client(of: edge), cluster.client(of: edge))
    cluster.kill(edge)
    let host = try #require(owner.host)
    #expect(host.journal.suffix(2) == ["closed 0", "closed 1"])
    #expect(owner.node.sessions?.sessionCount == 0)
    other.connect(to: owner)
    _ = cluster.client(of: other)
    #expect(host.journal.last?.hasPrefix("open ") == true)
    #expect(host.all.allSatisfy { $0.slot < 2 })
  }

  @Test(
    "A half-closed client with pending answers is closed when the owner is lost")
  func finishedBefore() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let client = cluster.client(of: edge)
    try #require(owner.host).onFinished = { _ in false }
    client.send("after 2 two\n")
    client.finish()
    cluster.run()
    cluster.kill(owner)
    #expect(client.told == ["\"hello\""])
    #expect(client.isClosed)
  }

  @Test("An edge retries until the owner is there, with growing delays")
  func retries() {
    let cluster = FakeCluster()
    let edge = cluster.add("edge")
    edge.node.connect(to: LinkAddress(host: "10.0.0.1", port: 101))
    let client = cluster.client(of: edge)
    client.send("a\n")
    cluster.sleep(milliseconds: 1_000)
    #expect(client.told == [])
    let owner = cluster.add("owner")
    owner.own()
    cluster.sleep(milliseconds: 1_600)
    #expect(client.told == ["\"hello\"", "\"a\""])
  }

  @Test("A silent link is closed by both sides")
  func silence() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    _ = cluster.client(of: edge)
    cluster.sleep(milliseconds: 20_000)
    let host = try #require(owner.host)
    #expect(host.all.count == 1)
    // Nothing is transmitted, without a notification.
    for socket in edge.kernel.sockets.values where socket.address == 1 || socket.other?.address == 200 {
      socket.room = 0
    }
    for socket in owner.kernel.sockets.values { socket.room = 0 }
    cluster.sleep(milliseconds: 5_000)
    // The edge has returned over another link.
    #expect(host.journal.suffix(2) == ["closed 0", "open 0 10.0.0.1"])
  }

  @Test("While the link is full the edge's clients are not read; then they continue")
  func congestion() throws {
    let (cluster, owner, edge) = FakeCluster.pair { server, link in
      server.streams[0].output = StreamOutputLimits(soft: 2_000, hard: 100_000)
      link.silenceMilliseconds = 1 << 30
    }
    let clients = (0..<30).map { cluster.client(of: edge, address: UInt8($0)) }
    let link = try #require(edge.kernel.sockets.values.first { $0.other?.address == 200 })
    link.room = 0
    let line = String(repeating: "q", count: 1_000)
    for _ in 0..<50 {
      for client in clients { client.send("\(line)\n") }
      cluster.run()
    }
    #expect(clients.reduce(0) { $0 + $1.bytesUnread } > 1_300_000)
    link.room = .max
    cluster.run()
    #expect(try #require(owner.host).journal.count { $0.hasPrefix("line") } == 1_500)
  }
}
