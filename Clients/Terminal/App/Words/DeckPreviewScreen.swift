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
  private(set) var offset = 0
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

  mutating func take(_ preview: ImportPreview) { (self.preview, complaint) = (preview, nil) }

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

extension DeckPreviewScreen: AppScreen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .enter, .character("a"): add(&shell)
    case .up, .character("k"): offset -= 1
    case .down, .character("j"): offset += 1
    case .pageUp: offset -= 10
    case .pageDown, .character(" "): offset += 10
    case .home: offset = 0
    case .end: offset = Int.max / 2
    case .escape:
      if case .file = source, preview != nil, !isAdding { shell.ask("import", ["text": "", "at": 0]) }
      shell.goBack()
    default: shell.press(onPage: key)
    }
    offset = max(0, min(offset, DeckPreviewView(shell: shell, preview: self).lastOffset))
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    switch question.type {
    case "import_preview": if let preview = try? message.read(as: ImportPreview.self) { take(preview) }
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

  func draw(on frame: inout Frame, _ shell: Shell) {
    DeckPreviewView(shell: shell, preview: self).draw(on: &frame)
  }
}
