/// The bytes of a request of HTTP/1.1.
enum EtcdRequest {
  static func post(_ path: StaticString, _ body: [UInt8], to endpoint: EtcdEndpoint, token: String?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 512)
    bytes += "POST \(path) HTTP/1.1\r\nHost: \(endpoint.authority)\r\nContent-Type: application/json\r\n".utf8
    // A member without a leader then says so at once, also in a watch, instead of keeping whoever asks waiting.
    bytes += "Grpc-Metadata-Hasleader: true\r\nContent-Length: \(body.count)\r\n".utf8
    if let token { bytes += "Authorization: \(token)\r\n".utf8 }
    bytes += "\r\n".utf8
    return bytes + body
  }

  /// A full database makes every member unhealthy, and is no reason to prefer another one.
  static func health(of endpoint: EtcdEndpoint) -> [UInt8] {
    Array("GET /health?exclude=NOSPACE HTTP/1.1\r\nHost: \(endpoint.authority)\r\n\r\n".utf8)
  }
}
