/// A value in requests with a hand-written type.
protocol RequestValue {
  /// Its form, for refusals.
  static var expected: String { get }
  /// Reads a member; `nil` if it is missing.
  static func read(_ key: StaticString, of fields: RequestFields) throws(WireError) -> Self?
  /// Appends the value.
  func write(to json: inout JSONWriter)
}

extension Password: RequestValue {
  static let expected = "a string"

  static func read(_ key: StaticString, of fields: RequestFields) throws(WireError) -> Password? {
    try fields.optionalText(key, atMost: mostBytes).map { Password($0) }
  }

  func write(to json: inout JSONWriter) { json.string(text) }
}

extension Term: RequestValue {
  static let expected = "a string"
  static let sentence = "How long is written like \(forms)"

  static func read(_ key: StaticString, of fields: RequestFields) throws(WireError) -> Term? {
    guard let text = try fields.optionalText(key) else { return nil }
    guard let term = Term(text) else { throw WireError(.badField, sentence) }
    return term
  }

  func write(to json: inout JSONWriter) { json.string(seconds.map { "\($0)s" } ?? "forever") }
}

extension ClockRules: RequestValue {
  static let expected = "{\"move_s\":30} or {\"match_s\":300,\"increment_s\":3}, at most a day"

  static func read(_ key: StaticString, of fields: RequestFields) throws(WireError) -> ClockRules? {
    guard let object = try fields.optionalObject(key) else { return nil }
    guard let clock = ClockRules(object) else { throw fields.wrong(key, expected) }
    return clock
  }
}

extension Request.Since: RequestValue {
  static let expected = "an object with \"epoch\" (a string) and \"seq\" (an integer from 0 on)"

  static func read(_ key: StaticString, of fields: RequestFields) throws(WireError) -> Request.Since? {
    guard let place = fields.view[key], !place.isNull else { return nil }
    guard place.sourceByteCount <= RequestFields.textBytes, let epoch = place["epoch"]?.string,
      let seq = place["seq"]?.int, seq >= 0
    else { throw fields.wrong(key, expected) }
    return Request.Since(epoch: epoch, seq: seq)
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("epoch", epoch)
    json.field("seq", seq)
    json.endObject()
  }
}

extension Score: RequestValue {
  static let expected = "an object"

  static func read(_ key: StaticString, of fields: RequestFields) throws(WireError) -> Score? {
    guard let object = try fields.optionalValue(key) else { return nil }
    guard object.kind == .object else { throw fields.wrong(key, expected) }
    do throws(Score.Fault) {
      return try Score(reading: object)
    } catch {
      throw WireError(.badField, "\"\(key)\" of \"\(fields.type)\": \(error.message)")
    }
  }
}
