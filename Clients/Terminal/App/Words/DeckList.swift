internal import ClientKit
internal import WireProtocol

/// The server's decks: words to begin with.
struct DeckList: Sendable {
  /// `nil` until the answer arrives.
  private(set) var decks: [DecksAnswer.Deck]?
  private(set) var cursor = ListCursor()
  private(set) var complaint: String?

  mutating func open(_ shell: inout Shell) {
    complaint = nil
    shell.go(to: .decks)
    shell.ask("decks")
  }
}

extension DeckList: AppScreen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    let decks = decks ?? []
    if cursor.go(key, of: decks.count, room: DecksView(shell: shell, list: self).room) { return }
    switch key {
    case .character("k"): cursor.choose(cursor.chosen - 1, of: decks.count)
    case .character("j"): cursor.choose(cursor.chosen + 1, of: decks.count)
    case .enter, .right, .character(" "):
      guard decks.indices.contains(cursor.chosen) else { return }
      let deck = decks[cursor.chosen]
      shell.open(.preview(.deck(deck.name, title: deck.title)))
    case .character("i"): shell.dialog = .bringIn()
    default: shell.press(onPage: key)
    }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard mouse.act == .press, let index = DecksView(shell: shell, list: self).index(at: mouse) else { return }
    // A second click opens.
    if index == cursor.chosen { press(.enter, &shell) } else { cursor.choose(index, of: decks?.count ?? 0) }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    guard let answer = try? message.read(as: DecksAnswer.self) else { return }
    decks = answer.decks
    cursor.choose(cursor.chosen, of: answer.decks.count)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) { complaint = failure.message }

  func draw(on frame: inout Frame, _ shell: Shell) { DecksView(shell: shell, list: self).draw(on: &frame) }
}
