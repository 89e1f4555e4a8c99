/// A typed command: `/join lunch tacos`. The slash may be omitted before a room is joined.
public struct TextCommand: Sendable {
  /// The word after the slash.
  public let name: String
  /// The text after the name.
  public let rest: String
  /// The words after the name.
  public let words: [String]

  /// The usage, for refusals.
  var usage: String?

  /// Parses a command without its slash; `nil` if it is empty.
  public init?(_ line: some StringProtocol) {
    // By scalars, since finding characters takes several times as long.
    let parts = String(line).unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace)
    guard let first = parts.first else { return nil }
    // Folding a long word is slow, and no name is longer than a player's.
    name = String(first).utf8.count <= KnownNames.mostBytes ? String(first).lowercased() : String(first.prefix(64))
    rest = parts.count > 1 ? String(parts[1].drop(while: \.properties.isWhitespace)) : ""
    words = rest.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
  }

  /// Whether the name could be a command's: all are ASCII. Other names are not compared, since comparing letters with
  /// accents is slow.
  public var couldBeKnown: Bool { Self.couldBeName(name) }

  /// Whether a word could be the name of a command.
  public static func couldBeName(_ word: String) -> Bool {
    word.utf8.count <= 32 && word.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The commands in the help, the most used first, in the order of the table.
  public static let names = RequestTable.playerRows.flatMap(\.textForms).filter { $0.usage != nil }.flatMap(\.names)
    .reduce(into: [String]()) { names, name in if !names.contains(name) { names.append(name) } }

  /// Whether the command takes a text as long as talk.
  public var takesText: Bool { RequestTable.textForm(named: name)?.form.takesText == true }

  /// Whether the command takes a password.
  public var takesPassword: Bool { RequestTable.textForm(named: name)?.form.takesPassword == true }

  /// The command's request; `nil` if the command is unknown.
  public func call() throws(WireError) -> RequestCall? {
    guard let (_, form) = RequestTable.textForm(named: name) else { return nil }
    return try form.read(self)
  }

  // MARK: - Words

  /// A required word.
  ///
  /// - Parameter example: an example for the refusal; by default the form's usage.
  func word(_ index: Int = 0, or example: String? = nil) throws(WireError) -> String {
    guard words.count > index else { throw typeItLikeThis(example) }
    return words[index]
  }

  /// An optional word.
  func optionalWord(_ index: Int) -> String? { words.count > index ? words[index] : nil }

  /// A required number from 1 on, as `12` or `#12`.
  ///
  /// - Parameter word: its name in the usage.
  func number(_ index: Int = 0, _ word: String) throws(WireError) -> Int {
    guard let number = try optionalNumber(index, word) else { throw typeItLikeThis() }
    return number
  }

  /// An optional number from 1 on.
  func optionalNumber(_ index: Int, _ word: String) throws(WireError) -> Int? {
    guard words.count > index else { return nil }
    guard let number = Int(words[index].drop { $0 == "#" }), number > 0 else {
      throw typeItLikeThis("\(usage ?? name), with a number for \(word)")
    }
    return number
  }

  /// The text after `count` words.
  func rest(_ count: Int = 0) throws(WireError) -> String {
    guard let text = optionalRest(count) else { throw typeItLikeThis() }
    return text
  }

  /// The text after `count` words; `nil` if there is none.
  func optionalRest(_ count: Int) -> String? {
    var left = rest[...]
    for _ in 0..<count {
      left = left.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
    }
    return left.isEmpty ? nil : String(left)
  }

  /// The value of an option: `crane-v2` of `name=crane-v2`, at any position.
  func option(_ name: String) -> String? {
    words.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// A refusal with the command's usage.
  func typeItLikeThis(_ example: String? = nil) -> WireError {
    WireError(.badField, "Type it like this: \(example ?? usage ?? "/\(name)")")
  }
}
