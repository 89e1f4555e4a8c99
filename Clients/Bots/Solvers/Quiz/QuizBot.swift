internal import WireProtocol

/// Answers a quiz's questions: by its translations, by earlier answers, or else with the first choice.
struct QuizBot: PuzzleBot {
  private let dictionaries: Dictionaries
  /// The right answers to earlier questions.
  private var known: [String: String] = [:]
  private var board = Board(title: "", rows: [])
  /// The last answered question: an older board may arrive afterwards.
  private var answered: Int?

  init(dictionaries: Dictionaries) { self.dictionaries = dictionaries }

  var isTimed: Bool { true }

  mutating func begin(_ board: Board, settings: JSON?) {
    answered = nil
    observe(at: board)
  }

  mutating func learn(_ moved: Moved) {
    if let board = moved.board { observe(at: board) }
  }

  private mutating func observe(at board: Board) {
    self.board = board
    guard let text = board.data["text"]?.stringValue, let answer = board.data["answer"]?.intValue,
      board.choices.indices.contains(answer - 1)
    else { return }
    known[text] = board.choices[answer - 1].text
  }

  mutating func next() -> Attempt? {
    guard let text = board.data["text"]?.stringValue, let question = board.data["question"]?.intValue,
      question != answered, board.choices.contains(where: { !$0.move.isEmpty })
    else { return nil }
    answered = question
    let texts = board.choices.map(\.text)
    let choice = known[text].flatMap(texts.firstIndex) ?? texts.firstIndex { means($0, text) } ?? 0
    return Attempt(
      move: ["choice": .int(choice + 1), "question": .int(question)], note: "\(text): \(texts[choice])")
  }

  /// Whether one is a translation of the other, in either direction.
  private func means(_ one: String, _ other: String) -> Bool {
    dictionaries.translations.values.contains { words in
      [(one, other), (other, one)].contains { english, foreign in
        let last = foreign.lowercased().split { $0 == " " || $0 == "'" }.last.map(String.init) ?? ""
        return english.split(separator: ",").contains { meaning in
          let word = meaning.split(separator: "(").first?.split(separator: " ").joined(separator: " ") ?? ""
          return words[word]?.contains(last) == true
        }
      }
    }
  }
}
