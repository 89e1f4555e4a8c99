/// An answer. It is always written with its length, so that the connection can go on.
public struct HTTPResponse: Hashable, Sendable {
  /// The status.
  public var status: HTTPStatus
  /// Header lines in addition to those that the writer makes: `Date`, `Content-Length`, `Connection`.
  public var fields: [HTTPField]
  /// The content.
  public var body: [UInt8]

  /// An answer with a body of this type.
  public init(_ status: HTTPStatus, type: String? = nil, body: [UInt8] = [], fields: [HTTPField] = []) {
    self.status = status
    self.fields = (type.map { [HTTPField("Content-Type", $0)] } ?? []) + fields
    self.body = body
  }

  /// `HTTP/1.1 100 Continue`, which comes before an answer.
  public static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// To whom an answer is written.
  public struct Recipient: Hashable, Sendable {
    /// HEAD wants everything but the body.
    public var isHead: Bool
    /// HTTP/1.0 has to be told that the connection goes on.
    public var version: HTTPVersion
    /// Whether the connection goes on.
    public var keepsAlive: Bool

    /// The sender of a request.
    public init(_ request: HTTPRequest) {
      isHead = request.method == .head
      version = request.version
      keepsAlive = request.keepsAlive
    }

    /// A client of which nothing is known but that it is to go.
    public static let unknown = Recipient(isHead: false, version: .http11, keepsAlive: false)

    init(isHead: Bool, version: HTTPVersion, keepsAlive: Bool) {
      self.isHead = isHead
      self.version = version
      self.keepsAlive = keepsAlive
    }

    /// The sender of something that is not a request.
    public init(_ refusal: HTTPRefusal) {
      isHead = refusal.method == .head
      version = .http11
      keepsAlive = false
    }
  }

  /// Appends the answer's bytes.
  ///
  /// - Parameter date: the moment in the form of ``HTTPDate``; may be left out where the clock is not at hand.
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

  /// No value can end its line and begin another.
  private static func oneLine(_ text: String) -> [UInt8] {
    text.utf8.map { Byte.isControl($0) ? Byte.space : $0 }
  }
}
