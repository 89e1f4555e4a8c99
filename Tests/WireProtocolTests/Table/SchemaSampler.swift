import Foundation
import GameKit
import TestSeed
import WireProtocol

/// Generates random messages from their JSON Schemas.
struct SchemaSampler {
  private let common: JSON
  private var random: SeededGenerator
  /// Whether optional members are included.
  var isFull = true

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    common = try Self.schema("parts/common.json")
  }

  private static func schema(_ path: String) throws -> JSON {
    try JSON(parsing: try String(contentsOf: WireFiles.schemas.appending(path: path), encoding: .utf8))
  }

  /// A message of a type.
  mutating func message(_ type: String) throws -> JSONObject {
    try sample(try Self.schema("messages/\(type).json")).objectValue ?? [:]
  }

  /// The members of a request.
  mutating func request(_ row: RequestRow) throws -> JSONObject {
    var members = try sample(row.schema).objectValue ?? [:]
    members["id"] = nil
    return members
  }

  private mutating func sample(_ schema: JSON) throws -> JSON {
    let rules = schema.objectValue ?? [:]
    if let reference = rules["$ref"]?.stringValue { return try sample(referring: reference) }
    if let constant = rules["const"] { return constant }
    if let words = rules["enum"]?.arrayValue { return random.pick(words) }
    switch rules["type"]?.stringValue {
    case "string": return .string(text(rules))
    case "integer": return .int(number(rules))
    case "number": return .double(Double(random.number(below: 1_000)) + 0.5)
    case "boolean": return .bool(random.oneIn(2))
    case "array": return try array(rules)
    case "object" where rules["properties"] != nil: return try object(rules)
    case "object": return ["7": .int(random.number(below: 1_000))]
    default: return rules["oneOf"].flatMap(\.arrayValue).flatMap(\.first).map { try? sample($0) } as? JSON ?? .null
    }
  }

  private mutating func sample(referring reference: String) throws -> JSON {
    let row: JSON = ["letters": "a", "tiles": "🟩"]
    if reference.hasSuffix("board.json#/$defs/row") { return row }
    if reference.hasSuffix("board.json") { return ["title": "Wordle", "rows": [row]] }
    let name = reference.split(separator: "/").last.map(String.init) ?? ""
    return try sample(common.objectValue?["$defs"]?.objectValue?[name] ?? .null)
  }

  private mutating func object(_ rules: JSONObject) throws -> JSON {
    let required = Set(rules["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    // Exactly one of these is required.
    let alternatives =
      rules["oneOf"]?.arrayValue?.compactMap {
        $0.objectValue?["required"]?.arrayValue?.first?.stringValue
      } ?? []
    let alternative = alternatives.isEmpty ? nil : random.pick(alternatives)
    var object: JSONObject = [:]
    // A clock is one of two kinds.
    if rules["properties"]?.objectValue?["move_s"] != nil { return ["move_s": 30] }
    for (name, member) in rules["properties"]?.objectValue?.members ?? []
    where !["re", "drawn", "links"].contains(name) {
      let isThere = alternatives.contains(name) ? name == alternative : isFull || required.contains(name)
      if isThere { object[name] = try sample(member) }
    }
    return .object(object)
  }

  private mutating func array(_ rules: JSONObject) throws -> JSON {
    let least = max(1, rules["minItems"]?.intValue ?? 1)
    let most = max(least, min(3, rules["maxItems"]?.intValue ?? 3))
    let count = least + random.number(below: most - least + 1)
    let elements = try (0..<count).map { _ in try sample(rules["items"] ?? .null) }
    // The lower and the upper bound of a pair.
    return .array(least == 2 ? elements.sorted { ($0.intValue ?? 0) < ($1.intValue ?? 0) } : elements)
  }

  private mutating func number(_ rules: JSONObject) -> Int {
    let least = rules["minimum"]?.intValue ?? -1_000
    // More than the elements of a sample: then a count of elements is omitted.
    let start = max(least, min(10, rules["maximum"]?.intValue ?? 10))
    let range = min(1_000, (rules["maximum"]?.intValue ?? .max) - start)
    return start + random.number(below: range + 1)
  }

  private static let texts = [
    "^/s/[1-9][0-9]*-[A-Za-z0-9_-]{16}$": "/s/7-abcdefghijklmnop", "^[0-9]{4}-[0-9]{2}$": "2026-11",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "2026-11-20", "^[0-9a-f]+$": "3f", "^[0-9a-f]{16}$": "0123456789abcdef",
    "^[1-9][0-9]*$": "17", "^[a-z]+$": "wordle", "^[a-z][a-z0-9_]*$": "too_fast", "^[a-z_]+$": "ban",
    "^([1-9][0-9]{0,8}[smhdw]|[Ff]orever)$": "90s", "^p1_[0-9a-f]{48}$": "p1_" + String(repeating: "0f", count: 24),
  ]

  private mutating func text(_ rules: JSONObject) -> String {
    if let pattern = rules["pattern"]?.stringValue { return Self.texts[pattern] ?? "" }
    let length = 1 + random.number(below: min(12, rules["maxLength"]?.intValue ?? 12))
    return String((0..<length).map { _ in random.pick(Array("aZ9 ñ€🟩\"\\\u{7f}\t")) })
  }
}
