internal import Addresses
internal import CSystem

/// The peer of a connection: its IP address.
struct PeerAddress: Equatable {
  var raw = csystem_address()

  init() {}

  static func == (left: PeerAddress, right: PeerAddress) -> Bool { left.key == right.key }

  /// What limits count by: the IPv4 address, also where one of IPv6 stands for it, or the /64 network of an IPv6
  /// address.
  var key: PeerKey {
    withUnsafeBytes(of: raw.bytes) { bytes in
      func bits(_ four: some Sequence<UInt8>) -> UInt32 { four.reduce(0) { $0 << 8 | UInt32($1) } }
      if raw.family == 4 { return .ipv4(bits(bytes.prefix(4))) }
      if let embedded = EmbeddedAddress(in: bytes) { return .ipv4(bits(embedded.bytes)) }
      return .ipv6(bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  /// An address that begins with these bits, the most significant first; the rest of it is zero.
  init<Bits: FixedWidthInteger>(_ bits: Bits, family: UInt8) {
    raw.family = family
    withUnsafeMutableBytes(of: &raw.bytes) { bytes in
      withUnsafeBytes(of: bits.bigEndian) { bytes.copyBytes(from: $0) }
    }
  }

  /// Whether it is one of those that a machine has for itself, which no network carries: `127.0.0.0/8` and `::1`.
  var isLoopback: Bool {
    raw.family == 4 ? bytes.first == 127 : raw.family == 6 && bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// An address as people write it; `nil` for what is none.
  init?(text: String) {
    guard csystem_parse_address(text, &raw) == 0 else { return nil }
  }

  /// Four bytes or sixteen, and two of the port, the most significant first.
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

/// The system calls of the loop on sockets, narrow enough that a test can answer each of them itself.
///
/// Every call answers a negative `errno` value where it fails.
protocol SocketCalls: AnyObject {
  /// Accepts one connection: its descriptor and peer.
  func accept(_ listener: Int32) -> (descriptor: Int32, peer: PeerAddress)
  /// The user at the other end of a connection to the local socket.
  func peerUser(_ descriptor: Int32) -> Int64
  /// Begins to connect to an IP address: the descriptor and the peer.
  func connect(toHost host: String, port: UInt16) -> (descriptor: Int32, peer: PeerAddress)
  /// How that has ended: 0, or why it has failed.
  func connectResult(_ descriptor: Int32) -> Int32
  /// Reads what is there into `buffer`: the number of bytes, 0 at the end of the stream.
  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Sends as much of `bytes` as the kernel takes.
  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  /// Tells the peer that nothing more will be sent.
  func finishSending(_ descriptor: Int32)
  /// Closes a descriptor, whatever it is.
  func close(_ descriptor: Int32)
  /// Opens a descriptor only to have one that can be given up.
  func openSpare() -> Int32
}

/// The real calls.
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
