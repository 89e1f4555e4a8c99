/// Base 64 of bytes and back (RFC 4648).
public enum Base64 {
  /// Which two characters stand beside the letters and digits.
  public enum Alphabet: Sendable {
    /// `+` and `/`: section 4.
    case standard
    /// `-` and `_`, for addresses and file names: section 5.
    case url

    fileprivate var digits: [UInt8] { self == .standard ? Base64.standardDigits : Base64.urlDigits }

    fileprivate var values: [UInt8] { self == .standard ? Base64.standardValues : Base64.urlValues }
  }

  /// Four characters for three bytes, with `=` in the places of bytes that the last group lacks.
  public static func text(of bytes: some Sequence<UInt8>, _ alphabet: Alphabet = .standard) -> String {
    text(of: Array(bytes), alphabet)
  }

  /// As for any bytes, for those that lie in an array already.
  public static func text(of bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { output in
      alphabet.digits.withUnsafeBufferPointer { digits in
        bytes.withUnsafeBufferPointer { encode($0, digits, into: output) }
      }
      return output.count
    }
  }

  /// The bytes that a text with its `=` stands for; `nil` if it is none of this form.
  public static func bytes(of text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    var text = text
    return text.withUTF8 { bytes(of: UnsafeRawBufferPointer($0), alphabet) }
  }

  /// The bytes that these characters stand for, read where they lie; `nil` if they are none of this form.
  ///
  /// Of the last character of a text that ends in `=` the bits that belong to no byte may be anything, as everywhere.
  public static func bytes(of characters: UnsafeRawBufferPointer, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    guard let count = byteCount(of: characters) else { return nil }
    var isGood = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
      isGood = alphabet.values.withUnsafeBufferPointer { values in
        decode(characters, values, into: UnsafeMutableBufferPointer(rebasing: output[..<count]))
      }
      initialized = count
    }
    return isGood ? bytes : nil
  }

  /// How many bytes a text with its `=` stands for; `nil` if it is none of this form.
  public static func byteCount(of text: String, _ alphabet: Alphabet = .standard) -> Int? {
    bytes(of: text, alphabet)?.count
  }
}

extension Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let standardDigits = letters + "+/".utf8
  private static let urlDigits = letters + "-_".utf8
  private static let standardValues = values(of: standardDigits)
  private static let urlValues = values(of: urlDigits)

  private static let padding = UInt8(ascii: "=")
  /// Above the value of every digit.
  private static let noDigit: UInt8 = 0xFF

  /// What each of the 256 bytes is worth as a digit.
  private static func values(of digits: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: noDigit, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(truncatingIfNeeded: value) }
    return values
  }

  /// By length and padding alone.
  private static func byteCount(of characters: UnsafeRawBufferPointer) -> Int? {
    guard characters.count.isMultiple(of: 4) else { return nil }
    let paddings = characters.suffix(2).reversed().prefix { $0 == padding }.count
    return characters.count / 4 * 3 - paddings
  }

  /// Fills `output`, which has four places for each three bytes begun.
  private static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ digits: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) {
    var at = 0
    var place = 0
    while at < bytes.count {
      let left = bytes.count &- at
      let first = Int(bytes[at])
      let second = left > 1 ? Int(bytes[at &+ 1]) : 0
      let third = left > 2 ? Int(bytes[at &+ 2]) : 0
      let bits = first << 16 | second << 8 | third
      output[place] = digits[bits >> 18]
      output[place &+ 1] = digits[bits >> 12 & 63]
      output[place &+ 2] = left > 1 ? digits[bits >> 6 & 63] : padding
      output[place &+ 3] = left > 2 ? digits[bits & 63] : padding
      at &+= 3
      place &+= 4
    }
  }

  /// Fills `output`, which has as many places as the characters stand for bytes.
  ///
  /// - Returns: whether each of them is a digit.
  private static func decode(
    _ characters: UnsafeRawBufferPointer, _ values: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    var place = 0
    var at = 0
    // A byte that is no digit leaves a bit that no digit has.
    var seen: UInt8 = 0
    while at < characters.count {
      let room = output.count &- place
      let first = values[Int(characters[at])]
      let second = values[Int(characters[at &+ 1])]
      let third = room > 1 ? values[Int(characters[at &+ 2])] : 0
      let fourth = room > 2 ? values[Int(characters[at &+ 3])] : 0
      seen |= first | second | third | fourth
      output[place] = first << 2 | second >> 4
      if room > 1 { output[place &+ 1] = second << 4 | third >> 2 }
      if room > 2 { output[place &+ 2] = third << 6 | fourth }
      at &+= 4
      place &+= 3
    }
    return seen < 64
  }
}
