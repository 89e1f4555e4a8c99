internal import HTTP2Wire

/// The answer to one call of gRPC: messages, then how it ended. A pure value, told what HTTP/2 has brought.
struct GRPCAnswer {
  /// What the answer amounts to, part by part. After any other than a message it is over.
  enum Step: Hashable {
    case message(ArraySlice<UInt8>)
    /// It ends as it should.
    case end
    /// It ends with an error.
    case fault(EtcdFault)
    /// Whoever answers speaks HTTP but not gRPC: its status.
    case foreign(status: Int)
  }

  /// The most bytes of a message: several times what etcd takes in a request, or says in a fragment of a watch's.
  static let mostBytes = 8 << 20

  private var hasHead = false
  private var bytes: [UInt8] = []
  /// Bytes before this one have been taken.
  private var start = 0
  private var ending: Step?

  mutating func take(_ fields: [HPACKField], isEnd: Bool) throws(EtcdMisread) {
    if !hasHead {
      let status = fields.first { $0.name == ":status" }.flatMap { Int($0.value) }
      guard let status else { throw EtcdMisread("an answer without a status") }
      // Those of the hundreds stand before the answer.
      if (100..<200).contains(status), !isEnd { return }
      hasHead = true
      guard status == 200 else {
        ending = .foreign(status: status)
        return
      }
    } else if !isEnd {
      throw EtcdMisread("header lines within an answer")
    }
    if isEnd, ending == nil { ending = try Self.ending(fields) }
  }

  mutating func take(_ data: ArraySlice<UInt8>, isEnd: Bool) throws(EtcdMisread) {
    guard hasHead else { throw EtcdMisread("an answer without a head") }
    guard ending == nil else { return }
    if start >= bytes.count - start {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += data
    if isEnd { throw EtcdMisread("an answer that does not say how it ends") }
  }

  /// The next part; `nil` until it is whole.
  mutating func next() throws(EtcdMisread) -> Step? {
    let rest = bytes[start...]
    if rest.count >= 5 {
      guard rest[start] == 0 else { throw EtcdMisread("a compressed message") }
      let length = rest[(start + 1)..<(start + 5)].reduce(0) { $0 << 8 | Int($1) }
      guard length <= Self.mostBytes else { throw EtcdMisread("a message of \(length) bytes") }
      if rest.count - 5 >= length {
        start += 5 + length
        return .message(bytes[(start - length)..<start])
      }
    }
    if case .end = ending, !rest.isEmpty { throw EtcdMisread("a message that is cut off") }
    return ending
  }

  private static func ending(_ fields: [HPACKField]) throws(EtcdMisread) -> Step {
    guard let code = fields.first(where: { $0.name == "grpc-status" }).flatMap({ Int($0.value) }) else {
      throw EtcdMisread("an answer that does not say how it ends")
    }
    guard code != 0 else { return .end }
    return .fault(EtcdFault(code: code, message: decoded(fields.first { $0.name == "grpc-message" }?.value ?? "")))
  }

  /// Bytes that are not printable ASCII stand as `%` and two hexadecimal digits.
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
