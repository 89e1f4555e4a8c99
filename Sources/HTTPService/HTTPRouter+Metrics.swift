internal import HTTPWire
internal import Kernel
internal import ParlorCore

/// Metrics are for the operator only, whatever proxy is in front and however a path is written.
extension HTTPRouter {
  /// Answers programs of this machine that connect directly and use one of its own host names, and requests with the
  /// operator's token.
  func metrics(_ request: HTTPRequest, from address: String, at now: Instant, isLoopback: Bool) -> HTTPResponse {
    if !(isLoopback && isDirect(request)) {
      let refusal = Self.problem(
        .unauthorized, "metrics are for this machine and for who shows the token",
        fields: [HTTPField("WWW-Authenticate", "Bearer realm=\"parlor\"")])
      if let refusal = refuse(Self.tokens(of: request), from: address, at: now, with: refusal) { return refusal }
    }
    let body = Metrics.text(
      core: core.map { ($0.figures, $0.situation) }, edge: surroundings.figures(), answers: answers,
      version: configuration.version)
    return HTTPResponse(.ok, type: Metrics.contentType, body: body, fields: Self.uncachedFields)
  }

  /// Fields that proxies add to forwarded requests.
  private static let proxyFields: Set = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"]

  /// Whether the request is not forwarded by a proxy: it has one of the server's own host names and no forwarding
  /// fields.
  private func isDirect(_ request: HTTPRequest) -> Bool {
    request.host.map { configuration.hosts.isOwn($0) } == true
      && !request.fields.contains { Self.proxyFields.contains($0.name) }
  }

  private static func tokens(of request: HTTPRequest) -> [String] {
    let scheme = "bearer "
    return request.values(of: "x-authorization")
      + request.values(of: "authorization").filter { $0.lowercased().hasPrefix(scheme) }
      .map { String($0.dropFirst(scheme.count)) }
  }
}
