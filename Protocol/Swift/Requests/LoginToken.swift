/// The form of the tokens that bring players back: `p1_` and 48 hexadecimal digits.
public enum LoginToken {
  /// What each of them begins with.
  public static let prefix = "p1_"
  /// The bytes that follow it, as two digits each.
  public static let randomBytes = 24

  /// What the operator's tokens begin with, of as many digits, with which scores are changed over HTTP.
  public static let operatorPrefix = "h1_"

  /// Whether a line holds a token, with which anybody who reads it could be its player, or the operator.
  public static func isHeld(in line: String) -> Bool {
    isHeld(in: line, after: prefix) || isHeld(in: line, after: operatorPrefix)
  }

  private static func isHeld(in line: String, after prefix: String) -> Bool {
    var matched = 0
    let start = Array(prefix.utf8)
    for byte in line.utf8 {
      let letter = byte | 0x20
      if matched >= start.count, (0x30...0x39).contains(byte) || (0x61...0x66).contains(letter) {
        matched += 1
      } else if matched < start.count, byte == start[matched] || letter == start[matched] {
        matched += 1
      } else {
        matched = letter == start[0] ? 1 : 0
      }
      if matched == start.count + 2 * randomBytes { return true }
    }
    return false
  }
}
