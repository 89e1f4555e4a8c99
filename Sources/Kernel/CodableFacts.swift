public import WireProtocol

/// Facts in the compiler's encoding, for documents that are rarely written. The case is the fact's name, and its values
/// are the secret part of the line: `{"fact":"voted","secret":{"option":2,"player":12}}`.
extension DocumentKind where Fact: Codable {
  public static func write(_ fact: Fact, to line: inout JSONWriter) {
    guard let (name, values) = try? JSON(encoding: fact).objectValue?.members.first else { return }
    line.field("fact", name)
    line.key("secret")
    line.value(values)
  }

  public static func read(_ line: JSONView) -> Fact? {
    guard let name = line["fact"]?.string, let values = line["secret"] else { return nil }
    return try? JSON.object([name: values.value]).decode(Fact.self)
  }
}
