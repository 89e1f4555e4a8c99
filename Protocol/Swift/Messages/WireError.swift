/// A refused request: a stable code and one sentence. It never spends a try and never changes state.
public struct WireError: Error, Hashable, Sendable {
  /// `lower_snake_case`; the server's are in ``ErrorCode``, games add their own.
  public var code: String
  /// One sentence.
  public var message: String
  /// The subject that is missing, excessive or duplicated: for ``ErrorCode/notFound``, ``ErrorCode/tooMany`` and
  /// ``ErrorCode/exists``.
  public var what: Subject?
  /// When to retry, in milliseconds.
  public var retryAfterMilliseconds: Int?
  /// The shared result that the error concerns.
  public var share: Int?

  /// An error with any code, such as a game's rejection. Client input in it is made ``Swift/String/showable``.
  public init(code: String, what: Subject? = nil, message: String, retryAfterMilliseconds: Int? = nil) {
    self.code = code
    self.what = what
    self.message = message.showable
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// An error with a server's code.
  public init(_ code: ErrorCode, _ message: String, retryAfterMilliseconds: Int? = nil) {
    self.init(code: code.rawValue, message: message, retryAfterMilliseconds: retryAfterMilliseconds)
  }

  /// An error with a server's code and its subject.
  public init(_ code: ErrorCode, _ what: Subject, _ message: String) {
    self.init(code, message)
    self.what = what
  }

  /// Whether it has a server's code and, if given, a subject.
  public func isCode(_ code: ErrorCode, _ what: Subject? = nil) -> Bool {
    self.code == code.rawValue && (what == nil || self.what == what)
  }
}

/// The answer to a refused request.
public struct ErrorMessage: ReadableMessage {
  public static let type: StaticString = "error"
  /// The error.
  public var error: WireError

  /// Creates a message.
  public init(_ error: WireError) { self.error = error }

  public init(reading fields: MessageFields) throws(UnreadableMessage) { error = try WireError(reading: fields) }

  public func writeFields(to json: inout JSONWriter) {
    json.field("code", error.code)
    json.field("what", ifPresent: error.what?.rawValue)
    json.field("message", error.message)
    if let wait = error.retryAfterMilliseconds { json.field("retry_after_ms", wait) }
    json.field("share_id", ifPresent: error.share)
  }
}

extension WireError {
  /// Reads an `error`.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      code: try fields.value("code"), what: fields.valueIfAny("what"),
      message: fields.valueIfAny("message") ?? "", retryAfterMilliseconds: fields.valueIfAny("retry_after_ms"))
    share = fields.valueIfAny("share_id")
  }
}
