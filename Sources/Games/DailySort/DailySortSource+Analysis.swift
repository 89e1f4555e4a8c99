public import GameKit

/// The solver treats any order of the letters as a possible word: which orders are words is the player's knowledge.
extension DailySortSource: AnalysingSource {
  /// More tries are not judged.
  private static let mostTries = 50
  /// Longer words, which players may choose, have too many orders.
  private static let mostLetters = 7

  public func analysis(of game: DailySort, after moves: [DailySort.Move]) -> MatchAnalysis? {
    guard game.tried.count <= Self.mostTries, game.puzzle.word.utf8.count <= Self.mostLetters else { return nil }
    var state = DailySort(puzzle: game.puzzle, settings: NoSettings())
    var judged = JudgedTries(state)
    var analysis = MatchAnalysis(start: judged.expected, noun: .orders)
    for move in moves {
      // A player's own vote changes nothing but the end.
      if case .giveUp = move { continue }
      let (tries, hints) = (state.tried.count, state.hints)
      guard (try? state.play(move, by: PlayerID(0), at: .zero)) != nil else { return nil }
      if state.tried.count > tries, let tried = state.tried.last {
        analysis.add(judged.judge(tried.letters, of: game.puzzle.word))
      } else if state.hints > hints {
        analysis.help(leaving: judged.learn(String(game.puzzle.word.prefix(state.told))))
      }
    }
    return analysis
  }

  public func fitting(after guess: Int, of game: DailySort) -> [String]? {
    guard guess >= 1, guess <= game.tried.count, game.puzzle.word.utf8.count <= Self.mostLetters else { return nil }
    let word = OrderValues.Order(game.puzzle.word.utf8)
    let tries = game.tried.prefix(guess).map { OrderValues.Order($0.letters.utf8) }
    return JudgedTries.possible(game).filter { order in
      tries.allSatisfy { $0.agreement(with: order) == $0.agreement(with: word) }
    }.map(\.text)
  }
}

private struct JudgedTries {
  private var set: [OrderValues.Order]
  private var value: OrderValues.Value

  init(_ game: DailySort) {
    set = Self.possible(game)
    value = OrderValues.value(of: set)
  }

  /// All orders but the one that the tiles lie in at the beginning, which is never the word.
  static func possible(_ game: DailySort) -> [OrderValues.Order] {
    let start = OrderValues.Order(game.puzzle.scramble.utf8)
    let orders = OrderValues.orders(of: game.puzzle.word)
    return game.puzzle.isByFirstRules ? orders : orders.filter { $0 != start }
  }

  var expected: Double { Double(value.cost) / Double(max(1, set.count)) }

  mutating func judge(_ letters: String, of word: String) -> AnalysedGuess {
    let guess = OrderValues.Order(letters.utf8)
    let agreement = guess.agreement(with: OrderValues.Order(word.utf8))
    let (count, before, best) = (set.count, expected, value.best?.text ?? "")
    var cost = count
    var left: (set: [OrderValues.Order], value: OrderValues.Value) = ([], OrderValues.value(of: []))
    for part in OrderValues.parts(of: set, by: guess) {
      // An uninformative try changes nothing.
      let value = part.orders.count == count ? self.value : OrderValues.value(of: part.orders)
      cost += value.cost
      if part.agreement == agreement { left = (part.orders, value) }
    }
    let isSolved = left.set.isEmpty
    set = isSolved ? [guess] : left.set
    value = left.value
    return AnalysedGuess(
      letters, expected: Double(cost) / Double(max(1, count)), best: (best, before),
      left: (set.count, isSolved ? 0 : expected))
  }

  /// Applies the known beginning of the word.
  ///
  /// - Returns: the number of tries to be expected then.
  mutating func learn(_ beginning: String) -> Double {
    set.removeAll { !$0.text.hasPrefix(beginning) }
    value = OrderValues.value(of: set)
    return expected
  }
}
