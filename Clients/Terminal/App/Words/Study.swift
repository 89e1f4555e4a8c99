internal import ClientKit
internal import WireProtocol

/// Studying what is due: a card, its other side or an answer, and how well it was known.
struct Study: Sendable {
  enum Way: CaseIterable, Sendable {
    /// The other side is shown, and one says oneself how well one knew it.
    case reveal
    /// The answer is typed and judged.
    case type
    /// The answer is one of four.
    case choose
  }

  enum Phase: Sendable {
    /// The next card is asked for.
    case asking
    case question(LearntCard, choices: [String])
    case shown(LearntWord, CardAnswer.Intervals?)
    /// An answer was judged; Enter goes on.
    case judged(RatedAnswer, typed: String)
    case done
  }

  private(set) var language = ""
  private(set) var way = Way.reveal
  private(set) var phase = Phase.asking
  private(set) var due = 0
  private(set) var new = 0
  private(set) var line = LineEditor()
  private(set) var complaint: String?
  /// How often each rating was given since this was opened.
  private(set) var tally: [String: Int] = [:]
  /// The word that was rated last.
  private(set) var last: RatedAnswer?
  /// The one question that is under way; further keys wait for its answer.
  private var asked: Question?

  static let ratings = Request.Vocabulary.Rating.ratings

  var doneCount: Int { tally.values.reduce(0, +) }

  var card: LearntCard? { if case .question(let card, _) = phase { card } else { nil } }

  /// Whether letters go into the line of an answer.
  var isTyping: Bool { if case .question = phase { way == .type } else { false } }

  /// - Parameter language: the one that was dealt with last without one.
  mutating func open(_ language: String?, _ shell: inout Shell) {
    let way = way
    self = Study()
    (self.language, self.way) = (language ?? "", way)
    shell.go(to: .study)
    next(&shell)
  }

  private mutating func next(_ shell: inout Shell) {
    (phase, asked) = (.asking, nil)
    line.clear()
    ask("study", ["language": language.isEmpty ? nil : language, "choices": way == .choose ? true : nil], &shell)
  }

  private mutating func ask(
    _ type: String, _ fields: KeyValuePairs<String, (any FieldValue)?>, _ shell: inout Shell
  ) {
    guard asked == nil else { return }
    let question = Question.request(type, .given(fields), number: shell.nextNumber())
    asked = question
    shell.ask(question)
  }

  mutating func paste(_ text: String) { if isTyping { line.insert(text) } }

  /// A word is as the server tells, or is gone.
  mutating func take(_ answer: WordAnswer, _ shell: inout Shell) {
    guard answer.language == language else { return }
    switch phase {
    case .question(let card, _) where card.number == answer.word.number && answer.isDeleted: next(&shell)
    case .shown(let word, _) where word.number == answer.word.number && answer.isDeleted: next(&shell)
    case .question(var card, let choices) where card.number == answer.word.number:
      (card.front, card.isMarked) = (answer.word.original, answer.word.isMarked)
      phase = .question(card, choices: choices)
    case .shown(let word, let intervals) where word.number == answer.word.number:
      phase = .shown(answer.word, intervals)
    default: break
    }
  }
}

extension Study: Screen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    switch (key, phase) {
    case (.tab, .question), (.tab, .done): change(1, &shell)
    case (.backTab, .question), (.backTab, .done): change(-1, &shell)
    case (.escape, _) where isTyping && !line.isEmpty: line.clear()
    case (.escape, _): shell.goBack()
    case (_, .question(let card, let choices)): press(key, on: card, choices, &shell)
    case (_, .shown(let word, _)): press(key, on: word, &shell)
    case (.enter, .judged(let rated, _)), (.character(" "), .judged(let rated, _)):
      // The next card has come along, so that nobody who types on waits for it; choices are asked for.
      if way == .choose, rated.study.card != nil { next(&shell) } else { show(rated.study) }
    case (.character("e"), .judged(let rated, _)): shell.dialog = .edit(rated.word, of: language)
    case (.character("m"), .judged(let rated, _)): mark(rated.word, &shell)
    case (.character("r"), .done), (.enter, .done): next(&shell)
    case (.character("w"), _): shell.open(.words(language))
    case (.character("c"), _): shell.open(.cards(language))
    default: shell.press(onPage: key)
    }
  }

  private mutating func press(_ key: Key, on card: LearntCard, _ choices: [String], _ shell: inout Shell) {
    switch way {
    case .type:
      if key == .enter {
        let text = line.text
        guard text.contains(where: { $0 != " " }) else {
          return shell.tell("Type what it means, or Tab to see it without.", for: 4)
        }
        return ask("rate", ["word": card.number, "answer": text], &shell)
      }
      if !line.press(key) { shell.tellKeyIsFree() }
    case .choose where choices.indices.contains((Self.digit(key) ?? 0) - 1):
      ask("rate", ["word": card.number, "answer": choices[(Self.digit(key) ?? 1) - 1]], &shell)
    case .reveal, .choose:
      switch key {
      case .enter where way == .reveal, .character(" ") where way == .reveal:
        ask("turn", ["word": card.number], &shell)
      case .character("m"): shell.ask("mark", ["word": card.number, "marked": !card.isMarked])
      case .character("w"): shell.open(.words(language))
      case .character("c"): shell.open(.cards(language))
      case .character(let digit) where digit.isNumber:
        let text = way == .reveal ? "Look at the other side first: space shows it." : "There is no such choice."
        shell.tell(text, for: 3)
      default: shell.press(onPage: key)
      }
    }
  }

  private mutating func press(_ key: Key, on word: LearntWord, _ shell: inout Shell) {
    switch key {
    // As Anki has it: what was known as expected needs no thought.
    case .character(" "), .enter: ask("rate", ["word": word.number, "rating": "good"], &shell)
    case .character("m"): mark(word, &shell)
    case .character("e"): shell.dialog = .edit(word, of: language)
    default:
      guard let digit = Self.digit(key), Self.ratings.indices.contains(digit - 1) else {
        return shell.press(onPage: key)
      }
      ask("rate", ["word": word.number, "rating": Self.ratings[digit - 1]], &shell)
    }
  }

  private func mark(_ word: LearntWord, _ shell: inout Shell) {
    shell.ask("mark", ["word": word.number, "marked": !word.isMarked])
  }

  private static func digit(_ key: Key) -> Int? {
    if case .character(let sign) = key, sign.isASCII { sign.wholeNumberValue } else { nil }
  }

  private mutating func change(_ step: Int, _ shell: inout Shell) {
    let ways = Way.allCases
    let index = ways.firstIndex(of: way) ?? 0
    way = ways[(index + step + ways.count) % ways.count]
    // The choices are the server's to give.
    next(&shell)
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    guard question == asked else { return }
    asked = nil
    complaint = nil
    switch message.type {
    case "study": if let study = try? message.read(as: StudyAnswer.self) { show(study) }
    case "card":
      guard let answer = try? message.read(as: CardAnswer.self), let back = answer.card.back else { return }
      phase = .shown(back, answer.intervals)
    case "rated": if let rated = try? message.read(as: RatedAnswer.self) { take(rated, to: question) }
    default: break
    }
  }

  private mutating func take(_ rated: RatedAnswer, to question: Question) {
    tally[rated.rating, default: 0] += 1
    last = rated
    if let typed = question["answer"] {
      (due, new, phase) = (rated.study.due, rated.study.new, .judged(rated, typed: typed))
    } else {
      show(rated.study)
    }
  }

  private mutating func show(_ study: StudyAnswer) {
    (language, due, new) = (study.language, study.due, study.new)
    line.clear()
    phase = study.card.map { .question($0, choices: study.choices) } ?? .done
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    guard question == asked else { return }
    asked = nil
    guard !failure.isOfLink else {
      // A review counts once: whether this one has, the next card tells.
      next(&shell)
      return shell.tell("The connection was lost: if your answer did not arrive, the word comes again.", isBad: true)
    }
    switch (question.type, failure.code) {
    case ("study", _): complaint = failure.message
    case (_, "no_such_word"?):
      // It was deleted elsewhere.
      next(&shell)
      shell.tell(failure.message, isBad: true)
    default: shell.tell(failure.message, isBad: true)
    }
  }

  func draw(on frame: inout Frame, _ shell: Shell) { StudyView(shell: shell, study: self).draw(on: &frame) }
}
