/// The serialised form of requests and responses between nodes: a node relays a client's request to another one.
extension HTTPRequest {
  /// The request as another server parses it, without what concerns the connection that it arrived on.
  public var relayed: [UInt8] {
    var bytes = Array("\(method.rawValue) \(target.encoded) HTTP/1.1\r\n".utf8)
    if let host { bytes += "host: \(host.name)\(host.port.map { ":\($0)" } ?? "")\r\n".utf8 }
    for field in fields where !Self.hopByHop.contains(field.name) {
      bytes += "\(field.name): \(field.value)\r\n".utf8
    }
    bytes += "content-length: \(body.count)\r\n\r\n".utf8
    return bytes + body
  }

  /// The field that holds the client's address.
  private static let originField = "parlor-origin"

  /// The request with the address that it arrived from, whatever the client's own fields say.
  public func from(_ address: String) -> HTTPRequest {
    HTTPRequest(
      method: method, target: target, version: version, host: host,
      fields: fields.filter { $0.name != Self.originField } + [HTTPField(Self.originField, address)], body: body,
      keepsAlive: keepsAlive)
  }

  /// The client's address of a relayed request.
  public var origin: String? { values(of: Self.originField).first }

  private static let hopByHop: Set = [
    "host", "connection", "content-length", "transfer-encoding", "expect", "keep-alive", "upgrade",
  ]

  /// Parses that form; `nil` if it is invalid.
  public init?(relayed bytes: [UInt8], limits: HTTPLimits) {
    var parser = HTTPRequestParser(limits: limits)
    bytes.withUnsafeBytes { parser.append($0) }
    guard case .request(let request) = parser.next(), parser.waitingBytes == 0 else { return nil }
    self = request
  }
}

extension HTTPTarget {
  /// The target as in a request line.
  fileprivate var encoded: String {
    guard !isServer else { return "*" }
    let query = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return "/" + path.map(Self.encoded).joined(separator: "/") + (query.isEmpty ? "" : "?\(query)")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      if Byte.isLetter(byte) || Byte.isDigit(byte) || "-._~".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}

extension HTTPResponse {
  /// The response in the form that is sent to the relaying node.
  public var relayed: [UInt8] {
    var bytes: [UInt8] = []
    let recipient = Recipient(isHead: false, version: .http11, keepsAlive: true)
    write(to: &bytes, for: recipient, date: nil)
    return bytes
  }

  /// Parses that form; `nil` if it is invalid.
  public init?(relayed bytes: [UInt8]) {
    var limits = HTTPLimits()
    limits.bodyBytes = bytes.count
    limits.fieldBytes = bytes.count
    var parser = HTTPAnswerParser(limits: limits)
    bytes.withUnsafeBytes { parser.append($0) }
    guard case .answer(let answer) = parser.next(), let status = HTTPStatus(rawValue: answer.status) else { return nil }
    // Names are parsed to lower case; they are written in their usual case.
    let fields = answer.fields.filter { $0.name != "content-length" }
      .map { HTTPField($0.name.split(separator: "-").map(Self.capitalised).joined(separator: "-"), $0.value) }
    self.init(status, body: answer.body, fields: fields)
  }

  private static func capitalised(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
