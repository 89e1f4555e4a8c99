import GameKitTesting
import GameProcess
import GameProcessTesting
import Testing
import WaitingTrait

@Suite("The kit of checks, over a pipe", .waiting)
struct ConformanceTests {
  @Test("Hangman in Python is sound", .enabled(if: Programs.python))
  func hangmanIsSound() throws { try expectSound(Programs.hangman, puzzles: 6) }

  @Test("Battleship in Python, whose ships nobody else sees, is sound", .enabled(if: Programs.python))
  func battleshipIsSound() throws { try expectSound(Programs.battleship, puzzles: 2) }

  @Test("Connect Four in JavaScript is sound", .enabled(if: Programs.node))
  func connectFourIsSound() throws { try expectSound(Programs.connectFour, puzzles: 3) }

  private func expectSound(_ words: [String], puzzles: Int, function: String = #function) throws {
    let report = try checkProgram(ProgramCommand(words), puzzles: puzzles, log: { print($0) }, function: function)
    #expect(report.isSound, "\(report)")
    print(report)
  }
}
