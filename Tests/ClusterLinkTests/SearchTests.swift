import Testing

@testable import ClusterLink
@testable import LineServer
@testable import ParlorCore

@Suite("A node that cannot read who owns")
struct SearchTests {
  @Test("It tries one node after the other until one accepts its link, and its clients play there")
  func finds() throws {
    let cluster = FakeCluster()
    let (first, owner, edge) = (cluster.add("first"), cluster.add("owner"), cluster.add("edge"))
    let client = cluster.client(of: edge)
    edge.node.searchOwner(amongNodes: [first.address, owner.address])
    cluster.sleep(milliseconds: 3_000)
    #expect(!edge.node.hasOwner && edge.node.hasNoOwner)
    owner.own()
    cluster.sleep(milliseconds: 3_300)
    #expect(edge.node.hasOwner && !edge.node.hasNoOwner)
    #expect(client.told == ["\"hello\""])
    client.send("x\n")
    cluster.run()
    #expect(client.told == ["\"x\""])
  }

  @Test("While a node is unreachable, it is unknown whether somebody owns")
  func unreachable() throws {
    let cluster = FakeCluster()
    let (first, second, edge) = (cluster.add("first"), cluster.add("second"), cluster.add("edge"))
    edge.node.searchOwner(amongNodes: [first.address, second.address])
    #expect(!edge.node.isOwnerSearchExhausted)
    cluster.sleep(milliseconds: 3_000)
    #expect(edge.node.hasNoOwner && edge.node.isOwnerSearchExhausted)
    cluster.kill(second)
    var misses = 0
    while edge.node.hasNoOwner, misses < 100 {
      cluster.sleep(milliseconds: 100)
      misses += 1
    }
    // The nodes are tried in turn: failing once may be by chance, twice is not.
    #expect(misses > 20, "after \(misses * 100) ms")
    cluster.sleep(milliseconds: 10_000)
    #expect(!edge.node.hasNoOwner && edge.node.isOwnerSearchExhausted)
    edge.node.searchOwner(amongNodes: [])
    #expect(!edge.node.hasNoOwner && !edge.node.isOwnerSearchExhausted)
  }

  @Test("The requested number of clients gets a closing message and is closed")
  func closes() throws {
    let (cluster, _, edge) = FakeCluster.pair()
    let clients = (1...3).map { cluster.client(of: edge, address: UInt8($0)) }
    clients[1].send("{\"x\":1}\n")
    clients[2].send("x\n")
    cluster.run()
    for client in clients { _ = client.told }
    #expect(edge.node.clientCount == 3)
    edge.node.close(clients: 2, saying: [.object: Array("object\n".utf8), .text: Array("text\n".utf8)])
    cluster.run()
    #expect(clients.map(\.told) == [["object"], ["object"], []])
    #expect(clients.map(\.isClosed) == [true, true, false])
    edge.node.close(clients: 9, saying: [.object: Array("object\n".utf8), .text: Array("text\n".utf8)])
    cluster.run()
    #expect(clients[2].told == ["text"] && clients[2].isClosed)
  }
}
