/// The status codes that this server uses. The rule for each: RFC 9110, section 15, and RFC 6585 for 431.
public enum HTTPStatus: Int, Sendable, CaseIterable {
  case ok = 200
  case created = 201
  case noContent = 204
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case requestTimeout = 408
  case conflict = 409
  case contentTooLarge = 413
  case uriTooLong = 414
  case unsupportedMediaType = 415
  case expectationFailed = 417
  case misdirectedRequest = 421
  case headerFieldsTooLarge = 431
  case notImplemented = 501
  case serviceUnavailable = 503
  case versionNotSupported = 505
  case insufficientStorage = 507

  /// The words after the code, which nobody but people reads.
  public var phrase: String {
    switch self {
    case .ok: "OK"
    case .created: "Created"
    case .noContent: "No Content"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .conflict: "Conflict"
    case .contentTooLarge: "Content Too Large"
    case .uriTooLong: "URI Too Long"
    case .unsupportedMediaType: "Unsupported Media Type"
    case .expectationFailed: "Expectation Failed"
    case .misdirectedRequest: "Misdirected Request"
    case .headerFieldsTooLarge: "Request Header Fields Too Large"
    case .notImplemented: "Not Implemented"
    case .serviceUnavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    case .insufficientStorage: "Insufficient Storage"
    }
  }

  /// Whether an answer of this status has a body, and says how long it is.
  var hasBody: Bool { self != .noContent }
}
