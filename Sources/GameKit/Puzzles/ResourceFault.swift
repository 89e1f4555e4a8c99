/// A resource file that cannot be used: reported at start, never stumbled on later.
public struct ResourceFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that says which file, and where in it.
  public let message: String

  /// A fault of a file.
  public init(message: String) { self.message = message }

  /// The sentence.
  public var description: String { message }
}
