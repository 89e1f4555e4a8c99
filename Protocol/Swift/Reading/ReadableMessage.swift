/// A message that a client can read: what ``ServerMessage`` writes, the other way round.
///
/// Reading is total. Members that this library does not know are passed over, and so is one that need not be there and
/// is not what it should be; a required one that is missing or of the wrong kind is an ``UnreadableMessage``.
/// Looking at a message's type is the caller's business.
public protocol ReadableMessage: ServerMessage {
  /// Reads the message's members.
  ///
  /// - Throws: which one is missing or wrong.
  init(reading fields: MessageFields) throws(UnreadableMessage)
}

/// A message that lacks what its type promises.
public struct UnreadableMessage: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public let description: String

  /// A fault, as one sentence.
  public init(_ description: String) { self.description = description }
}

/// The fields of one message from a server, or of an object inside it.
public struct MessageFields {
  /// The object.
  public let view: JSONView

  /// The fields of an object; of anything else there are none.
  public init(_ view: JSONView) { self.view = view }

  /// A value that has to be there.
  public func value<Value: WireValue>(_ key: StaticString) throws(UnreadableMessage) -> Value {
    guard let view = view[key] else { throw missing(key, "there") }
    do throws(UnreadableMessage) { return try Value(reading: view) } catch { throw unreadable(key, error) }
  }

  /// A value, if there is one that can be read.
  public func valueIfAny<Value: WireValue>(_ key: StaticString) -> Value? {
    view[key].flatMap { try? Value(reading: $0) }
  }

  /// A number that has to be there. One beyond its bounds counts as the bound: what a client computes with must not
  /// overflow, whatever a server claims.
  public func value(_ key: StaticString, within bounds: ClosedRange<Int>) throws(UnreadableMessage) -> Int {
    min(max(try value(key), bounds.lowerBound), bounds.upperBound)
  }

  /// A number, if there is one, within bounds as above.
  public func valueIfAny(_ key: StaticString, within bounds: ClosedRange<Int>) -> Int? {
    view[key]?.int.map { min(max($0, bounds.lowerBound), bounds.upperBound) }
  }

  /// The elements of an array that has to be there.
  public func list<Value: WireValue>(_ key: StaticString) throws(UnreadableMessage) -> [Value] {
    guard let view = view[key], view.kind == .array else { throw missing(key, "an array") }
    var values: [Value] = []
    for element in view.elements {
      do throws(UnreadableMessage) { values.append(try Value(reading: element)) } catch { throw unreadable(key, error) }
    }
    return values
  }

  /// The elements of an array, if there is one. An element that cannot be read, which may come in time, is left out.
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
