/// A response. It is always written with its length, so that the connection can stay open.
public struct HTTPResponse: Hashable, Sendable {
  /// The status.
  public var status: HTTPStatus
  /// Header lines besides those of the writer: `Date`, `Content-Length`, `Connection`.
  public var fields: [HTTPField]
  /// The content.
  public var body: [UInt8]

  /// A response with a body of this type.
  public init(_ status: HTTPStatus, type: String? = nil, body: [UInt8] = [], fields: [HTTPField] = []) {
    self.status = status
    self.fields = (type.map { [HTTPField("Content-Type", $0)] } ?? []) + fields
    self.body = body
  }

  /// `HTTP/1.1 100 Continue`, an interim response.
  public static let continueResponse = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// The properties of a request that decide how its response is written.
  public struct Recipient: Hashable, Sendable {
    /// The response to HEAD has no body.
    public var isHead: Bool
    /// HTTP/1.0 needs an explicit `keep-alive`.
    public var version: HTTPVersion
    /// Whether the connection stays open.
    public var keepsAlive: Bool

    /// The recipient of the response to a request.
    public init(_ request: HTTPRequest) {
      isHead = request.method == .head
      version = request.version
      keepsAlive = request.keepsAlive
    }

    /// A client without a parsed request, whose connection is closed.
    public static let unknown = Recipient(isHead: false, version: .http11, keepsAlive: false)

    init(isHead: Bool, version: HTTPVersion, keepsAlive: Bool) {
      self.isHead = isHead
      self.version = version
      self.keepsAlive = keepsAlive
    }

    /// The recipient of a refusal.
    public init(_ refusal: HTTPRefusal) {
      isHead = refusal.method == .head
      version = .http11
      keepsAlive = false
    }
  }

  /// Appends the response's bytes.
  ///
  /// - Parameter date: the time in the form of ``HTTPDate``; `nil` if no clock is available.
  public func write(to bytes: inout [UInt8], for recipient: Recipient, date: String?) {
    bytes += "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n".utf8
    if let date { bytes += "Date: \(date)\r\n".utf8 }
    for field in fields {
      bytes += Self.oneLine(field.name)
      bytes += ": ".utf8
      bytes += Self.oneLine(field.value)
      bytes += "\r\n".utf8
    }
    if status.hasBody { bytes += "Content-Length: \(body.count)\r\n".utf8 }
    if !recipient.keepsAlive {
      bytes += "Connection: close\r\n".utf8
    } else if recipient.version == .http10 {
      bytes += "Connection: keep-alive\r\n".utf8
    }
    bytes += "\r\n".utf8
    if status.hasBody && !recipient.isHead { bytes += body }
  }

  /// Replaces control characters, so that no value can end its line and begin another.
  private static func oneLine(_ text: String) -> [UInt8] {
    text.utf8.map { Byte.isControl($0) ? Byte.space : $0 }
  }
}
