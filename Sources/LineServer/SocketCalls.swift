internal import Addresses
internal import CSystem

/// The peer of a connection: its IP address.
struct PeerAddress: Equatable {
  var raw = csystem_address()

  init() {}

  static func == (left: PeerAddress, right: PeerAddress) -> Bool { left.key == right.key }

  /// The key of limits: the IPv4 address (also of an IPv6 address that embeds one), or the /64 network of an IPv6
  /// address.
  var key: PeerKey {
    withUnsafeBytes(of: raw.bytes) { bytes in
      func bits(_ four: some Sequence<UInt8>) -> UInt32 { four.reduce(0) { $0 << 8 | UInt32($1) } }
      if raw.family == 4 { return .ipv4(bits(bytes.prefix(4))) }
      if let embedded = EmbeddedAddress(in: bytes) { return .ipv4(bits(embedded.bytes)) }
      return .ipv6(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  /// An address that begins with these bits, the most significant first; the rest is zero.
  init<Bits: FixedWidthInteger>(_ bits: Bits, family: UInt8) {
    raw.family = family
    withUnsafeMutableBytes(of: &raw.bytes) { bytes in
      withUnsafeBytes(of: bits.bigEndian) { bytes.copyBytes(from: $0) }
    }
  }

  /// Whether it is a loopback address: `127.0.0.0/8` or `::1`.
  var isLoopback: Bool {
    raw.family == 4 ? bytes.first == 127 : raw.family == 6 && bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Parses an address in text form; `nil` if it is invalid.
  init?(text: String) {
    guard csystem_parse_address(text, &raw) == 0 else { return nil }
  }

  /// An address of four or sixteen bytes and a port of two, in network byte order.
  init(bytes: some Collection<UInt8>, port: some Collection<UInt8>) {
    let isMapped =
      bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 }
      && bytes.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
    let bytes = isMapped ? Array(bytes.suffix(4)) : Array(bytes)
    raw.family = bytes.count == 4 ? 4 : 6
    raw.port = port.reduce(0) { $0 << 8 | UInt16($1) }
    withUnsafeMutableBytes(of: &raw.bytes) { $0.copyBytes(from: bytes.prefix(16)) }
  }

  /// The four or sixteen bytes of the address.
  var bytes: [UInt8] { withUnsafeBytes(of: raw.bytes) { Array($0.prefix(raw.family == 4 ? 4 : 16)) } }

  var text: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let text = buffer.baseAddress else { return "" }
      withUnsafePointer(to: raw) { csystem_address_text($0, text) }
      return String(cString: text)
    }
  }
}

/// The loop's system calls on sockets, narrow enough that a test can fake each of them.
///
/// Every call returns a negative `errno` value on failure.
protocol SocketCalls: AnyObject {
  /// Accepts one connection: its descriptor and peer.
  func accept(_ listener: Int32) -> (descriptor: Int32, peer: PeerAddress)
  /// The user at the other end of a connection to the local socket.
  func peerUser(_ descriptor: Int32) -> Int64
  /// Starts to connect to an IP address: the descriptor and the peer.
  func connect(toHost host: String, port: UInt16) -> (descriptor: Int32, peer: PeerAddress)
  /// The result of `connect`: 0, or the error.
  func connectResult(_ descriptor: Int32) -> Int32
  /// Reads available bytes into `buffer`: their number, 0 at the end of the stream.
  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Sends as much of `bytes` as the kernel accepts.
  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// Shuts down the sending side.
  func finishSending(_ descriptor: Int32)
  /// Closes a descriptor of any kind.
  func close(_ descriptor: Int32)
  /// Opens a descriptor that is kept as a spare.
  func openSpare() -> Int32
}

final class KernelSocketCalls: SocketCalls {
  func accept(_ listener: Int32) -> (descriptor: Int32, peer: PeerAddress) {
    var peer = PeerAddress()
    let descriptor = csystem_accept(listener, &peer.raw)
    return (descriptor, peer)
  }

  func peerUser(_ descriptor: Int32) -> Int64 { csystem_peer_user(descriptor) }

  func connect(toHost host: String, port: UInt16) -> (descriptor: Int32, peer: PeerAddress) {
    var peer = PeerAddress()
    let descriptor = csystem_begin_connect(host, port, &peer.raw)
    return (descriptor, peer)
  }

  func connectResult(_ descriptor: Int32) -> Int32 { csystem_connect_result(descriptor) }

  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    csystem_receive(descriptor, buffer.baseAddress, buffer.count)
  }

  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    csystem_send(descriptor, bytes.baseAddress, bytes.count)
  }

  func finishSending(_ descriptor: Int32) { _ = csystem_finish_sending(descriptor) }

  func close(_ descriptor: Int32) { _ = csystem_close(descriptor) }

  func openSpare() -> Int32 { csystem_spare() }
}
