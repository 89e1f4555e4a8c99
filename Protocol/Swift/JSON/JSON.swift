/// A JSON value as a tree, with ordered members.
///
/// For small values that are built or stored: settings, fixtures, a game's free-form parts. Hot paths read `JSONView`
/// and write `JSONWriter`. Strings are compared by their bytes; `.int(1)` and `.double(1)` differ.
///
/// Where a `JSON` is expected, the literal `nil` means `.null`. In `found ? tree : nil`, write `.some(tree)` if a
/// missing value is meant.
public enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer.
  case int(Int)
  /// Any other number. NaN and the infinities are written as `null`.
  case double(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(JSONObject)

  /// Reads one JSON text.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8)
  }

  /// Reads one JSON text, at most `JSONDocument.defaultMaximumDepth` deep.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONSyntaxError) {
    let document = JSONDocument()
    try document.parse(bytes)
    self = document.root.value
  }

  /// The value as compact JSON text.
  public var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Appends the value.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value): writer.double(value)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let object):
      writer.beginObject()
      for (key, value) in object.members {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// The value with every object's members in the order of their keys' UTF-8 bytes.
  var sorted: JSON {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let object): .object(object.sorted)
    default: self
    }
  }
}

extension JSON {
  /// A member's value, if this is an object that has it.
  public subscript(key: String) -> JSON? { objectValue?[key] }

  /// The string, if this is one.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The integer, if this is a number that is exactly one.
  public var intValue: Int? {
    switch self {
    case .int(let value): value
    // Within this range the conversion is defined; the comparison detects rounding.
    case .double(let value) where value >= -0x1p63 && value < 0x1p63:
      Double(Int(value)) == value ? Int(value) : nil
    default: nil
    }
  }

  /// The nearest double, if this is a number.
  public var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The truth value, if this is one.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements, if this is an array.
  public var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }

  /// The members, if this is an object.
  public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// Whether this is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSON: Hashable {
  /// Whether both are the same value: same case, strings by their bytes, objects in any order.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): JSONKey(left) == JSONKey(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): hasher.combine(JSONKey(value))
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

// There is no `nil` literal: `condition ? json : nil` would mean ``null`` instead of no value.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object; of several members with one key the last value is kept.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements))
  }
}
