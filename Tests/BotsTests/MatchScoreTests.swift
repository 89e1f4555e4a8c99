import GameKit
import Testing
import WireProtocol

@testable import ParlorBots

@Suite("The score of a match")
struct MatchScoreTests {
  private func games(_ results: [Character], isTable: Bool = false) -> [MatchGame] {
    results.enumerated().map { index, result in
      var game = MatchGame(
        number: index + 1, seed: isTable ? index / 2 : index,
        opener: isTable ? (index % 2 == 0 ? .first : .second) : nil)
      let words: (JSON, JSON) = result == "+" ? ("won", "lost") : result == "-" ? ("lost", "won") : ("drawn", "drawn")
      game[.first].outcome = ["won": .bool(result == "+"), "result": words.0]
      game[.second].outcome = ["won": .bool(result == "-"), "result": words.1]
      return game
    }
  }

  private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.0001 }

  /// Agresti and Coull, "Approximate is better than exact" (1998): 8 of 10 give 0.4902 to 0.9433.
  @Test("Without draws the interval is Wilson's")
  func wilson() {
    let score = MatchScore(games(Array("++++++++--")))
    #expect(near(score.low, 0.4902) && near(score.high, 0.9433) && score.score == 0.8)
    #expect(!score.isShown)
    let all = MatchScore(games(Array(repeating: "+", count: 10)))
    #expect(near(all.low, 0.7225) && all.high == 1 && all.isShown && !all.isFirstWorse)
    let none = MatchScore(games(Array(repeating: "-", count: 10)))
    #expect(none.low == 0 && near(none.high, 0.2775) && none.isFirstWorse)
  }

  @Test("Draws narrow the interval, and a few decided games do not suffice for a verdict")
  func draws() {
    func score(_ won: Int) -> MatchScore {
      MatchScore(games(Array(repeating: "+", count: won) + Array(repeating: "=", count: 100 - won)))
    }
    #expect(score(0).low < 0.5 && score(0).high > 0.5 && !score(0).isShown)
    #expect(score(5).low > 0.5 && !score(5).isShown)
    #expect(score(6).isShown)
    #expect(score(6).high - score(6).low < 0.06)
  }

  @Test("Two games on one seed count as one, so that the first move does not matter")
  func pairs() {
    let score = MatchScore(games(Array(repeating: ["+", "-"] as [Character], count: 20).flatMap { $0 }, isTable: true))
    #expect(score.units == 20 && score.score == 0.5 && score.won == 20 && score.lost == 20 && !score.isShown)
    // An odd one at the end counts alone.
    #expect(MatchScore(games(["+", "-", "+"], isTable: true)).units == 2)
  }

  @Test("Games that repeat earlier ones move by move do not count")
  func repeated() {
    var same = games(Array(repeating: "+", count: 20))
    for index in same.indices { same[index].play = "the same" }
    let score = MatchScore(same)
    #expect(score.distinct == 1 && score.units == 20 && !score.isShown && score.won == 20)
    for index in same.indices { same[index].play = "\(index)" }
    #expect(MatchScore(same).distinct == 20)
  }

  @Test("The interval of two equal bots excludes one half about once in twenty times")
  func coverage() {
    var random = SeededGenerator(seed: 1927)
    var outside = 0
    for _ in 0..<500 {
      let results = (0..<60).map { _ -> Character in ["+", "-", "=", "=", "="][random.number(below: 5)] }
      let score = MatchScore(games(results))
      if score.low > 0.5 || score.high < 0.5 { outside += 1 }
    }
    #expect((12...40).contains(outside), "\(outside) of 500")
  }

  @Test("Elo differences equal his table")
  func elo() throws {
    #expect(near(try #require(MatchScore.elo(0.5)), 0))
    #expect(abs(try #require(MatchScore.elo(0.76)) - 200) < 1)
    #expect(abs(try #require(MatchScore.elo(0.24)) + 200) < 1)
    #expect(MatchScore.elo(1) == nil && MatchScore.elo(0) == nil)
  }

  @Test("A puzzle is won by solving it, then by points, and never by time")
  func puzzles() {
    func winner(_ first: SideResult, _ second: SideResult) -> Side? {
      var game = MatchGame(number: 1, seed: 1, opener: nil)
      game[.first] = first
      game[.second] = second
      return game.winner
    }
    let solved = SideResult(outcome: ["won": true, "tries": 6], points: 1)
    let sooner = SideResult(outcome: ["won": true, "tries": 4], points: 3)
    let missed = SideResult(outcome: ["won": false], points: 9)
    let faulty = SideResult(outcome: ["won": true, "tries": 1], points: 6, fault: .idle(count: 1))
    #expect(winner(solved, missed) == .first && winner(missed, solved) == .second)
    #expect(winner(solved, sooner) == .second && winner(solved, solved) == nil)
    #expect(winner(faulty, missed) == .second && winner(faulty, faulty) == nil)
    // Without replays only tries are known.
    let (three, four) = (
      SideResult(outcome: ["won": true, "tries": 3]), SideResult(outcome: ["won": true, "tries": 4])
    )
    #expect(winner(three, four) == .first)
  }
}
