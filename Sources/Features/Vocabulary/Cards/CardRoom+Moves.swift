import GameKit
import Names
import ParlorCore
import WireProtocol

/// The result of a move.
struct CardTurn {
  /// For programs.
  var fields: JSONObject = [:]
  /// For people.
  var remark = ""
  /// Whether the remark is to be read before the next card.
  var isLookedAt = false
  /// Whether a word was reviewed.
  var isReview = false

  var verdict: String { isLookedAt ? remark : "" }
}

extension CardRoom {
  /// Performs a move.
  ///
  /// - Throws: a refusal; then nothing has changed.
  func perform(
    _ move: CardMove, as moveID: String?, _ notebook: Notebook, _ context: SessionContext
  ) throws(WireError) -> CardTurn {
    switch move {
    case .show:
      _ = try card()
      table.turn()
      return CardTurn(fields: ["action": "show"])
    case .answer(let text): return try answer(text, as: moveID, notebook, context)
    case .rate(let rating):
      guard try card().isTurned else { throw Self.unseen }
      return try review(try card(), rating, nil, as: moveID, notebook, context)
    case .correct(let rating): return try correct(rating, as: moveID, notebook, context)
    case .undo: return try undo(notebook, context)
    case .mark:
      let word = try notebook.word(try card().word).word
      try notebook.change(context) { _ in .marked(number: word.number, !word.isMarked) }
      return CardTurn(fields: ["action": "mark", "marked": .bool(!word.isMarked)])
    case .invert:
      table.isInverted.toggle()
      notebook.isInverted = table.isInverted
      showAgain(notebook, context)
      return CardTurn(fields: ["action": "invert"])
    case .choose:
      table.hasChoices.toggle()
      showAgain(notebook, context)
      return CardTurn(fields: ["action": "choose"])
    }
  }

  private static var unseen: WireError {
    WireError(.badField, "You have not seen the other side of this card yet: show it, or answer")
  }

  private func card() throws(WireError) -> StudiedCard {
    guard table.result == nil, let card = table.card else {
      let isRun = table.kind == .run
      throw WireError(
        .notPlaying, isRun ? "The run is over: another one can be started" : "There is no card left to study today")
    }
    return card
  }

  private func showAgain(_ notebook: Notebook, _ context: SessionContext) {
    guard let card = table.card, !card.isTurned else { return }
    table.show(card.word, of: notebook.words, seed: context.randomNumber())
  }

  private func answer(
    _ text: String, as moveID: String?, _ notebook: Notebook, _ context: SessionContext
  ) throws(WireError) -> CardTurn {
    let card = try card()
    guard !card.isTurned else {
      throw WireError(.badField, "You have seen the other side: say how well you knew it")
    }
    let clean = try CleanText.line(text, as: "An answer", maximum: CollectionLimits().wordCharacters)
    let said = try chosen(clean)
    let expected = card.back(of: try notebook.word(card.word).word)
    // A choice that nearly equals the right one is no typo.
    let isChosen = table.choices.contains(said)
    let judged = isChosen ? (said == expected ? .right : .wrong) : TypedAnswer(said, expected: expected)
    // A rating's key that was pressed again, or before the card was turned.
    guard isChosen || judged != .wrong || !Rating.allCases.contains(where: { $0.number == said }) else {
      throw WireError(.badField, "A number rates a card whose other side is shown: ? shows it")
    }
    return try review(card, judged.rating, judged, as: moveID, notebook, context)
  }

  /// The text of an answer: choices may be given by number. An invalid number is refused and costs nothing.
  private func chosen(_ answer: String) throws(WireError) -> String {
    let choices = table.choices
    guard !choices.isEmpty, !choices.contains(answer), let place = Int(answer) else { return answer }
    guard (1...choices.count).contains(place) else {
      throw WireError(.badField, "That is no choice: answer with a number from 1 to \(choices.count)")
    }
    return choices[place - 1]
  }

  /// Rates a word: updates its schedule, counts it in the run, and deals the next card.
  private func review(
    _ card: StudiedCard, _ rating: Rating, _ judged: TypedAnswer?, as moveID: String?, _ notebook: Notebook,
    _ context: SessionContext
  ) throws(WireError) -> CardTurn {
    let before = try notebook.word(card.word).word.schedule
    // Only the scheduler: while a copy of the language is held, a change copies all of its words.
    let fsrs = try notebook.word(card.word).language.fsrs
    let schedule = Schedule(after: rating, on: context.today, from: before, by: fsrs)
    try notebook.change(context) { _ in .reviewed(number: card.word, rating, schedule, moveID: moveID) }
    table.rated = card.word
    table.answered = judged.map { AnsweredCard(word: card.word, before: before, judged: $0) }
    let score = table.kind == .run ? notebook.words.practice?.score(after: rating) : nil
    if let score {
      try notebook.change(context) { _ in .practised(number: card.word, rating) }
      if notebook.words.practice == nil { table.result = Self.record(score, context) }
    }
    let word = try notebook.word(card.word).word
    table.deal(from: notebook.words, on: context.today, seed: context.randomNumber())
    return CardTurn(reviewed: word, rating, judged)
  }

  /// Stores a result, without words.
  private static func record(_ score: CardScore, _ context: SessionContext) -> FinishedRun {
    let stored = context.record(
      RecordedResult(of: CardScore.game, won: score.isWon, score: score.remembered, grid: score.share))
    return FinishedRun(match: stored.match, score: score, share: stored.share)
  }

  /// Replaces the rating of the last answered word; the new card stays, and a run keeps the first judgement.
  private func correct(
    _ rating: Rating, as moveID: String?, _ notebook: Notebook, _ context: SessionContext
  ) throws(WireError) -> CardTurn {
    guard let answered = table.answered, (try? notebook.word(answered.word)) != nil else { throw Self.unseen }
    // Only the scheduler, as for a review.
    let fsrs = try notebook.word(answered.word).language.fsrs
    let schedule = Schedule(after: rating, on: context.today, from: answered.before, by: fsrs)
    try notebook.change(context) { _ in .reviewed(number: answered.word, rating, schedule, moveID: moveID) }
    if rating != .again { table.answered?.judged = .right }
    return CardTurn(reviewed: try notebook.word(answered.word).word, rating, nil)
  }

  /// Undoes the last rating: restores the word's schedule, and deals its card again, as the next of its run while that
  /// goes on.
  private func undo(_ notebook: Notebook, _ context: SessionContext) throws(WireError) -> CardTurn {
    let change = try notebook.change(context) { words throws(VocabularyFault) in try words.undoingReview() }
    guard case .reviewUndone(let number, _, _) = change else { throw WireError(.notFound, .word, "No such word") }
    (table.rated, table.answered) = (nil, nil)
    if table.kind == .study {
      table.show(number, of: notebook.words, seed: context.randomNumber())
    } else if table.result == nil {
      table.deal(from: notebook.words, on: context.today, seed: context.randomNumber())
    }
    return CardTurn(fields: ["action": "undo", "word": .int(number)], remark: "The last rating is taken back")
  }
}

extension CardTurn {
  /// A word was reviewed.
  fileprivate init(reviewed word: Word, _ rating: Rating, _ judged: TypedAnswer?) {
    let due = word.schedule.map { Day(number: $0.due).text } ?? ""
    fields = [
      "word": .int(word.number), "original": .string(word.entry.original),
      "translation": .string(word.entry.translation), "rating": .string(rating.rawValue), "due": .string(due),
    ]
    if let judged { fields["answer"] = .string(judged.name) }
    let verdict = judged.map { "\($0.words): " } ?? ""
    remark = "\(verdict)\(word.entry.original) = \(word.entry.translation) (\(rating.rawValue), due \(due))"
    isLookedAt = judged.map { $0 != .right } ?? false
    isReview = true
  }
}

extension TypedAnswer {
  /// The wire's name.
  fileprivate var name: String {
    switch self {
    case .wrong: "wrong"
    case .typo: "typo"
    case .accents: "accents"
    case .right: "right"
    }
  }

  fileprivate var words: String {
    switch self {
    case .wrong: "Wrong"
    case .typo: "Right but for a slip"
    case .accents: "Right but for accents"
    case .right: "Right"
    }
  }
}
