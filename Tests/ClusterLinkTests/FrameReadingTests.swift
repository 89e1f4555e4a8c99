import Testing

@testable import ClusterLink
@testable import LineServer
@testable import ParlorCore

@Suite("A node without an owner serves reads from its own copy")
struct FrameReadingTests {
  /// Makes a read-only core when one is needed.
  private final class Reader: NodeCompanion {
    unowned let node: NodeLoop
    private(set) var asked = 0

    init(_ node: NodeLoop) {
      self.node = node
      node.companion = self
    }

    func copy(_ request: CopyRequest) {}
    func stopping() {}
    func ownerChanged() {}
    func turnEnds() {}
    var nextDue: UInt64 { .max }

    func ownerIsMissing() {
      asked += 1
      node.read { EchoHost($0) }
    }
  }

  private func keep(_ text: String, _ owner: FakeCluster.Node, slot: Int) throws {
    let session = try #require(owner.host?.all.first { $0.slot == UInt32(slot) })
    owner.node.sessions?.keep(Array(text.utf8), for: session, after: 0)
  }

  @Test(
    "Known clients may read after three seconds, new ones wait, and the next owner gets both")
  func reading() throws {
    let (cluster, first, edge) = FakeCluster.pair()
    let second = cluster.add("second")
    let reader = Reader(edge.node)
    let one = cluster.client(of: edge)
    try keep("ann", first, slot: 0)
    one.send("release 4\n")
    cluster.run()
    _ = one.told
    cluster.kill(first)
    cluster.sleep(milliseconds: 2_900)
    #expect(reader.asked == 0)
    cluster.sleep(milliseconds: 200)
    #expect(reader.asked == 1)
    #expect(edge.node.isReading)
    #expect(edge.host?.journal == ["attach 0 ann at 40"])
    let two = cluster.client(of: edge)
    one.send("x\n")
    two.send("y\n")
    cluster.run()
    #expect(one.told == ["\"x\""])
    #expect(two.told == [])
    // A copy takes no sessions of other nodes.
    second.connect(to: edge)
    cluster.sleep(milliseconds: 500)
    #expect(edge.node.sessions?.sessionCount == 1)
    second.node.disconnect()
    second.own()
    edge.connect(to: second)
    cluster.run()
    #expect(!edge.node.isReading)
    let journal = try #require(second.host).journal
    #expect(journal.contains { $0.hasPrefix("attach") && $0.hasSuffix(" ann at 40") })
    #expect(journal.contains { $0.hasPrefix("open") })
    #expect(journal.contains { $0.hasPrefix("line") && $0.hasSuffix(" y") })
    one.send("z\n")
    cluster.run()
    #expect(one.told == ["\"z\""])
    #expect(two.told == ["\"hello\"", "\"y\""])
  }

  @Test("A node that owns again stops serving its copy; one without known clients never does")
  func ownsAgain() throws {
    let cluster = FakeCluster()
    let (node, idle) = (cluster.add("node"), cluster.add("idle"))
    let (reader, idler) = (Reader(node.node), Reader(idle.node))
    for each in [node, idle] {
      each.own()
      cluster.run()
    }
    let one = cluster.client(of: node)
    _ = cluster.client(of: idle)
    try keep("ann", node, slot: 0)
    for each in [node, idle] { each.node.disown() }
    cluster.sleep(milliseconds: 3_200)
    #expect(reader.asked == 1)
    #expect(idler.asked == 0)
    node.own()
    cluster.run()
    #expect(!node.node.isReading)
    #expect(node.host?.journal == ["attach 0 ann at 0"])
    _ = one.told
    cluster.sleep(milliseconds: 10_000)
    #expect(reader.asked == 1)
  }
}
