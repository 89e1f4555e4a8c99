public import WireProtocol

/// A move, a puzzle or settings with hand-written JSON conversion.
///
/// `Codable` works for every type of a game, but costs ten times as much as writing one string, and every move is read
/// and written when it is played. Both forms must be equal; for input that ``init(_:)`` does not accept, `Codable` is
/// tried, which can say what is wrong.
public protocol HandWritten: Codable {
  /// The same value as `JSON(encoding:)` makes.
  var json: JSON { get }
  /// Reads the most frequent form of a value; `nil` for others.
  init?(_ view: JSONView)
}

extension JSON {
  /// Encodes a value, by its hand-written conversion if it has one.
  package init(writing value: some Encodable) throws(JSONBridgeError) {
    if let value = value as? any HandWritten {
      self = value.json
    } else {
      try self.init(encoding: value)
    }
  }
}

extension JSONView {
  /// Decodes a value, by its hand-written conversion if possible.
  package func read<Value: Decodable>(_ type: Value.Type) throws(JSONBridgeError) -> Value {
    if let type = type as? any HandWritten.Type, let value = type.init(self) as? Value { return value }
    return try decode(type)
  }
}
