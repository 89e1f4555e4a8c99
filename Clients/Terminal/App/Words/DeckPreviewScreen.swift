internal import ClientKit
internal import WireProtocol

/// A preview of adding a deck, which the player confirms.
struct DeckPreviewScreen: Sendable {
  enum Source: Hashable, Sendable {
    /// A deck of the server, with its title.
    case deck(String, title: String)
    /// A file of this machine, for a language, or for the one that the file names.
    case file(String, language: String?)
  }

  private(set) var source = Source.deck("", title: "")
  private(set) var preview: ImportPreview?
  /// The preview in the server's words.
  private var lines: [String] = []
  var cursor = ListCursor()
  private(set) var complaint: String?
  private(set) var isAdding = false

  mutating func open(_ source: Source, _ shell: inout Shell) {
    self = DeckPreviewScreen()
    self.source = source
    shell.go(to: .preview)
    switch source {
    case .deck(let name, _): shell.ask("import_preview", ["deck": name])
    case .file(let path, let language): shell.ask(.sendDeck(path: path, language: language))
    }
  }

  /// The file was sent.
  func look(_ shell: inout Shell) { shell.ask("import_preview") }

  private mutating func add(_ shell: inout Shell) {
    guard let preview, !isAdding else { return }
    guard preview.new > 0 else { return shell.tell("There is nothing new in it.", for: 3) }
    isAdding = true
    // The language of the preview, even if another one was used since.
    switch source {
    case .deck(let name, _): shell.ask("import_add", ["deck": name, "language": preview.language])
    case .file: shell.ask("import_add", ["language": preview.language])
    }
  }
}

extension DeckPreviewScreen: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let title =
      switch source {
      case .deck(_, let title): title
      case .file(let path, _): path.split(separator: "/").last.map(String.init) ?? path
      }
    var listing = Listing(
      "Add \(title)?", hints: (preview?.new ?? 0 > 0 ? "↵ add them  " : "") + "esc not now  ↑↓ scroll  ? help")
    listing.explain(isKnown: preview != nil, complaint: complaint, isEmpty: false, "")
    let shown = isAdding ? ["They are being added…"] : lines
    listing.show(TextWidth.fitted(shown, to: shell.width - 2).map { .text($0) })
    return listing
  }

  var helpLines: [String] { ["Words that you have already are never added twice."] }

  mutating func press(_ key: Key, _ shell: inout Shell) {
    pressInList(key == .character(" ") ? .pageDown : key, &shell)
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .enter, .character("a"): add(&shell)
    case .escape:
      if case .file = source, preview != nil, !isAdding { shell.ask("import", ["text": "", "at": 0]) }
      shell.goBack()
    default: shell.press(onPage: key)
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    switch question.type {
    case "import_preview":
      (preview, complaint) = (try? message.read(as: ImportPreview.self), nil)
      lines = (message.drawn ?? "").split(separator: "\n").map(String.init)
    case "import_add":
      isAdding = false
      guard let answer = try? message.read(as: ImportAdded.self) else { return }
      let left = answer.leftOut > 0 ? " \(ShellFormat.grouped(answer.leftOut)) more did not fit." : ""
      let words = answer.added == 1 ? "1 word is" : "\(ShellFormat.count(answer.added, "word")) are"
      shell.tell("\(words) added to \(answer.language).\(left)", for: 8)
      if shell.place == .preview { shell.go(backTo: .languages) }
    default: break
    }
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    guard question.type != "import" else { return }
    isAdding = false
    guard preview != nil else { return complaint = failure.message }
    shell.tell(failure.isOfLink ? Self.afterLoss : failure.message, isBad: true, for: 10)
  }

  private static let afterLoss =
    "The connection was lost: what was added before is there. Adding the deck once more adds the rest, nothing twice."
}
