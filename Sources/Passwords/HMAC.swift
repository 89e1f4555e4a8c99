public import WireProtocol

/// HMAC with SHA-256 (RFC 2104): a keyed hash.
public struct HMAC: Sendable {
  /// The hash of the inner pad and the message so far.
  private var inner: SHA256
  /// The hash of the outer pad.
  private let outer: SHA256

  /// Starts an empty message, with a key of any length.
  public init(key: some Collection<UInt8>) {
    var block = key.count > Self.blockBytes ? SHA256.hash(key).bytes : Array(key)
    block.append(contentsOf: repeatElement(0, count: Self.blockBytes - block.count))
    var (inner, outer) = (SHA256(), SHA256())
    inner.update(block.lazy.map { $0 ^ 0x36 })
    outer.update(block.lazy.map { $0 ^ 0x5C })
    (self.inner, self.outer) = (inner, outer)
  }

  /// The code of a complete message.
  public static func code(of message: some Sequence<UInt8>, key: some Collection<UInt8>) -> SHA256.Digest {
    var code = HMAC(key: key)
    code.update(message)
    return code.finished()
  }

  /// Adds bytes to the message.
  public mutating func update(_ bytes: some Sequence<UInt8>) { inner.update(bytes) }

  /// The code of the message so far.
  public func finished() -> SHA256.Digest {
    var last = outer
    last.update(inner.finished().bytes)
    return last.finished()
  }

  /// The block of SHA-256.
  private static let blockBytes = 64
}
