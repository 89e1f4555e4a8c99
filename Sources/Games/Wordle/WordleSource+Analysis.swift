public import GameKit
import WordleSearch

extension WordleSource: AnalysingSource {
  public func analysis(of game: Wordle, after moves: [WordGuess]) -> MatchAnalysis? {
    let rule: GuessRule = game.settings.ultra ? .ultra : game.settings.hard ? .hard : .free
    guard var match = values.match(rule) else { return nil }
    var analysis = MatchAnalysis(start: match.expected, noun: .words)
    var fitting = lists.packed
    for guess in game.guesses {
      guard let step = match.judge(guess) else { return nil }
      fitting.removeAll { !guess.fits($0) }
      analysis.add(
        AnalysedGuess(
          guess.word.text, expected: step.expected, best: (step.best.guess.text, step.best.expected),
          left: (step.left, step.expectedAfter), fitting: fitting.count))
    }
    return analysis
  }

  public func fitting(after guess: Int, of game: Wordle) -> [String]? {
    guard (1...max(1, game.guesses.count)).contains(guess), guess <= game.guesses.count else { return nil }
    let guesses = game.guesses.prefix(guess)
    return lists.packed.filter { word in guesses.allSatisfy { $0.fits(word) } }.map(\.text)
  }
}
