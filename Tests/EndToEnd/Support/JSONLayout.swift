import WireProtocol

/// JSON as in the repository's files: indented by two spaces, one entry per line.
enum JSONLayout {
  static func text(of value: JSON) -> String { lines(value, "") + "\n" }

  private static func lines(_ value: JSON, _ margin: String) -> String {
    let inner = margin + "  "
    switch value {
    case .array(let elements) where !elements.isEmpty:
      return "[\n" + elements.map { inner + lines($0, inner) }.joined(separator: ",\n") + "\n\(margin)]"
    case .object(let object) where !object.isEmpty:
      let members = object.members.map { "\(inner)\(JSON.string($0.key).text): \(lines($0.value, inner))" }
      return "{\n" + members.joined(separator: ",\n") + "\n\(margin)}"
    default: return value.text
    }
  }
}
