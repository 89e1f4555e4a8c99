/// A refused request: a stable code and one sentence for people. Never spends a try, never changes state.
public struct WireError: Error, Hashable, Sendable {
  /// `lower_snake_case`; see ``ErrorCode`` for those of the server, games add their own.
  public var code: String
  /// One sentence.
  public var message: String
  /// What it is of which there is none, or too much, or one already: of ``ErrorCode/notFound``, ``ErrorCode/tooMany``
  /// and ``ErrorCode/exists``.
  public var what: Subject?
  /// When it is worth trying again, in milliseconds.
  public var retryAfterMilliseconds: Int?
  /// The shared result that the error speaks of.
  public var share: Int?

  /// An error with any code; games' rejections become errors this way. What it repeats of a request is made
  /// ``Swift/String/showable``.
  public init(code: String, what: Subject? = nil, message: String, retryAfterMilliseconds: Int? = nil) {
    self.code = code
    self.what = what
    self.message = message.showable
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// An error with one of the server's own codes.
  public init(_ code: ErrorCode, _ message: String, retryAfterMilliseconds: Int? = nil) {
    self.init(code: code.rawValue, message: message, retryAfterMilliseconds: retryAfterMilliseconds)
  }

  /// An error with one of those codes that say what they are about.
  public init(_ code: ErrorCode, _ what: Subject, _ message: String) {
    self.init(code, message)
    self.what = what
  }

  /// Whether it has one of the server's own codes and, where that is said, is about one thing.
  public func isCode(_ code: ErrorCode, _ what: Subject? = nil) -> Bool {
    self.code == code.rawValue && (what == nil || self.what == what)
  }
}

/// The answer to a request that could not be fulfilled.
public struct ErrorMessage: ReadableMessage {
  public static let type: StaticString = "error"
  /// What is wrong.
  public var error: WireError

  /// A message that carries an error.
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
