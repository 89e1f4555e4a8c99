public import WireProtocol

/// Why a request failed.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server refused: a stable code, a sentence, and possibly when to retry. Nothing has changed.
  case refused(WireError)
  /// No answer within the time limit. The request may have been executed.
  case timedOut(after: Duration)
  /// The link broke during a request that must not be repeated. It may have been executed.
  case linkLost
  /// The waiting task was cancelled. The request may be executed nevertheless.
  case cancelled
  /// The client is closed, or has given up.
  case closed
  /// The request exceeds the longest line, in bytes; it was not sent.
  case tooLong(Int, limit: Int)
  /// The answer lacks a required member.
  case unreadable(UnreadableMessage)

  /// The code, if the server refused.
  public var code: String? { if case .refused(let error) = self { error.code } else { nil } }

  /// The subject of the refusal, if given.
  public var what: WireError.Subject? { if case .refused(let error) = self { error.what } else { nil } }

  /// Whether the server refused with this code and, if given, this subject.
  public func isCode(_ code: ErrorCode, _ what: WireError.Subject? = nil) -> Bool {
    if case .refused(let error) = self { error.isCode(code, what) } else { false }
  }

  /// One sentence.
  public var description: String {
    switch self {
    case .refused(let error): error.message
    case .timedOut(let limit): "No answer came within \(limit.shown)."
    case .linkLost: "The connection was lost before the answer came: it may have been done."
    case .cancelled: "The request was cancelled."
    case .closed: "The connection is closed."
    case .tooLong(let bytes, let limit): "A line of \(bytes) bytes is too long: the server takes \(limit)."
    case .unreadable(let message): "The answer is unreadable: \(message.description)."
    }
  }
}
