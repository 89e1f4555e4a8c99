internal import WireProtocol

/// The token that permits changes of the score list. Kept as a hash, so that the time of a comparison reveals nothing.
public struct AccessToken: Sendable {
  private let hash: [UInt8]

  /// A token as the operator configures it.
  public init(_ text: String) { hash = Self.hash(text) }

  /// Whether this is the token, in constant time.
  public func matches(_ text: String) -> Bool {
    zip(hash, Self.hash(text)).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(text.utf8).bytes) }
}
