@testable import ClusterLink
@testable import LineServer
@testable import ParlorCore
import Testing
import WireProtocol

/// A core that echoes its input, and executes commands in lines. Each answer is a line with a JSON string.
final class EchoHost: SessionInput {
  private let output: any SessionOutput
  var journal: [String] = []
  /// HTTP requests that the test answers.
  var owed: [([UInt8]) -> Void] = []
  private(set) var all: [SessionID] = []
  var onFinished: (SessionID) -> Bool = { _ in true }

  init(_ output: any SessionOutput) { self.output = output }

  func opened(_ session: SessionID, from origin: SessionOrigin) {
    all.append(session)
    journal.append("open \(session.slot) \(origin.text)")
    say("hello", to: [session])
  }

  func attached(_ session: SessionID, from origin: SessionOrigin, snapshot: UnsafeRawBufferPointer, position: UInt64) {
    all.append(session)
    journal.append("attach \(session.slot) \(String(decoding: snapshot, as: UTF8.self)) at \(position)")
  }

  func received(_ line: UnsafeRawBufferPointer, from session: SessionID) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ").map(String.init)
    let number = words.dropFirst().first.flatMap { UInt64($0) } ?? 0
    journal.append("line \(session.slot) \(text.prefix(40))")
    switch words.first {
    case "all": say(words.dropFirst().joined(separator: " "), to: all)
    case "after": say(words.dropFirst(2).joined(separator: " "), to: [session], after: number)
    case "release": output.release(through: number, position: number * 10)
    case "drop": output.dropHeld()
    case "pause": carryOut { $0.pause(session, milliseconds: Int(number)) }
    case "flood": say(String(repeating: "x", count: Int(number)), to: all.filter { $0 != session })
    case "bye":
      say("bye", to: [session])
      carryOut { $0.close(session) }
    default: say(text, to: [session])
    }
  }

  func asked(_ request: [UInt8], answer: @escaping ([UInt8]) -> Void) {
    let text = String(decoding: request, as: UTF8.self)
    journal.append("asked \(text)")
    if text == "later" { owed.append(answer) } else { answer(Array("answer to \(text)".utf8)) }
  }

  func refused(_ fault: LineFault, from session: SessionID) { say("refused \(fault)", to: [session]) }

  func finished(_ session: SessionID) -> Bool {
    journal.append("end \(session.slot)")
    return onFinished(session)
  }

  func closed(_ session: SessionID, becauseSlow: Bool) {
    all.removeAll { $0 == session }
    journal.append("closed \(session.slot)\(becauseSlow ? " slow" : "")")
  }

  func becameSlow(_ session: SessionID) { journal.append("slow \(session.slot)") }
  func becameReady(_ session: SessionID) { journal.append("ready \(session.slot)") }
  func turnEnds() {}
  func deadlineReached() { journal.append("deadline") }
  func stopping() { say("closing", to: all) }

  func resume(_ session: SessionID) { carryOut { $0.resume(session) } }

  func say(_ text: String, to sessions: [SessionID], after ticket: UInt64 = 0) {
    carryOut { effects in
      let range = effects.write { writer in
        writer.string(text)
        writer.newline()
      }
      effects.send(range, to: sessions, after: ticket)
    }
  }

  private func carryOut(_ body: (inout Effects) -> Void) {
    var effects = Effects()
    body(&effects)
    output.carryOut(effects, isDurable: true)
  }
}

/// Nodes over a ``FakeNet``, and their clients.
final class FakeCluster {
  final class Node {
    let kernel: FakeKernel
    let outbox: Outbox
    let node: NodeLoop
    let loop: EventLoop
    let port: UInt16
    /// The events for its operator.
    var events: [LinkEvent] { told.events }
    private let told: Told

    private final class Told {
      var events: [LinkEvent] = []
    }

    var host: EchoHost? { node.host as? EchoHost }

    fileprivate init(_ net: FakeNet, port: UInt16, name: String, secret: String, _ change: Change) {
      self.port = port
      kernel = net.kernel(port: port)
      var server = LineServerConfiguration()
      server.streams = [LinkConfiguration.listener(host: "", port: port)]
      server.softOutputBytes = 20_000
      server.hardOutputBytes = 100_000
      var link = LinkConfiguration(identity: LinkIdentity(name: name, secret: Array(secret.utf8)), listener: 0)
      change(&server, &link)
      outbox = Outbox(configuration: server.bounded, calls: kernel, poller: kernel) { [unowned net] in net.now }
      let told = Told()
      self.told = told
      node = NodeLoop(link, output: LineOutput(outbox: outbox)) { told.events.append($0) }
      loop = EventLoop(
        outbox: outbox, listener: FakeKernel.lines, streamListeners: [FakeKernel.links], handler: node,
        mailbox: Mailbox())
    }
  }

  /// A client's received lines.
  final class Client {
    fileprivate let socket: FakeKernel.Socket

    fileprivate init(_ socket: FakeKernel.Socket) { self.socket = socket }

    func send(_ text: String) { socket.other?.arrived += Array(text.utf8) }
    func finish() { socket.other?.hasEnded = true }
    /// How much of its output it still accepts.
    var room: Int {
      get { socket.other?.room ?? 0 }
      set { socket.other?.room = newValue }
    }
    var isClosed: Bool { socket.hasEnded }

    /// What was received since the last call.
    var told: [String] {
      let lines = String(decoding: socket.arrived, as: UTF8.self).split(separator: "\n").map(String.init)
      socket.arrived = []
      return lines
    }
    /// Input that the node has not read yet.
    var bytesUnread: Int { socket.other?.arrived.count ?? 0 }
  }

  typealias Change = (inout LineServerConfiguration, inout LinkConfiguration) -> Void

  let net = FakeNet()
  private(set) var nodes: [Node] = []

  func add(_ name: String, secret: String = "secret", _ change: @escaping Change = { _, _ in }) -> Node {
    let node = Node(net, port: UInt16(100 + nodes.count), name: name, secret: secret, change)
    nodes.append(node)
    return node
  }

  /// An owner, and an edge with a link to it.
  static func pair(_ change: @escaping Change = { _, _ in }) -> (cluster: FakeCluster, owner: Node, edge: Node) {
    let cluster = FakeCluster()
    let (owner, edge) = (cluster.add("owner", change), cluster.add("edge", change))
    owner.own()
    edge.connect(to: owner)
    cluster.run()
    return (cluster, owner, edge)
  }

  func client(of node: Node, address: UInt8 = 1) -> Client {
    let client = Client(node.kernel.dial(FakeKernel.lines, address: address))
    run()
    return client
  }

  /// Runs until nothing is left to do at this time.
  func run() {
    for _ in 0..<100_000 {
      var isBusy = false
      for node in nodes where node.loop.turn(waiting: 0) { isBusy = true }
      if !isBusy { return }
    }
    Issue.record("the nodes do not come to rest")
  }

  func sleep(milliseconds: UInt64) {
    for _ in 0..<milliseconds {
      net.now += 1_000_000
      run()
    }
  }

  /// Cuts a node's power.
  func kill(_ node: Node) {
    nodes.removeAll { $0 === node }
    net.remove(port: node.port)
    run()
  }
}

extension FakeCluster.Node {
  func own() { node.own { EchoHost($0) } }
  func connect(to other: FakeCluster.Node) { node.connect(to: other.address) }
  var address: LinkAddress { LinkAddress(host: "10.0.0.1", port: port) }
}
