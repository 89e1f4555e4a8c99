/// The form of login tokens: `p1_` and 48 hexadecimal digits.
public enum LoginToken {
  /// The prefix.
  public static let prefix = "p1_"
  /// The number of bytes after it, two digits each.
  public static let randomBytes = 24

  /// The prefix of the operator's tokens, with as many digits, for changing scores over HTTP.
  public static let operatorPrefix = "h1_"

  /// Whether a line contains a token, which gives any reader access as its player or as the operator.
  public static func isHeld(in line: String) -> Bool {
    isHeld(in: line, after: prefix) || isHeld(in: line, after: operatorPrefix)
  }

  private static func isHeld(in line: String, after prefix: String) -> Bool {
    // Most lines are too short.
    guard line.utf8.count >= prefix.utf8.count + 2 * randomBytes else { return false }
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
