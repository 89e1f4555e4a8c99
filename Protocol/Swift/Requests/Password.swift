/// A password from a client. It is redacted in descriptions: neither a log nor a failure that prints a request reveals
/// it.
public struct Password: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The password.
  public let text: String

  /// Creates a password.
  public init(_ text: String) { self.text = text }

  public var description: String { "(a password)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The longest field with a password in bytes, whatever its characters.
  public static let mostBytes = 1024
}
