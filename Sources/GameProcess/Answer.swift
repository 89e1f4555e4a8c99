internal import GameKit
internal import WireProtocol

/// Why an answer is malformed, with the path of the member: `views[0].board.rows is missing`.
struct MalformedAnswer: Error {
  let what: String
}

/// A program's answer or a part of it, with its path. Errors name the member that is missing or of another type.
struct Answer {
  let view: JSONView
  /// The path; `nil` on the first read, which builds no paths because most answers are valid: see ``read(_:_:)``.
  private let knownPath: String?

  var path: String { knownPath ?? "" }

  init(_ view: JSONView, at path: String? = "") { (self.view, knownPath) = (view, path) }

  /// Reads an answer without paths, and once more with paths if that fails.
  static func read<Value>(
    _ view: JSONView, _ body: (Answer) throws(MalformedAnswer) -> Value
  ) throws(MalformedAnswer) -> Value {
    do throws(MalformedAnswer) {
      return try body(Answer(view, at: nil))
    } catch {
      return try body(Answer(view, at: ""))
    }
  }

  private func place(_ key: StaticString) -> String? {
    guard let knownPath else { return nil }
    return knownPath.isEmpty ? "\(key)" : "\(knownPath).\(key)"
  }

  private func bad(_ key: StaticString, _ what: String) -> MalformedAnswer {
    MalformedAnswer(what: "\"\(place(key) ?? "")\" \(what)")
  }

  /// A member; `nil` if it is missing or `null`.
  func member(_ key: StaticString) -> Answer? {
    guard let member = view[key], !member.isNull else { return nil }
    return Answer(member, at: place(key))
  }

  func required(_ key: StaticString) throws(MalformedAnswer) -> Answer {
    guard let member = member(key) else { throw bad(key, "is missing") }
    return member
  }

  func text(_ key: StaticString) throws(MalformedAnswer) -> String { try required(key).asText() }
  func text(_ key: StaticString, or other: String) throws(MalformedAnswer) -> String {
    try member(key)?.asText() ?? other
  }
  func int(_ key: StaticString) throws(MalformedAnswer) -> Int { try required(key).asInt() }
  func int(_ key: StaticString, or other: Int) throws(MalformedAnswer) -> Int { try member(key)?.asInt() ?? other }

  func flag(_ key: StaticString, or other: Bool) throws(MalformedAnswer) -> Bool {
    guard let member = member(key) else { return other }
    guard let flag = member.view.bool else { throw bad(key, "is not a boolean") }
    return flag
  }

  func fields(_ key: StaticString) throws(MalformedAnswer) -> JSONObject {
    guard let member = member(key) else { return [:] }
    guard case .object(let object) = member.view.value else { throw bad(key, "is not an object") }
    return object
  }

  /// The elements of an array; empty if the member is missing.
  func list(_ key: StaticString) throws(MalformedAnswer) -> [Answer] {
    guard let member = member(key) else { return [] }
    guard member.view.kind == .array else { throw bad(key, "is not an array") }
    guard let path = member.knownPath else { return member.view.elements.map { Answer($0, at: nil) } }
    return member.view.elements.enumerated().map { Answer($1, at: "\(path)[\($0)]") }
  }

  /// The program's bytes of an array; empty if the member is missing or has no elements.
  ///
  /// - Parameter most: how many elements are kept.
  func encodedList(_ key: StaticString, most: Int) throws(MalformedAnswer) -> [UInt8] {
    guard let member = member(key) else { return [] }
    guard member.view.kind == .array else { throw bad(key, "is not an array") }
    switch member.view.count {
    case 0: return []
    case ...most: return member.bytes
    default:
      var writer = JSONWriter()
      writer.value(.array(member.view.elements.prefix(most).map(\.value)))
      return writer.bytes
    }
  }

  func texts(_ key: StaticString) throws(MalformedAnswer) -> [String] {
    var texts: [String] = []
    for element in try list(key) { texts.append(try element.asText()) }
    return texts
  }

  func players(_ key: StaticString) throws(MalformedAnswer) -> [PlayerID] {
    var players: [PlayerID] = []
    for element in try list(key) { players.append(PlayerID(Int64(try element.asInt()))) }
    return players
  }

  /// A string with characters that act on a terminal replaced: some strings reach people unchanged.
  func asText() throws(MalformedAnswer) -> String {
    let text = try asWritten()
    return text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 } ? ProgramFault.sanitized(text) : text
  }

  func asWritten() throws(MalformedAnswer) -> String {
    guard let text = view.string else { throw MalformedAnswer(what: "\"\(path)\" is not a string") }
    return text
  }

  func asInt() throws(MalformedAnswer) -> Int {
    if let int = view.int { return int }
    // A language whose only numbers are doubles rounds large integers.
    guard let double = view.double, double.rounded() == double else {
      throw MalformedAnswer(what: "\"\(path)\" is not an integer")
    }
    return Int(exactly: double) ?? (double < 0 ? .min : .max)
  }

  /// The value in the program's own bytes.
  var bytes: [UInt8] { view.withSourceBytes { Array($0) } }

  /// Throws if the value exceeds what a match stores per move.
  func requireStorableSize() throws(MalformedAnswer) {
    let count = view.withSourceBytes { $0.count }
    guard count <= Self.maximumStoredBytes else {
      throw MalformedAnswer(what: "\"\(path)\" has \(count) bytes; the limit is \(Self.maximumStoredBytes)")
    }
  }

  private static let maximumStoredBytes = 64 << 10

  /// The member `refused`; `nil` if the question was accepted.
  func refusal() throws(MalformedAnswer) -> (code: String, text: String)? {
    guard let refused = member("refused") else { return nil }
    let (code, text) = (try refused.text("code"), try refused.text("text"))
    guard code.utf8.count <= 64, text.utf8.count <= 1024 else {
      throw MalformedAnswer(what: "\"refused\" has a code of more than 64 bytes or a text of more than 1,024")
    }
    return (code, text)
  }
}
