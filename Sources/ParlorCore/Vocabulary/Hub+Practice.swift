import GameKit
import Kernel
import Vocabulary
import WireProtocol

/// Runs of cards. They are no matches of a ``Game``: a game's puzzle follows from a seed or a day and is the same for
/// all who play it, while these cards are a player's own words, which nobody else may see and which change meanwhile.
/// What a game's result has all the same, a share text in the channel, statistics, a streak, a place in the history,
/// comes from a match that is stored with its result at the end, without a word in it.
extension Hub {
  /// The next card of the run that is under way, or the first of a new one.
  func cards(
    _ request: Request.Cards, in notebook: Notebook, of player: Player
  ) throws(WireError) -> StudyAnswer {
    if request.restarts || notebook.words.practice == nil {
      let language = try notebook.language(request.language)
      let kind = Section.Kind(rawValue: request.kind) ?? .random
      let words = PracticeRun.words(kind, of: language, count: request.count, seed: randomNumber())
      guard !words.isEmpty else {
        throw WireError(.notFound, .word, "\(language.name) has no such words yet: /add casa = house adds one")
      }
      let run = PracticeRun(language: language.number, left: words, hasChoices: request.choices)
      try change(notebook, of: player) { _ in .practiceBegun(run) }
    }
    guard let answer = nextCard(in: notebook) else { throw WireError(.notFound, .word, "There is no card left") }
    return answer
  }

  /// The next card of the run; `nil` when there is none.
  func nextCard(in notebook: Notebook) -> StudyAnswer? {
    notebook.isPractising = notebook.words.practice != nil
    guard let run = notebook.words.practice, let number = run.left.first,
      let (word, language) = try? notebook.words.word(number)
    else { return nil }
    notebook.selected = language.number
    return deal(
      word, of: language, StudyQueue(of: language, on: today), choices: run.hasChoices, run: StudyAnswer.Run(run),
      from: notebook)
  }

  /// Counts a card that was rated, if it is the run's.
  ///
  /// - Returns: how the run has ended, where this was its last card.
  func practise(_ number: Int, _ rating: Rating, in notebook: Notebook, of player: Player) throws(WireError)
    -> CardResult?
  {
    guard notebook.isPractising, let run = notebook.words.practice, run.left.first == number else { return nil }
    let score = run.score(after: rating)
    try change(notebook, of: player) { _ in .practised(number: number, rating) }
    return notebook.words.practice == nil ? finish(score, of: player) : nil
  }

  /// Stores a result: the first of a day counts as the day's, and with it for the streak.
  private func finish(_ score: CardScore, of player: Player) -> CardResult {
    let scope = PuzzleScope.day(game: KnownNames.cards, today)
    let isDaily = !knowledge.hasFinished(player.id, scope)
    if isDaily { knowledge.finish(scope, by: player.id) }
    let mode = isDaily ? ModeKind.daily : .practice
    let share = isDaily ? score.shareText(on: today) : score.share.text(title: CardScore.title, label: mode.rawValue)
    let match = StoredMatch(
      id: numbers.next(), room: 0, game: KnownNames.cards, mode: mode.rawValue, puzzleKey: "", puzzle: Array("{}".utf8),
      settings: Array("{}".utf8), day: isDaily ? today.number : nil, round: nil, player: player.id, isRanked: isDaily,
      startedAt: now)
    func append(_ fact: MatchFact) { journal.append(MatchDocument.line(fact, of: match.id)) }
    append(.opened(match))
    append(
      .finished(
        StoredResult(
          match: match.id, player: player.id, game: match.game, mode: match.mode, day: today.number, won: score.isWon,
          tries: nil, score: score.remembered, elapsed: Elapsed(milliseconds: 0), isRanked: isDaily, share: share,
          secret: Array("{}".utf8), finishedAt: now), told: nil))
    append(.closed)
    return CardResult(match: String(match.id), share: share)
  }

  /// A result of cards as the channel keeps it.
  func share(ofCards history: StoredMatchHistory, by player: Player) throws(WireError) -> StoredShare {
    guard let result = history.results.first(where: { $0.player == player.id }) else {
      throw WireError(.notFound, .match, "Match \(history.match.id) is not over")
    }
    let body = ShareBody(
      text: result.share, puzzle: history.match.day, mode: ModeKind(rawValue: result.mode), tries: nil)
    return StoredShare(
      id: numbers.nextShare(), player: player.id, game: result.game, match: result.match, claim: nil, day: result.day,
      won: result.won, score: result.score, body: body.bytes, sharedAt: now)
  }
}

extension StudyAnswer.Run {
  init(_ run: PracticeRun) {
    self.init(done: run.score.ratings.count, count: run.count, remembered: run.score.remembered)
  }
}
