/// Reads the fields of one request and says in a sentence what is wrong with them.
struct RequestFields {
  let view: JSONView
  let type: String

  func text(_ key: StaticString) throws(WireError) -> String {
    guard let text = try optionalText(key) else {
      throw WireError(.badField, "\"\(type)\" needs a field \"\(key)\" (a string)")
    }
    return text
  }

  func optionalText(_ key: StaticString) throws(WireError) -> String? {
    guard let value = view[key], !value.isNull else { return nil }
    guard let text = value.string else { throw wrong(key, "a string") }
    return text
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
    guard let value = view[key], !value.isNull else { return nil }
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
