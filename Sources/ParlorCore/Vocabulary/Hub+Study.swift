import GameKit
import Names
import Vocabulary
import WireProtocol

/// Cards: sections of them, and those that are studied by their schedule.
extension Hub {
  /// Cards of a page.
  private static let cardsPerPage = 100

  /// A page of the section that there is, or of one that is made.
  func deal(_ request: Request.Section, from notebook: Notebook) throws(WireError) -> SectionAnswer {
    let language = try notebook.language(request.language)
    var section = section(request, of: language, in: notebook)
    if request.isSwapped || request.isInverted.map({ $0 != section.isInverted }) == true { section.invert() }
    notebook.section = section
    let after = request.after.flatMap { after in section.numbers.firstIndex(of: after).map { $0 + 1 } } ?? 0
    let page = section.numbers.dropFirst(after).prefix(Self.cardsPerPage)
    let isLast = after + page.count >= section.numbers.count
    return SectionAnswer(
      language: language.name, section: section.kind.rawValue, isInverted: section.isInverted,
      count: section.numbers.count,
      cards: page.compactMap { number in language[number].map { LearntCard(section.card(of: $0)) } },
      next: isLast ? nil : page.last)
  }

  private func section(
    _ request: Request.Section, of language: Language, in notebook: Notebook
  ) -> Section {
    let kind = request.kind.flatMap(Section.Kind.init(rawValue:))
    if let present = notebook.section, present.language == language.number, kind == nil || kind == present.kind {
      // Going on within a section does not deal it anew; asking for it by its name does.
      let isAnew = request.regenerates || (kind != nil && request.after == nil)
      return isAnew ? present.regenerated(from: language, seed: randomNumber()) : present
    }
    return Section(kind ?? .all, of: language, seed: randomNumber(), isInverted: request.isInverted ?? false)
  }

  /// What there is to study, and the next card.
  func study(_ language: Language, in notebook: Notebook, choices: Bool = false) -> StudyAnswer {
    let queue = StudyQueue(of: language, on: today)
    notebook.isPractising = false
    return deal(
      queue.next(after: notebook.rated).flatMap { language[$0] }, of: language, queue, choices: choices, from: notebook)
  }

  /// Shows a card, which is the one that is studied from then on.
  func deal(
    _ word: Word?, of language: Language, _ queue: StudyQueue, choices: Bool, run: StudyAnswer.Run? = nil,
    from notebook: Notebook
  ) -> StudyAnswer {
    let card = word.map { StudiedCard(word: $0.number, isInverted: notebook.isInverted) }
    if choices, let word, let card {
      // Whoever asks again is given the same, or what stays among them would be the answer.
      if card != notebook.studied || !notebook.choices.contains(card.back(of: word)) {
        notebook.choices =
          Choices(for: word, in: language, isInverted: notebook.isInverted, seed: randomNumber()).texts
      }
    } else {
      notebook.choices = []
    }
    notebook.studied = card
    return StudyAnswer(
      language: language.name, due: queue.due.count + queue.lapsed.count, new: queue.new.count,
      newLater: queue.laterCount, run: run,
      card: word.map { word in
        LearntCard(
          number: word.number, front: card?.front(of: word) ?? "", isMarked: word.isMarked, back: nil)
      }, isInverted: word != nil && notebook.isInverted, choices: word == nil ? [] : notebook.choices)
  }

  /// Rates a word: its schedule changes, and the next card comes.
  func rate(
    _ request: Request.Rate, in notebook: Notebook, of player: Player
  ) throws(WireError) -> RatedAnswer {
    let number = request.word
    let said = request.answer == nil ? request.rating.flatMap { Rating(rawValue: $0) } ?? .again : nil
    let isStudied = [nil, notebook.studied?.word, notebook.answered?.word].contains(number)
    if let said, isStudied, notebook.studied?.isTurned != true {
      return try correct(number, said, in: notebook, of: player)
    }
    let word = try notebook.word(number).word
    // Taken by itself: while a copy of the language is held, a change copies all of its words.
    let fsrs = try notebook.word(number).language.fsrs
    let answer: TypedAnswer?
    let rated: Rating
    if let said {
      (answer, rated) = (nil, said)
    } else {
      let clean = try CleanText.line(request.answer ?? "", as: "An answer", maximum: CollectionLimits().wordCharacters)
      let card = notebook.studied.flatMap { $0.word == word.number ? $0 : nil }
      let said = try card == nil ? clean : chosen(clean, of: notebook.choices)
      let expected = card?.back(of: word) ?? word.entry.translation
      // What was chosen is no slip for another choice that reads nearly the same.
      let isChosen = card != nil && notebook.choices.contains(said)
      let judged = isChosen ? (said == expected ? .right : .wrong) : TypedAnswer(said, expected: expected)
      (answer, rated) = (judged, judged.rating)
    }
    notebook.answered = answer.map { _ in (word.number, word.schedule) }
    // Whoever studies by choices goes on so.
    let choices = !notebook.choices.isEmpty
    let schedule = Schedule(after: rated, on: today, from: word.schedule, by: fsrs)
    try change(notebook, of: player) { _ in .reviewed(number: word.number, rated, schedule) }
    notebook.rated = word.number
    let result = try practise(word.number, rated, in: notebook, of: player)
    notebook.isCardSeen = result == nil
    let (after, changed) = try notebook.word(word.number)
    let card = notebook.isPractising ? nextCard(in: notebook) : nil
    return RatedAnswer(
      word: LearntWord(after), rating: rated.rawValue, answer: answer?.name,
      study: card ?? study(changed, in: notebook, choices: choices), result: result)
  }

  /// Rates the word that was answered last otherwise than its answer was judged; the card that has come since stays. A
  /// card whose other side was not seen is never rated.
  private func correct(
    _ number: Int?, _ rating: Rating, in notebook: Notebook, of player: Player
  ) throws(WireError) -> RatedAnswer {
    guard let answered = notebook.answered, number == nil || number == answered.word,
      let (word, language) = try? notebook.word(answered.word)
    else {
      guard notebook.studied != nil else { throw WireError(.notFound, .word, "No word is studied: say which") }
      throw WireError(.badField, "You have not seen the other side of this card yet: /turn shows it, or answer it")
    }
    let schedule = Schedule(after: rating, on: today, from: answered.before, by: language.fsrs)
    let name = language.name
    try change(notebook, of: player) { _ in .reviewed(number: word.number, rating, schedule) }
    let after = try notebook.word(word.number)
    let queue = StudyQueue(of: after.language, on: today)
    let next = notebook.studied.flatMap { card in (try? notebook.words.word(card.word)).map { (card, $0.word) } }
    let run = notebook.isPractising ? notebook.words.practice.map { StudyAnswer.Run($0) } : nil
    return RatedAnswer(
      word: LearntWord(after.word), rating: rating.rawValue, answer: nil,
      study: StudyAnswer(
        language: name, due: queue.due.count + queue.lapsed.count, new: queue.new.count, newLater: queue.laterCount,
        run: run,
        card: next.map { card, word in
          LearntCard(number: word.number, front: card.front(of: word), isMarked: word.isMarked, back: nil)
        }, isInverted: next?.0.isInverted ?? false, choices: next == nil ? [] : notebook.choices))
  }

  /// Takes the last rating back: the word's schedule is what it was before, and its card comes again, with its other
  /// side not shown; as the next card of its run, while that goes on.
  func undoRating(in notebook: Notebook, of player: Player) throws(WireError) -> StudyAnswer {
    let change = try change(notebook, of: player) { words throws(VocabularyFault) in try words.undoingReview() }
    guard case .reviewUndone(let number, _, let isInRun) = change else {
      throw WireError(.notFound, .word, "No such word")
    }
    (notebook.rated, notebook.answered, notebook.isPractising) = (nil, nil, isInRun)
    var answer: StudyAnswer
    if isInRun, let card = nextCard(in: notebook) {
      answer = card
    } else {
      let (word, language) = try notebook.word(number)
      notebook.selected = language.number
      answer = deal(
        word, of: language, StudyQueue(of: language, on: today), choices: !notebook.choices.isEmpty, from: notebook)
    }
    answer.isUndone = true
    return answer
  }

  /// What an answer says: choices may be named by their places, as a terminal shows them. A place that there is not is
  /// a slip, and costs nothing.
  private func chosen(_ answer: String, of choices: [String]) throws(WireError) -> String {
    guard !choices.isEmpty, !choices.contains(answer), let place = Int(answer) else { return answer }
    guard (1...choices.count).contains(place) else {
      throw WireError(.badField, "There are \(choices.count) choices: answer with a number from 1 to \(choices.count)")
    }
    return choices[place - 1]
  }
}

extension Hub {
  /// Turns a card of the section, or the one that is studied.
  func turn(_ number: Int?, _ isTurned: Bool, in notebook: Notebook) throws(WireError) -> CardAnswer {
    let (word, language) = try notebook.word(number)
    let studied = notebook.studied.flatMap { $0.word == word.number ? $0 : nil }
    if isTurned, studied != nil {
      // Who has seen the other side may hide it again, and has seen it.
      notebook.studied?.isTurned = true
      notebook.answered = nil
    }
    var card = LearntCard(
      number: word.number, front: studied?.front(of: word) ?? word.entry.original, isMarked: word.isMarked,
      back: isTurned ? LearntWord(word) : nil)
    if var section = notebook.section, section.language == language.number, section.numbers.contains(word.number) {
      if isTurned { section.reveal(word.number) } else { section.hide(word.number) }
      notebook.section = section
      if number != nil { card = LearntCard(section.card(of: word)) }
    }
    return CardAnswer(
      language: language.name, card: card,
      intervals: isTurned && studied != nil ? intervals(of: word, in: language) : nil)
  }

  private func intervals(of word: Word, in language: Language) -> CardAnswer.Intervals {
    func days(_ rating: Rating) -> Int {
      Schedule(after: rating, on: today, from: word.schedule, by: language.fsrs).due &- today.number
    }
    return CardAnswer.Intervals(again: days(.again), hard: days(.hard), good: days(.good), easy: days(.easy))
  }
}

extension LearntCard {
  init(_ card: Card) {
    self.init(
      number: card.number, front: card.front, isMarked: card.isMarked, back: card.back.map { LearntWord($0) })
  }
}

extension TypedAnswer {
  /// As the wire names it.
  fileprivate var name: String {
    switch self {
    case .wrong: "wrong"
    case .typo: "typo"
    case .accents: "accents"
    case .right: "right"
    }
  }
}
