/// Lines that may hold a password although they are no command, for want of a slash or of a letter, and lines with a
/// token.
extension TextCommand {
  /// How the command is typed that a line seems to be meant for, where that is one about an account: it must neither be
  /// said to others nor be repeated, since what follows the first word may be a password.
  ///
  /// The first word is such a command's name, one that other places have for it, or one with a slip of the fingers in
  /// it, whatever stands before it that is no letter, such as `&login`, `／login` and `&amp;login`, and with spaces in
  /// it or none behind it: `lo gin ana`, `login:ana`; and something follows. A sentence about logging in is none:
  /// `login does not work for me`.
  public static func accountUsage(meantBy line: String) -> String? {
    // Such a line begins with a short word, and to look at all of a long one takes long.
    let words = line.unicodeScalars.prefix(mostScalars).split(whereSeparator: \.properties.isWhitespace)
    let first = words.firstIndex { !plainWord(withoutEntity($0)).isEmpty } ?? words.endIndex
    var rest = words[first...].prefix(mostWords).map { plainWord($0) }[...]
    guard rest.popFirst() != nil, first < words.endIndex else { return nil }
    // No space need stand behind a command's name.
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
    // With so few words after its name a command is meant, whatever they are.
    if isExact, rest.count <= 3 { return usage }
    return sentenceWords.contains(next) ? nil : usage
  }

  /// The beginning of a line as a refusal may repeat it, so that of many that were pasted one knows which was refused:
  /// of a command alone that holds no password.
  public static func repeatable(_ line: UnsafeRawBufferPointer) -> String? {
    guard line.first == UInt8(ascii: "/") else { return nil }
    var text = String(decoding: line.prefix(mostRepeated), as: UTF8.self)
    // A character that was cut.
    if line.count > mostRepeated { text = text.prefix { $0 != "\u{FFFD}" } + "…" }
    guard let command = TextCommand(text.dropFirst()), names.contains(command.name), !command.takesPassword else {
      return nil
    }
    return text.showable
  }

  /// Bytes of a line that are repeated.
  private static let mostRepeated = 48

  private static let (mostScalars, mostWords) = (256, 12)

  /// How many of the words after the first are pieces of a command's name with it, as in `l ogin`.
  private static func piecesOfName(_ first: String, _ rest: ArraySlice<String>) -> Int? {
    var joined = first
    for (index, word) in rest.enumerated() {
      joined += word
      guard joined.utf8.count <= 9 else { return nil }
      if accountNames.contains(joined) { return index + 1 }
    }
    return nil
  }

  /// A word without the `&amp;`, or the like, with which a page shows a sign.
  private static func withoutEntity(_ word: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    guard word.first == "&", let end = word.firstIndex(of: ";") else { return word }
    return word[word.index(after: end)...]
  }

  /// What stands between a name and what follows in place of a space.
  private static let separators: Set<Unicode.Scalar> = [":", ";", "=", ",", ".", "|", "：", "＝"]

  /// Words before the name of a command: `new password`.
  private static let adjectives: Set = ["new", "my", "set", "change"]

  /// A word of at most so many letters as it is compared: of full-width letters the usual ones, lower case, without
  /// what stands around its letters.
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

  /// The command about an account that a word is meant for, and whether it is its very name.
  private static func account(named word: String) -> (command: String, isExact: Bool)? {
    guard couldBeName(word), !others.contains(word) else { return nil }
    if accountNames.contains(word) { return (word, true) }
    if let command = accountSynonyms[word] { return (command, false) }
    return Spelling.nearest(to: word, among: accountNames) { $0 < 7 ? 1 : 2 }.map { ($0, false) }
  }

  /// Commands that a password follows; that it follows `logout` is a slip in itself.
  private static let accountNames = ["login", "register", "password", "forget-me", "logout"]

  private static let accountSynonyms = [
    "signin": "login", "sign-in": "login", "logon": "login", "log-on": "login", "log-in": "login",
    "signon": "login", "signup": "register", "sign-up": "register", "passwd": "password", "pass": "password",
    "pwd": "password", "passphrase": "password", "signout": "logout", "sign-out": "logout", "logoff": "logout",
    "rename": "rename",
  ]

  /// `log in` and `sign up` are two words.
  private static let (verbs, particles): (Set, Set) = (["log", "sign"], ["in", "on", "up", "out", "off"])

  /// Words as near to a command's name as a slip, which are none.
  private static let others: Set = ["logic", "passport", "passwords", "registers", "registry"]

  /// Words with which a sentence goes on, and which are nobody's name.
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
