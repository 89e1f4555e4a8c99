import GameKit
import TestSeed
import Testing
import WaitingTrait

@testable import Bulls
@testable import GameKitTesting
@testable import TableGames

extension Planted: CustomTestStringConvertible {
  /// All of them in the long runs, since each takes a second of a processor; every fourth otherwise.
  static let tried = all.enumerated().filter { TestLength.isLong || $0.offset.isMultiple(of: 4) }.map(\.element)

  var testDescription: String { "\(ground.rawValue) \(plant.rawValue)" }

  private static let words = [
    "bark", "barn", "bird", "bolt", "cold", "cord", "dart", "film", "gold", "hand", "lamp", "mild", "moth", "palm",
    "salt", "wind",
  ]

  /// - Parameters:
  ///   - line: distinguishes calls.
  ///   - function: the test, by which another process comes to the call.
  func report(line: Int = 0, function: String = #function) throws -> GameReport {
    try plant.planted {
      switch ground {
      case .ships:
        var small = Faulty<Battleship>.Settings()
        small.base.size = 4
        return report(FaultySource(base: battleshipSource), small, line, function)
      case .cards: return report(FaultySource(base: highCardSource), Faulty<HighCard>.Settings(), line, function)
      case .word:
        var short = Faulty<Bulls>.Settings()
        short.base.tries = 6
        let bytes = Array(Self.words.joined(separator: "\n").utf8)
        return report(FaultySource(base: try BullsSource(words: bytes)), short, line, function)
      }
    }
  }

  private func report<S: PuzzleSource>(
    _ source: S, _ settings: S.G.Settings, _ line: Int, _ function: String
  ) -> GameReport {
    var budgets = Budgets()
    // Words are guessed in few moves, and compared in pairs; in the second match all wait for time now and then.
    let needsTwo = ground == .word || [.none, .handleTimeRefused, .handleTimeIgnored].contains(plant)
    budgets.puzzles = needsTwo ? 2 : 1
    budgets.callSeconds = 1
    budgets.dealMilliseconds = 50
    budgets.moves = 150
    guard inProcess else {
      return checkGame(
        S.G.self, source, settings: [settings], golden: golden, budgets: budgets, line: line, function: function)
    }
    let run = CheckRun(source: source, settings: [settings], twins: [], playersSeeAll: false, budgets: budgets)
    let diary = Diary(calls: Calls(budgets: budgets))
    diary.enough = fault
    run.checkAll(diary)
    var report = GameReport(game: S.G.info.id)
    (report.findings, report.unchecked, report.figures) = (diary.findings, diary.unchecked, diary.figures)
    return report
  }
}

@Suite("Planted faults", .waiting)
struct FaultsTests {
  @Test("Each fault is found, under its name", arguments: Planted.tried.filter { $0.inProcess && $0.fault != nil })
  func found(_ planted: Planted) throws { expectFound(planted, in: try planted.report()) }

  @Test(
    "Faults that end a process or differ between two are found, with the method",
    arguments: Planted.all.filter { !$0.inProcess })
  func foundApart(_ planted: Planted) throws {
    let places = zip(Planted.all, 1_000_000...).filter { $0.0.plant == planted.plant && $0.0.fault == planted.fault }
    expectFound(planted, in: try planted.report(line: places.first?.1 ?? 0, function: "foundApart(_:)"))
  }

  private func expectFound(_ planted: Planted, in report: GameReport) {
    let finding = report.findings.first { $0.fault == planted.fault }
    #expect(finding != nil, "\(report)")
    let text = finding?.description ?? planted.says
    #expect(planted.says.isEmpty || text.contains(planted.says), "\(report)")
  }

  @Test(
    "Known undetectable faults are not found",
    arguments: Planted.all.filter { $0.fault == nil })
  func unseen(_ planted: Planted) throws {
    let report = try planted.report()
    #expect(report.isSound, "it is found by now, so it belongs to the others: \(report)")
  }

  @Test(
    "All but 5 of the 196 faults are found, and every kind is among them"
  )
  func count() {
    #expect(Planted.all.count == 196)
    #expect(Planted.all.count { $0.fault == nil } == 5)
    #expect(Set(Planted.all.map(\.plant)) == Set(Plant.allCases))
    #expect(Set(Planted.all.compactMap(\.fault)) == Set(Fault.allCases))
  }

  @Test("A game without a fault is sound, and skipped checks are listed", arguments: [Ground.ships, .cards, .word])
  func sound(_ ground: Ground) throws {
    let report = try Planted(plant: .none, ground: ground, fault: nil, says: "").report()
    #expect(report.isSound, "\(report)")
    #expect(report.figures.moves >= 10)
    #expect(report.figures.garbage > 100)
    #expect(report.figures.comparisons > 10)
    #expect(report.unchecked.contains { $0.contains("no twins were given") } == (ground == .word))
    #expect(report.unchecked.contains { $0.contains("schema of moves says nothing") } == (ground == .cards))
  }

  @Test("A second process and the recorded playthrough find nothing either")
  func soundApart() throws {
    var planted = Planted(plant: .none, ground: .word, fault: nil, says: "", inProcess: false)
    planted.golden = "Golden/bulls.ndjson"
    let report = try planted.report(line: 1, function: "soundApart()")
    #expect(report.isSound, "\(report)")
    #expect(!report.unchecked.contains { $0.contains("golden") }, "\(report)")
  }

  @Test("Without a second process all other checks run, and the report says so")
  func alone() throws {
    var budgets = Budgets()
    budgets.puzzles = 1
    let report = checkGame(
      Faulty<HighCard>.self, FaultySource(base: highCardSource), budgets: budgets,
      file: "NoSuchModule/NoSuchTests.swift",
      function: "noSuchTest()")
    #expect(report.unchecked.count { $0.contains("second process") } == 1)
    #expect(report.unchecked.contains { $0.contains("no golden playthrough") })
    #expect(report.isSound, "\(report)")
  }
}
