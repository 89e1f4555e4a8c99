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

  /// A string that has to be there.
  public func text(_ key: StaticString) throws(UnreadableMessage) -> String {
    guard let text = view[key]?.string else { throw missing(key, "a string") }
    return text
  }

  /// An integer that has to be there.
  public func int(_ key: StaticString) throws(UnreadableMessage) -> Int {
    guard let number = view[key]?.int else { throw missing(key, "an integer") }
    return number
  }

  /// An object that has to be there, as a tree.
  public func object(_ key: StaticString) throws(UnreadableMessage) -> JSONObject {
    guard case .object(let object)? = view[key]?.value else { throw missing(key, "an object") }
    return object
  }

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

  /// The elements of an array that has to be there, as fields each.
  func objects(_ key: StaticString) throws(UnreadableMessage) -> [MessageFields] {
    guard let view = view[key], view.kind == .array else { throw missing(key, "an array") }
    return view.elements.map { MessageFields($0) }
  }

  /// The fields of an object that has to be there.
  public func fields(_ key: StaticString) throws(UnreadableMessage) -> MessageFields {
    guard let view = view[key], view.kind == .object else { throw missing(key, "an object") }
    return MessageFields(view)
  }

  /// A string, if there is one.
  public func optionalText(_ key: StaticString) -> String? { view[key]?.string }

  /// An integer, if there is one.
  public func optionalInt(_ key: StaticString) -> Int? { view[key]?.int }

  /// A truth value; `false` if there is none.
  public func flag(_ key: StaticString) -> Bool { view[key]?.bool ?? false }

  /// An object as a tree, if there is one.
  public func optionalObject(_ key: StaticString) -> JSONObject? { view[key]?.value.objectValue }

  /// The strings of an array; whatever is not a string is left out, and nothing is left of what is not an array.
  public func texts(_ key: StaticString) -> [String] { view[key]?.elements.compactMap(\.string) ?? [] }

  private func unreadable(_ key: StaticString, _ error: UnreadableMessage) -> UnreadableMessage {
    UnreadableMessage("\"\(view["type"]?.string ?? "")\": \"\(key)\" cannot be read. \(error.description)")
  }

  func missing(_ key: StaticString, _ expected: String) -> UnreadableMessage {
    let type = view["type"]?.string.map { "\"\($0)\"" } ?? "A part of a message"
    return UnreadableMessage("\(type) has no \"\(key)\" that is \(expected)")
  }
}
