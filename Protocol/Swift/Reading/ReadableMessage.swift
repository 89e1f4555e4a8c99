/// A message that a client can read: what ``ServerMessage`` writes, the other way round.
///
/// Reading is total. Fields that this library does not know are passed over, and so is an optional field that is not
/// what it should be; a required one that is missing or of the wrong kind is an ``UnreadableMessage``.
public protocol ReadableMessage: ServerMessage {
  /// Reads the message's fields. Looking at its type is the caller's business.
  ///
  /// - Throws: which field is missing or wrong.
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

  /// The elements of an array that has to be there, as fields each.
  public func list(_ key: StaticString) throws(UnreadableMessage) -> [MessageFields] {
    guard let view = view[key], view.kind == .array else { throw missing(key, "an array") }
    return view.elements.map { MessageFields($0) }
  }

  /// The elements of an array, as fields each, if there is one.
  public func optionalList(_ key: StaticString) -> [MessageFields]? {
    guard let view = view[key], view.kind == .array else { return nil }
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

  /// The least and the greatest of a pair of numbers, if there is one.
  public func range(_ key: StaticString) -> ClosedRange<Int>? {
    let numbers = view[key]?.elements.compactMap(\.int) ?? []
    return numbers.count == 2 && numbers[0] <= numbers[1] ? numbers[0]...numbers[1] : nil
  }

  /// A truth value; `false` if there is none.
  public func flag(_ key: StaticString) -> Bool { view[key]?.bool ?? false }

  /// An object as a tree, if there is one.
  public func optionalObject(_ key: StaticString) -> JSONObject? { view[key]?.value.objectValue }

  /// The strings of an array; whatever is not a string is left out, and nothing is left of what is not an array.
  public func texts(_ key: StaticString) -> [String] { view[key]?.elements.compactMap(\.string) ?? [] }

  /// The board under a key, if there is one.
  public func optionalBoard(_ key: StaticString) throws(UnreadableMessage) -> Board? {
    guard let view = view[key], view.kind == .object else { return nil }
    return try Board(reading: MessageFields(view))
  }

  func missing(_ key: StaticString, _ expected: String) -> UnreadableMessage {
    let type = view["type"]?.string.map { "\"\($0)\"" } ?? "A part of a message"
    return UnreadableMessage("\(type) has no \"\(key)\" that is \(expected)")
  }
}
