internal import WireProtocol

/// The stored form of a password: it allows a check, but does not reveal the password.
public struct PasswordVerifier: Hashable, Sendable {
  private let scrypt: Scrypt
  private let salt: [UInt8]
  private let key: [UInt8]

  /// Makes the verifier of a password. The cost determines how long that takes.
  ///
  /// - Parameters:
  ///   - password: its bytes, in the form in which it is always given.
  ///   - generator: the source of the salt.
  public init(
    of password: some Collection<UInt8>, cost: Scrypt, using generator: inout some RandomNumberGenerator
  ) {
    self.init(of: password, cost: cost, salt: PasswordSalt(using: &generator))
  }

  /// Makes the verifier of a password with a given salt.
  public init(of password: some Collection<UInt8>, cost: Scrypt, salt: PasswordSalt) {
    self.init(
      scrypt: cost, salt: salt.bytes, key: cost.key(password: password, salt: salt.bytes, bytes: Self.keyBytes))
  }

  private init(scrypt: Scrypt, salt: [UInt8], key: [UInt8]) {
    self.scrypt = scrypt
    self.salt = salt
    self.key = key
  }

  /// Whether the password matches. Takes the time that the verifier's cost determines, whatever the result.
  public func matches(_ password: some Collection<UInt8>) -> Bool {
    let other = scrypt.key(password: password, salt: salt, bytes: key.count)
    // All bytes are compared, so that the time does not reveal how many are right.
    return zip(key, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether it was made at a given cost; if not, it can be replaced when the password is next given.
  public func isMade(at cost: Scrypt) -> Bool { scrypt == cost }

  // MARK: - Text

  /// Parses a stored verifier; `nil` unless it has the form of ``text``.
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

  /// The stored form, a secret: `scrypt$15$8$1$`, then the salt and the key in hexadecimal with `$` between them.
  public var text: String {
    let cost = "\(scrypt.costLog2)$\(scrypt.blockSize)$\(scrypt.parallelization)"
    return "\(Self.name)$\(cost)$\(Hex.text(of: salt))$\(Hex.text(of: key))"
  }

  private static let name = "scrypt"
  fileprivate static let saltBytes = 16
  private static let keyBytes = 32
}

/// A salt: makes the verifiers of equal passwords differ.
public struct PasswordSalt: Hashable, Sendable {
  fileprivate let bytes: [UInt8]

  /// Draws a salt.
  public init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<PasswordVerifier.saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
