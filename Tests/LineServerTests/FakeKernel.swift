import CSystem
import Testing

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A kernel whose answers the test chooses.
final class FakeKernel: SocketCalls, Poller {
  enum Arrival {
    case bytes(String)
    case raw([UInt8])
    case end
    case failure(Int32)

    var content: [UInt8] {
      switch self {
      case .bytes(let text): [UInt8](text.utf8)
      case .raw(let bytes): bytes
      case .end, .failure: []
      }
    }
  }

  /// The results of `accept` in order: descriptors, or negative errors. Then EAGAIN.
  var waiting: [Int32] = []
  /// The first byte of the next peer's address.
  var nextPeer: UInt8 = 0
  /// The whole address instead.
  var peer: PeerAddress?
  var onSend: () -> Void = {}
  var arrivals: [Int32: [Arrival]] = [:]
  var sent: [Int32: String] = [:]
  /// The same, byte for byte.
  var sentBytes: [Int32: [UInt8]] = [:]
  /// The results of `send` in order: a number of bytes, or a negative error. Then everything is sent.
  var capacities: [Int32: [Int]] = [:]
  var sendCalls = 0
  var acceptCalls = 0
  var closed: [Int32] = []
  var spares: [Int32] = [900, 901, 902]

  func accept(_ listener: Int32) -> (descriptor: Int32, peer: PeerAddress) {
    acceptCalls += 1
    var peer = self.peer ?? PeerAddress()
    if self.peer == nil { (peer.raw.family, peer.raw.bytes.0) = (4, nextPeer) }
    return (waiting.isEmpty ? -EAGAIN : waiting.removeFirst(), peer)
  }

  /// The results of `connect` in order, and how each attempt ends.
  var connecting: [Int32] = []
  var connectResults: [Int32: Int32] = [:]

  func peerUser(_ descriptor: Int32) -> Int64 { -1 }

  func connect(toHost host: String, port: UInt16) -> (descriptor: Int32, peer: PeerAddress) {
    var peer = PeerAddress()
    peer.raw.family = 4
    peer.raw.bytes.0 = 99
    return (connecting.isEmpty ? -EMFILE : connecting.removeFirst(), peer)
  }

  func connectResult(_ descriptor: Int32) -> Int32 { connectResults[descriptor] ?? 0 }

  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if !repeatsEvents { mergeArrivals(of: descriptor, upTo: buffer.count) }
    guard var queue = arrivals[descriptor], !queue.isEmpty else { return -Int(EAGAIN) }
    let arrival = queue.removeFirst()
    arrivals[descriptor] = queue
    switch arrival {
    case .bytes, .raw:
      let bytes = arrival.content
      buffer.copyBytes(from: bytes.prefix(buffer.count))
      return min(bytes.count, buffer.count)
    case .end: return 0
    case .failure(let code): return -Int(code)
    }
  }

  /// Less than was asked for is all there is, as in a socket's buffer.
  private func mergeArrivals(of descriptor: Int32, upTo count: Int) {
    var queue = arrivals[descriptor] ?? []
    let pieces = queue.prefix { !$0.content.isEmpty }
    guard !pieces.isEmpty else { return }
    queue.removeFirst(pieces.count)
    let all = pieces.flatMap(\.content)
    if all.count > count { queue.insert(.raw(Array(all[count...])), at: 0) }
    arrivals[descriptor] = [.raw(Array(all.prefix(count)))] + queue
  }

  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    sendCalls += 1
    onSend()
    var taken = bytes.count
    if var queue = capacities[descriptor], !queue.isEmpty {
      taken = min(queue.removeFirst(), bytes.count)
      capacities[descriptor] = queue
    }
    if taken > 0 {
      sent[descriptor, default: ""] += String(decoding: bytes.prefix(taken), as: UTF8.self)
      sentBytes[descriptor, default: []] += bytes.prefix(taken)
    }
    return taken
  }

  var finished: [Int32] = []

  func finishSending(_ descriptor: Int32) { finished.append(descriptor) }

  func close(_ descriptor: Int32) { closed.append(descriptor) }

  func openSpare() -> Int32 { spares.isEmpty ? -EMFILE : spares.removeFirst() }

  let descriptor: Int32 = 500
  /// See ``Poller/repeatsEvents``.
  var repeatsEvents = true
  var interests: [Int32: Readiness] = [:]
  var tokens: [Int32: UInt64] = [:]
  var events: [PollEvent] = []
  var armed: UInt64?
  var watchFailure: Int32 = 0

  func add(_ descriptor: Int32, token: UInt64, interest: Readiness) -> Int32 {
    guard watchFailure == 0 else { return watchFailure }
    interests[descriptor] = interest
    tokens[descriptor] = token
    return 0
  }

  func change(_ descriptor: Int32, token: UInt64, from: Readiness, to: Readiness) {
    #expect(interests[descriptor] == from)
    interests[descriptor] = to
    if !repeatsEvents, to.contains(.readable), let queue = arrivals[descriptor], !queue.isEmpty {
      announce(descriptor, Self.readiness(of: queue))
    }
  }

  func wait(into buffer: UnsafeMutableBufferPointer<PollEvent>, nanoseconds: Int64) -> Int {
    let count = min(events.count, buffer.count)
    for index in 0..<count { buffer[index] = events[index] }
    events.removeFirst(count)
    return count
  }

  func arm(at nanoseconds: UInt64) { armed = nanoseconds }

  var wakeup: Wakeup { Wakeup(descriptor: -1) { _ in } }

  /// Something arrives, which is reported once, and only where it is watched for.
  func arrive(_ descriptor: Int32, _ arrival: Arrival) {
    arrivals[descriptor, default: []].append(arrival)
    guard interests[descriptor]?.contains(.readable) == true else { return }
    announce(descriptor, Self.readiness(of: arrivals[descriptor] ?? []))
  }

  private static func readiness(of queue: [Arrival]) -> Readiness {
    if case .end? = queue.last { [.readable, .finished] } else { .readable }
  }

  func announce(_ descriptor: Int32, _ ready: Readiness) {
    events.append(PollEvent(token: tokens[descriptor] ?? 0, ready: ready))
  }
}

/// A handler that records its calls, and runs a test's actions.
final class Recorder: LineHandler {
  let output: LineOutput
  var journal: [String] = []
  var onOpen: (LineOutput, ConnectionID) -> Void = { _, _ in }
  var onLine: (LineOutput, ConnectionID, String) -> Void = { _, _, _ in }
  var onTurnEnd: (LineOutput) -> Void = { _ in }

  init(_ output: LineOutput) { self.output = output }

  /// The origin of each opened connection.
  var origins: [UInt32: ConnectionOrigin] = [:]

  func opened(_ connection: ConnectionID, from origin: ConnectionOrigin) {
    origins[connection.slot] = origin
    journal.append("open \(connection.slot)")
    onOpen(output, connection)
  }
  func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID) {
    let text = String(decoding: line, as: UTF8.self)
    journal.append("line \(connection.slot) \(text)")
    onLine(output, connection, text)
  }
  var saysLater = false
  func refused(_ fault: InputFault, on connection: ConnectionID) -> Bool {
    journal.append("refused \(connection.slot) \(fault)")
    return !saysLater
  }
  func closed(_ connection: ConnectionID, because reason: CloseReason) {
    journal.append("closed \(connection.slot) \(reason)")
  }
  func becameSlow(_ connection: ConnectionID) { journal.append("slow \(connection.slot)") }
  func becameReady(_ connection: ConnectionID) { journal.append("ready \(connection.slot)") }
  func turnEnds() { onTurnEnd(output) }
  func deadlineReached() { journal.append("deadline") }
  func stopping() { journal.append("stopping") }
  lazy var streams = StreamRecorder(self)
  lazy var links = StreamRecorder(self, name: "link")
  var streamHandlers: [any StreamHandler] { [streams, links] }
}

/// The same for the stream listener; it writes to the same record.
final class StreamRecorder: StreamHandler {
  private unowned let recorder: Recorder
  var onBytes: (LineOutput, ConnectionID, String) -> Void = { _, _, _ in }
  var onEnd: (LineOutput, ConnectionID) -> Void = { _, _ in }

  /// The connection to close for a new one, and the recorded requests.
  var displacementCandidate: ConnectionID?
  private(set) var asked: [String] = []

  private let name: String

  init(_ recorder: Recorder, name: String = "stream") {
    self.recorder = recorder
    self.name = name
  }

  func connected(_ connection: ConnectionID) { recorder.journal.append("\(name) connected \(connection.slot)") }

  /// Whether the opened streams were local.
  var areLoopback: [UInt32: Bool] = [:]

  func opened(_ connection: ConnectionID, from address: String, isLoopback: Bool) {
    areLoopback[connection.slot] = isLoopback
    recorder.journal.append("\(name) \(connection.slot)")
  }
  func received(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID) {
    let text = String(decoding: bytes, as: UTF8.self)
    recorder.journal.append("bytes \(connection.slot) \(text.debugDescription)")
    onBytes(recorder.output, connection, text)
  }
  func finished(_ connection: ConnectionID) {
    recorder.journal.append("end \(connection.slot)")
    onEnd(recorder.output, connection)
  }
  func closed(_ connection: ConnectionID, because reason: CloseReason) {
    recorder.journal.append("\(name) closed \(connection.slot) \(reason)")
  }
  func displacementCandidate(for address: String, isAtLimit: Bool) -> ConnectionID? {
    asked.append(isAtLimit ? "\(address) isAtLimit" : address)
    return displacementCandidate
  }
  func becameSlow(_ connection: ConnectionID) { recorder.journal.append("\(name) slow \(connection.slot)") }
  func becameReady(_ connection: ConnectionID) { recorder.journal.append("\(name) ready \(connection.slot)") }
}

final class Bench {
  let kernel = FakeKernel()
  let outbox: Outbox
  let recorder: Recorder
  let loop: EventLoop
  private let time: Time

  private final class Time {
    var now: UInt64 = 1_000_000_000
  }

  static let listener: Int32 = 3
  static let streamListener: Int32 = 4
  static let linkListener: Int32 = 5

  init(repeatsEvents: Bool = true, _ change: (inout LineServerConfiguration) -> Void = { _ in }) {
    kernel.repeatsEvents = repeatsEvents
    var configuration = LineServerConfiguration()
    configuration.maximumConnectionsPerAddress = 0
    change(&configuration)
    let time = Time()
    self.time = time
    outbox = Outbox(configuration: configuration.bounded, calls: kernel, poller: kernel) { time.now }
    recorder = Recorder(LineOutput(outbox: outbox))
    loop = EventLoop(
      outbox: outbox, listener: Self.listener,
      streamListeners: Array([Self.streamListener, Self.linkListener].prefix(configuration.streams.count)),
      handler: recorder, mailbox: Mailbox())
  }

  var journal: [String] { recorder.journal }

  func run() {
    for _ in 0..<100 where !loop.turn(waiting: 0) { return }
    Issue.record("the loop does not come to rest")
  }

  func sleep(milliseconds: UInt64) { time.now += milliseconds * 1_000_000 }

  func sleep(nanoseconds: UInt64) { time.now += nanoseconds }

  /// Accepts connections with these descriptors; their slots count from 0.
  func connect(_ descriptors: Int32...) {
    kernel.waiting += descriptors
    kernel.announce(Self.listener, .readable)
    run()
  }

  func connectStreams(_ descriptors: Int32...) {
    kernel.waiting += descriptors
    kernel.announce(Self.streamListener, .readable)
    run()
  }

  func receive(_ descriptor: Int32, _ arrivals: FakeKernel.Arrival...) {
    kernel.arrivals[descriptor, default: []] += arrivals
    // As the kernel does while there is input.
    var before = -1
    while let waiting = kernel.arrivals[descriptor]?.count, waiting > 0, waiting != before {
      before = waiting
      kernel.announce(descriptor, .readable)
      run()
    }
  }
}
