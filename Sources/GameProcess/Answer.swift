internal import GameKit
internal import WireProtocol

/// What is wrong with an answer, and where: `views[0].board.rows is missing`.
struct Unreadable: Error {
  let what: String
}

/// An answer of a program, or a part of one, with its place in it. What is missing or of another type is named.
struct Answer {
  let view: JSONView
  /// The place as text; `nil` while nobody asks for it, since most answers are as they should be: see ``read(_:_:)``.
  private let known: String?

  var path: String { known ?? "" }

  init(_ view: JSONView, at path: String? = "") { (self.view, known) = (view, path) }

  /// Reads an answer; once more, with the names of its places, where something is wrong with it.
  static func read<Value>(
    _ view: JSONView, _ body: (Answer) throws(Unreadable) -> Value
  ) throws(Unreadable) -> Value {
    do throws(Unreadable) {
      return try body(Answer(view, at: nil))
    } catch {
      return try body(Answer(view, at: ""))
    }
  }

  private func place(_ key: StaticString) -> String? {
    guard let known else { return nil }
    return known.isEmpty ? "\(key)" : "\(known).\(key)"
  }

  private func bad(_ key: StaticString, _ what: String) -> Unreadable {
    Unreadable(what: "\"\(place(key) ?? "")\" \(what)")
  }

  /// A member, unless it is missing or `null`.
  func member(_ key: StaticString) -> Answer? {
    guard let member = view[key], !member.isNull else { return nil }
    return Answer(member, at: place(key))
  }

  func need(_ key: StaticString) throws(Unreadable) -> Answer {
    guard let member = member(key) else { throw bad(key, "is missing") }
    return member
  }

  func text(_ key: StaticString) throws(Unreadable) -> String { try need(key).asText() }
  func text(_ key: StaticString, or other: String) throws(Unreadable) -> String { try member(key)?.asText() ?? other }
  func int(_ key: StaticString) throws(Unreadable) -> Int { try need(key).asInt() }
  func int(_ key: StaticString, or other: Int) throws(Unreadable) -> Int { try member(key)?.asInt() ?? other }

  func flag(_ key: StaticString, or other: Bool) throws(Unreadable) -> Bool {
    guard let member = member(key) else { return other }
    guard let flag = member.view.bool else { throw bad(key, "is neither true nor false") }
    return flag
  }

  func fields(_ key: StaticString) throws(Unreadable) -> JSONObject {
    guard let member = member(key) else { return [:] }
    guard case .object(let object) = member.view.value else { throw bad(key, "is no object") }
    return object
  }

  /// The elements of an array; none where the member is missing.
  func list(_ key: StaticString) throws(Unreadable) -> [Answer] {
    guard let member = member(key) else { return [] }
    guard member.view.kind == .array else { throw bad(key, "is no list") }
    guard let path = member.known else { return member.view.elements.map { Answer($0, at: nil) } }
    return member.view.elements.enumerated().map { Answer($1, at: "\(path)[\($0)]") }
  }

  /// An array as it was written; empty where the member is missing or has no elements.
  ///
  /// - Parameter most: what follows so many elements is left out.
  func encodedList(_ key: StaticString, most: Int) throws(Unreadable) -> [UInt8] {
    guard let member = member(key) else { return [] }
    guard member.view.kind == .array else { throw bad(key, "is no list") }
    switch member.view.count {
    case 0: return []
    case ...most: return member.bytes
    default:
      var writer = JSONWriter()
      writer.value(.array(member.view.elements.prefix(most).map(\.value)))
      return writer.bytes
    }
  }

  func texts(_ key: StaticString) throws(Unreadable) -> [String] {
    var texts: [String] = []
    for element in try list(key) { texts.append(try element.asText()) }
    return texts
  }

  func players(_ key: StaticString) throws(Unreadable) -> [PlayerID] {
    var players: [PlayerID] = []
    for element in try list(key) { players.append(PlayerID(Int64(try element.asInt()))) }
    return players
  }

  /// A text without what could act on a terminal: some of it comes to people as it is.
  func asText() throws(Unreadable) -> String {
    let text = try asWritten()
    return text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 } ? ProgramFault.shown(text) : text
  }

  func asWritten() throws(Unreadable) -> String {
    guard let text = view.string else { throw Unreadable(what: "\"\(path)\" is no string") }
    return text
  }

  func asInt() throws(Unreadable) -> Int {
    if let int = view.int { return int }
    // A language that has only one type of numbers rounds large ones.
    guard let double = view.double, double.rounded() == double else {
      throw Unreadable(what: "\"\(path)\" is no whole number")
    }
    return Int(exactly: double) ?? (double < 0 ? .min : .max)
  }

  /// The bytes of the value, as the program wrote them.
  var bytes: [UInt8] { view.withSourceBytes { Array($0) } }

  /// Throws where the value is longer than a match keeps of each move.
  func requireShort() throws(Unreadable) {
    let count = view.withSourceBytes { $0.count }
    guard count <= Self.mostKept else {
      throw Unreadable(what: "\"\(path)\" has \(count) bytes, and \(Self.mostKept) are kept")
    }
  }

  private static let mostKept = 64 << 10

  /// What the game refuses, and why.
  func refusal() throws(Unreadable) -> (code: String, text: String)? {
    guard let refused = member("refused") else { return nil }
    let (code, text) = (try refused.text("code"), try refused.text("text"))
    guard code.utf8.count <= 64, text.utf8.count <= 1024 else {
      throw Unreadable(what: "\"refused\" has a code of more than 64 bytes or a text of more than 1,024")
    }
    return (code, text)
  }
}
