import Foundation

/// Lines with placeholders for text that may differ between runs.
///
/// In a line with a placeholder, runs of blanks and of rules may have any length, since the text before them may.
struct ScreenPattern {
  private let lines: [String]
  /// Whether the style line of a screen line may have runs of other lengths.
  private let stretches: [Bool]

  init(_ lines: [String]) {
    self.lines = lines
    let count = lines.firstIndex(of: "---") ?? lines.count
    stretches = lines.indices.map { index in
      let screenLine = index > count ? index - count - 1 : index
      return screenLine < count && lines[screenLine].contains("{{")
    }
  }

  func fault(in picture: [String]) -> String? {
    for index in 0..<max(lines.count, picture.count) {
      let expected = lines.indices.contains(index) ? lines[index] : nil
      let came = picture.indices.contains(index) ? picture[index] : nil
      if let expected, let came, matches(came, expected, stretches: stretches[index]) { continue }
      return
        "line \(index + 1)\nexpected \(expected.map { "|\($0)|" } ?? "the end")\ncame     \(came.map { "|\($0)|" } ?? "the end")"
    }
    return nil
  }

  private func matches(_ came: String, _ expected: String, stretches: Bool) -> Bool {
    // Compares bytes, since texts with different bytes can be equal as strings.
    if came.utf8.elementsEqual(expected.utf8) { return true }
    guard stretches else { return false }
    guard expected.contains("{{") else { return Self.squeezed(came) == Self.squeezed(expected) }
    return (try? Regex(Self.expression(for: expected)).wholeMatch(in: came)) != nil
  }

  /// `aaab` becomes `ab`.
  private static func squeezed(_ line: String) -> String {
    line.reduce(into: "") { if $0.last != $1 { $0.append($1) } }
  }

  private static let shapes = [
    ("{{time}}", #"(\d+ h \d+ min|\d+ h|\d+ min|\d+ s|\d+:\d\d(:\d\d)?)"#), ("{{guest}}", "guest-[0-9a-f]{4,}"),
    ("{{port}}", #"\d{4,5}"#),
  ]

  private static func expression(for line: String) -> String {
    var expression = ""
    var rest = line[...]
    while let first = rest.first {
      if let (name, shape) = shapes.first(where: { rest.hasPrefix($0.0) }) {
        expression += shape
        rest = rest.dropFirst(name.count)
      } else if rest.hasPrefix("  ") || rest.hasPrefix("──") {
        expression += "\(first)+"
        rest = rest.drop { $0 == first }
      } else {
        expression += first.isLetter || first.isNumber || first == " " ? String(first) : "\\u{\(Self.code(first))}"
        rest = rest.dropFirst()
      }
    }
    return expression
  }

  private static func code(_ character: Character) -> String {
    character.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "}\\u{")
  }

  static func generalised(_ picture: [String]) -> [String] {
    picture.map { line in
      guard !line.hasPrefix("--- ") else { return line }
      return
        line
        .replacing(#/guest-[0-9a-f]{4,}/#, with: "{{guest}}")
        .replacing(#/127\.0\.0\.1:\d{4,5}/#, with: "127.0.0.1:{{port}}")
        .replacing(#/localhost:\d{4,5}/#, with: "localhost:{{port}}")
        .replacing(#/\b(\d+ h \d+ min|\d+ h|\d+ min|\d+ s|\d+:\d\d(:\d\d)?)\b/#, with: "{{time}}")
    }
  }
}
