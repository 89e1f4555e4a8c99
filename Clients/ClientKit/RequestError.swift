public import WireProtocol

/// Why a request has no answer that one could use.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server refused: a stable code, a sentence, and perhaps when to try again. Nothing has changed.
  case refused(WireError)
  /// No answer came in time. The request may have been carried out.
  case timedOut(after: Duration)
  /// The link broke while the request was under way, and it is not one that may be sent twice. It may have been
  /// carried out.
  case linkLost
  /// The task that waited was cancelled. The request may be carried out all the same.
  case cancelled
  /// The client is closed, or has given up its server.
  case closed
  /// The request is longer than a line may be, in bytes; it was not sent.
  case tooLong(Int, limit: Int)
  /// The answer lacks what its type promises.
  case unreadable(UnreadableMessage)

  /// The code of the server's refusal, if that is what it was.
  public var code: String? { if case .refused(let error) = self { error.code } else { nil } }

  /// What the refusal is about, where it says so.
  public var what: WireError.Subject? { if case .refused(let error) = self { error.what } else { nil } }

  /// Whether the server refused with this code and, where that is said, about this.
  public func isCode(_ code: ErrorCode, _ what: WireError.Subject? = nil) -> Bool {
    if case .refused(let error) = self { error.isCode(code, what) } else { false }
  }

  /// One sentence.
  public var description: String {
    switch self {
    case .refused(let error): error.message
    case .timedOut(let limit): "No answer came within \(limit.shown)."
    case .linkLost: "The connection was lost before the answer came."
    case .cancelled: "The request was cancelled."
    case .closed: "The connection is closed."
    case .tooLong(let bytes, let limit): "A line of \(bytes) bytes is too long: the server takes \(limit)."
    case .unreadable(let message): "The answer cannot be read: \(message.description)."
    }
  }
}
