import WireProtocol

/// The texts of a transcript that must not appear in the server's log: messages, moves, passwords, tokens, codes,
/// words.
struct TranscriptSecrets {
  /// Shorter texts could occur by chance.
  private static let fewestCharacters = 6
  private static let secretFields: Set = [
    "password", "old", "new", "token", "code", "move", "word", "words", "answer", "translation", "letters", "deck",
  ]
  /// Requests whose `text` is written by a person.
  private static let talk: Set = ["say", "whisper", "claim", "react", "report", "command"]
  private static let commandsWithSecrets: Set = ["/login", "/register", "/password"]

  private var secrets: Set<String> = []
  /// Clients at the console, whose commands are logged as acts.
  private var staff: Set<String> = []

  /// Exempts a client at the console, whose commands are logged as acts.
  mutating func trust(_ name: String) { staff.insert(name) }

  mutating func sent(_ line: String, by name: String) {
    if let request = try? JSON(parsing: line) {
      collect(request)
      if let text = request["text"]?.stringValue, let type = request["type"]?.stringValue, Self.talk.contains(type),
        !staff.contains(name)
      {
        typed(text)
      }
    } else if !staff.contains(name) {
      typed(line)
    }
  }

  mutating func received(_ line: String) {
    if let message = try? JSON(parsing: line) { collect(message) }
  }

  /// A secret contained in a line.
  func found(in line: String) -> String? { secrets.first { line.contains($0) } }

  /// Collects the secret of a command, or a message.
  private mutating func typed(_ text: String) {
    // A single word may be the name of a game or room.
    guard text.hasPrefix("/") else { return text.contains(" ") ? add(text) : () }
    let words = text.split(separator: " ").map(String.init)
    if words.count > 2, Self.commandsWithSecrets.contains(words[0]) { add(words[words.count - 1]) }
    for word in words where word.hasPrefix("code=") { add(String(word.dropFirst(5))) }
    if words.count > 1, words[0] == "/say" { add(words.dropFirst().joined(separator: " ")) }
  }

  private mutating func collect(_ value: JSON, isSecret: Bool = false) {
    switch value {
    case .string(let text): if isSecret { add(text) }
    case .array(let values): for value in values { collect(value, isSecret: isSecret) }
    case .object(let fields):
      // An error's code is part of the protocol.
      let isError = fields["type"] == "error"
      for (key, value) in fields.members {
        collect(value, isSecret: isSecret || Self.secretFields.contains(key) && !(isError && key == "code"))
      }
    default: break
    }
  }

  private mutating func add(_ text: String) {
    let isDay = text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil
    if text.count >= Self.fewestCharacters, !isDay { secrets.insert(text) }
  }
}
