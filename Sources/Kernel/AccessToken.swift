internal import WireProtocol

/// What a request that changes the list of scores has to show. Kept as a hash, so that the time a comparison takes
/// gives nothing away.
public struct AccessToken: Sendable {
  private let hash: [UInt8]

  /// A token as an operator gives it.
  public init(_ text: String) { hash = Self.hash(text) }

  /// Whether this is the token. Takes as long for a wrong one as for the right one.
  public func matches(_ text: String) -> Bool {
    zip(hash, Self.hash(text)).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(text.utf8).bytes) }
}
