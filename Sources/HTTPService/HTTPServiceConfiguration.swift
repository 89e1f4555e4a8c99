public import HTTPWire
public import Kernel
public import ParlorCore

/// The configuration and limits of the HTTP service.
public struct HTTPServiceConfiguration: Sendable {
  /// The host names under which it answers.
  public var hosts: AllowedHosts
  /// The server's version, for the metrics.
  public var version: String
  /// The operator's token, for metrics from other machines; `nil`: none.
  public var token: AccessToken?
  /// Counts wrong tokens.
  let tokenGuard: OperatorTokenGuard
  /// The client for browsers; empty if its files are missing.
  public var pages = WebPages()
  /// Whether answers wait for commits.
  public var isDurable = true
  /// With more unsent bytes, a connection's next request waits.
  public var softOutputBytes: Int
  /// The limits of a request.
  public var requests = HTTPLimits()
  /// How long a connection may be without a request, in milliseconds.
  public var idleMilliseconds: Int64
  /// How long a request may take to arrive, from its first byte to its last, in milliseconds.
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
