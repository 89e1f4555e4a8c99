/// Requests as bytes that are built once and sent many times.
enum Templates {
  /// Redis' inline command has no id and a bare answer; so has this.
  static let ping = line("{\"type\":\"ping\"}")
  static let redisPing = Array("PING\r\n".utf8)
  static let start = line("{\"type\":\"start\",\"id\":2}")

  /// A line of talk of so many bytes, in the only room that the session is in.
  static func say(textBytes: Int) -> [UInt8] {
    line("{\"type\":\"say\",\"id\":1,\"text\":\"\(filler(textBytes))\"}")
  }

  /// The same for redis, as its clients send it.
  static func publish(to channel: String, textBytes: Int) -> [UInt8] {
    command("PUBLISH", channel, filler(textBytes))
  }

  /// A value of so many bytes under a key of redis'.
  static func set(_ key: String, valueBytes: Int) -> [UInt8] {
    command("SET", key, filler(valueBytes))
  }

  private static func command(_ parts: String...) -> [UInt8] {
    let text = parts.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
    return Array("*\(parts.count)\r\n\(text)".utf8)
  }

  /// A move with a guess.
  static func move(_ word: String) -> [UInt8] {
    line("{\"type\":\"move\",\"id\":1,\"move\":{\"guess\":\"\(word)\"}}")
  }

  /// Letters and spaces, at least one byte, that neither begin nor end with a space.
  private static func filler(_ count: Int) -> String {
    let pattern = Array("one line of talk, ".utf8)
    var bytes = (0..<max(1, count)).map { pattern[$0 % pattern.count] }
    if bytes.last == UInt8(ascii: " ") { bytes[bytes.count - 1] = UInt8(ascii: ".") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }
}
