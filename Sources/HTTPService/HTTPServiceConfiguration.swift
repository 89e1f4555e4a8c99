public import HTTPWire
public import Kernel
public import ParlorCore

/// What the HTTP service needs to know, and its limits.
public struct HTTPServiceConfiguration: Sendable {
  /// The names under which it may be asked.
  public var hosts: AllowedHosts
  /// The server's version, for the metrics.
  public var version: String
  /// The operator's token, for metrics from elsewhere; `nil` for nobody's.
  public var token: AccessToken?
  /// Counts wrong ones.
  let tokenGuard: OperatorTokenGuard
  /// The client for browsers; empty where its files are not to be found.
  public var pages = WebPages()
  /// Whether answers wait for commits.
  public var isDurable = true
  /// With more bytes than these unsent, a connection's next request waits.
  public var softOutputBytes: Int
  /// The limits of a request.
  public var requests = HTTPLimits()
  /// How long a connection may be without a request, in milliseconds.
  public var idleMilliseconds: Int64
  /// How long a request may take to arrive, in milliseconds: from its first byte to its last.
  public var requestMilliseconds: Int64

  /// The configuration that follows from the server's limits.
  public init(hosts: AllowedHosts, version: String, limits: Limits) {
    self.hosts = hosts
    self.version = version
    tokenGuard = OperatorTokenGuard(limits)
    softOutputBytes = limits.outputSoftBytes
    requests.bodyBytes = limits.httpBodyBytes
    idleMilliseconds = Int64(limits.httpIdleSeconds) * 1000
    requestMilliseconds = Int64(limits.httpRequestSeconds) * 1000
  }
}
