import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Runs of cards. They are no matches of a ``Game``: a game's puzzle follows from a seed or a day and is the same for
/// all who play it, while these cards are a player's own words, which nobody else may see and which change meanwhile.
/// What a game's result has all the same, a share text in the channel, statistics, a streak, a place in the history,
/// comes from a match that is stored with its result at the end, without a word in it.
extension Notebook {
  /// The next card of the run that is under way, or the first of a new one.
  func cards(_ request: Request.Cards, _ context: SessionContext) throws(WireError) -> StudyAnswer {
    let asksForNew = request.kind != nil || request.count != nil
    if asksForNew, !request.restarts, let run = words.practice, run.score.ratings.count > 0 {
      let progress = "\(run.score.ratings.count) of \(run.count) cards done"
      throw WireError(
        .exists, .run, "A run is under way, \(progress): \"cards\" alone goes on with it, \"restart\" begins another")
    }
    (answered, isCardSeen) = (nil, true)
    if request.restarts || asksForNew || words.practice == nil {
      let language = try self.language(request.language)
      let kind = request.kind.flatMap(Section.Kind.init(rawValue:)) ?? .random
      let count = request.count ?? PracticeRun.defaultCount
      let words = PracticeRun.words(kind, of: language, count: count, seed: context.randomNumber())
      guard !words.isEmpty else {
        throw WireError(.notFound, .word, "\(language.name) has no such words yet: /add casa = house adds one")
      }
      let run = PracticeRun(language: language.number, left: words, hasChoices: request.choices)
      try change(context) { _ in .practiceBegun(run) }
    }
    guard let answer = nextCard(context) else { throw WireError(.notFound, .word, "There is no card left") }
    return answer
  }

  /// The next card of the run; `nil` when there is none.
  func nextCard(_ context: SessionContext) -> StudyAnswer? {
    isPractising = words.practice != nil
    guard let run = words.practice, let number = run.left.first,
      let (word, language) = try? words.word(number)
    else { return nil }
    selected = language.number
    return deal(
      word, of: language, StudyQueue(of: language, on: context.today), choices: run.hasChoices,
      run: StudyAnswer.Run(run), context)
  }

  /// Counts a card that was rated, if it is the run's.
  ///
  /// - Returns: how the run has ended, where this was its last card.
  func practise(_ number: Int, _ rating: Rating, _ context: SessionContext) throws(WireError)
    -> CardResult?
  {
    guard isPractising, let run = words.practice, run.left.first == number else { return nil }
    let score = run.score(after: rating)
    try change(context) { _ in .practised(number: number, rating) }
    return words.practice == nil ? finish(score, context) : nil
  }

  /// Stores a result.
  private func finish(_ score: CardScore, _ context: SessionContext) -> CardResult {
    let stored = context.record(
      RecordedResult(of: CardScore.game, won: score.isWon, score: score.remembered, grid: score.share))
    return CardResult(match: String(stored.match), share: stored.share)
  }
}

extension StudyAnswer.Run {
  init(_ run: PracticeRun) {
    self.init(done: run.score.ratings.count, count: run.count, remembered: run.score.remembered)
  }
}
