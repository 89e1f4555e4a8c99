import CSystem

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A simulated network of kernels: sockets between nodes, sockets of clients, one clock.
final class FakeNet {
  var now: UInt64 = 1_000_000_000
  fileprivate var kernels: [UInt16: FakeKernel] = [:]

  /// The kernel of the node whose link listener has this port.
  func kernel(port: UInt16) -> FakeKernel {
    let kernel = FakeKernel(self)
    kernels[port] = kernel
    return kernel
  }

  /// The node is gone with all its sockets.
  func remove(port: UInt16) {
    guard let kernel = kernels.removeValue(forKey: port) else { return }
    for descriptor in Array(kernel.sockets.keys) { kernel.close(descriptor) }
  }
}

/// One node's sockets and its poller, level triggered like the kernel's.
final class FakeKernel: SocketCalls, Poller {
  final class Socket {
    var arrived: [UInt8] = []
    var sent: [UInt8] = []
    var hasEnded = false
    var isGone = false
    /// The free space of the socket, reduced by what is sent.
    var room = Int.max
    var other: Socket?
    var address: UInt8 = 1
  }

  let repeatsEvents = true
  static let lines: Int32 = 3
  static let links: Int32 = 4

  private let net: FakeNet
  fileprivate(set) var sockets: [Int32: Socket] = [:]
  private var waiting: [Int32: [Socket]] = [:]
  private var watched: [Int32: (token: UInt64, interest: Readiness)] = [:]
  private var next: Int32 = 10

  fileprivate init(_ net: FakeNet) { self.net = net }

  /// A client connects to a listener.
  func dial(_ listener: Int32, address: UInt8 = 1) -> Socket {
    let (theirs, ours) = (Socket(), Socket())
    (theirs.other, ours.other) = (ours, theirs)
    ours.address = address
    waiting[listener, default: []].append(ours)
    return theirs
  }

  private func add(_ socket: Socket) -> Int32 {
    next += 1
    sockets[next] = socket
    return next
  }

  func accept(_ listener: Int32) -> (descriptor: Int32, peer: PeerAddress) {
    var peer = PeerAddress()
    peer.raw.family = 4
    guard let socket = waiting[listener]?.first else { return (-EAGAIN, peer) }
    waiting[listener]?.removeFirst()
    (peer.raw.bytes.0, peer.raw.bytes.3) = (10, socket.address)
    return (add(socket), peer)
  }

  func peerUser(_ descriptor: Int32) -> Int64 { -1 }

  func connect(toHost host: String, port: UInt16) -> (descriptor: Int32, peer: PeerAddress) {
    var peer = PeerAddress()
    peer.raw.family = 4
    peer.raw.bytes.0 = 10
    let socket = net.kernels[port]?.dial(Self.links, address: 200) ?? Socket()
    if socket.other == nil { socket.isGone = true }
    return (add(socket), peer)
  }

  func connectResult(_ descriptor: Int32) -> Int32 { sockets[descriptor]?.isGone == true ? -ECONNREFUSED : 0 }

  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let socket = sockets[descriptor] else { return -Int(EBADF) }
    if !socket.arrived.isEmpty {
      let count = min(buffer.count, socket.arrived.count)
      buffer.copyBytes(from: socket.arrived[..<count])
      socket.arrived.removeFirst(count)
      return count
    }
    return socket.hasEnded || socket.isGone ? 0 : -Int(EAGAIN)
  }

  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    guard let socket = sockets[descriptor] else { return -Int(EBADF) }
    guard let other = socket.other, !other.isGone else { return -Int(EPIPE) }
    let count = min(socket.room, bytes.count)
    guard count > 0 else { return -Int(EAGAIN) }
    if socket.room != .max { socket.room -= count }
    other.arrived += bytes.prefix(count)
    return count
  }

  func finishSending(_ descriptor: Int32) { sockets[descriptor]?.other?.hasEnded = true }

  func close(_ descriptor: Int32) {
    watched[descriptor] = nil
    guard let socket = sockets.removeValue(forKey: descriptor) else { return }
    socket.isGone = true
    socket.other?.hasEnded = true
  }

  func openSpare() -> Int32 { 900 }

  let descriptor: Int32 = 500

  func add(_ descriptor: Int32, token: UInt64, interest: Readiness) -> Int32 {
    watched[descriptor] = (token, interest)
    return 0
  }

  func change(_ descriptor: Int32, token: UInt64, from: Readiness, to: Readiness) {
    watched[descriptor] = (token, to)
  }

  func wait(into events: UnsafeMutableBufferPointer<PollEvent>, nanoseconds: Int64) -> Int {
    var count = 0
    for (descriptor, (token, interest)) in watched.sorted(by: { $0.key < $1.key }) where count < events.count {
      var ready: Readiness = []
      if let socket = sockets[descriptor] {
        if !socket.arrived.isEmpty || socket.hasEnded || socket.isGone { ready.insert(.readable) }
        if socket.room > 0 { ready.insert(.writable) }
      } else if waiting[descriptor]?.isEmpty == false {
        ready.insert(.readable)
      }
      ready.formIntersection(interest)
      guard !ready.isEmpty else { continue }
      events[count] = PollEvent(token: token, ready: ready)
      count += 1
    }
    return count
  }

  func arm(at nanoseconds: UInt64) {}

  var wakeup: Wakeup { Wakeup(descriptor: -1) { _ in } }
}
