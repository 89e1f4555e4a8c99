public import WireProtocol

/// A move, a puzzle or settings that write and read their JSON themselves.
///
/// `Codable`, which every type of a game is, would do: but it costs ten times as much as writing one string, and a move
/// is read and written each time it is played. Both ways must agree; what ``init(_:)`` does not take is left to
/// `Codable`, which can say what is wrong with it.
public protocol HandWritten: Codable {
  /// The same value as `JSON(encoding:)` makes.
  var json: JSON { get }
  /// The value, if the view has the form in which most values come.
  init?(_ view: JSONView)
}

extension JSON {
  /// Writes a value down, by hand where its type can.
  package init(writing value: some Encodable) throws(JSONBridgeError) {
    if let value = value as? any HandWritten {
      self = value.json
    } else {
      try self.init(encoding: value)
    }
  }
}

extension JSONView {
  /// Reads a value, by hand where that is possible.
  package func read<Value: Decodable>(_ type: Value.Type) throws(JSONBridgeError) -> Value {
    if let type = type as? any HandWritten.Type, let value = type.init(self) as? Value { return value }
    return try decode(type)
  }
}
