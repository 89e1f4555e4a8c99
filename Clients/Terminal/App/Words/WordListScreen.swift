internal import ClientKit
internal import WireProtocol

/// The words of a language that contain the typed text: searched while typing, in pages.
struct WordListScreen: Sendable {
  private(set) var language = ""
  /// The search text.
  private(set) var line = LineEditor()
  private(set) var words: [LearntWord] = []
  /// Whether the server has more.
  private(set) var hasMore = false
  /// Whether an answer for this language has arrived.
  private(set) var isKnown = false
  var cursor = ListCursor()
  private(set) var complaint: String?
  /// The pending search: text typed meanwhile is searched when it is answered.
  private var asked: Question?
  private static let page = 100

  var word: LearntWord? { words.indices.contains(cursor.chosen) ? words[cursor.chosen] : nil }

  mutating func open(_ language: String, _ shell: inout Shell) {
    self = WordListScreen()
    self.language = language
    shell.go(to: .words)
    look(&shell)
  }

  mutating func refresh(_ shell: inout Shell) { look(&shell) }

  private mutating func look(after: Int = 0, _ shell: inout Shell) {
    guard asked == nil else { return }
    let text = line.text
    let question = Question.request(
      "search",
      .given([
        "language": language, "text": text.isEmpty ? nil : text, "after": after, "limit": Self.page,
      ]), number: shell.nextNumber())
    asked = question
    shell.ask(question)
  }

  /// Requests the next page before the end of this one is reached.
  private mutating func lookAhead(_ shell: inout Shell) {
    guard hasMore, cursor.chosen + 30 >= words.count, let last = words.last else { return }
    look(after: last.number, &shell)
  }

  /// Searches for another text.
  private mutating func search(_ shell: inout Shell) {
    complaint = nil
    look(&shell)
  }

  mutating func paste(_ text: String, _ shell: inout Shell) {
    line.insert(text)
    search(&shell)
  }

  /// Updates a changed or deleted word.
  mutating func take(_ answer: WordAnswer) {
    guard answer.language == language else { return }
    if let index = words.firstIndex(where: { $0.number == answer.word.number }) {
      if answer.isDeleted { words.remove(at: index) } else { words[index] = answer.word }
    } else if !answer.isDeleted, line.isEmpty, isKnown, !hasMore {
      words.append(answer.word)
      cursor.choose(words.count - 1, of: words.count)
    }
    cursor.choose(cursor.chosen, of: words.count)
  }
}

extension WordListScreen: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let isWide = shell.width >= 60
    let left = isWide ? (shell.width - 16) * 2 / 5 : (shell.width - 5) * 9 / 20
    var listing = Listing(
      language,
      hints: (words.isEmpty ? "" : "↵ edit  ^T mark  ^D delete  ")
        + "^N new word  ^S study  tab cards  esc \(line.isEmpty ? "back" : "all")  ^Y copy  ? help",
      columns: [
        .init(x: 2, tone: .good), .init(x: 4, tone: .bold), .init(x: left + 6), .init(x: -1, tone: .faint),
      ])
    listing.line = (line, "type to search, either side")
    listing.explain(
      isKnown: isKnown, complaint: complaint, isEmpty: words.isEmpty,
      line.isEmpty
        ? "There are no words here yet: ^N adds one."
        : "No word has “\(line.text)” on either side, whatever its accents. ^N adds it.")
    let today = shell.hello?.day ?? ""
    listing.show(words) { word in
      let due = word.due.map { $0 <= today ? "due" : $0 } ?? "new"
      return .init(cells: [word.isMarked ? "*" : "", word.original, word.translation, isWide ? due : ""])
    }
    listing.details = word.map { word in
      let title = "\(word.original) = \(word.translation)" + (word.part.isEmpty ? "" : " (\(word.part))")
      return [title] + [word.note, word.example.isEmpty ? "" : "“\(word.example)”"].filter { !$0.isEmpty }
    }
    listing.hasMore = hasMore
    return listing
  }

  var helpLines: [String] {
    [
      "Type to search: both sides, whatever case and accents. Esc shows all again, and goes back.",
      "* is a marked word; at the right stands when it is due",
    ]
  }

  mutating func moved(_ shell: inout Shell) { lookAhead(&shell) }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .enter, .control("e"): if let word { shell.dialog = .edit(word, shell) } else { add(&shell) }
    case .control("n"), .insert: add(&shell)
    case .control("d"), .delete: if let word { shell.dialog = .delete(word, shell) }
    case .control("t"): if let word { shell.ask("edit_word", ["word": word.number, "marked": !word.isMarked]) }
    case .control("y"): if let word { shell.copy("\(word.original) = \(word.translation)") }
    case .tab: shell.open(.page("Cards", .request("section", ["language": .string(language)])))
    case .control("s"): shell.ask("study", ["language": language])
    case .escape where !line.isEmpty:
      line.clear()
      search(&shell)
    case .escape: shell.goBack()
    case .backspace where line.isEmpty: shell.goBack()
    default:
      let before = line.text
      guard line.press(key) else { return shell.tellKeyIsFree() }
      if line.text != before { search(&shell) }
    }
  }

  /// A text that was not found is suggested for adding.
  private func add(_ shell: inout Shell) {
    shell.dialog = .addWord(to: language, original: words.isEmpty ? line.text : "")
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    guard question == asked, let page = try? message.read(as: FoundWords.self) else { return }
    asked = nil
    let isFurther = question.fields["after"]?.intValue != 0
    // Text typed meanwhile is searched next; results for a part of it are shown until then.
    if !isFurther {
      words = page.words
      cursor.choose(0, of: words.count)
    } else if question["text"] ?? "" == line.text {
      words += page.words
    }
    (language, hasMore, isKnown, complaint) = (page.language, page.next != nil, true, nil)
    if question["text"] ?? "" != line.text { look(&shell) } else { lookAhead(&shell) }
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    guard question == asked else { return }
    asked = nil
    if failure.isOfLink { return look(&shell) }
    complaint = failure.message
  }
}
