/// A message from the server: a type and its fields.
public protocol ServerMessage: Sendable {
  /// The value of `"type"`.
  static var type: StaticString { get }
  /// Appends the fields after `type` and `re`.
  func writeFields(to json: inout JSONWriter)
}

extension ServerMessage {
  /// Appends the message as one line, the newline included.
  ///
  /// - Parameter re: the `id` of the request that this message answers.
  public func write(to json: inout JSONWriter, answering re: RequestID? = nil) { writeLine(to: &json, answering: re) }

  /// The line itself, for messages that have more to write.
  func writeLine(to json: inout JSONWriter, answering re: RequestID?) {
    json.beginObject()
    json.field("type", Self.type)
    json.field(answering: re)
    writeFields(to: &json)
    json.endObject()
    json.newline()
  }
}

extension JSONWriter {
  /// What a message answers, if it answers a request.
  mutating func field(answering re: RequestID?) {
    guard let re else { return }
    key("re")
    re.write(to: &self)
  }

  /// Writes a message once more, as the answer to a request: the same line, and `re` after its type.
  ///
  /// - Parameter message: where in ``bytes`` the message stands that ``ServerMessage/write(to:answering:)`` has
  ///   written for nobody's request.
  public mutating func message(repeating message: Range<Int>, answering re: RequestID) {
    let message = message.clamped(to: 0..<count)
    // Types are words without commas, so the first comma ends the type; without one there are no fields.
    let head = bytes[message].firstIndex(of: UInt8(ascii: ",")) ?? max(message.lowerBound, message.upperBound - 2)
    append(copyOf: message.lowerBound..<head)
    field(answering: re)
    append(copyOf: head..<message.upperBound)
  }

  /// A member.
  public mutating func field(_ key: StaticString, _ value: some WireValue) {
    self.key(key)
    value.write(to: &self)
  }

  /// A member that is an array.
  public mutating func list<Value: WireValue>(_ key: StaticString, _ values: some Sequence<Value>) {
    self.key(key)
    beginArray()
    for value in values { value.write(to: &self) }
    endArray()
  }
}
