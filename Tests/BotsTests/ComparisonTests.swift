import Foundation
import GameKit
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

@Suite("Comparing two bots", .waiting)
struct ComparisonTests {
  private func report(_ tries: [Int?], series: String = "a", loss: Int? = 7, points: [Int]? = nil) -> TrialReport {
    let summary = TrialSummary(
      game: "wordle", settings: [:], seed: 1, puzzles: tries.count, series: series, solved: tries.count { $0 != nil },
      givenUp: 0, lossTries: loss, distribution: [], moves: 0, rejections: 0, medianMicroseconds: 0,
      p99Microseconds: 0, longestMicroseconds: 0, elapsedMilliseconds: 0, day: "2026-11-20")
    return TrialReport(
      player: "bot", isKept: false, summary: summary, tries: tries, points: points ?? tries.map { 7 - ($0 ?? 7) })
  }

  @Test("Mean and interval equal the textbook's")
  func known() throws {
    // Differences -1, -2, 0, -1, -1: mean -1, deviation 0.70711, t with 4 degrees of freedom 2.776.
    let difference = try PairedDifference(report([3, 3, 4, 3, nil]), report([4, 5, 4, 4, nil]))
    #expect(abs(difference.mean - -0.8) < 1e-12)
    // -1, -2, 0, -1, 0: mean -0.8, deviation 0.83666, standard error 0.37417.
    #expect(abs(difference.low - (-0.8 - 2.776 * 0.374166)) < 1e-4)
    #expect(abs(difference.high - (-0.8 + 2.776 * 0.374166)) < 1e-4)
    #expect(difference.firstBetter == 3)
    #expect(difference.secondBetter == 0)
    #expect(!difference.isShown)
    #expect(difference.verdict("A", "B").hasPrefix("No difference shown: A minus B is -0.80 tries"))
  }

  @Test(
    "Student's t equals the tables",
    arguments: [(1, 12.706), (5, 2.571), (6, 2.447), (10, 2.228), (29, 2.045), (99, 1.984), (2258, 1.961)])
  func quantiles(_ freedom: Int, _ expected: Double) {
    #expect(abs(PairedDifference.quantile(freedom: freedom) - expected) < 0.001)
  }

  @Test("A significant difference is stated in words, for either side")
  func shown() throws {
    let better = report((0..<100).map { 3 + $0 % 2 })
    let worse = report((0..<100).map { 4 + $0 % 2 - ($0 % 10 == 0 ? 1 : 0) })
    let first = try PairedDifference(better, worse)
    #expect(first.verdict("A", "B") == "A needs 0.90 tries fewer than B (95 %: 0.84 to 0.96): A is better.")
    let second = try PairedDifference(worse, better)
    #expect(second.verdict("A", "B") == "B needs 0.90 tries fewer than A (95 %: 0.84 to 0.96): B is better.")
    #expect(!first.isFirstWorse && second.isFirstWorse)
  }

  /// Student's example of 1908: the hours of sleep that two drugs gave ten patients. R, `t.test(paired = TRUE)`: mean
  /// -1.58, 95 % from -2.4598858 to -0.7001142.
  @Test("Student's ten patients of 1908 give the textbook result")
  func sleep() throws {
    let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    let difference = try PairedDifference(first, second, measure: .points)
    #expect(abs(difference.mean - -1.58) < 1e-9)
    #expect(abs(difference.low - -2.4598858) < 2e-4 && abs(difference.high - -0.7001142) < 2e-4)
    #expect(difference.firstBetter == 0 && difference.secondBetter == 9 && difference.differing == 9)
    #expect(difference.isFirstWorse)
    #expect(difference.verdict("A", "B") == "B has 1.58 points more than A (95 %: 0.70 to 2.46): B is better.")
    #expect(difference.tally("A", "B") == "On 10 puzzles A did better 0 times, B 9 times; 1 were equal.")
  }

  @Test("The interval of two equal bots excludes zero about once in twenty times")
  func coverage() throws {
    var random = SeededGenerator(seed: 1908)
    func tries() -> Double { Double(3 + random.number(below: 3)) }
    var shown = 0
    for _ in 0..<2000 {
      let first = (0..<40).map { _ in tries() }
      let second = (0..<40).map { _ in tries() }
      if try PairedDifference(first, second, measure: .tries).isShown { shown += 1 }
    }
    #expect((70...130).contains(shown), "\(shown) of 2000")
  }

  @Test("With hardly any differing puzzles there is no verdict, however narrow the interval")
  func fewDiffering() throws {
    // Two puzzles, the same difference: the interval has no width.
    let two = try PairedDifference(report([3, 3]), report([4, 4]))
    #expect(two.low == -1 && two.high == -1 && !two.isShown)
    #expect(
      two.verdict("A", "B").hasPrefix("Too few puzzles differ to tell, 2 instead of 6: A minus B is -1"))
    // Five of a thousand in favour of one side: t says 2.24, a coin says one in sixteen.
    func many(_ better: Int) throws -> PairedDifference {
      try PairedDifference(report((0..<1000).map { $0 < better ? 3 : 4 }), report(Array(repeating: 4, count: 1000)))
    }
    #expect(try many(5).high < 0 && many(5).isShown == false)
    #expect(try many(6).isShown)
  }

  @Test("Equal bots show no difference, and a loss counts as one more than the most tries")
  func equal() throws {
    let same = try PairedDifference(report([3, nil]), report([3, nil]))
    #expect(same.mean == 0 && same.low == 0 && same.high == 0 && !same.isShown && !same.isFirstWorse)
    #expect(same.verdict("A", "B") == "No difference: A and B did the same on every puzzle.")
    #expect(same.tally("A", "B") == "On 2 puzzles A did better 0 times, B 0 times; 2 were equal.")
    #expect(try PairedDifference(report([3, nil]), report([3, 6])).mean == 0.5)
  }

  @Test("If losses have no tries, points are compared, and more is better")
  func points() throws {
    let none = [Int?](repeating: nil, count: 6)
    let one = report(none, loss: nil, points: [300, 200, 310, 300, 200, 310])
    let other = report(none, loss: nil, points: [200, 100, 209, 200, 100, 209])
    #expect(try PairedDifference(one, other).verdict("A", "B").hasPrefix("A has 100.33 points more than B"))
  }

  @Test("If losses have no tries but there are none, tries are compared")
  func noLosses() throws {
    let one = report([1, 2, 1, 1, 2, 1], loss: nil, points: [3, 2, 3, 3, 2, 3])
    let other = report([2, 3, 3, 2, 3, 3], loss: nil, points: [2, 1, 1, 2, 1, 1])
    #expect(try PairedDifference(one, other).verdict("A", "B").hasPrefix("A needs 1.33 tries fewer than B"))
  }

  @Test("Reports about other puzzles are refused, and so is a single puzzle")
  func refusals() {
    #expect(throws: PairedDifference.Refusal.self) {
      try PairedDifference(report([3, 4]), report([3, 4], series: "b"))
    }
    #expect(throws: PairedDifference.Refusal.self) { try PairedDifference(report([3]), report([4])) }
  }

  @Test("A comparison fails only on request and if the first is worse")
  func failing() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-compare-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (good, bad) = (folder.appendingPathComponent("good").path, folder.appendingPathComponent("bad").path)
    try TrialFile(report(Array(repeating: 3, count: 40)), PlayedPuzzles()).write(to: good)
    try TrialFile(report(Array(repeating: 4, count: 40)), PlayedPuzzles()).write(to: bad)
    func status(_ arguments: String...) throws -> Int32? {
      let child = try ChildProcess(ServerProcess.path(of: "parlor-bots"), ["compare"] + arguments, environment: [:])
      _ = LineReader(descriptor: child.output).rest(within: Patience.seconds)
      return child.wait()
    }
    #expect(try status(bad, good, "--fail-if-worse") == 1)
    #expect(try status(bad, good) == 0)
    #expect(try status(good, bad, "--fail-if-worse") == 0)
    #expect(try status(good, good, "--fail-if-worse") == 0)
  }

  @Test("A written report can be read")
  func files() throws {
    let written = report([3, nil, 5])
    #expect(TrialFile(reading: Array(TrialText.json(of: written).text.utf8))?.report == written)
    #expect(TrialFile(reading: Array("{}".utf8)) == nil)
  }
}

@Suite("Simulated bad networks", .waiting)
struct DisturbanceTests {
  private static let line = Array(#"{"type":"pong","re":1}"#.utf8) + [0x0A]

  @Test("A seed determines the disturbances")
  func seeds() {
    func play(_ seed: UInt64) -> [[UInt8]] {
      var disturbance = Disturbance(seed: seed)
      return (0..<50).flatMap { _ in disturbance.pieces(of: Self.line).pieces.map(\.bytes) }
    }
    #expect(play(1) == play(1))
    #expect(play(1) != play(2))
  }

  @Test("Additions are whole lines of JSON, and the original content is preserved")
  func content() throws {
    var disturbance = Disturbance(seed: 5)
    var told: [UInt8] = []
    for _ in 0..<500 { told += disturbance.pieces(of: Self.line).pieces.flatMap(\.bytes) }
    let lines = told.split(separator: 0x0A)
    let messages = try lines.map { try JSON(parsing: Array($0)) }
    #expect(messages.count { $0["type"] == "pong" && $0["re"] == 1 } == 500)
    #expect(messages.count == 500 + (disturbance.counts[.unknownMessage] ?? 0))
    for kind in Disturbance.Kind.allCases { #expect(disturbance.counts[kind] ?? 0 > 0, "\(kind)") }
  }

  @Test("A report names the last disturbance before a bot stopped")
  func card() {
    var card = ReportCard()
    card.disturbances = [.unknownField: 3, .split: 1]
    card.note([.split])
    card.noteAnswer()
    card.note([.unknownField])
    #expect(card.tolerates(.split) == true)
    #expect(card.tolerates(.unknownField) == false)
    #expect(card.tolerates(.delay) == nil)
    #expect(card.verdict.contains("unknown fields"))
    card.hasFinished = true
    #expect(card.verdict == "the bot stands all of it" && card.fault == nil)
    card.note(.movesDoubled)
    #expect(card.fault != nil)
    #expect(card.verdict.contains("move_id"))
  }
}
