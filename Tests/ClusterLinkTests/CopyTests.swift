import Testing

@testable import ClusterLink
@testable import LineServer

@Suite("Copying a node's tables over a link")
struct CopyTests {
  /// Sends a piece each time that there is room.
  private final class Giver: NodeCompanion {
    var pieces: [[UInt8]]
    private(set) var asked: [String] = []
    private(set) var request: CopyRequest?

    init(_ pieces: [[UInt8]]) { self.pieces = pieces }

    func copy(_ request: CopyRequest) {
      asked.append(request.node)
      self.request = request
      request.whenReady = { [unowned self] in next() }
      next()
    }

    private func next() {
      guard let request else { return }
      if pieces.isEmpty { request.finish() } else { request.send(pieces.removeFirst()) }
    }

    func ownerIsMissing() {}
    func ownerChanged() {}
    func turnEnds() {}
    var nextDue: UInt64 { .max }
    func stopping() {}
  }

  /// A requesting node with its own socket.
  private final class Asker {
    let socket: FakeKernel.Socket
    var receiver: CopyReceiver
    var bytes: [UInt8] = []
    var isWhole = false
    var fault: LinkFault?

    init(_ node: FakeCluster.Node, name: String = "late", secret: String = "secret") {
      socket = node.kernel.dial(FakeKernel.links, address: 7)
      receiver = CopyReceiver(
        LinkConfiguration(identity: LinkIdentity(name: name, secret: Array(secret.utf8)), listener: 0))
      send(receiver.opening)
    }

    func send(_ bytes: [UInt8]) { socket.other?.arrived += bytes }

    /// Reads received bytes, a few at a time.
    func take() {
      let come = socket.arrived
      socket.arrived = []
      for start in stride(from: 0, to: come.count, by: 1_000) {
        let part = Array(come[start..<min(start + 1_000, come.count)])
        do throws(LinkFault) {
          var answers: [[UInt8]] = []
          let result = part.withUnsafeBytes { part in
            Result { () throws(LinkFault) in
              try receiver.received(part) { step in
                switch step {
                case .send(let answer): answers.append(answer)
                case .keep(let piece): bytes += piece
                case .end: isWhole = true
                }
              }
            }
          }
          for answer in answers { send(answer) }
          try result.get()
        } catch {
          fault = error
        }
      }
    }
  }

  /// A piece is sent in its own turn, which needs a trigger: here the requester's heartbeat.
  private func talk(_ cluster: FakeCluster, _ asker: Asker) {
    for _ in 0..<60 {
      cluster.run()
      asker.take()
      if !asker.bytes.isEmpty, !asker.isWhole { asker.send(CopyReceiver.beat) }
    }
  }

  @Test("A complete copy arrives, from an owner and from another node", arguments: [true, false])
  func whole(_ isOwner: Bool) {
    let cluster = FakeCluster()
    let node = cluster.add("node")
    if isOwner { node.own() }
    let giver = Giver([[1, 2], [UInt8](repeating: 3, count: CopyRequest.mostBytes), [4]])
    let expected = giver.pieces.flatMap { $0 }
    node.node.companion = giver
    let asker = Asker(node)
    talk(cluster, asker)
    #expect(giver.asked == ["late"])
    #expect(asker.bytes == expected)
    #expect(asker.isWhole)
    #expect(asker.fault == nil)
    #expect(node.host?.journal.isEmpty ?? true)
  }

  @Test("A node without the secret gets nothing, and where copies are not served nobody does")
  func refused() {
    let cluster = FakeCluster()
    let (node, silent) = (cluster.add("node"), cluster.add("silent"))
    let giver = Giver([[1]])
    node.node.companion = giver
    let (stranger, early) = (Asker(node, secret: "guess"), Asker(silent))
    for asker in [stranger, early] {
      talk(cluster, asker)
      #expect(asker.socket.hasEnded)
      #expect(asker.bytes.isEmpty && !asker.isWhole)
    }
    #expect(giver.asked.isEmpty)
  }

  @Test("While the link is full no further piece is requested, and it continues when there is room")
  func fullLink() {
    let cluster = FakeCluster()
    let node = cluster.add("node") { server, _ in
      server.streams[0].output = StreamOutputLimits(soft: 300_000, hard: 4 << 20)
    }
    let giver = Giver((0..<20).map { [UInt8](repeating: UInt8($0), count: CopyRequest.mostBytes) })
    node.node.companion = giver
    let asker = Asker(node)
    while asker.bytes.isEmpty {
      cluster.run()
      asker.take()
    }
    asker.socket.other?.room = 0
    for _ in 0..<10 {
      asker.send(CopyReceiver.beat)
      cluster.run()
    }
    cluster.run()
    let left = giver.pieces.count
    #expect(left > 0)
    asker.send(CopyReceiver.beat)
    cluster.run()
    #expect(giver.pieces.count == left)
    asker.socket.other?.room = .max
    talk(cluster, asker)
    #expect(asker.isWhole)
    #expect(asker.bytes.count == 20 * CopyRequest.mostBytes)
  }

  @Test("A node that waits for a copy sends heartbeats, and nothing else")
  func nonsense() {
    let cluster = FakeCluster()
    let node = cluster.add("node")
    node.node.companion = Giver([])
    let asker = Asker(node)
    talk(cluster, asker)
    asker.send(CopyReceiver.beat)
    talk(cluster, asker)
    #expect(!asker.socket.hasEnded)
    var frame: [UInt8] = []
    UpFrame.finished(ConnectionID(slot: 1, generation: 1)).writeHead(to: &frame)
    asker.send(frame)
    talk(cluster, asker)
    #expect(asker.socket.hasEnded)
  }

  @Test("A copy that is shorter than stated is invalid")
  func cutOff() throws {
    let (cluster, node) = { ($0, $0.add("node")) }(FakeCluster())
    let piece = [UInt8](repeating: 0xEE, count: 100)
    let giver = Giver([piece])
    node.node.companion = giver
    let asker = Asker(node)
    // The first piece is lost in transit.
    for _ in 0..<20 where !asker.isWhole && asker.fault == nil {
      cluster.run()
      if let start = asker.socket.arrived.firstRange(of: piece)?.lowerBound {
        asker.socket.arrived.removeSubrange(start - 5..<start + piece.count)
        asker.send(CopyReceiver.beat)
      }
      asker.take()
    }
    #expect(asker.fault == .malformed)
    #expect(!asker.isWhole)
  }
}
