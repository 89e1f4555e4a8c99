import GameKit
import ParlorCore
import WireProtocol

extension AnalysisAnswer {
  init(_ analysis: MatchAnalysis, of match: StoredMatch) {
    self.init(
      match: String(match.id), game: match.game, noun: analysis.noun.rawValue,
      start: analysis.start.rounded6,
      guesses: analysis.guesses.map { guess in
        Guess(
          guess: guess.guess, answers: guess.answersLeft, fitting: guess.fittingLeft, cost: guess.cost.rounded6,
          luck: guess.luck.rounded6, best: guess.best)
      },
      skill: analysis.skill.rounded6, luck: analysis.luck.rounded6,
      helped: analysis.helped.rounded6 == 0 ? nil : analysis.helped.rounded6,
      remaining: analysis.remaining.rounded6 == 0 ? nil : analysis.remaining.rounded6,
      residual: analysis.residual.rounded6)
  }
}

extension WordsLeftAnswer {
  private static let pageLength = 100

  init(_ words: [String], after guess: Int, of match: StoredMatch, page: Int) throws(WireError) {
    let pages = max(1, (words.count + Self.pageLength - 1) / Self.pageLength)
    guard page <= pages else {
      throw WireError(.badField, "There \(pages == 1 ? "is 1 page" : "are \(pages) pages")")
    }
    self.init(
      match: String(match.id), number: guess, total: words.count, page: page, pages: pages,
      words: Array(words.dropFirst((page - 1) * Self.pageLength).prefix(Self.pageLength)))
  }
}

extension Double {
  /// Rounded to six decimals; never −0.
  fileprivate var rounded6: Double { (self * 1_000_000).rounded() / 1_000_000 + 0 }
}
