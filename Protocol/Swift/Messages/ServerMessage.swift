/// A message from the server: a type and its fields.
public protocol ServerMessage: Sendable {
  /// The value of `"type"`.
  static var type: StaticString { get }
  /// Appends the fields after `type` and `re`.
  func writeFields(to json: inout JSONWriter)
}

extension ServerMessage {
  /// Appends the message as one line with its newline.
  ///
  /// - Parameter re: the `id` of the answered request.
  public func write(to json: inout JSONWriter, answering re: RequestID? = nil) { writeLine(to: &json, answering: re) }

  /// Appends the line itself, for messages with further lines.
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
  /// Writes `re`, if the message answers a request.
  mutating func field(answering re: RequestID?) {
    guard let re else { return }
    key("re")
    re.write(to: &self)
  }

  /// Writes a message again, as the answer to a request: the same line, with `re` after its type.
  ///
  /// - Parameter message: the range in ``bytes`` of a message that ``ServerMessage/write(to:answering:)`` has written
  ///   without `re`.
  public mutating func message(repeating message: Range<Int>, answering re: RequestID) {
    let message = message.clamped(to: 0..<count)
    // Types contain no commas, so the first comma ends the type; without one there are no fields.
    let head = bytes[message].firstIndex(of: UInt8(ascii: ",")) ?? max(message.lowerBound, message.upperBound - 2)
    append(copyOf: message.lowerBound..<head)
    field(answering: re)
    append(copyOf: head..<message.upperBound)
  }

  /// Writes a member.
  public mutating func field(_ key: StaticString, _ value: some WireValue) {
    self.key(key)
    value.write(to: &self)
  }

  /// Writes a member that is an array.
  public mutating func list<Value: WireValue>(_ key: StaticString, _ values: some Sequence<Value>) {
    self.key(key)
    beginArray()
    for value in values { value.write(to: &self) }
    endArray()
  }
}
