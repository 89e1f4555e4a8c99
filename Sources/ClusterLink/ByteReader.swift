internal import LineServer

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Why a link is closed: the other side has sent invalid data, or cannot prove its identity.
///
/// The other side is told only that the link is closed; the reason is for the operator.
public enum LinkFault: Error, Equatable, Sendable {
  /// A frame is truncated, or has extra bytes.
  case malformed
  /// A frame exceeds the limit.
  case tooLong
  /// A kind of frame that this version does not know, or not in this state.
  case unexpected
  /// Not a node of this cluster.
  case unknownPeer
  /// The proof is wrong.
  case badProof
  /// No common version of the link protocol.
  case noCommonVersion
  /// This node does not own, so it takes no sessions.
  case notOwner

  /// The end of a sentence for the operator.
  var phrase: String {
    switch self {
    case .malformed: "a frame is truncated, or has extra bytes"
    case .tooLong: "a frame exceeds the maximum length"
    case .unexpected: "the other side sent an unexpected frame"
    case .unknownPeer: "the other side is not a node of this cluster"
    case .badProof: "the other side does not know this cluster's secret"
    case .noCommonVersion: "the two sides have no link version in common"
    case .notOwner: "the other side does not own the log"
    }
  }
}

extension CloseReason {
  /// Why a link is closed: the end of a sentence.
  var phrase: String {
    switch self {
    case .byPeer: "the other side closed the connection"
    case .reset: "the other side reset the connection"
    case .slowConsumer: "the other side does not read"
    case .idle: "nothing was received"
    case .byServer: "this side closed the connection"
    case .shuttingDown: "this node is stopping"
    case .error(let code): String(cString: strerror(code))
    }
  }
}

/// Reads a frame from its start: numbers are little-endian; missing bytes throw.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type = Number.self
  ) throws(LinkFault) -> Number {
    let part = try take(MemoryLayout<Number>.size)
    return Number(littleEndian: part.loadUnaligned(as: Number.self))
  }

  mutating func take(_ count: Int) throws(LinkFault) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count - place else { throw .malformed }
    defer { place += count }
    return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
  }

  /// All remaining bytes.
  mutating func rest() -> UnsafeRawBufferPointer {
    defer { place = bytes.count }
    return UnsafeRawBufferPointer(rebasing: bytes[place...])
  }

  /// Text with a length prefix of one byte.
  mutating func text() throws(LinkFault) -> String {
    let count = Int(try number(UInt8.self))
    guard let text = String(validating: try take(count), as: UTF8.self) else { throw .malformed }
    return text
  }

  func end() throws(LinkFault) {
    guard place == bytes.count else { throw .malformed }
  }
}

extension [UInt8] {
  mutating func add(_ number: some FixedWidthInteger & UnsignedInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Text of at most 255 bytes with a length prefix of one byte.
  mutating func add(text: String) {
    let bytes = text.utf8.prefix(255)
    append(UInt8(truncatingIfNeeded: bytes.count))
    append(contentsOf: bytes)
  }
}
