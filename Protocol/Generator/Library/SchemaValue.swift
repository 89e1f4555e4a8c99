/// A JSON value with ordered members, for schemas.
indirect enum SchemaValue: Sendable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  case object([(key: String, value: SchemaValue)])
  case array([SchemaValue])
  case string(String)
  case int(Int)
  case bool(Bool)
  /// JSON source text.
  case source(String)

  init(dictionaryLiteral elements: (String, SchemaValue)...) { self = .object(elements.map { (key: $0, value: $1) }) }
  init(arrayLiteral elements: SchemaValue...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }

  /// The object with one more member at its end; other values unchanged.
  func adding(_ key: String, _ value: SchemaValue?) -> SchemaValue {
    guard let value, case .object(let members) = self else { return self }
    return .object(members.filter { $0.key != key } + [(key, value)])
  }

  /// The value on several lines, indented by two columns per level.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map { "\(inner)\(Self.quoted($0.key)): \($0.value.text(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements):
      guard !elements.isEmpty else { return "[]" }
      return "[\n\(elements.map { inner + $0.text(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
    case .string(let string): return Self.quoted(string)
    case .int(let number): return String(number)
    case .bool(let bool): return String(bool)
    case .source(let source): return source
    }
  }

  /// The value on one line.
  var line: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)):\($0.value.line)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
    default: text()
    }
  }

  static func quoted(_ string: String) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
