import WireProtocol

/// Finds the values of duplicate keys in a text.
///
/// Foundation keeps one of the values of a key and never decodes the others, and only decoding detects errors inside
/// strings and numbers: raw control characters, invalid UTF-8, invalid escapes, leading zeros. So it accepts texts with
/// such errors there, which the RFC and we do not. This scanner uses only what Foundation checks before: brackets,
/// commas, quotes.
struct RepeatedKeys {
  private let bytes: [UInt8]
  private var values: [ClosedRange<Int>] = []

  init(in bytes: [UInt8]) {
    self.bytes = bytes
    _ = scan(0)
  }

  /// Whether an index is in, or just behind, such a value.
  func cover(_ offset: Int) -> Bool { values.contains { $0.contains(offset) } }

  private func skipSpace(_ start: Int) -> Int {
    bytes[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? bytes.count
  }

  private func byte(_ place: Int) -> Character? {
    place < bytes.count ? Character(Unicode.Scalar(bytes[place])) : nil
  }

  /// The end of the value that begins here, or of the text.
  private mutating func scan(_ start: Int) -> Int {
    let place = min(skipSpace(min(start, bytes.count)), bytes.count)
    switch byte(place) {
    case "{": return scanObject(place + 1)
    case "[": return scanArray(place + 1)
    case "\"": return endOfString(place)
    default:
      let ends = Array(",]}: \t\r\n".utf8)
      return bytes[place...].firstIndex { ends.contains($0) } ?? bytes.count
    }
  }

  private func endOfString(_ start: Int) -> Int {
    var place = start + 1
    while let next = byte(place), next != "\"" { place += next == "\\" ? 2 : 1 }
    return min(place + 1, bytes.count)
  }

  private mutating func scanArray(_ start: Int) -> Int {
    var place = skipSpace(start)
    while let next = byte(place), next != "]" {
      place = skipSpace(scan(place))
      guard byte(place) == "," else { break }
      place = skipSpace(place + 1)
    }
    return min(place + 1, bytes.count)
  }

  private mutating func scanObject(_ start: Int) -> Int {
    var members: [String: [ClosedRange<Int>]] = [:]
    var place = skipSpace(start)
    while byte(place) == "\"" {
      let keyEnd = endOfString(place)
      let raw = Array(bytes[place..<keyEnd])
      let key = (try? JSON(parsing: raw))?.stringValue ?? String(decoding: raw, as: UTF8.self)
      let colon = skipSpace(keyEnd)
      guard byte(colon) == ":" else { break }
      let end = scan(colon + 1)
      members[key, default: []].append(colon...end)
      place = skipSpace(end)
      guard byte(place) == "," else { break }
      place = skipSpace(place + 1)
    }
    for ranges in members.values where ranges.count > 1 { values += ranges }
    return min(place + 1, bytes.count)
  }
}
