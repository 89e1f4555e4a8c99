import GameKit
import WireProtocol

/// Generates malformed input, from constants and by mutating valid input.
enum Mangling {
  /// Lines in the form that games receive: trimmed, NFC, without control characters, not empty.
  private static let lines = [
    "a", "z", "A", "0", "1", "9", "-1", ".", ",", "-", "+", "*", "?", "/", "\\", "\"", "{", "}", "[]", "{}", "null",
    "true", "1 1", "1 2", "2 1", "0 0", "9 9", "1,1", "0,0 0,0", "1,1 1,2", "9,9 9,9", "-1,-1 -1,-1", "1 2 3 4 5",
    "a1", "A1 A5", "z99", "b2", "aa1", "a 1", "b-2", "99999999999999999999", "-9223372036854775808 1",
    "1 9223372036854775807",
    "9223372036854775807,9223372036854775807 1,1", "1e9", "0x10", "٣", "１ ２", "é", "ñandú", "straße", "İstanbul", "ﬃ",
    "日本語", "🟩", "👩‍👩‍👧‍👦", "👍🏽", "e\u{301}\u{302}\u{303}x", "a,,b", ", ,", "  ,", "a b c d e f g h i j k l m n o",
    "crane", "CRANE", "a-b-c", "…", "¿?", "x=1", "1/2", "1:2", "1.5 2.5", "#", "@", "\u{200D}", "resign", "draw",
    "pass",
  ]

  static func lines(like samples: [String], using generator: inout SeededGenerator) -> [String] {
    var made = lines
    made += [400, 1000].flatMap { [String(repeating: "a", count: $0), String(repeating: "9", count: $0)] }
    for sample in samples where !sample.isEmpty {
      var letters = Array(sample)
      made += [sample, sample.uppercased(), sample + sample, sample + "x", String(sample.dropLast()), sample + " 1"]
      generator.shuffle(&letters)
      made.append(String(letters))
      letters[generator.number(below: letters.count)] = "é"
      made.append(String(letters))
    }
    return made.filter { !$0.isEmpty && $0.first != " " && $0.last != " " }
  }

  /// The strings and numbers in a JSON text.
  static func strings(in text: String) -> [String] {
    func collect(_ value: JSON) -> [String] {
      switch value {
      case .string(let text): [text]
      case .int(let number): ["\(number)"]
      case .array(let elements): elements.flatMap(collect) + [elements.flatMap(collect).joined(separator: " ")]
      case .object(let object): object.members.flatMap { collect($0.value) }
      case .null, .bool, .double: []
      }
    }
    return (try? JSON(parsing: text)).map(collect) ?? []
  }

  private static let values: [JSON] = [
    .null, true, false, 0, -1, 1, 2, 7, 1000, .int(.max), .int(.min), 0.5, -0.0, 1e300, "", " ", "a", "é", "日本", "🟩",
    "\u{1B}[2J", "0", "-1", .string(String(repeating: "a", count: 3000)), [], [0], [-1, .int(.max)],
    .array(Array(repeating: 1, count: 300)), .array(Array(repeating: "", count: 3)), [[]], [:], ["a": 1],
  ]

  /// JSON texts that differ from a sample in one place.
  static func values(like sample: String, most: Int, using generator: inout SeededGenerator) -> [String] {
    guard let value = try? JSON(parsing: sample) else { return [] }
    var all = variants(of: value).map(\.text)
    generator.shuffle(&all)
    return [sample] + all.prefix(most)
  }

  private static func variants(of value: JSON) -> [JSON] {
    var made = values
    switch value {
    case .object(let object):
      for (key, member) in object.members {
        for variant in variants(of: member) {
          var copy = object
          copy[key] = variant
          made.append(.object(copy))
        }
        var without = object
        without[key] = nil
        made.append(.object(without))
      }
      var more = object
      more["zzz"] = 1
      made.append(.object(more))
    case .array(let elements):
      for index in elements.indices.prefix(4) {
        for variant in variants(of: elements[index]) {
          var copy = elements
          copy[index] = variant
          made.append(.array(copy))
        }
      }
      made += [.array(elements + elements), .array(Array(elements.dropLast())), .array(elements.reversed())]
    case .string(let text):
      made += [text + text, String(text.dropLast()), String(text.reversed()), text.uppercased(), text + "é"].map(
        JSON.string)
    case .int(let number):
      made += [
        .int(number &+ 1), .int(number &- 1), .int(0 &- number), .int(number &* 1_000_003), .string("\(number)"),
      ]
    case .null, .bool, .double: break
    }
    return made
  }
}
