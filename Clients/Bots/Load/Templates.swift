internal import WireProtocol

/// Encoded requests, built once and sent many times.
enum Templates {
  /// Redis' inline command has no id and a bare answer, and so has this request.
  static func ping(_ target: LoadOptions.Target) -> [UInt8] {
    switch target {
    case .parlor: line("{\"type\":\"ping\"}")
    case .redis, .nats: Array("PING\r\n".utf8)
    case .irc: Array("PING x\r\n".utf8)
    }
  }

  /// The prefix of the answer to a ping, if other lines may come in between.
  static func pong(_ target: LoadOptions.Target) -> [UInt8] { target == .nats ? Array("PONG".utf8) : [] }

  static let start = line("{\"type\":\"start\",\"id\":2}")

  static func say(textBytes: Int) -> [UInt8] {
    line("{\"type\":\"say\",\"id\":1,\"text\":\"\(filler(textBytes))\"}")
  }

  static func say(in room: String, textBytes: Int) -> [UInt8] {
    line("{\"type\":\"say\",\"id\":2,\"room\":\"\(room)\",\"text\":\"\(filler(textBytes))\"}")
  }

  /// A move in a named room, up to its word.
  static func moveBeginning(in room: String) -> [UInt8] {
    Array("{\"type\":\"move\",\"id\":3,\"room\":\"\(room)\",\"move\":{\"guess\":\"".utf8)
  }

  static func start(in room: String) -> [UInt8] { line("{\"type\":\"start\",\"id\":4,\"room\":\"\(room)\"}") }

  static func talk(_ target: LoadOptions.Target, _ index: Int, to channel: String, textBytes: Int) -> [UInt8] {
    switch target {
    case .parlor: return say(textBytes: textBytes)
    case .redis: return publish(to: channel, textBytes: textBytes)
    case .irc: return Array("PRIVMSG #\(channel) :\(filler(textBytes))\r\n".utf8)
    case .nats:
      let text = tag(index) + filler(max(1, textBytes - tag(index).utf8.count))
      return Array("PUB \(channel) \(text.utf8.count)\r\n\(text)\r\n".utf8)
    }
  }

  /// The speaker's tag, for servers that do not name the speaker.
  private static func tag(_ index: Int) -> String { "~n\(index)!" }

  /// The prefix of a connection's own echoed line; empty if the server answers the speaker otherwise.
  static func ownTalk(_ target: LoadOptions.Target, _ index: Int) -> [UInt8] {
    switch target {
    case .parlor, .redis: []
    case .irc: Array(":n\(index)!".utf8)
    case .nats: Array(tag(index).utf8)
    }
  }

  /// Whether a line is talk: a message from a user (`:n12!…`) on IRC, a payload with its tag on NATS.
  static func isTalk(_ target: LoadOptions.Target, _ line: UnsafeRawBufferPointer) -> Bool {
    line.count > 2 && line[1] == UInt8(ascii: "n")
      && line[0] == (target == .irc ? UInt8(ascii: ":") : UInt8(ascii: "~"))
  }

  static func publish(to channel: String, textBytes: Int) -> [UInt8] {
    command("PUBLISH", channel, filler(textBytes))
  }

  /// Redis' SET of a value of that many bytes.
  static func set(_ key: String, valueBytes: Int) -> [UInt8] {
    command("SET", key, filler(valueBytes))
  }

  private static func command(_ parts: String...) -> [UInt8] {
    let text = parts.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
    return Array("*\(parts.count)\r\n\(text)".utf8)
  }

  static func typed(_ text: String) -> [UInt8] {
    line(JSON.object(["type": "move", "id": 1, "text": .string(text)]).text)
  }

  static func move(_ word: String) -> [UInt8] {
    line("{\"type\":\"move\",\"id\":1,\"move\":{\"guess\":\"\(word)\"}}")
  }

  /// Letters and spaces, at least one byte, without a leading or trailing space.
  private static func filler(_ count: Int) -> String {
    let pattern = Array("one line of talk, ".utf8)
    var bytes = (0..<max(1, count)).map { pattern[$0 % pattern.count] }
    if bytes.last == UInt8(ascii: " ") { bytes[bytes.count - 1] = UInt8(ascii: ".") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }
}
