internal import ClientKit
internal import WireProtocol

/// Studying due words or a run of cards: a card, its other side or an answer, and a rating.
struct Study: Sendable {
  enum Way: CaseIterable, Sendable {
    /// Shows the other side; the player rates how well it was known.
    case reveal
    /// The player types the answer, and the server judges it.
    case type
    /// The player chooses one of four answers.
    case choose
  }

  enum Phase: Sendable {
    /// The next card was requested.
    case asking
    case question(LearntCard, choices: [String])
    case shown(LearntWord, CardAnswer.Intervals?)
    /// An answer was judged; Enter continues.
    case judged(RatedAnswer, typed: String)
    case done
  }

  private(set) var language = ""
  private(set) var way = Way.reveal
  private(set) var phase = Phase.asking
  private(set) var due = 0
  private(set) var new = 0
  /// New words for a later day.
  private(set) var newLater = 0
  private(set) var line = LineEditor()
  private(set) var complaint: String?
  /// The number of each rating since this was opened.
  private(set) var tally: [String: Int] = [:]
  /// The last rating, until it is undone.
  private var lastRating: String?
  /// The run of cards being studied; `nil` for due words.
  private(set) var practice: Practice?
  /// The pending request; further keys wait for its answer.
  private var asked: Question?
  /// The request for the run's card after a lost link. Keys do not wait for it: their requests follow it.
  private var askedAgain: Question?

  static let ratings = Request.Rate.ratingWords

  var doneCount: Int { tally.values.reduce(0, +) }

  var card: LearntCard? { if case .question(let card, _) = phase { card } else { nil } }

  /// Whether letters are part of a typed answer.
  var isTyping: Bool { if case .question = phase { way == .type } else { false } }

  /// - Parameter language: `nil` for the one used last.
  mutating func open(_ language: String?, _ shell: inout Shell) {
    let way = way
    self = Study()
    (self.language, self.way) = (language ?? "", way)
    shell.go(to: .study)
    next(&shell)
  }

  /// Continues the run in progress, in any language, or begins one.
  ///
  /// - Parameter isNew: whether to drop the run in progress.
  mutating func practise(_ language: String, isNew: Bool = false, _ shell: inout Shell) {
    let way = way
    self = Study()
    (self.language, self.way, practice) = (language, way, Practice(language))
    shell.go(to: .study)
    next(isNew: isNew, &shell)
  }

  /// The link is back: after a restart the server counts answers to a run only after a request for its card.
  mutating func takeUp(_ shell: inout Shell) {
    guard shell.path.contains(.study), asked == nil, let practice, practice.run != nil, practice.result == nil else {
      return
    }
    let question = Question.request("cards", .given(["language": practice.language]), number: shell.nextNumber())
    askedAgain = question
    shell.ask(question)
  }

  private mutating func next(isNew: Bool = false, _ shell: inout Shell) {
    (phase, asked) = (.asking, nil)
    line.clear()
    if let practice {
      return ask(
        "cards",
        ["language": practice.language, "choices": way == .choose ? true : nil, "restart": isNew ? true : nil],
        &shell)
    }
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

  /// Updates a changed or deleted word.
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

extension Study: AppScreen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    switch (key, phase) {
    case (.character("s"), .done) where practice?.result != nil: shell.ask("share", ["match": practice?.result?.match])
    case (.character("y"), .done) where practice?.result != nil: shell.copy(practice?.result?.share ?? "")
    case (.character("p"), .done): practise(language, &shell)
    case (.tab, .question): change(1, &shell)
    case (.backTab, .question): change(-1, &shell)
    case (.tab, .done) where practice == nil: change(1, &shell)
    case (.backTab, .done) where practice == nil: change(-1, &shell)
    case (.escape, _) where isTyping && !line.isEmpty: line.clear()
    case (.escape, _): shell.goBack()
    case (_, .question(let card, let choices)): press(key, on: card, choices, &shell)
    case (_, .shown(let word, _)): press(key, on: word, &shell)
    case (.enter, .judged(let rated, _)), (.character(" "), .judged(let rated, _)):
      // The answer contains the next card, so that fast typing does not wait; choices must be requested.
      if way == .choose, practice == nil, rated.study.card != nil { next(&shell) } else { show(after: rated, &shell) }
    case (.character("e"), .judged(let rated, _)): shell.dialog = .edit(rated.word)
    case (.character("m"), .judged(let rated, _)): mark(rated.word, &shell)
    case (.character("r"), .done) where practice == nil, (.enter, .done) where practice == nil: next(&shell)
    case (.character("u"), .judged), (.character("u"), .done): ask("undo_rating", [:], &shell)
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
      case .character("u"): ask("undo_rating", [:], &shell)
      case .character("m"): shell.ask("edit_word", ["word": card.number, "marked": !card.isMarked])
      case .character("w"): shell.open(.words(language))
      case .character("c"): shell.open(.cards(language))
      case .character("N"):
        if let practice { practise(practice.language, isNew: true, &shell) } else { shell.press(onPage: key) }
      case .character(let digit) where digit.isNumber:
        let text = way == .reveal ? "Look at the other side first: space shows it." : "There is no such choice."
        shell.tell(text, for: 3)
      default: shell.press(onPage: key)
      }
    }
  }

  private mutating func press(_ key: Key, on word: LearntWord, _ shell: inout Shell) {
    switch key {
    // As in Anki: the default rating.
    case .character(" "), .enter: ask("rate", ["word": word.number, "rating": "good"], &shell)
    case .character("u"): ask("undo_rating", [:], &shell)
    case .character("m"): mark(word, &shell)
    case .character("e"): shell.dialog = .edit(word)
    default:
      guard let digit = Self.digit(key), Self.ratings.indices.contains(digit - 1) else {
        return shell.press(onPage: key)
      }
      ask("rate", ["word": word.number, "rating": Self.ratings[digit - 1]], &shell)
    }
  }

  private func mark(_ word: LearntWord, _ shell: inout Shell) {
    shell.ask("edit_word", ["word": word.number, "marked": !word.isMarked])
  }

  private static func digit(_ key: Key) -> Int? {
    if case .character(let sign) = key, sign.isASCII { sign.wholeNumberValue } else { nil }
  }

  private mutating func change(_ step: Int, _ shell: inout Shell) {
    let ways = Way.allCases
    let index = ways.firstIndex(of: way) ?? 0
    way = ways[(index + step + ways.count) % ways.count]
    // Choices must come from the server; a run has them from its beginning, or not at all.
    if practice == nil { next(&shell) } else { line.clear() }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    if question == askedAgain {
      askedAgain = nil
      if let study = try? message.read(as: StudyAnswer.self) { take(card: study, &shell) }
      return
    }
    guard question == asked else { return }
    asked = nil
    complaint = nil
    switch message.type {
    case "study":
      guard let study = try? message.read(as: StudyAnswer.self) else { return }
      if question.type == "undo_rating" { return take(undone: study, &shell) }
      if practice != nil { take(card: study, &shell) } else { show(study) }
    case "card":
      guard let answer = try? message.read(as: CardAnswer.self), let back = answer.card.back else { return }
      phase = .shown(back, answer.intervals)
    case "rated": if let rated = try? message.read(as: RatedAnswer.self) { take(rated, to: question, &shell) }
    default: break
    }
  }

  /// Handles a card of the run: a visible card keeps its input.
  private mutating func take(card study: StudyAnswer, _ shell: inout Shell) {
    if let sentence = practice?.take(study) { shell.tell(sentence, for: 10) }
    switch phase {
    case .question(let card, _) where card.number == study.card?.number && study.language == language:
      phase = .question(card, choices: study.choices)
    case .shown(let word, _) where word.number == study.card?.number && study.language == language: break
    case .judged(var rated, let typed):
      rated.study = study
      phase = .judged(rated, typed: typed)
    default: show(study)
    }
  }

  /// Shows the card whose rating was undone, in any language; in a run it is the next one.
  private mutating func take(undone study: StudyAnswer, _ shell: inout Shell) {
    if let lastRating { tally[lastRating, default: 1] -= 1 }
    lastRating = nil
    if study.run != nil, practice == nil { practice = Practice(study.language) }
    _ = practice?.take(study)
    show(study)
    shell.tell("The last rating is taken back.", for: 3)
  }

  private mutating func take(_ rated: RatedAnswer, to question: Question, _ shell: inout Shell) {
    tally[rated.rating, default: 0] += 1
    lastRating = rated.rating
    practice?.take(rated)
    if let typed = question["answer"] {
      (due, new, phase) = (rated.study.due, rated.study.new, .judged(rated, typed: typed))
    } else {
      show(after: rated, &shell)
    }
  }

  private mutating func show(after rated: RatedAnswer, _ shell: inout Shell) {
    guard practice != nil, rated.study.run == nil else { return show(rated.study) }
    // After a run's last card the server sends the due words. An uncounted answer leaves the run's card open.
    if rated.result != nil { phase = .done } else { next(&shell) }
  }

  private mutating func show(_ study: StudyAnswer) {
    (language, due, new, newLater) = (study.language, study.due, study.new, study.newLater)
    line.clear()
    phase = study.card.map { .question($0, choices: study.choices) } ?? .done
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    guard question == asked else { return }
    asked = nil
    guard !failure.isOfLink else {
      // A review counts once: the next card shows whether this one has.
      next(&shell)
      return shell.tell("The connection was lost: if your answer did not arrive, the word comes again.", isBad: true)
    }
    switch (question.type, failure.code) {
    case ("cards", "not_found"?) where failure.what == .word:
      complaint = "\(language) has no words yet: Enter among the languages, and ^N adds one."
    case ("study", _), ("cards", _): complaint = failure.message
    case ("undo_rating", _): shell.tell(failure.message)
    case (_, "not_found"?) where failure.what == .word:
      // It was deleted elsewhere.
      next(&shell)
      shell.tell(failure.message, isBad: true)
    default: shell.tell(failure.message, isBad: true)
    }
  }

  func hints(_ shell: Shell) -> String { StudyView(shell: shell, study: self).hints }

  var helpLines: [String] {
    [
      "Tab changes how: look at the other side, type it, or choose it from four.",
      "Looking: Space shows the other side · 1 again, not known · 2 hard · 3 or Space good · 4 easy; beside each stands when the word comes back",
      "Typing: Enter answers. A slip or a missing accent counts as hard. One of several meanings is enough.",
      "Practice (p): each card comes once, and the result can be shared. What is left waits for you; N drops it for a new run.",
    ]
  }

  func draw(on frame: inout Frame, _ shell: Shell) { StudyView(shell: shell, study: self).draw(on: &frame) }
}
