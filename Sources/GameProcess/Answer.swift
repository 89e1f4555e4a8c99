internal import GameKit
internal import WireProtocol

/// What is wrong with an answer, and where: `views[0].board.rows is missing`.
struct Unreadable: Error {
  let what: String
}

/// An answer of a program, or a part of one, with its place in it. What is missing or of another type is named.
struct Answer {
  let view: JSONView
  let path: String

  init(_ view: JSONView, at path: String = "") { (self.view, self.path) = (view, path) }

  private func place(_ key: StaticString) -> String { path.isEmpty ? "\(key)" : "\(path).\(key)" }

  private func bad(_ key: StaticString, _ what: String) -> Unreadable { Unreadable(what: "\"\(place(key))\" \(what)") }

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
    return member.view.elements.enumerated().map { Answer($1, at: "\(member.path)[\($0)]") }
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

  func asText() throws(Unreadable) -> String {
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

  /// What the game refuses, and why.
  func refusal() throws(Unreadable) -> (code: String, text: String)? {
    guard let refused = member("refused") else { return nil }
    return (try refused.text("code"), try refused.text("text"))
  }
}
