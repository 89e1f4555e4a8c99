/// The status codes that this server uses. Sources: RFC 9110, section 15; RFC 6585 for 429 and 431.
public enum HTTPStatus: Int, Sendable, CaseIterable {
  /// The connection continues in the protocol that `Upgrade` names.
  case switchingProtocols = 101
  /// Success.
  case ok = 200
  /// Created; `Location` says where.
  case created = 201
  /// Success without a body.
  case noContent = 204
  /// The client's copy is still valid.
  case notModified = 304
  /// The request is malformed.
  case badRequest = 400
  /// The token is missing or wrong.
  case unauthorized = 401
  /// The page's origin is not allowed.
  case forbidden = 403
  /// No such resource.
  case notFound = 404
  /// Not with this method; `Allow` lists the allowed ones.
  case methodNotAllowed = 405
  /// The request took too long to arrive.
  case requestTimeout = 408
  /// It exists already.
  case conflict = 409
  /// The body is too long.
  case contentTooLarge = 413
  /// The request line is too long.
  case uriTooLong = 414
  /// The value of `Expect` is unknown.
  case expectationFailed = 417
  /// The request is meant for another host.
  case misdirectedRequest = 421
  /// Only in the protocol that `Upgrade` names.
  case upgradeRequired = 426
  /// Too many wrong tokens; `Retry-After` says when to retry.
  case tooManyRequests = 429
  /// The header lines are too many or too long.
  case headerFieldsTooLarge = 431
  /// A permanent failure of the server.
  case internalServerError = 500
  /// The method or coding is unknown.
  case notImplemented = 501
  /// A temporary failure; `Retry-After` says when to retry.
  case serviceUnavailable = 503
  /// This version of HTTP is not supported.
  case versionNotSupported = 505
  /// The limit on the number of entries is reached.
  case insufficientStorage = 507

  /// The reason phrase, for people.
  public var phrase: String {
    switch self {
    case .switchingProtocols: "Switching Protocols"
    case .ok: "OK"
    case .created: "Created"
    case .noContent: "No Content"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .conflict: "Conflict"
    case .contentTooLarge: "Content Too Large"
    case .uriTooLong: "URI Too Long"
    case .expectationFailed: "Expectation Failed"
    case .misdirectedRequest: "Misdirected Request"
    case .upgradeRequired: "Upgrade Required"
    case .tooManyRequests: "Too Many Requests"
    case .headerFieldsTooLarge: "Request Header Fields Too Large"
    case .internalServerError: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .serviceUnavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    case .insufficientStorage: "Insufficient Storage"
    }
  }

  /// Whether a response of this status has a body and a `Content-Length`.
  var hasBody: Bool { ![.switchingProtocols, .noContent, .notModified].contains(self) }
}
