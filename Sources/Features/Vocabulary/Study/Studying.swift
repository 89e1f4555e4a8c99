import GameKit
import Names
import ParlorCore

import WireProtocol

/// Cards: sections of them, and those that are studied by their schedule.
extension Notebook {
  /// Cards of a page.
  private static let cardsPerPage = 100

  /// A page of the section that there is, or of one that is made.
  func section(_ request: Request.Section, _ context: SessionContext) throws(WireError) -> SectionAnswer {
    let language = try self.language(request.language)
    var section = section(request, of: language, context)
    if request.isSwapped || request.isInverted.map({ $0 != section.isInverted }) == true { section.invert() }
    self.section = section
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
    _ request: Request.Section, of language: Language, _ context: SessionContext
  ) -> Section {
    let kind = request.kind.flatMap(Section.Kind.init(rawValue:))
    if let present = self.section, present.language == language.number, kind == nil || kind == present.kind {
      // Going on within a section does not deal it anew; asking for it by its name does.
      let isAnew = request.regenerates || (kind != nil && request.after == nil)
      return isAnew ? present.regenerated(from: language, seed: context.randomNumber()) : present
    }
    return Section(kind ?? .all, of: language, seed: context.randomNumber(), isInverted: request.isInverted ?? false)
  }

  /// What there is to study, and the next card.
  func study(_ request: Request.Study, _ context: SessionContext) throws(WireError) -> StudyAnswer {
    (answered, isCardSeen) = (nil, true)
    return study(try language(request.language), context, choices: request.choices)
  }

  private func study(_ language: Language, _ context: SessionContext, choices: Bool) -> StudyAnswer {
    let queue = StudyQueue(of: language, on: context.today)
    isPractising = false
    return deal(
      queue.next(after: rated).flatMap { language[$0] }, of: language, queue, choices: choices, context)
  }

  /// Shows a card, which is the one that is studied from then on.
  func deal(
    _ word: Word?, of language: Language, _ queue: StudyQueue, choices wantsChoices: Bool, run: StudyAnswer.Run? = nil,
    _ context: SessionContext
  ) -> StudyAnswer {
    let card = word.map { StudiedCard(word: $0.number, isInverted: isInverted) }
    if wantsChoices, let word, let card {
      // Whoever asks again is given the same, or what stays among them would be the answer.
      if card != studied || !choices.contains(card.back(of: word)) {
        choices =
          Choices(for: word, in: language, isInverted: isInverted, seed: context.randomNumber()).texts
      }
    } else {
      choices = []
    }
    studied = card
    return StudyAnswer(
      language: language.name, due: queue.dueCount, new: queue.newCount,
      newLater: queue.laterCount, run: run,
      card: word.map { word in
        LearntCard(
          number: word.number, front: card?.front(of: word) ?? "", isMarked: word.isMarked, back: nil)
      }, isInverted: word != nil && isInverted, choices: word == nil ? [] : choices)
  }

  /// Rates a word: its schedule changes, and the next card comes.
  func rate(_ request: Request.Rate, _ context: SessionContext) throws(WireError) -> RatedAnswer {
    let number = request.word
    let said = request.answer == nil ? request.rating.flatMap { Rating(rawValue: $0) } ?? .again : nil
    let isStudied = [nil, studied?.word, answered?.word].contains(number)
    if let said, isStudied, studied?.isTurned != true {
      return try correct(number, said, context)
    }
    let word = try self.word(number).word
    // Taken by itself: while a copy of the language is held, a change copies all of its words.
    let fsrs = try self.word(number).language.fsrs
    let answer: TypedAnswer?
    let rating: Rating
    if let said {
      (answer, rating) = (nil, said)
    } else {
      let clean = try CleanText.line(request.answer ?? "", as: "An answer", maximum: CollectionLimits().wordCharacters)
      let card = studied.flatMap { $0.word == word.number ? $0 : nil }
      let said = try card == nil ? clean : chosen(clean, of: choices)
      let expected = card?.back(of: word) ?? word.entry.translation
      // What was chosen is no slip for another choice that reads nearly the same.
      let isChosen = card != nil && choices.contains(said)
      let judged = isChosen ? (said == expected ? .right : .wrong) : TypedAnswer(said, expected: expected)
      (answer, rating) = (judged, judged.rating)
    }
    answered = answer.map { _ in (word.number, word.schedule) }
    // Whoever studies by choices goes on so.
    let hasChoices = !choices.isEmpty
    let schedule = Schedule(after: rating, on: context.today, from: word.schedule, by: fsrs)
    try change(context) { _ in .reviewed(number: word.number, rating, schedule) }
    rated = word.number
    let result = try practise(word.number, rating, context)
    isCardSeen = result == nil
    let (after, changed) = try self.word(word.number)
    let card = isPractising ? nextCard(context) : nil
    return RatedAnswer(
      word: LearntWord(after), rating: rating.rawValue, answer: answer?.name,
      study: card ?? study(changed, context, choices: hasChoices), result: result)
  }

  /// Rates the word that was answered last otherwise than its answer was judged; the card that has come since stays. A
  /// card whose other side was not seen is never rated.
  private func correct(
    _ number: Int?, _ rating: Rating, _ context: SessionContext
  ) throws(WireError) -> RatedAnswer {
    guard let answered, number == nil || number == answered.word,
      let word = try? self.word(answered.word).word
    else {
      guard studied != nil else { throw WireError(.notFound, .word, "No word is studied: say which") }
      throw WireError(.badField, "You have not seen the other side of this card yet: /turn shows it, or answer it")
    }
    // Taken by itself, as for `rate`.
    let fsrs = try self.word(word.number).language.fsrs
    let schedule = Schedule(after: rating, on: context.today, from: answered.before, by: fsrs)
    try change(context) { _ in .reviewed(number: word.number, rating, schedule) }
    let after = try self.word(word.number)
    let queue = StudyQueue(of: after.language, on: context.today)
    let next = studied.flatMap { card in (try? words.word(card.word)).map { (card, $0.word) } }
    let run = isPractising ? words.practice.map { StudyAnswer.Run($0) } : nil
    return RatedAnswer(
      word: LearntWord(after.word), rating: rating.rawValue, answer: nil,
      study: StudyAnswer(
        language: after.language.name, due: queue.dueCount, new: queue.newCount, newLater: queue.laterCount,
        run: run,
        card: next.map { card, word in
          LearntCard(number: word.number, front: card.front(of: word), isMarked: word.isMarked, back: nil)
        }, isInverted: next?.0.isInverted ?? false, choices: next == nil ? [] : choices))
  }

  /// Takes the last rating back: the word's schedule is what it was before, and its card comes again, with its other
  /// side not shown; as the next card of its run, while that goes on.
  func undoRating(_ request: Request.UndoRating, _ context: SessionContext) throws(WireError) -> StudyAnswer {
    let change = try self.change(context) { words throws(VocabularyFault) in try words.undoingReview() }
    guard case .reviewUndone(let number, _, let isInRun) = change else {
      throw WireError(.notFound, .word, "No such word")
    }
    (rated, answered, isPractising) = (nil, nil, isInRun)
    var answer: StudyAnswer
    if isInRun, let card = nextCard(context) {
      answer = card
    } else {
      let (word, language) = try self.word(number)
      selected = language.number
      answer = deal(
        word, of: language, StudyQueue(of: language, on: context.today), choices: !choices.isEmpty, context)
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

extension Notebook {
  /// Turns a card of the section, or the one that is studied.
  func turn(_ request: Request.Turn, _ context: SessionContext) throws(WireError) -> CardAnswer {
    let (number, isTurned) = (request.word, request.isTurned)
    let (word, language) = try self.word(number)
    let studied = self.studied.flatMap { $0.word == word.number ? $0 : nil }
    if isTurned, studied != nil {
      // Who has seen the other side may hide it again, and has seen it.
      self.studied?.isTurned = true
      answered = nil
    }
    var card = LearntCard(
      number: word.number, front: studied?.front(of: word) ?? word.entry.original, isMarked: word.isMarked,
      back: isTurned ? LearntWord(word) : nil)
    if var section, section.language == language.number, section.numbers.contains(word.number) {
      if isTurned { section.reveal(word.number) } else { section.hide(word.number) }
      self.section = section
      if number != nil { card = LearntCard(section.card(of: word)) }
    }
    return CardAnswer(
      language: language.name, card: card,
      intervals: isTurned && studied != nil ? intervals(of: word, in: language, on: context.today) : nil)
  }

  private func intervals(of word: Word, in language: Language, on today: Day) -> CardAnswer.Intervals {
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
