internal import WireProtocol

/// Why there is no connection: a case for programs and a sentence for people.
public enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host refused the connection: nothing listens on that port.
  case refused(ServerAddress)
  /// The host name is unknown.
  case unknownHost(String)
  /// The host is unreachable; with the system's message.
  case unreachable(ServerAddress, String)
  /// No connection or no greeting within the time limit.
  case timedOut(ServerAddress, Duration)
  /// The server is full, in total or for this address; its sentence, and when to retry.
  case serverFull(String, retryAfter: Duration?)
  /// The operator has banned this player or address; the server's sentence, and when to retry: `nil` for never.
  case banned(String, retryAfter: Duration?)
  /// The server speaks an older version of the protocol than this library.
  case serverTooOld(Int)
  /// The server speaks a newer version of the protocol than this library.
  case serverTooNew(Int)
  /// Another program listens there.
  case notParlor(ServerAddress)
  /// The server's TLS certificate is invalid; with the reason.
  case notTrusted(ServerAddress, String)
  /// The link broke; with the system's message.
  case linkLost(String)
  /// The server has closed the connection.
  case closedByServer
  /// The server was silent for so long that the link must be dead.
  case silent(Duration)

  /// One sentence.
  public var description: String {
    switch self {
    case .refused(let server): "No server listens on \(server)."
    case .unknownHost(let host): "There is no host \"\(host)\"."
    case .unreachable(let server, let why): "\(server) cannot be reached: \(why)."
    case .timedOut(let server, let limit): "\(server) did not answer within \(limit.shown)."
    case .serverFull(let message, _): "The server takes no more connections for now: \(message)."
    case .banned(let message, _): "\(message)."
    case .serverTooOld(let version): "The server speaks version \(version) of the protocol, which is too old for us."
    case .serverTooNew(let version):
      "The server speaks version \(version) of the protocol: get a newer version of this program."
    case .notParlor(let server): "What listens on \(server) is no Parlor server."
    case .notTrusted(let server, let why): "\(server) cannot be trusted: \(why)."
    case .linkLost(let why): "The connection was lost: \(why)."
    case .closedByServer: "The server closed the connection."
    case .silent(let limit): "The connection was lost: nothing was heard for \(limit.shown)."
    }
  }

  /// The error in a server's first line; `nil` for a greeting with our version of the protocol.
  init?(greeting root: JSONView, of server: ServerAddress) {
    if let error = Self.ban(in: root) {
      self = error
      return
    }
    if root["type"]?.isString("error") == true, let error = try? WireError(reading: MessageFields(root)),
      error.code == ErrorCode.serverFull.rawValue
    {
      self = .serverFull(error.message, retryAfter: error.retryAfterMilliseconds.map(Self.wait))
      return
    }
    guard root["type"]?.isString("hello") == true, let version = root["protocol"]?.int else {
      self = .notParlor(server)
      return
    }
    if version == Hello.protocolVersion { return nil }
    self = version > Hello.protocolVersion ? .serverTooNew(version) : .serverTooOld(version)
  }

  /// The ban in a message; `nil` for any other message.
  static func ban(in root: JSONView) -> ConnectionError? {
    guard root["type"]?.isString("error") == true, root["code"]?.isString(ErrorCode.banned.rawValue) == true else {
      return nil
    }
    return .banned(
      root["message"]?.string ?? "You are kept out of this server", retryAfter: root["retry_after_ms"]?.int.map(wait))
  }

  /// The delay that a server asks for, at most an hour.
  private static func wait(_ milliseconds: Int) -> Duration { .milliseconds(min(max(milliseconds, 0), 3_600_000)) }

  /// Whether a retry may succeed without anybody's intervention.
  var isWorthRetrying: Bool {
    switch self {
    case .serverTooOld, .serverTooNew, .notTrusted: false
    case .banned(_, let wait): wait != nil
    default: true
    }
  }
}

extension Duration {
  /// In seconds, with a fraction below ten: `2.5 s`.
  var shown: String {
    let milliseconds = components.seconds &* 1000 &+ components.attoseconds / 1_000_000_000_000_000
    if milliseconds % 1000 == 0 || milliseconds >= 10_000 { return "\(milliseconds / 1000) s" }
    return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }
}
