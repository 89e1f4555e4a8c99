internal import ClientKit
internal import WireProtocol

/// The cards of a section: each shows one side until it is turned.
struct CardList: Sendable {
  /// The kinds of sections: their names on the wire and their titles.
  static let kinds: [(id: String, title: String)] = [
    ("all", "All"), ("random", "Random 20"), ("repeat", "Repeat All"), ("repeat_random", "Repeat 20"),
  ]

  private(set) var language = ""
  private(set) var kind = "all"
  private(set) var isInverted = false
  /// The number of cards on all pages.
  private(set) var count = 0
  private(set) var cards: [LearntCard] = []
  private(set) var hasMore = false
  /// Whether the section's first page has arrived.
  private(set) var isKnown = false
  var cursor = ListCursor()
  private(set) var complaint: String?
  /// Whether words were added since the section was made.
  private var isStale = false
  /// The latest request: answers to earlier ones are ignored.
  private var asked: Question?

  var card: LearntCard? { cards.indices.contains(cursor.chosen) ? cards[cursor.chosen] : nil }

  mutating func open(_ language: String, _ shell: inout Shell) {
    // Returning to a section keeps it.
    if self.language != language || !isKnown || isStale {
      self = CardList()
      self.language = language
      ask(["section": .string(kind)], &shell)
    }
    shell.go(to: .cards)
  }

  /// Words were added or deleted: the section is requested again on return.
  mutating func grow() { isStale = true }

  private mutating func ask(_ fields: JSONObject, _ shell: inout Shell) {
    var fields = fields
    fields["language"] = .string(language)
    let question = Question.request("section", fields, number: shell.nextNumber())
    asked = question
    shell.ask(question)
  }

  private mutating func show(_ kind: String, _ shell: inout Shell) {
    (self.kind, complaint) = (kind, nil)
    ask(["section": .string(kind), "inverted": .bool(isInverted)], &shell)
  }

  private mutating func step(_ step: Int, _ shell: inout Shell) {
    let index = Self.kinds.firstIndex { $0.id == kind } ?? 0
    show(Self.kinds[(index + step + Self.kinds.count) % Self.kinds.count].id, &shell)
  }

  private mutating func lookAhead(_ shell: inout Shell) {
    guard hasMore, asked == nil, cursor.chosen + 30 >= cards.count, let last = cards.last else { return }
    ask(["section": .string(kind), "inverted": .bool(isInverted), "after": .int(last.number)], &shell)
  }

  /// Updates a changed or deleted word.
  mutating func take(_ answer: WordAnswer) {
    guard answer.language == language, let index = cards.firstIndex(where: { $0.number == answer.word.number })
    else { return }
    guard !answer.isDeleted else {
      cards.remove(at: index)
      count = max(0, count - 1)
      return cursor.choose(cursor.chosen, of: cards.count)
    }
    cards[index].front = isInverted ? answer.word.translation : answer.word.original
    cards[index].isMarked = answer.word.isMarked
    if cards[index].back != nil { cards[index].back = answer.word }
  }

  /// The other side of a card; `nil` until it is turned.
  func otherSide(of card: LearntCard) -> String? { card.back.map { isInverted ? $0.original : $0.translation } }
}

extension CardList: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let isWide = shell.width >= 60
    var listing = Listing(
      language + (isInverted ? " · inverted" : ""),
      hints: "space turn  m mark  g anew  i invert  e edit  s study  w words  esc back  1-4 section  ? help",
      columns: [.init(x: 2, tone: .good), .init(x: 4, tone: .bold), .init(x: (shell.width - 6) * 9 / 20 + 6)])
    listing.tabs = Self.kinds.map { id, title in
      let count = id == kind && isKnown ? " · \(ShellFormat.grouped(count))" : ""
      let short = title.replacing("Random", with: "Rnd").replacing("Repeat", with: "Rep")
      return .init(title: isWide ? title + count : short, isChosen: id == kind)
    }
    listing.explain(
      isKnown: isKnown, complaint: complaint, isEmpty: cards.isEmpty,
      kind.hasPrefix("repeat")
        ? "Nothing is marked to be repeated: m marks a card, in every section."
        : "There are no words here yet: w shows the list, where ^N adds one.")
    listing.show(cards) { card in
      let part = card.back.map { $0.part.isEmpty || !isWide ? "" : " (\($0.part))" } ?? ""
      return .init(
        cells: [card.isMarked ? "*" : "", card.front, otherSide(of: card).map { $0 + part } ?? "· · ·"],
        tone: card.back == nil ? .faint : .plain)
    }
    return listing
  }

  var helpLines: [String] { ["A section: all words, twenty at random, all that are marked, or twenty of those."] }

  var opensAtOnce: Bool { true }

  mutating func moved(_ shell: inout Shell) { lookAhead(&shell) }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .left, .backTab: step(-1, &shell)
    case .right, .tab: step(1, &shell)
    case .character(let digit) where (1...Self.kinds.count).contains(digit.wholeNumberValue ?? 0):
      show(Self.kinds[(digit.wholeNumberValue ?? 1) - 1].id, &shell)
    case .character(" "), .enter:
      if let card { shell.ask("turn", ["word": card.number, "turned": card.back == nil]) }
    case .character("m"), .character("*"):
      if let card { shell.ask("edit_word", ["word": card.number, "marked": !card.isMarked]) }
    case .character("g"), .character("r"):
      ask(["regenerate": true, "section": .string(kind), "inverted": .bool(isInverted)], &shell)
    case .character("i"):
      isInverted.toggle()
      ask(["inverted": .bool(isInverted)], &shell)
    case .character("e"):
      guard let card else { return }
      if let word = card.back { return shell.dialog = .edit(word) }
      shell.tell("Turn the card first: space does.", for: 3)
    case .character("s"): shell.ask("study", ["language": language])
    case .character("w"): shell.open(.words(language))
    default: shell.press(onPage: key)
    }
    lookAhead(&shell)
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    if question.type == "turn" {
      guard let answer = try? message.read(as: CardAnswer.self),
        let index = cards.firstIndex(where: { $0.number == answer.card.number })
      else { return }
      return cards[index].back = answer.card.back
    }
    guard question == asked, let page = try? message.read(as: SectionAnswer.self) else { return }
    asked = nil
    // After a restart the server has made a new section: its pages do not continue this one.
    let isFurther = question.fields["after"] != nil && page.count == count
    if isFurther {
      let known = Set(cards.map(\.number))
      cards += page.cards.filter { !known.contains($0.number) }
    } else {
      let isOther = kind != page.section || question.fields["regenerate"] != nil || !isKnown
      cards = page.cards
      cursor.choose(isOther ? 0 : cursor.chosen, of: cards.count)
    }
    (kind, isInverted, count, hasMore) = (page.section, page.isInverted, page.count, page.next != nil)
    (language, isKnown, complaint) = (page.language, true, nil)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    if question.type == "turn" { return shell.tell(failure.message, isBad: true) }
    guard question == asked else { return }
    asked = nil
    complaint = failure.message
  }
}
