/// Detects lines that may contain a password although they are not a command (a slash or letter is missing), and lines
/// with a token.
extension TextCommand {
  /// The usage of the account command that a line is probably meant to be. Such a line must be neither sent to others
  /// nor repeated, since the words after the first may be a password.
  ///
  /// The first word is the command's name, a name used elsewhere, or a misspelling, possibly preceded by other
  /// characters than letters, such as `&login`, `／login` and `&amp;login`, split by spaces, or without a space after
  /// it: `lo gin ana`, `login:ana`; and more words follow. A sentence about logging in does not count: `login does not
  /// work for me`.
  public static func accountUsage(meantBy line: String) -> String? {
    // Such a line begins with a short word, and examining a long line is slow.
    let words = line.unicodeScalars.prefix(mostScalars).split(whereSeparator: \.properties.isWhitespace)
    let first = words.firstIndex { !plainWord(withoutEntity($0)).isEmpty } ?? words.endIndex
    var rest = words[first...].prefix(mostWords).map { plainWord($0) }[...]
    guard rest.popFirst() != nil, first < words.endIndex else { return nil }
    // A command's name need not be followed by a space.
    let pieces = withoutEntity(words[first]).split(whereSeparator: separators.contains).map { plainWord($0) }
    rest = (pieces + rest).drop(while: \.isEmpty)
    let isNew = rest.first.map(adjectives.contains) ?? false
    if isNew { rest = rest.drop(while: adjectives.contains) }
    guard var name = rest.popFirst() else { return nil }
    if verbs.contains(name), let particle = rest.first, particles.contains(particle) {
      name += particle
      rest = rest.dropFirst()
    } else if let count = piecesOfName(name, rest) {
      name += rest.prefix(count).joined()
      rest = rest.dropFirst(count)
    }
    guard let next = rest.first, let (command, isExact) = account(named: name), !isNew || command == "password",
      let usage = RequestTable.textForm(named: command)?.form.usage
    else { return nil }
    // With so few words after the exact name, a command is meant.
    if isExact, rest.count <= 3 { return usage }
    return sentenceWords.contains(next) ? nil : usage
  }

  /// The beginning of a line for a refusal, so that its sender can identify it among pasted lines: only for commands
  /// without a password.
  public static func repeatable(_ line: UnsafeRawBufferPointer) -> String? {
    guard line.first == UInt8(ascii: "/") else { return nil }
    var text = String(decoding: line.prefix(mostRepeated), as: UTF8.self)
    // Removes a truncated character.
    if line.count > mostRepeated { text = text.prefix { $0 != "\u{FFFD}" } + "…" }
    guard let command = TextCommand(text.dropFirst()), names.contains(command.name), !command.takesPassword else {
      return nil
    }
    return text.showable
  }

  /// The most bytes of a line that are repeated.
  private static let mostRepeated = 48

  private static let (mostScalars, mostWords) = (256, 12)

  /// The number of words after the first that belong to a command's name, as in `l ogin`.
  private static func piecesOfName(_ first: String, _ rest: ArraySlice<String>) -> Int? {
    var joined = first
    for (index, word) in rest.enumerated() {
      joined += word
      guard joined.utf8.count <= 9 else { return nil }
      if accountNames.contains(joined) { return index + 1 }
    }
    return nil
  }

  /// A word without a leading HTML entity such as `&amp;`.
  private static func withoutEntity(_ word: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    guard word.first == "&", let end = word.firstIndex(of: ";") else { return word }
    return word[word.index(after: end)...]
  }

  /// Characters between a name and the following word in place of a space.
  private static let separators: Set<Unicode.Scalar> = [":", ";", "=", ",", ".", "|", "：", "＝"]

  /// Words before the name of a command: `new password`.
  private static let adjectives: Set = ["new", "my", "set", "change"]

  /// A word normalised for comparison, up to 24 scalars: full-width letters become ASCII, lower case, without
  /// surrounding characters.
  private static func plainWord(_ word: some Sequence<Unicode.Scalar>) -> String {
    var letters: [Unicode.Scalar] = word.prefix(24).map { scalar in
      (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
    if let first = letters.firstIndex(where: \.properties.isAlphabetic),
      let last = letters.lastIndex(where: \.properties.isAlphabetic)
    {
      letters = Array(letters[first...last])
    } else {
      letters = []
    }
    return letters.reduce(into: "") { $0.unicodeScalars.append($1) }.lowercased()
  }

  /// The account command that a word is meant to be, and whether it matches exactly.
  private static func account(named word: String) -> (command: String, isExact: Bool)? {
    guard couldBeName(word), !others.contains(word) else { return nil }
    if accountNames.contains(word) { return (word, true) }
    if let command = accountSynonyms[word] { return (command, false) }
    return Spelling.nearest(to: word, among: accountNames) { $0 < 7 ? 1 : 2 }.map { ($0, false) }
  }

  /// Commands followed by a password; after `logout` it is a mistake, but it happens.
  private static let accountNames = ["login", "register", "password", "forget-me", "logout"]

  private static let accountSynonyms = [
    "signin": "login", "sign-in": "login", "logon": "login", "log-on": "login", "log-in": "login",
    "signon": "login", "signup": "register", "sign-up": "register", "passwd": "password", "pass": "password",
    "pwd": "password", "passphrase": "password", "signout": "logout", "sign-out": "logout", "logoff": "logout",
    "rename": "rename",
  ]

  /// `log in` and `sign up` are two words.
  private static let (verbs, particles): (Set, Set) = (["log", "sign"], ["in", "on", "up", "out", "off"])

  /// Words within a typo of a command's name that are no misspelling.
  private static let others: Set = ["logic", "passport", "passwords", "registers", "registry"]

  /// Words that continue a sentence, and are nobody's name.
  private static let sentenceWords: Set = [
    "a", "about", "again", "already", "an", "and", "are", "as", "at", "because", "but", "by", "can", "can't",
    "cannot", "could", "did", "didn't", "do", "does", "doesn't", "don't", "fails", "failed", "first", "for", "from",
    "had", "has", "have", "he", "her", "here", "his", "how", "i", "if", "in", "is", "isn't", "it", "its", "just",
    "may", "me", "might", "must", "my", "needs", "never", "no", "not", "now", "of", "on", "or", "our", "please",
    "she", "should", "so", "some", "still", "than", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "those", "to", "too", "was", "wasn't", "we", "were", "what", "when", "where", "which", "who", "why",
    "will", "with", "without", "won't", "works", "worked", "would", "you", "your",
  ]
}
