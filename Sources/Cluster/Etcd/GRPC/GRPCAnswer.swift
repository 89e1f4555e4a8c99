internal import HTTP2Wire

/// The answer to a gRPC call: messages, then a status. A pure value, fed with HTTP/2 events.
struct GRPCAnswer {
  /// A part of the answer. After any part but a message it is complete.
  enum Step: Hashable {
    case message(ArraySlice<UInt8>)
    /// The call succeeded.
    case end
    /// The call failed.
    case fault(EtcdFault)
    /// The server speaks HTTP but not gRPC; its status.
    case foreign(status: Int)
  }

  /// The longest message in bytes: several times etcd's limit for requests and for fragments of a watch.
  static let mostBytes = 8 << 20

  private var hasHead = false
  private var bytes: [UInt8] = []
  /// Bytes before this index were taken.
  private var start = 0
  private var ending: Step?

  mutating func take(_ fields: [HPACKField], isEnd: Bool) throws(EtcdDecodingError) {
    if !hasHead {
      let status = fields.first { $0.name == ":status" }.flatMap { Int($0.value) }
      guard let status else { throw EtcdDecodingError("an answer without a status") }
      // Interim responses precede the answer.
      if (100..<200).contains(status), !isEnd { return }
      hasHead = true
      guard status == 200 else {
        ending = .foreign(status: status)
        return
      }
    } else if !isEnd {
      throw EtcdDecodingError("headers within an answer")
    }
    if isEnd, ending == nil { ending = try Self.ending(fields) }
  }

  mutating func take(_ data: ArraySlice<UInt8>, isEnd: Bool) throws(EtcdDecodingError) {
    guard hasHead else { throw EtcdDecodingError("an answer without headers") }
    guard ending == nil else { return }
    if start >= bytes.count - start {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += data
    if isEnd { throw EtcdDecodingError("an answer without a final status") }
  }

  /// The next part; `nil` until it is complete.
  mutating func next() throws(EtcdDecodingError) -> Step? {
    let rest = bytes[start...]
    if rest.count >= 5 {
      guard rest[start] == 0 else { throw EtcdDecodingError("a compressed message") }
      let length = rest[(start + 1)..<(start + 5)].reduce(0) { $0 << 8 | Int($1) }
      guard length <= Self.mostBytes else { throw EtcdDecodingError("a message of \(length) bytes") }
      if rest.count - 5 >= length {
        start += 5 + length
        return .message(bytes[(start - length)..<start])
      }
    }
    if case .end = ending, !rest.isEmpty { throw EtcdDecodingError("a truncated message") }
    return ending
  }

  private static func ending(_ fields: [HPACKField]) throws(EtcdDecodingError) -> Step {
    guard let code = fields.first(where: { $0.name == "grpc-status" }).flatMap({ Int($0.value) }) else {
      throw EtcdDecodingError("an answer without a final status")
    }
    guard code != 0 else { return .end }
    return .fault(EtcdFault(code: code, message: decoded(fields.first { $0.name == "grpc-message" }?.value ?? "")))
  }

  /// Percent-decodes: bytes outside printable ASCII are `%` and two hexadecimal digits.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let escaped = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
