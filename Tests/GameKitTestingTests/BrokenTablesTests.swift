import GameKit
import GameKitTesting
import Testing
import WaitingTrait

@Suite("What is wrong with a game for several is found", .waiting)
struct BrokenTablesTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: Fault
    let check: @Sendable () -> GameReport

    init<F: TableFlaw>(_ flaw: F.Type, _ fault: Fault) {
      testDescription = "\(flaw)"
      self.fault = fault
      check = { checkGame(Dice<F>.self, DiceSource<F>.source, function: "caught(_:)") }
    }

    static let all = [
      Broken(BeginIsRefused.self, .beginRefused),
      Broken(LeaverKeepsTheTurn.self, .wrongTurn),
      Broken(DeadlineStands.self, .deadlineStands),
      Broken(TimeIsRefused.self, .deadlineStands),
      Broken(DiceInTheOpen.self, .handInPublic),
      Broken(DiceToStrangers.self, .handInPublic),
      Broken(DiceOnTheBoard.self, .chanceInPublic),
      Broken(TrapsOnStrangers.self, .traps),
      Broken(HoldsMoreForPrograms.self, .viewUndescribed),
    ]
  }

  @Test("Each by its name", arguments: Broken.all)
  func caught(_ broken: Broken) {
    let report = broken.check()
    #expect(report.findings.contains { $0.fault == broken.fault }, "\(report)")
  }

  @Test("And nothing is found where nothing is wrong")
  func sound() throws {
    try checkGame(Dice<NoTableFlaw>.self, DiceSource<NoTableFlaw>.source).expectSound()
  }
}
