internal import WireProtocol

/// PBKDF2 with HMAC-SHA-256 (RFC 8018, 5.2): a key of any length from a password.
public enum PBKDF2 {
  /// Derives a key.
  ///
  /// - Parameters:
  ///   - iterations: less than 1 counts as 1.
  ///   - bytes: the key's length; less than 0 counts as 0.
  public static func key(
    password: some Collection<UInt8>, salt: some Sequence<UInt8>, iterations: Int, bytes: Int
  ) -> [UInt8] {
    let keyed = HMAC(key: password)
    var salted = keyed
    salted.update(salt)
    var key: [UInt8] = []
    var index: UInt32 = 1
    while key.count < bytes {
      key += block(index, keyed, salted, iterations)
      index &+= 1
    }
    return Array(key.prefix(max(0, bytes)))
  }

  private static func block(_ index: UInt32, _ keyed: HMAC, _ salted: HMAC, _ iterations: Int) -> [UInt8] {
    var first = salted
    first.update(index.bigEndianBytes)
    var latest = first.finished().bytes
    var sum = latest
    for _ in 1..<max(iterations, 1) {
      var next = keyed
      next.update(latest)
      latest = next.finished().bytes
      for place in sum.indices { sum[place] ^= latest[place] }
    }
    return sum
  }
}
