import Testing

@testable import ClusterLink
@testable import LineServer

@Suite("Peers that are not nodes of the cluster")
struct LinkStrangerTests {
  private func link(to owner: FakeCluster.Node, _ cluster: FakeCluster, sending bytes: [UInt8]) -> FakeKernel.Socket {
    let socket = owner.kernel.dial(FakeKernel.links, address: 66)
    socket.other?.arrived += bytes
    cluster.run()
    return socket
  }

  @Test("A node with another secret gets no link, and the owner counts it")
  func wrongSecret() {
    let cluster = FakeCluster()
    let (owner, edge) = (cluster.add("owner"), cluster.add("edge", secret: "another"))
    owner.own()
    edge.connect(to: owner)
    let client = cluster.client(of: edge)
    #expect(client.told == [])
    #expect(owner.node.refusedLinks == 1)
    #expect(owner.events == [.refused(from: "10.0.0.200", why: LinkFault.badProof.phrase)])
    #expect(owner.host?.journal == [])
    // The edge retries with growing delays, and reports after some attempts that it has no link.
    #expect(edge.events == [])
    cluster.sleep(milliseconds: 4_000)
    #expect(edge.events == [.unreachable(address: "10.0.0.1:\(owner.port)", why: edge.node.uplinkFault ?? "")])
    #expect(edge.node.uplinkFault == LinkFault.badProof.phrase || edge.node.uplinkFault == CloseReason.byPeer.phrase)
  }

  @Test("Invalid input closes a link", arguments: ["GET / HTTP/1.1\r\n\r\n", "\u{1}\0\0\0\u{50}", "\0\0\0\0"])
  func nonsense(_ text: String) {
    let cluster = FakeCluster()
    let owner = cluster.add("owner")
    owner.own()
    let socket = link(to: owner, cluster, sending: Array(text.utf8))
    #expect(socket.hasEnded)
    #expect(socket.arrived == [])
    #expect(owner.node.refusedLinks == 1)
  }

  @Test("A peer without a proof is closed after two seconds, and there are few at a time")
  func tooLate() {
    let cluster = FakeCluster()
    let owner = cluster.add("owner")
    owner.own()
    let sockets = (0..<10).map { _ in link(to: owner, cluster, sending: [9]) }
    #expect(sockets.map(\.hasEnded) == [Bool](repeating: false, count: 8) + [true, true])
    cluster.sleep(milliseconds: 1_999)
    #expect(!sockets[0].hasEnded)
    cluster.sleep(milliseconds: 1)
    #expect(sockets.allSatisfy { $0.hasEnded })
  }

  @Test("A node that does not own takes no sessions; an edge that comes too early is not refused for good")
  func noOwner() {
    let cluster = FakeCluster()
    let (node, edge) = (cluster.add("node"), cluster.add("edge"))
    edge.connect(to: node)
    cluster.run()
    let client = cluster.client(of: edge)
    #expect(client.told == [])
    #expect(node.node.refusedLinks == 0)
    node.own()
    cluster.sleep(milliseconds: 1_000)
    #expect(client.told == ["\"hello\""])
  }

  @Test(
    "An authenticated node that sends invalid frames loses its link and its sessions, and nothing else happens")
  func nonsenseFromNode() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    _ = cluster.client(of: edge)
    let (here, socket) = (
      cluster.client(of: owner), try #require(owner.kernel.sockets.values.first { $0.address == 200 })
    )
    // A line of a connection that was never opened.
    socket.arrived += [10, 0, 0, 0, 3, 9, 0, 0, 0, 9, 0, 0, 0, 65]
    cluster.run()
    #expect(try #require(owner.host).journal.last == "closed 0")
    here.send("a\n")
    // The edge reconnects by itself.
    cluster.sleep(milliseconds: 200)
    #expect(here.told == ["\"hello\"", "\"a\""])
    #expect(owner.node.sessions?.sessionCount == 2)
  }
}
