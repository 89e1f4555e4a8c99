internal import WireProtocol

/// Why there is no connection, or no longer: a case for programs and a sentence for people.
public enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The machine is there and nothing listens on that port.
  case refused(ServerAddress)
  /// Nobody knows a machine of this name.
  case unknownHost(String)
  /// The machine cannot be reached; what the system says about it.
  case unreachable(ServerAddress, String)
  /// Neither a connection nor a greeting came in time.
  case timedOut(ServerAddress, Duration)
  /// The server takes no more connections, in all or from here; its own sentence, and when to try again.
  case serverFull(String, retryAfter: Duration?)
  /// Those who run the server keep this player or address out; their own sentence, and when to try again: `nil` for
  /// never.
  case banned(String, retryAfter: Duration?)
  /// The server speaks an older version of the protocol than this library.
  case serverTooOld(Int)
  /// The server speaks a newer version of the protocol than this library.
  case serverTooNew(Int)
  /// Something listens there, and it is no Parlor server.
  case notParlor(ServerAddress)
  /// Over TLS, the server's certificate does not hold; why.
  case notTrusted(ServerAddress, String)
  /// The link broke; what the system says about it.
  case linkLost(String)
  /// The server has closed the connection.
  case closedByServer
  /// Nothing was heard for so long that the link must be dead.
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

  /// What is wrong with the first line of a server; `nil` for a greeting in our version of the protocol.
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

  /// What a message says of being kept out; `nil` for any other message.
  static func ban(in root: JSONView) -> ConnectionError? {
    guard root["type"]?.isString("error") == true, root["code"]?.isString(ErrorCode.banned.rawValue) == true else {
      return nil
    }
    return .banned(
      root["message"]?.string ?? "You are kept out of this server", retryAfter: root["retry_after_ms"]?.int.map(wait))
  }

  /// How long a server asks to wait, an hour at most.
  private static func wait(_ milliseconds: Int) -> Duration { .milliseconds(min(max(milliseconds, 0), 3_600_000)) }

  /// Whether another try may go better without anybody doing something about it.
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
