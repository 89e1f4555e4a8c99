import WireProtocol

/// Validates a value against a JSON Schema (draft 2020-12), in the subset that Protocol/Schema uses.
///
/// An unknown keyword is an error of the schema, so that a misspelt one is noticed.
struct SchemaCheck {
  let files: [String: JSON]

  private static let annotations: Set = ["format", "$schema", "$defs", "title", "description", "default"]

  /// The supported keywords and the annotations.
  static let keywords = annotations.union([
    "$ref", "type", "const", "enum", "required", "properties", "additionalProperties", "items", "minItems", "maxItems",
    "oneOf", "minimum", "maximum", "minLength", "maxLength", "pattern",
  ])

  /// The first error in a value at a `path` of the message; `nil` if it is valid. References are resolved against
  /// `file`.
  func fault(in value: JSON, schema: JSON, of file: String, at path: String) -> String? {
    guard let rules = schema.objectValue else {
      return schema.boolValue == true ? nil : "\(shown(path)) is not allowed"
    }
    for (keyword, rule) in rules.members {
      if let fault = fault(in: value, keyword, rule, rules, file, path) { return fault }
    }
    return nil
  }

  private func fault(
    in value: JSON, _ keyword: String, _ rule: JSON, _ rules: JSONObject, _ file: String, _ path: String
  ) -> String? {
    switch keyword {
    case "$ref": reference(value, rule, file, path)
    case "type": hasType(value, rule) ? nil : "\(shown(path)) is not of type \(rule.text): \(value.text)"
    case "const": value.text == rule.text ? nil : "\(shown(path)) is \(value.text), not \(rule.text)"
    case "enum":
      elements(rule).contains { $0.text == value.text }
        ? nil : "\(shown(path)) is \(value.text), not one of \(rule.text)"
    case "required": missing(value, rule).map { "\(shown(path)) has no \"\($0)\"" }
    case "properties": properties(value, rule, file, path)
    case "additionalProperties": additional(value, rule, rules, file, path)
    case "items": items(value, rule, file, path)
    case "minItems": elements(value).count >= rule.intValue ?? 0 ? nil : "\(shown(path)) has too few items"
    case "maxItems": elements(value).count <= rule.intValue ?? 0 ? nil : "\(shown(path)) has too many items"
    case "oneOf": oneOf(value, rule, file, path)
    case "minimum": bounded(value) { $0 >= rule.intValue ?? 0 } ? nil : "\(shown(path)) is under \(rule.text)"
    case "maximum": bounded(value) { $0 <= rule.intValue ?? 0 } ? nil : "\(shown(path)) is over \(rule.text)"
    case "minLength":
      (value.stringValue?.unicodeScalars.count ?? .max) >= rule.intValue ?? 0 ? nil : "\(shown(path)) is too short"
    case "maxLength":
      (value.stringValue?.unicodeScalars.count ?? 0) <= rule.intValue ?? 0 ? nil : "\(shown(path)) is too long"
    case "pattern": matches(value, rule) ? nil : "\(shown(path)) is \(value.text), which does not match \(rule.text)"
    default: Self.annotations.contains(keyword) ? nil : "the schema \(file) has an unknown keyword \(keyword)"
    }
  }

  private func shown(_ path: String) -> String { path.isEmpty ? "the message" : "\"\(path.dropFirst())\"" }

  private func elements(_ value: JSON) -> [JSON] { if case .array(let elements) = value { elements } else { [] } }

  private func bounded(_ value: JSON, _ test: (Int) -> Bool) -> Bool { value.intValue.map(test) ?? true }

  private func matches(_ value: JSON, _ rule: JSON) -> Bool {
    guard let text = value.stringValue, let pattern = rule.stringValue else { return true }
    guard let regex = try? Regex(pattern) else { return false }
    return text.firstMatch(of: regex) != nil
  }

  private func hasType(_ value: JSON, _ rule: JSON) -> Bool {
    guard let name = rule.stringValue else { return elements(rule).contains { hasType(value, $0) } }
    return switch value {
    case .null: name == "null"
    case .bool: name == "boolean"
    case .int: name == "integer" || name == "number"
    case .double: name == "number"
    case .string: name == "string"
    case .array: name == "array"
    case .object: name == "object"
    }
  }

  private func missing(_ value: JSON, _ rule: JSON) -> String? {
    guard value.objectValue != nil else { return nil }
    return elements(rule).compactMap(\.stringValue).first { value[$0] == nil }
  }

  private func properties(_ value: JSON, _ rule: JSON, _ file: String, _ path: String) -> String? {
    for (key, schema) in rule.objectValue?.members ?? [] {
      guard let member = value[key] else { continue }
      if let fault = fault(in: member, schema: schema, of: file, at: "\(path).\(key)") { return fault }
    }
    return nil
  }

  private func additional(
    _ value: JSON, _ rule: JSON, _ rules: JSONObject, _ file: String, _ path: String
  ) -> String? {
    for (key, member) in value.objectValue?.members ?? [] where rules["properties"]?[key] == nil {
      if let fault = fault(in: member, schema: rule, of: file, at: "\(path).\(key)") { return fault }
    }
    return nil
  }

  private func items(_ value: JSON, _ rule: JSON, _ file: String, _ path: String) -> String? {
    for (index, element) in elements(value).enumerated() {
      if let fault = fault(in: element, schema: rule, of: file, at: "\(path).\(index)") { return fault }
    }
    return nil
  }

  private func oneOf(_ value: JSON, _ rule: JSON, _ file: String, _ path: String) -> String? {
    let faults = elements(rule).map { fault(in: value, schema: $0, of: file, at: path) }
    let fitting = faults.count { $0 == nil }
    if fitting == 1 { return nil }
    return fitting > 1
      ? "\(shown(path)) fits \(fitting) of the schemas in oneOf"
      : "none of oneOf: \(faults.compactMap { $0 }.joined(separator: "; "))"
  }

  private func reference(_ value: JSON, _ rule: JSON, _ file: String, _ path: String) -> String? {
    guard let (place, schema) = resolve(rule.stringValue ?? "", from: file) else {
      return "the schema \(file) refers to \(rule.text), which does not exist"
    }
    return fault(in: value, schema: schema, of: place, at: path)
  }

  /// Resolves `board.json` beside the file, `../parts/board.json`, or `#/$defs/name` within it.
  func resolve(_ target: String, from file: String) -> (place: String, schema: JSON)? {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var folder = file.split(separator: "/").dropLast().map(String.init)
    for step in parts[0].split(separator: "/") {
      if step == ".." { _ = folder.popLast() } else { folder.append(String(step)) }
    }
    let place = parts[0].isEmpty ? file : folder.joined(separator: "/")
    var schema = files[place]
    for step in parts.count > 1 ? parts[1].split(separator: "/") : [] { schema = schema?[String(step)] }
    return schema.map { (place, $0) }
  }
}
