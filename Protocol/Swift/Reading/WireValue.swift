/// A value of a message's member: read and written by code generated from the table.
public protocol WireValue: Sendable {
  /// Reads a value.
  ///
  /// - Throws: what is missing or invalid.
  init(reading view: JSONView) throws(UnreadableMessage)
  /// Appends the value.
  func write(to json: inout JSONWriter)
}

/// An object inside messages.
public protocol WireObject: WireValue {
  /// Reads the object's members.
  init(reading fields: MessageFields) throws(UnreadableMessage)
  /// Appends the object's members.
  func writeFields(to json: inout JSONWriter)
}

extension WireObject {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard view.kind == .object else { throw UnreadableMessage("It is no object") }
    try self.init(reading: MessageFields(view))
  }

  public func write(to json: inout JSONWriter) {
    json.beginObject()
    writeFields(to: &json)
    json.endObject()
  }
}

/// One of several words.
public protocol WireChoice: WireValue, RawRepresentable where RawValue == String {}

extension WireChoice {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard let choice = view.string.flatMap(Self.init(rawValue:)) else { throw UnreadableMessage("It is not known") }
    self = choice
  }

  public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

/// A named number, in an object whose members are all numbers.
public struct NamedCount: Hashable, Sendable {
  /// The member's name.
  public var name: String
  /// Its value.
  public var count: Int

  /// Creates a count.
  public init(name: String, count: Int) { (self.name, self.count) = (name, count) }
}

// MARK: - Plain values

extension String: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard let text = view.string else { throw UnreadableMessage("It is no string") }
    self = text
  }

  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard let number = view.int else { throw UnreadableMessage("It is no integer") }
    self = number
  }

  public func write(to json: inout JSONWriter) { json.int(self) }
}

extension Double: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard let number = view.double else { throw UnreadableMessage("It is no number") }
    self = number
  }

  public func write(to json: inout JSONWriter) { json.double(self) }
}

extension Bool: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard let flag = view.bool else { throw UnreadableMessage("It is neither true nor false") }
    self = flag
  }

  public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension JSON: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) { self = view.value }
}

extension JSONObject: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard case .object(let object) = view.value else { throw UnreadableMessage("It is no object") }
    self = object
  }

  public func write(to json: inout JSONWriter) { json.value(.object(self)) }
}

extension ClosedRange: WireValue where Bound == Int {
  /// Reads a pair of numbers, the lower and the upper bound.
  public init(reading view: JSONView) throws(UnreadableMessage) {
    let numbers = view.elements.compactMap(\.int)
    guard numbers.count == 2, numbers[0] <= numbers[1] else { throw UnreadableMessage("It is no pair of numbers") }
    self = numbers[0]...numbers[1]
  }

  public func write(to json: inout JSONWriter) {
    json.beginArray()
    json.int(lowerBound)
    json.int(upperBound)
    json.endArray()
  }
}

extension [NamedCount]: WireValue {
  /// Counts by a number, such as tries, in ascending order.
  public init(byNumber counts: [Int: Int]) {
    self = counts.sorted { $0.key < $1.key }.map { NamedCount(name: String($0.key), count: $0.value) }
  }

  /// Reads an object's members; those that are not integers are ignored.
  public init(reading view: JSONView) throws(UnreadableMessage) {
    guard view.kind == .object else { throw UnreadableMessage("It is no object") }
    self = view.members.compactMap { name, value in value.int.map { NamedCount(name: name, count: $0) } }
  }

  public func write(to json: inout JSONWriter) {
    json.beginObject()
    for member in self {
      json.key(member.name)
      json.int(member.count)
    }
    json.endObject()
  }
}

/// A number, or `null`.
extension Int?: WireValue {
  public init(reading view: JSONView) throws(UnreadableMessage) { self = view.int }

  public func write(to json: inout JSONWriter) { if let self { json.int(self) } else { json.null() } }
}
