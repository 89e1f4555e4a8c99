import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import Wordle
@testable import WordleSearch

/// `V` is tested by itself: an identity that telescopes holds for any.
@Suite("Analyses of Wordle")
struct AnalysisTests {
  private static func words(_ file: String) throws -> [String] {
    String(decoding: try Lists.bytes(file), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The source as the server has it.
  private static func whole() throws -> WordleSource {
    let trees = try ["wordle.tree", "wordle-hard.tree", "wordle-ultra.tree"].map { try Lists.bytes($0) }
    return WordleSource(
      try GuessLists(answers: Lists.bytes("answers.txt"), guesses: Lists.bytes("guesses.txt")), trees: trees)
  }

  private static func analysis(
    _ source: WordleSource, _ answer: String, _ guesses: [String], _ settings: Wordle.Settings = Wordle.Settings()
  ) throws -> MatchAnalysis {
    let play = try Play(answer, settings, after: guesses)
    return try #require(source.analysis(of: play.game, after: []))
  }

  @Test(
    "Before the first guess the expectation is the average of the rule's tree",
    arguments: [(Wordle.Settings(), 7709), (.hard, 7899), (.ultra, 7901)])
  func start(_ settings: Wordle.Settings, _ total: Int) throws {
    let source = try Self.whole()
    #expect(try Self.analysis(source, "bully", ["bully"], settings).start == Double(total) / 2259)
    // Whoever follows the tree pays nothing.
    let root = try #require(source.values.match(settings == .ultra ? .ultra : settings == .hard ? .hard : .free))
    let opening = settings.isHard ? "salet" : "reast"
    let analysis = try Self.analysis(source, "bully", [opening, "bully"], settings)
    #expect(analysis.guesses[0].cost < 1e-9 && analysis.guesses[0].best == opening)
    #expect(analysis.residual.magnitude < 1e-9)
    #expect(root.answersLeft == 2259)
  }

  private static func tiles(_ guess: String, _ answer: String) -> [Tile] {
    LetterColours.tiles(of: Array(guess.utf8), against: Array(answer.utf8))
  }

  /// The least total number of guesses for a set of answers, by trying everything.
  private static func leastCost(_ set: [String], _ accepted: [String]) -> Int {
    guard set.count > 1 else { return set.count }
    var least = Int.max
    for guess in accepted {
      let parts = Dictionary(grouping: set) { tiles(guess, $0) }
      guard parts.count > 1 else { continue }
      let rest = parts.filter { $0.key.contains { $0 != .right } }
      // No part costs less than one guess and then two.
      guard set.count + rest.reduce(0, { $0 + 2 * $1.value.count - 1 }) < least else { continue }
      least = min(least, set.count + rest.reduce(0) { $0 + leastCost($1.value, accepted) })
    }
    return least
  }

  @Test("The value of twenty small sets equals that of exhaustive search")
  func bruteForce() throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    let (answers, guesses) = (try Self.words("answers.txt"), try Self.words("guesses.txt"))
    for size in (0..<20).map({ 3 + $0 % 5 }) {
      // Words that are alike in all but a letter or two are hard to tell apart.
      let ending = generator.pick(answers).suffix(3)
      let alike = Array(answers.filter { $0.hasSuffix(ending) }.prefix(size))
      let set = Array(Set(alike + (0..<size).map { _ in generator.pick(answers) }).sorted().prefix(size))
      let accepted = Array(Set(set + (0..<40).map { _ in generator.pick(guesses) })).sorted()
      let values = GuessValues(
        answers: set.compactMap { PackedWord($0) }, accepted: accepted.compactMap { PackedWord($0) }, width: .all)
      let expected = try #require(values.match(.free)).expected
      #expect(expected == Double(Self.leastCost(set, accepted)) / Double(set.count), "\(set)")
    }
  }

  /// Plays at random, with accepted guesses that the rule allows.
  private static func randomMatch(
    _ answer: String, _ accepted: [String], _ settings: Wordle.Settings, using generator: inout SeededGenerator
  ) throws -> Play {
    var play = try Play(answer, settings)
    for _ in 0..<40 where !play.game.isOver {
      // Sooner or later a guess is right.
      _ = play.refusal(generator.oneIn(4) ? answer : generator.pick(accepted))
    }
    if !play.game.isOver { _ = try play.game.play(.giveUp, by: ana, at: .zero) }
    return play
  }

  private static func check(_ analysis: MatchAnalysis, _ game: Wordle) {
    #expect(analysis.guesses.count == game.guesses.count)
    #expect(analysis.guesses.allSatisfy { $0.cost >= 0 })
    let sum = analysis.start + analysis.skill - analysis.luck - analysis.remaining - analysis.residual
    #expect(abs(sum - Double(game.guesses.count)) < 1e-9)
    #expect(analysis.residual > -1e-9)
    #expect((analysis.remaining == 0) == game.isWon)
  }

  @Test(
    "In exact mode the guesses are the expectation plus costs, minus luck, plus the remainder of a loss",
    arguments: [Wordle.Settings(), .hard, .ultra])
  func identity(_ settings: Wordle.Settings) throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    let (answers, guesses) = (try Self.words("answers.txt"), try Self.words("guesses.txt"))
    let count = TestLength.count(short: 200, long: 3400)
    for round in 0..<(count / 100) {
      let set = Array(Set((0..<30).map { _ in generator.pick(answers) })).sorted()
      let accepted = Array(Set(set + (0..<90).map { _ in generator.pick(guesses) })).sorted()
      let lists = try GuessLists(
        answers: Array(set.joined(separator: "\n").utf8), guesses: Array(accepted.joined(separator: "\n").utf8))
      let source = WordleSource(lists, width: .all)
      for _ in 0..<100 {
        let play = try Self.randomMatch(generator.pick(set), accepted, settings, using: &generator)
        let analysis = try #require(source.analysis(of: play.game, after: []))
        Self.check(analysis, play.game)
        #expect(analysis.residual < 1e-9, "round \(round): \(play.game.guesses.map(\.word.text))")
      }
    }
  }

  @Test("With all words a player seldom finds a better guess than the solver, and then only slightly better")
  func residual() throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    let source = try Self.whole()
    let (answers, guesses) = (try Self.words("answers.txt"), try Self.words("guesses.txt"))
    var (residuals, slowest): ([Double], Duration) = ([], .zero)
    for round in 0..<TestLength.count(short: 6, long: 600) {
      let settings: Wordle.Settings = [Wordle.Settings(), .hard, .ultra][round % 3]
      let play = try Self.randomMatch(
        generator.pick(answers), generator.oneIn(2) ? answers : guesses, settings, using: &generator)
      let began = ContinuousClock.now
      let analysis = try #require(source.analysis(of: play.game, after: []))
      slowest = max(slowest, ContinuousClock.now - began)
      Self.check(analysis, play.game)
      residuals.append(analysis.residual)
    }
    print("residual: largest \(residuals.max() ?? 0), above 0: \(residuals.count { $0 > 1e-9 }) of \(residuals.count)")
    print("slowest analysis: \(slowest)")
    #expect(residuals.allSatisfy { $0 < 0.5 })
  }

  @Test("A match has the same analysis whether or not its opening was judged before, and from another source")
  func repeated() throws {
    let (source, other) = (try Self.whole(), try Self.whole())
    let first = try Self.analysis(source, "bully", ["crane", "moist", "lucky", "bully"])
    #expect(try Self.analysis(source, "bully", ["crane", "moist", "lucky", "bully"]) == first)
    #expect(try Self.analysis(other, "bully", ["crane", "moist", "lucky", "bully"]) == first)
    _ = try Self.analysis(other, "saint", ["crane", "fuzzy"])
    #expect(try Self.analysis(other, "bully", ["crane", "moist", "lucky", "bully"]) == first)
  }

  @Test("Counts equal those of the lists: remaining answers, and accepted words that fit")
  func counts() throws {
    let (answers, guesses) = (try Self.words("answers.txt"), try Self.words("guesses.txt"))
    let source = try Self.whole()
    let play = try Play("bully", after: ["crane", "moist", "lucky"])
    let analysis = try #require(source.analysis(of: play.game, after: []))
    func fit(_ word: String, _ tries: Int) -> Bool {
      ["crane", "moist", "lucky"].prefix(tries).allSatisfy { Self.tiles($0, word) == Self.tiles($0, "bully") }
    }
    for tries in 1...3 {
      #expect(analysis.guesses[tries - 1].answersLeft == answers.count { fit($0, tries) })
      #expect(analysis.guesses[tries - 1].fittingLeft == guesses.count { fit($0, tries) })
      #expect(source.fitting(after: tries, of: play.game) == guesses.filter { fit($0, tries) })
    }
    #expect(source.fitting(after: 0, of: play.game) == nil && source.fitting(after: 4, of: play.game) == nil)
  }

  @Test("In hard mode the best guess is one that the hints allow")
  func hard() throws {
    let source = try Self.whole()
    for settings in [Wordle.Settings.hard, .ultra] {
      let play = try Play("light", settings, after: ["sight", "fight", "might", "light"])
      let analysis = try #require(source.analysis(of: play.game, after: []))
      for (index, guess) in analysis.guesses.enumerated().dropFirst() {
        let word = try #require(PackedWord(guess.best))
        let rule = HardMode(ultra: settings == .ultra)
        #expect(rule.violation(by: word, after: Array(play.game.guesses.prefix(index))) == nil, "\(guess.best)")
      }
    }
    // Without the rule there is a guess that tells several of them apart.
    let free = try Self.analysis(source, "light", ["sight", "fight", "might", "light"])
    let hard = try Self.analysis(source, "light", ["sight", "fight", "might", "light"], .hard)
    #expect(free.guesses[1].cost > hard.guesses[1].cost + 0.1)
  }

  @Test("An answer that is not in the list any more has no comparison")
  func unknownAnswer() throws {
    let play = try Play("zzzzz", after: ["bully", "zzzzz"])
    #expect(try Self.whole().analysis(of: play.game, after: []) == nil)
  }
}
