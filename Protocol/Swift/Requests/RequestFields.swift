/// Reads the fields of a request; errors are sentences.
public struct RequestFields {
  let view: JSONView
  let type: String

  /// The longest text in bytes, for texts without a bound of their own.
  static let textBytes = 256
  /// The longest value other than text in bytes: a move, settings, a score.
  static let valueBytes = 2048
  /// The most members or elements of such a value.
  static let mostMembers = 64
  /// The most fields of a request, unknown ones included.
  static let mostFields = 32

  /// Unwraps a required member.
  ///
  /// - Parameter expected: its form, for the error.
  func needed<Value>(_ value: Value?, _ key: StaticString, _ expected: String) throws(WireError) -> Value {
    guard let value else { throw WireError(.badField, "\"\(type)\" needs a field \"\(key)\" (\(expected))") }
    return value
  }

  /// A text, bounded before it is processed: folding, normalising and comparing are slow.
  func optionalText(_ key: StaticString, atMost bytes: Int = textBytes) throws(WireError) -> String? {
    guard let value = view[key], !value.isNull else { return nil }
    guard value.kind == .string else { throw wrong(key, "a string") }
    // An escape takes at most six bytes for one byte.
    guard value.sourceByteCount <= bytes * 6 + 2, let text = value.string, text.utf8.count <= bytes else {
      throw WireError(.badText, "\"\(key)\" of \"\(type)\" may have at most \(bytes) bytes")
    }
    guard MarkRuns.areBounded(in: text) else { throw Self.tooManyMarks }
    return text
  }

  /// A text that is one of several words.
  func optionalText(_ key: StaticString, among words: [String]) throws(WireError) -> String? {
    guard let text = try optionalText(key) else { return nil }
    guard words.contains(text) else { throw wrong(key, oneOf: words) }
    return text
  }

  /// A text that may be as long as a line.
  func optionalRawText(_ key: StaticString) throws(WireError) -> String? {
    guard let value = view[key], !value.isNull else { return nil }
    guard let text = value.string else { throw wrong(key, "a string") }
    return text
  }

  /// Texts, read one by one, so that an overlong array costs no more than an allowed one.
  func optionalTexts(_ key: StaticString, atMost most: Int) throws(WireError) -> [String]? {
    guard let value = try optionalValue(key) else { return nil }
    guard value.kind == .array else { throw wrong(key, "an array of at most \(most) texts") }
    var texts: [String] = []
    for member in value.elements {
      guard texts.count < most, let text = member.string else {
        throw wrong(key, "an array of at most \(most) texts")
      }
      texts.append(text)
    }
    return texts
  }

  func optionalChoice<Choice: RawRepresentable & CaseIterable>(
    _ key: StaticString, of type: Choice.Type
  ) throws(WireError) -> Choice? where Choice.RawValue == String {
    guard let text = try optionalText(key) else { return nil }
    guard let choice = Choice(rawValue: text) else { throw wrong(key, oneOf: Choice.allCases.map(\.rawValue)) }
    return choice
  }

  func optional<Value: RequestValue>(_ key: StaticString, as type: Value.Type) throws(WireError) -> Value? {
    try Value.read(key, of: self)
  }

  static let tooManyMarks = WireError(
    .badText, "A text may have at most \(MarkRuns.most) combining marks in a row")

  /// A value that is parsed elsewhere, bounded in size.
  func optionalValue(_ key: StaticString) throws(WireError) -> JSONView? {
    guard let value = view[key], !value.isNull else { return nil }
    guard value.sourceByteCount <= Self.valueBytes else {
      throw WireError(.badField, "\"\(key)\" of \"\(type)\" may have at most \(Self.valueBytes) bytes")
    }
    guard value.count <= Self.mostMembers else {
      throw WireError(.badField, "\"\(key)\" of \"\(type)\" may have at most \(Self.mostMembers) members")
    }
    guard MarkRuns.areBounded(in: value) else { throw Self.tooManyMarks }
    return value
  }

  func optionalInt(_ key: StaticString, in range: ClosedRange<Int>) throws(WireError) -> Int? {
    guard let value = view[key], !value.isNull else { return nil }
    guard let number = value.int else { throw wrong(key, "an integer") }
    guard range.contains(number) else {
      let end = range.upperBound == Int.max ? "on" : "to \(range.upperBound)"
      throw wrong(key, "an integer from \(range.lowerBound) \(end)")
    }
    return number
  }

  func optionalBool(_ key: StaticString) throws(WireError) -> Bool? {
    guard let value = view[key], !value.isNull else { return nil }
    guard let flag = value.bool else { throw wrong(key, "true or false") }
    return flag
  }

  func optionalObject(_ key: StaticString) throws(WireError) -> JSONObject? {
    guard let value = try optionalValue(key) else { return nil }
    guard case .object(let object) = value.value else { throw wrong(key, "an object") }
    return object
  }

  /// The error if none, or more than one, of several fields is given.
  func notOne(of names: [String]) -> WireError {
    let listed = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return WireError(.badField, "\"\(type)\" needs exactly one of the fields \(listed)")
  }

  func wrong(_ key: StaticString, _ expected: String) -> WireError {
    WireError(.badField, "\"\(key)\" of \"\(type)\" must be \(expected)")
  }

  private func wrong(_ key: StaticString, oneOf words: [String]) -> WireError {
    wrong(key, "one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))")
  }
}
