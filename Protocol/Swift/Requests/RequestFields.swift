/// Reads the fields of one request and says in a sentence what is wrong with them.
struct RequestFields {
  let view: JSONView
  let type: String

  /// The most bytes of a name, a code, a word, a day: of every text that has no bound of its own.
  static let textBytes = 256
  /// The most bytes of what is talked, typed as a move, or shared.
  static let longTextBytes = 8192
  /// The most bytes of a value that is no text: a move, settings, a score.
  static let valueBytes = 2048
  /// The most members or elements of such a value.
  static let mostMembers = 64
  /// The most fields of a request, those that are unknown included.
  static let mostFields = 32

  func text(_ key: StaticString, atMost bytes: Int = textBytes) throws(WireError) -> String {
    guard let text = try optionalText(key, atMost: bytes) else {
      throw WireError(.badField, "\"\(type)\" needs a field \"\(key)\" (a string)")
    }
    return text
  }

  /// A text, bounded before anything is done with it: to fold, normalise or compare one takes long.
  func optionalText(_ key: StaticString, atMost bytes: Int = textBytes) throws(WireError) -> String? {
    guard let value = view[key], !value.isNull else { return nil }
    guard value.kind == .string else { throw wrong(key, "a string") }
    // An escape takes at most six bytes for one.
    guard value.sourceByteCount <= bytes * 6 + 2, let text = value.string, text.utf8.count <= bytes else {
      throw WireError(.badText, "\"\(key)\" of \"\(type)\" may have at most \(bytes) bytes")
    }
    guard MarkRuns.areBounded(in: text) else { throw Self.tooManyMarks }
    return text
  }

  /// What is talked: longer than other texts, and bounded by the server's limits besides.
  func longText(_ key: StaticString) throws(WireError) -> String { try text(key, atMost: Self.longTextBytes) }

  func optionalLongText(_ key: StaticString) throws(WireError) -> String? {
    try optionalText(key, atMost: Self.longTextBytes)
  }

  static let tooManyMarks = WireError(
    .badText, "A text may have at most \(MarkRuns.most) combining marks in a row")

  /// A value that is read further elsewhere, bounded as a text is.
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

  func optionalInt(_ key: StaticString, in range: ClosedRange<Int> = 0...Int.max) throws(WireError) -> Int? {
    guard let value = view[key], !value.isNull else { return nil }
    guard let number = value.int else { throw wrong(key, "an integer") }
    guard range.contains(number) else {
      throw wrong(key, "an integer from \(range.lowerBound) to \(range.upperBound)")
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

  func optionalMode(_ key: StaticString) throws(WireError) -> ModeKind? {
    guard let text = try optionalText(key) else { return nil }
    guard let mode = ModeKind(rawValue: text) else {
      let names = ModeKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw wrong(key, "one of \(names)")
    }
    return mode
  }

  func wrong(_ key: StaticString, _ expected: String) -> WireError {
    WireError(.badField, "\"\(key)\" of \"\(type)\" must be \(expected)")
  }
}
