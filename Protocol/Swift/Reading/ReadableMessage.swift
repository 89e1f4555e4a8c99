/// A message that a client can read: the inverse of ``ServerMessage``.
///
/// Reading is total. Unknown members are ignored, and so are invalid optional ones; a required member that is missing
/// or of the wrong kind throws ``UnreadableMessage``. The caller checks the message's type.
public protocol ReadableMessage: ServerMessage {
  /// Reads the message's members.
  ///
  /// - Throws: the missing or invalid one.
  init(reading fields: MessageFields) throws(UnreadableMessage)
}

/// A message without a required member.
public struct UnreadableMessage: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public let description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}

/// The fields of a message from a server, or of an object inside it.
public struct MessageFields {
  /// The object.
  public let view: JSONView

  /// The fields of an object; empty for any other value.
  public init(_ view: JSONView) { self.view = view }

  /// A required value.
  public func value<Value: WireValue>(_ key: StaticString) throws(UnreadableMessage) -> Value {
    guard let view = view[key] else { throw missing(key, "there") }
    do throws(UnreadableMessage) { return try Value(reading: view) } catch { throw unreadable(key, error) }
  }

  /// An optional value, if it is readable.
  public func valueIfAny<Value: WireValue>(_ key: StaticString) -> Value? {
    view[key].flatMap { try? Value(reading: $0) }
  }

  /// A required number, clamped to its bounds: a client's arithmetic must not overflow, whatever a server sends.
  public func value(_ key: StaticString, within bounds: ClosedRange<Int>) throws(UnreadableMessage) -> Int {
    min(max(try value(key), bounds.lowerBound), bounds.upperBound)
  }

  /// An optional number, clamped to its bounds.
  public func valueIfAny(_ key: StaticString, within bounds: ClosedRange<Int>) -> Int? {
    view[key]?.int.map { min(max($0, bounds.lowerBound), bounds.upperBound) }
  }

  /// The elements of a required array.
  public func list<Value: WireValue>(_ key: StaticString) throws(UnreadableMessage) -> [Value] {
    guard let view = view[key], view.kind == .array else { throw missing(key, "an array") }
    var values: [Value] = []
    for element in view.elements {
      do throws(UnreadableMessage) { values.append(try Value(reading: element)) } catch { throw unreadable(key, error) }
    }
    return values
  }

  /// The elements of an optional array. Unreadable elements, which later versions may add, are left out.
  public func listIfAny<Value: WireValue>(_ key: StaticString) -> [Value]? {
    guard let view = view[key], view.kind == .array else { return nil }
    return view.elements.compactMap { try? Value(reading: $0) }
  }

  private func unreadable(_ key: StaticString, _ error: UnreadableMessage) -> UnreadableMessage {
    UnreadableMessage("\"\(view["type"]?.string ?? "")\": \"\(key)\" cannot be read. \(error.description)")
  }

  func missing(_ key: StaticString, _ expected: String) -> UnreadableMessage {
    let type = view["type"]?.string.map { "\"\($0)\"" } ?? "A part of a message"
    return UnreadableMessage("\(type) has no \"\(key)\" that is \(expected)")
  }
}
