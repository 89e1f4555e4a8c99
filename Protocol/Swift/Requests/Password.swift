/// A password as somebody has just given it. It shows itself to nobody: neither a log nor a failure that prints a
/// request holds it.
public struct Password: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// As it was given.
  public let text: String

  /// A password.
  public init(_ text: String) { self.text = text }

  public var description: String { "(a password)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The most bytes of a field that holds one, whatever characters it is made of.
  public static let mostBytes = 1024
}
