/// The status codes that this server uses. The rule for each: RFC 9110, section 15, and RFC 6585 for 429 and 431.
public enum HTTPStatus: Int, Sendable, CaseIterable {
  /// The connection goes on in the protocol that `Upgrade` names.
  case switchingProtocols = 101
  /// Here it is.
  case ok = 200
  /// It is kept, and `Location` says where.
  case created = 201
  /// Done, and there is nothing to say.
  case noContent = 204
  /// What the client has is still good.
  case notModified = 304
  /// The request breaks a rule.
  case badRequest = 400
  /// The token is missing or wrong.
  case unauthorized = 401
  /// Not from a page of this origin.
  case forbidden = 403
  /// There is nothing there.
  case notFound = 404
  /// Not with this method; `Allow` lists the others.
  case methodNotAllowed = 405
  /// The request took too long to arrive.
  case requestTimeout = 408
  /// There is one already.
  case conflict = 409
  /// The body is too long.
  case contentTooLarge = 413
  /// The request line is too long.
  case uriTooLong = 414
  /// What `Expect` asks for is unknown.
  case expectationFailed = 417
  /// The request is meant for another host.
  case misdirectedRequest = 421
  /// Only in the protocol that `Upgrade` names.
  case upgradeRequired = 426
  /// Too many wrong tokens; `Retry-After` says when there is another try.
  case tooManyRequests = 429
  /// The header lines are too many or too long.
  case headerFieldsTooLarge = 431
  /// Something is broken here, and stays so.
  case internalServerError = 500
  /// Nobody here knows this method or coding.
  case notImplemented = 501
  /// Not at the moment; `Retry-After` says when.
  case serviceUnavailable = 503
  /// Not in this version of HTTP.
  case versionNotSupported = 505
  /// There are as many as may be.
  case insufficientStorage = 507

  /// The words after the code, which nobody but people reads.
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

  /// Whether an answer of this status has a body, and says how long it is.
  var hasBody: Bool { ![.switchingProtocols, .noContent, .notModified].contains(self) }
}
