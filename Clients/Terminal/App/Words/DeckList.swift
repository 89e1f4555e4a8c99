internal import ClientKit
internal import WireProtocol

/// The server's decks: words to begin with.
struct DeckList: Sendable {
  /// `nil` until the answer arrives.
  private(set) var decks: [DecksAnswer.Deck]?
  var cursor = ListCursor()
  private(set) var complaint: String?

  mutating func open(_ shell: inout Shell) {
    complaint = nil
    shell.go(to: .decks)
    shell.ask("decks")
  }
}

extension DeckList: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    var listing = Listing(
      "Decks", hints: "↵ look into it  i bring in a file  esc back  ? help",
      columns: [.init(x: 3), .init(x: -1, tone: .faint)])
    listing.explain(isKnown: decks != nil, complaint: complaint, isEmpty: false, "")
    listing.heading = "Words to begin with"
    listing.show(decks ?? []) { deck in
      .init(cells: [deck.title, deck.words.map { ShellFormat.count($0, "word") } ?? ""])
    }
    return listing
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .enter, .right, .character(" "):
      guard let decks, decks.indices.contains(cursor.chosen) else { return }
      let deck = decks[cursor.chosen]
      shell.open(.preview(.deck(deck.name, title: deck.title)))
    case .character("i"): shell.dialog = .bringIn()
    default: shell.press(onPage: key)
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    guard let answer = try? message.read(as: DecksAnswer.self) else { return }
    decks = answer.decks
    cursor.choose(cursor.chosen, of: answer.decks.count)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) { complaint = failure.message }
}
