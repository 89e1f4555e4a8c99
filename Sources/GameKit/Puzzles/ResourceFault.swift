/// An unusable resource file; reported at the start.
public struct ResourceFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the file and the place in it.
  public let message: String

  /// A fault of a file.
  public init(message: String) { self.message = message }

  /// The sentence.
  public var description: String { message }
}
