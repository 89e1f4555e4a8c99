import GameKit

/// Fields of decks as one line of text.
enum PlainText {
  /// The text in Unicode form C, with each run of white space replaced by a space.
  static func line(_ text: String) -> String {
    let words = text.composed.unicodeScalars.split { $0.isWhiteSpace }
    return words.map { String($0) }.joined(separator: " ")
  }

  /// The visible text of HTML: without tags, sounds and pictures, with resolved entities.
  static func shown(html: String) -> String {
    var reader = HTMLReader(bytes: Array(html.utf8))
    return reader.shown()
  }
}

/// Reads the HTML of notes' fields in linear time.
private struct HTMLReader {
  let bytes: [UInt8]
  private var place = 0
  private var text: [UInt8] = []
  /// The next end of a tag and of a sound, so that no search is repeated.
  private var ends: [UInt8: Int] = [:]

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func shown() -> String {
    while place < bytes.count {
      let isElement =
        switch bytes[place] {
        case UInt8(ascii: "<"): skipTag()
        case UInt8(ascii: "["): skipSound()
        case UInt8(ascii: "&"): takeEntity()
        default: false
        }
      guard !isElement else { continue }
      text.append(bytes[place])
      place += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The index of the next such byte; the number of bytes if there is none.
  private mutating func next(_ byte: UInt8) -> Int {
    if let end = ends[byte], end >= place { return end }
    let end = bytes[place...].firstIndex(of: byte) ?? bytes.count
    ends[byte] = end
    return end
  }

  private mutating func skipTag() -> Bool {
    guard place + 1 < bytes.count, Self.isLetter(bytes[place + 1]) || "/!".utf8.contains(bytes[place + 1]) else {
      return false
    }
    let end = next(UInt8(ascii: ">"))
    guard end < bytes.count else { return false }
    let name = bytes[(place + 1)..<end].prefix(6).drop { $0 == UInt8(ascii: "/") }.prefix(while: Self.isLetter)
    if Self.blocks.contains(String(decoding: name, as: UTF8.self).lowercased()) { text.append(UInt8(ascii: " ")) }
    place = end + 1
    return true
  }

  private mutating func skipSound() -> Bool {
    guard bytes[place...].starts(with: "[sound:".utf8) else { return false }
    let end = next(UInt8(ascii: "]"))
    guard end < bytes.count else { return false }
    place = end + 1
    return true
  }

  private mutating func takeEntity() -> Bool {
    let body = bytes[(place + 1)...].prefix(10)
    guard let end = body.firstIndex(of: UInt8(ascii: ";")),
      let shown = Self.shown(entity: String(decoding: bytes[(place + 1)..<end], as: UTF8.self))
    else { return false }
    text.append(contentsOf: shown.utf8)
    place = end + 1
    return true
  }

  private static func shown(entity name: String) -> String? {
    guard name.utf8.first == UInt8(ascii: "#") else { return entities[name] }
    let digits = name.dropFirst()
    let isHex = digits.utf8.first == UInt8(ascii: "x") || digits.utf8.first == UInt8(ascii: "X")
    let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Tags that separate text.
  private static let blocks: Set<String> = ["br", "div", "p", "li", "tr", "td", "th", "ul", "ol", "hr"]
  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
}
