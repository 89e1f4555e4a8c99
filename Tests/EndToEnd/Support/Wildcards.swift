/// The values that a transcript cannot know: tokens, passwords, epochs, guest names, words, the results of guesses, and
/// times, and nothing else.
///
/// A wildcard's first value must recur at every later place, except that times may differ.
struct Wildcards {
  private(set) var values: [String: String] = [:]

  /// Sets a wildcard's value that is known otherwise, such as a guest's name from the greeting.
  mutating func set(_ name: String, _ value: String) { values[name] = value }

  func filled(_ text: String) -> String {
    Self.pieces(of: text).map { piece in
      switch piece {
      case .literal(let text): text
      case .wildcard(let name): values[name] ?? "{{\(name)}}"
      }
    }.joined()
  }

  /// Whether a received line equals the expected one. A match sets the wildcards that were unset.
  mutating func matches(_ line: String, _ expected: String) -> Bool {
    var bound = values
    guard Self.match(line[...], Self.pieces(of: expected)[...], &bound) else { return false }
    values = bound
    return true
  }

  private enum Piece {
    case literal(String)
    case wildcard(String)
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      pieces.append(.literal(String(rest[..<open.lowerBound])))
      pieces.append(.wildcard(String(rest[open.upperBound..<close.lowerBound])))
      rest = rest[close.upperBound...]
    }
    pieces.append(.literal(String(rest)))
    return pieces
  }

  private static func match(
    _ line: Substring, _ pieces: ArraySlice<Piece>, _ bound: inout [String: String]
  ) -> Bool {
    guard let piece = pieces.first else { return line.isEmpty }
    switch piece {
    case .literal(let text):
      return hasPrefix(line, text) && match(dropping(text, from: line), pieces.dropFirst(), &bound)
    case .wildcard(let name):
      if let value = bound[name] {
        return hasPrefix(line, value) && match(dropping(value, from: line), pieces.dropFirst(), &bound)
      }
      // Tries the longest possible value first.
      var end = line.endIndex
      while end > line.startIndex {
        let value = line[..<end]
        if fits(value, name) {
          let before = bound
          if name != "time" { bound[name] = String(value) }
          if match(line[end...], pieces.dropFirst(), &bound) { return true }
          bound = before
        }
        end = line.index(before: end)
      }
      return false
    }
  }

  /// Compares bytes, since texts with different bytes can be equal as strings.
  private static func hasPrefix(_ line: Substring, _ text: String) -> Bool { line.utf8.starts(with: text.utf8) }

  private static func dropping(_ text: String, from line: Substring) -> Substring {
    line[line.utf8.index(line.startIndex, offsetBy: text.utf8.count)...]
  }

  private static func fits(_ value: Substring, _ name: String) -> Bool {
    let kind = name.prefix { $0 != " " }
    return switch kind {
    case "token": value.hasPrefix("p1_") && value.count == 51 && value.dropFirst(3).allSatisfy(isHexadecimal)
    case "guest": value.hasPrefix("guest-") && value.count >= 10 && value.dropFirst(6).allSatisfy(isHexadecimal)
    case "password": value.utf8.count == 23 && (try? madeUpShape.wholeMatch(in: value)) != nil
    case "puzzle": value.utf8.count == 11 && (try? puzzleShape.wholeMatch(in: value)) != nil
    case "room": value.utf8.count <= 14 && (try? roomShape.wholeMatch(in: value)) != nil
    case "user": !value.isEmpty
    case "ending": value.utf8.count == 6 && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    case "epoch": value.count == 6 && value.allSatisfy(isHexadecimal)
    case "word": value.count == 5 && value.allSatisfy { $0.isASCII && $0.isLetter }
    case "tiles": value.count == 5 && value.allSatisfy("⬛🟨🟩".contains)
    case "keys": value.hasPrefix("{") && value.hasSuffix("}") && (try? keysShape.wholeMatch(in: value)) != nil
    // Most candidates are the whole rest of the line; applying the regex to each would take half of a replay's time.
    case "time": value.utf8.count <= longestTime && (try? timeShape.wholeMatch(in: value)) != nil
    default: false
    }
  }

  private static func isHexadecimal(_ character: Character) -> Bool {
    character.isASCII && character.isHexDigit && !character.isUppercase
  }

  /// The colours of letters, such as `{"🟨":"iy","⬛":"cmz"}`.
  private static var keysShape: Regex<Substring> { #/\{"[⬛🟨🟩]":"[a-z]+"(?:,"[⬛🟨🟩]":"[a-z]+")*\}/# }

  /// Four groups of five characters, such as `h4k2m-…`.
  private static var madeUpShape: Regex<Substring> { #/(?:[a-z2-9]{5}-){3}[a-z2-9]{5}/# }

  /// A room that the server has named, such as `practice-1a2b3`.
  private static var roomShape: Regex<Substring> { #/(?:practice|race|together)-[0-9a-f]+/# }

  /// A puzzle's code, such as `k7q2m-9xw4d`.
  private static var puzzleShape: Regex<Substring> { #/[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}/# }

  /// The length of `1795161600000` or `23 h 59 min`, with some room.
  private static let longestTime = 20

  /// Such as `57600`, `16 h 0 min`, `4 min`, `12 s`, `1:42`.
  private static var timeShape: Regex<Substring> { #/\d+|\d+ h \d+ min|\d+ min|\d+ s|\d+:\d\d(?::\d\d)?/# }
}
