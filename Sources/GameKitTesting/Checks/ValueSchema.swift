import WireProtocol

/// The subset of JSON Schema that games use.
struct ValueSchema {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  /// Whether it constrains the value beyond its type.
  var saysSomething: Bool {
    ["properties", "oneOf", "anyOf", "allOf", "enum", "const", "items"].contains { json[$0] != nil }
  }

  // MARK: - Validating

  /// Why a value violates the schema, with the path; `nil` if it is valid.
  func complaint(about value: JSON, at path: String = "") -> String? {
    func bad(_ what: String) -> String { "\(path.isEmpty ? "it" : path) \(what)" }
    if let constant = json["const"], constant != value { return bad("is not \(constant.text)") }
    if let values = json["enum"]?.arrayValue, !values.contains(value) { return bad("is none of the values") }
    if let types, !types.contains(where: { Self.isOf($0, value) }) {
      return bad("is not of the type \(types.joined(separator: " or "))")
    }
    for part in json["allOf"]?.arrayValue ?? [] {
      if let complaint = ValueSchema(part).complaint(about: value, at: path) { return complaint }
    }
    if let parts = json["anyOf"]?.arrayValue, parts.allSatisfy({ ValueSchema($0).complaint(about: value) != nil }) {
      return bad("is none of \"anyOf\"")
    }
    if let parts = json["oneOf"]?.arrayValue {
      let count = parts.count { ValueSchema($0).complaint(about: value) == nil }
      if count != 1 { return bad("is \(count == 0 ? "none" : "several") of \"oneOf\"") }
    }
    switch value {
    case .object(let object): return complaint(aboutMembersOf: object, path)
    case .array(let elements): return complaint(aboutElements: elements, path)
    case .string(let text): return complaint(aboutText: text).map(bad)
    case .int(let number): return complaint(aboutNumber: Double(number)).map(bad)
    case .double(let number): return complaint(aboutNumber: number).map(bad)
    case .null, .bool: return nil
    }
  }

  private var types: [String]? {
    json["type"]?.stringValue.map { [$0] } ?? json["type"]?.arrayValue?.compactMap(\.stringValue)
  }

  private static func isOf(_ type: String, _ value: JSON) -> Bool {
    switch value {
    case .object: type == "object"
    case .array: type == "array"
    case .string: type == "string"
    case .int: type == "integer" || type == "number"
    case .double: type == "number"
    case .bool: type == "boolean"
    case .null: type == "null"
    }
  }

  private func complaint(aboutMembersOf object: JSONObject, _ path: String) -> String? {
    for name in required where object[name] == nil { return "\"\(name)\" is missing" }
    let properties = json["properties"]?.objectValue
    for (name, value) in object.members {
      if let schema = properties?[name] {
        if let complaint = ValueSchema(schema).complaint(
          about: value, at: path.isEmpty ? "\"\(name)\"" : "\(path).\(name)")
        {
          return complaint
        }
      } else if json["additionalProperties"] == false {
        return "\"\(name)\" is not described"
      }
    }
    return nil
  }

  private func complaint(aboutElements elements: [JSON], _ path: String) -> String? {
    let place = path.isEmpty ? "it" : path
    if let least = json["minItems"]?.intValue, elements.count < least { return "\(place) has too few elements" }
    if let most = json["maxItems"]?.intValue, elements.count > most { return "\(place) has too many elements" }
    guard let items = json["items"] else { return nil }
    return elements.lazy.compactMap { ValueSchema(items).complaint(about: $0, at: "an element of \(place)") }.first
  }

  private func complaint(aboutText text: String) -> String? {
    if let least = json["minLength"]?.intValue, text.unicodeScalars.count < least { return "is too short" }
    if let most = json["maxLength"]?.intValue, text.unicodeScalars.count > most { return "is too long" }
    guard let pattern = json["pattern"]?.stringValue, let regex = try? Regex(pattern) else { return nil }
    return text.firstMatch(of: regex) == nil ? "does not match \(pattern)" : nil
  }

  private func complaint(aboutNumber number: Double) -> String? {
    if let least, number < Double(least) { return "is less than \(least)" }
    if let most, number > Double(most) { return "is more than \(most)" }
    return nil
  }

  var required: [String] { json["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
  var least: Int? { json["minimum"]?.intValue }
  var most: Int? { json["maximum"]?.intValue }

  // MARK: - Samples

  /// Valid values: for each alternative one with only the required members and one with all.
  ///
  /// - Parameter texts: candidates for strings with a pattern.
  func samples(_ texts: [String]) -> [JSON] {
    if let constant = json["const"] { return [constant] }
    if let values = json["enum"]?.arrayValue { return values }
    for key in ["oneOf", "anyOf"] {
      if let parts = json[key]?.arrayValue { return parts.flatMap { ValueSchema(merged(with: $0)).samples(texts) } }
    }
    switch types?.first ?? (json["properties"] == nil ? "" : "object") {
    case "object":
      let names = json["properties"]?.objectValue?.members.map(\.key) ?? []
      let whole = object(names, texts)
      let least = object(required, texts)
      return [least, whole].compactMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    case "array":
      let count = json["minItems"]?.intValue ?? 1
      let element = json["items"].flatMap { ValueSchema($0).samples(texts).first }
      return [.array((0..<max(0, count)).compactMap { _ in element })]
    case "string":
      let made = texts + [String(repeating: "a", count: max(1, json["minLength"]?.intValue ?? 1))]
      return made.map(JSON.string).first { complaint(about: $0) == nil }.map { [$0] } ?? []
    case "integer", "number": return [.int(least ?? most ?? 1)]
    case "boolean": return [true, false]
    default: return []
    }
  }

  private func object(_ names: [String], _ texts: [String]) -> JSON? {
    var made: JSONObject = [:]
    for name in names {
      guard let value = json["properties"]?[name].flatMap({ ValueSchema($0).samples(texts).first }) else { return nil }
      made[name] = value
    }
    return complaint(aboutMembersOf: made, "") == nil ? .object(made) : nil
  }

  /// An alternative combined with the common part.
  private func merged(with part: JSON) -> JSON {
    guard var all = json.objectValue, let part = part.objectValue else { return json }
    for key in ["oneOf", "anyOf", "title", "description"] { all[key] = nil }
    for (key, value) in part.members {
      if let one = all[key]?.objectValue, let other = value.objectValue {
        var both = one
        both.merge(other)
        all[key] = .object(both)
      } else {
        all[key] = value
      }
    }
    return .object(all)
  }
}
