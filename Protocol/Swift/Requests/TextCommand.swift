/// A command as a person types it: `/join lunch tacos`. The slash may be left out before a room is joined.
public struct TextCommand: Sendable {
  /// The word after the slash.
  public let name: String
  /// What follows, as typed.
  public let rest: String
  /// What follows, split at white space.
  public let words: [String]

  /// How it is typed, for refusals: of the form that reads it.
  var usage: String?

  /// Reads a command without its slash; `nil` for an empty one.
  public init?(_ line: some StringProtocol) {
    // Scalars, since to find characters takes several times as long.
    let parts = String(line).unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace)
    guard let first = parts.first else { return nil }
    // No name is longer than a player's, and to fold a long word takes long.
    name = String(first).utf8.count <= KnownNames.mostBytes ? String(first).lowercased() : String(first.prefix(64))
    rest = parts.count > 1 ? String(parts[1].drop(while: \.properties.isWhitespace)) : ""
    words = rest.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
  }

  /// Whether the word could be the name of a command: all are of ASCII. What is not is compared with none of them,
  /// since to compare letters with accents takes long.
  public var couldBeKnown: Bool { Self.couldBeName(name) }

  /// Whether a word could be the name of a command.
  public static func couldBeName(_ word: String) -> Bool {
    word.utf8.count <= 32 && word.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The commands that help shows, the most used first, as the table of requests has them.
  public static let names = RequestTable.playerRows.flatMap(\.textForms).filter { $0.usage != nil }.flatMap(\.names)
    .reduce(into: [String]()) { names, name in if !names.contains(name) { names.append(name) } }

  /// Whether a text may follow, as long as talk may be.
  public var takesText: Bool { RequestTable.textForm(named: name)?.form.takesText == true }

  /// Whether a password follows.
  public var takesPassword: Bool { RequestTable.textForm(named: name)?.form.takesPassword == true }

  /// The request that the command stands for; `nil` when there is no command of this name.
  public func call() throws(WireError) -> RequestCall? {
    guard let (_, form) = RequestTable.textForm(named: name) else { return nil }
    return try form.read(self)
  }

  // MARK: - Its words

  /// A word that must be there.
  ///
  /// - Parameter example: what a refusal tells to type; the form's usage unless said otherwise.
  func word(_ index: Int = 0, or example: String? = nil) throws(WireError) -> String {
    guard words.count > index else { throw typeItLikeThis(example) }
    return words[index]
  }

  /// A word, if it is there.
  func optionalWord(_ index: Int) -> String? { words.count > index ? words[index] : nil }

  /// A word that is a number from 1 on, as `12` or `#12`.
  ///
  /// - Parameter word: what the usage calls it.
  func number(_ index: Int = 0, _ word: String) throws(WireError) -> Int {
    guard let number = try optionalNumber(index, word) else { throw typeItLikeThis() }
    return number
  }

  /// A word that is a number from 1 on; `nil` where there is none.
  func optionalNumber(_ index: Int, _ word: String) throws(WireError) -> Int? {
    guard words.count > index else { return nil }
    guard let number = Int(words[index].drop { $0 == "#" }), number > 0 else {
      throw typeItLikeThis("\(usage ?? name), with a number for \(word)")
    }
    return number
  }

  /// What follows so many words.
  func rest(_ count: Int = 0) throws(WireError) -> String {
    guard let text = optionalRest(count) else { throw typeItLikeThis() }
    return text
  }

  /// What follows so many words; `nil` for nothing.
  func optionalRest(_ count: Int) -> String? {
    var left = rest[...]
    for _ in 0..<count {
      left = left.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
    }
    return left.isEmpty ? nil : String(left)
  }

  /// `crane-v2` of `name=crane-v2`, wherever it stands.
  func option(_ name: String) -> String? {
    words.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// A refusal that shows how the command is typed.
  func typeItLikeThis(_ example: String? = nil) -> WireError {
    WireError(.badField, "Type it like this: \(example ?? usage ?? "/\(name)")")
  }
}
