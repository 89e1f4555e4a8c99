internal import WireProtocol

/// What a server keeps of a password: enough to check it, too little to tell it.
public struct PasswordVerifier: Hashable, Sendable {
  private let scrypt: Scrypt
  private let salt: [UInt8]
  private let key: [UInt8]

  /// The verifier of a password. Takes as long as the cost says.
  ///
  /// - Parameters:
  ///   - password: its bytes, in the form in which it will always be given.
  ///   - generator: gives the salt, which makes verifiers of equal passwords differ.
  public init(
    of password: some Collection<UInt8>, cost: Scrypt, using generator: inout some RandomNumberGenerator
  ) {
    self.init(of: password, cost: cost, salt: PasswordSalt(using: &generator))
  }

  /// The verifier of a password, with a salt that was drawn before.
  public init(of password: some Collection<UInt8>, cost: Scrypt, salt: PasswordSalt) {
    self.init(
      scrypt: cost, salt: salt.bytes, key: cost.key(password: password, salt: salt.bytes, bytes: Self.keyBytes))
  }

  private init(scrypt: Scrypt, salt: [UInt8], key: [UInt8]) {
    self.scrypt = scrypt
    self.salt = salt
    self.key = key
  }

  /// Whether the password is the one. Takes as long as the verifier's cost says, whatever the answer is.
  public func matches(_ password: some Collection<UInt8>) -> Bool {
    let other = scrypt.key(password: password, salt: salt, bytes: key.count)
    // All bytes are looked at, so that the time does not tell how many are right.
    return zip(key, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether it was made at a given cost: one that was not can be made anew once its password is known.
  public func isMade(at cost: Scrypt) -> Bool { scrypt == cost }

  // MARK: - Text

  /// A verifier that was stored; `nil` for text that ``text`` did not give.
  public init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().prefix(3).compactMap { Int($0) }
    guard parts.count == 6, parts[0] == Self.name, numbers.count == 3,
      let scrypt = Scrypt(costLog2: numbers[0], blockSize: numbers[1], parallelization: numbers[2]),
      let salt = Hex.bytes(of: String(parts[4])), let key = Hex.bytes(of: String(parts[5])),
      salt.count == Self.saltBytes, key.count == Self.keyBytes
    else { return nil }
    self.init(scrypt: scrypt, salt: salt, key: key)
  }

  /// `scrypt$15$8$1$`, then the salt and the key in hexadecimal with `$` between them: a secret.
  public var text: String {
    let cost = "\(scrypt.costLog2)$\(scrypt.blockSize)$\(scrypt.parallelization)"
    return "\(Self.name)$\(cost)$\(Hex.text(of: salt))$\(Hex.text(of: key))"
  }

  private static let name = "scrypt"
  fileprivate static let saltBytes = 16
  private static let keyBytes = 32
}

/// What makes verifiers of equal passwords differ.
public struct PasswordSalt: Hashable, Sendable {
  fileprivate let bytes: [UInt8]

  /// Draws a salt.
  public init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<PasswordVerifier.saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
