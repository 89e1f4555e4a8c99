import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import DailySort

@Suite("Analyses of DailySort")
struct DailySortAnalysisTests {
  private static func analysis(_ word: String, _ scramble: String, _ moves: [DailySort.Move]) throws -> MatchAnalysis {
    var game = DailySort(
      puzzle: DailySort.Puzzle(word: word, scramble: scramble, meaning: .stories), settings: NoSettings())
    for move in moves { _ = try game.play(move, by: ana, at: .zero) }
    return try #require(WordsFile.source.get().analysis(of: game, after: moves))
  }

  @Test("A word of a player's own with more than seven letters has no analysis")
  func ownWord() throws {
    var game = DailySort(
      puzzle: DailySort.Puzzle(word: "mountains", scramble: "smountain", meaning: .stories), settings: NoSettings())
    let moves: [DailySort.Move] = [.arrange("nmountais"), .arrange("mountains")]
    for move in moves { _ = try game.play(move, by: ana, at: .zero) }
    let source = try WordsFile.source.get()
    #expect(source.analysis(of: game, after: moves) == nil && source.fitting(after: 1, of: game) == nil)
  }

  /// The least total number of tries for a set of orders, of tries that fit, by trying everything.
  private static func leastCost(_ set: [String]) -> Int {
    guard set.count > 1 else { return set.count }
    return set.map { guess in
      let parts = Dictionary(grouping: set.filter { $0 != guess }) { zip(guess, $0).map { $0 == $1 } }
      return set.count + parts.values.reduce(0) { $0 + leastCost($1) }
    }.min() ?? 0
  }

  @Test("The value of small sets of orders is what trying everything finds")
  func bruteForce() throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    for round in 0..<20 {
      var letters = Array(generator.pick(["tales", "abbey", "planet"]))
      var set: Set<String> = []
      while set.count < 2 + round % 5 {
        generator.shuffle(&letters)
        set.insert(String(letters))
      }
      let value = OrderValues.value(of: set.sorted().map { OrderValues.Order($0.utf8) })
      #expect(value.cost == Self.leastCost(set.sorted()), "\(set)")
    }
  }

  @Test("All different orders are there, once, but the one in which the tiles lie")
  func orders() throws {
    #expect(OrderValues.orders(of: "tales").count == 120 && Set(OrderValues.orders(of: "tales")).count == 120)
    let texts = OrderValues.orders(of: "abbey").map(\.text)
    #expect(texts.count == 60 && texts.first == "abbey" && texts == texts.sorted())
    let play = try Play("tales", scramble: "lates", after: ["stale"])
    let fitting = try #require(try WordsFile.source.get().fitting(after: 1, of: play.game))
    #expect(fitting.contains("tales") && !fitting.contains("lates") && fitting.allSatisfy { $0.first != "s" })
  }

  @Test("Tries are what was expected, plus costs, less luck, less what hints saved, plus what remains of a loss")
  func identity() throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    let words = [("tales", "lates"), ("abbey", "byabe"), ("planet", "tlanep")]
    for _ in 0..<TestLength.count(short: 60, long: 2000) {
      let (word, scramble) = generator.pick(words)
      var game = DailySort(
        puzzle: DailySort.Puzzle(word: word, scramble: scramble, meaning: .stories), settings: NoSettings())
      var moves: [DailySort.Move] = []
      var letters = Array(word)
      while game.outcome(for: ana) == nil {
        generator.shuffle(&letters)
        let choices: [DailySort.Move] = [
          .arrange(String(letters)), .arrange(String(letters)), .arrange(word), .hint, .swap(1, 2), .submit, .giveUp,
        ]
        let move = moves.count < 20 ? generator.pick(choices) : .arrange(word)
        if (try? game.play(move, by: ana, at: .zero)) != nil { moves.append(move) }
      }
      let analysis = try #require(try WordsFile.source.get().analysis(of: game, after: moves))
      #expect(analysis.guesses.count == game.tried.count && analysis.guesses.allSatisfy { $0.cost >= 0 })
      let sum =
        analysis.start + analysis.skill - analysis.luck - analysis.helped - analysis.remaining - analysis.residual
      #expect(abs(sum - Double(game.tried.count)) < 1e-9 && analysis.residual > -1e-9)
      #expect((analysis.remaining == 0) == game.isSolved)
    }
  }

  @Test("A hint is no try, and its savings are separated from luck")
  func hints() throws {
    let analysis = try Self.analysis("tales", "lates", [.hint, .hint, .hint, .hint, .arrange("tales")])
    #expect(analysis.guesses.count == 1 && analysis.guesses[0].cost == 0 && analysis.guesses[0].luck == 0)
    #expect(abs(analysis.helped - (analysis.start - 1)) < 1e-9)
  }

  @Test("The first try of seven different letters, the most there are, is judged in time")
  func longest() throws {
    let began = ContinuousClock.now
    let analysis = try Self.analysis("parsley", "yelsrap", [.arrange("sleypar"), .arrange("parsley")])
    print("an analysis of seven letters: \(ContinuousClock.now - began)")
    #expect(analysis.guesses.map(\.answersLeft).last == 1)
    // Of 5,039 orders the solver tries some: another first one may be a little better.
    #expect(analysis.residual > -1e-9 && analysis.residual < 0.1, "\(analysis.residual)")
  }
}
