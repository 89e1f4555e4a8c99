internal import GameKit
internal import WireProtocol

/// A game's settings, parsed from their schema. The host validates them, so programs need not.
struct SettingsForm: Sendable {
  private enum Kind {
    case integer(least: Int, most: Int)
    case flag
    case choice([String])
    case text(most: Int)
  }

  private let members: [(name: String, kind: Kind)]
  /// Every setting with its `default`.
  let defaults: JSONObject

  /// Each property is an `integer` with `minimum` and `maximum`, a `boolean`, or a `string` with `enum` or `maxLength`,
  /// and has a `default`.
  init(_ schema: JSON) throws(MalformedAnswer) {
    var members: [(String, Kind)] = []
    var defaults: JSONObject = [:]
    for (name, property) in schema["properties"]?.objectValue?.members ?? [] {
      guard let kind = Self.kind(property) else {
        throw MalformedAnswer(
          what: "the setting \"\(name)\" is neither an integer with minimum and maximum, a boolean, nor a string with "
            + "enum or maxLength")
      }
      guard let value = property["default"], Self.complaint(about: value, kind) == nil else {
        throw MalformedAnswer(what: "the setting \"\(name)\" has no default that fits")
      }
      members.append((name, kind))
      defaults[name] = value
    }
    (self.members, self.defaults) = (members, defaults)
  }

  private static func kind(_ property: JSON) -> Kind? {
    switch property["type"]?.stringValue {
    case "integer":
      guard let least = property["minimum"]?.intValue, let most = property["maximum"]?.intValue else { return nil }
      return .integer(least: least, most: most)
    case "boolean": return .flag
    case "string":
      if let values = property["enum"]?.arrayValue { return .choice(values.compactMap(\.stringValue)) }
      return property["maxLength"]?.intValue.map { .text(most: $0) }
    default: return nil
    }
  }

  /// Every setting at a bound of its range that is not its default: for checks.
  var edges: JSONObject {
    var edges = defaults
    for (name, kind) in members {
      switch kind {
      case .integer(let least, let most): edges[name] = .int(defaults[name] == .int(least) ? most : least)
      case .flag: edges[name] = .bool(defaults[name] == false)
      case .choice(let texts): edges[name] = texts.map(JSON.string).first { $0 != defaults[name] } ?? defaults[name]
      case .text: break
      }
    }
    return edges
  }

  /// Throws if a setting is missing or violates the schema.
  func validate(_ values: JSONObject) throws(Rejection) {
    for (name, kind) in members {
      guard let complaint = values[name].map({ Self.complaint(about: $0, kind) }) ?? "is missing" else { continue }
      throw .badSettings("\"\(name)\" \(complaint)")
    }
  }

  private static func complaint(about value: JSON, _ kind: Kind) -> String? {
    switch kind {
    case .integer(let least, let most):
      value.intValue.map { (least...max(least, most)).contains($0) } == true
        ? nil : "is a number from \(least) to \(most)"
    case .flag: value.boolValue == nil ? "is true or false" : nil
    case .choice(let texts):
      value.stringValue.map(texts.contains) == true ? nil : "is one of \(texts.joined(separator: ", "))"
    case .text(let most):
      value.stringValue.map { $0.unicodeScalars.count <= most } == true
        ? nil : "is a text of at most \(most) characters"
    }
  }
}
