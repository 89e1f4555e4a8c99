import GameKit
import GameKitTesting
import GameProcess
import GameProcessTesting
import Testing
import WaitingTrait

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Conformance checks of programs", .waiting)
struct ConformanceTests {
  @Test("Hangman in Python is sound", .enabled(if: Programs.python))
  func hangmanIsSound() throws { try expectSound(Programs.hangman, puzzles: 3) }

  @Test("Battleship in Python, with hidden ships, is sound", .enabled(if: Programs.python))
  func battleshipIsSound() throws { try expectSound(Programs.battleship, puzzles: 1) }

  @Test("Connect Four in JavaScript is sound", .enabled(if: Programs.node))
  func connectFourIsSound() throws { try expectSound(Programs.connectFour, puzzles: 2) }

  @Test("Games in Swift are sound in their own process", arguments: ["connectfour", "highcard"])
  func swiftChild(_ game: String) throws {
    let command = try ProgramCommand([Programs.built("GameChild"), game])
    let report = try checkProgram(
      command, ProgramCheck(budget: 10_000, totalSeconds: 600, puzzles: 2), log: { print($0) })
    #expect(report.isSound, "\(report)")
    #expect(report.game == game)
  }

  /// Fails if the runtime cannot read its arguments in /proc because opening it exceeded the descriptor limit.
  @Test("A program starts with its arguments even if the server has more open descriptors than programs may have")
  func manyDescriptors() throws {
    let held = (0..<300).map { _ in open("/dev/null", O_RDONLY) }
    defer { for descriptor in held { close(descriptor) } }
    #expect(held.contains { $0 > 256 })
    let command = try ProgramCommand([Programs.built("GameChild"), "connectfour"])
    let program = try GameProgram(command, limits: .patient, log: { print($0) })
    #expect(program.description.info.id == "connectfour")
    program.stop()
  }

  @Test("A program that exits during a match is reported as a trap is in Swift")
  func dies() throws {
    let report = try checkProgram(
      ProgramCommand([Programs.built("BadGame"), "dies at move 3"]), ProgramCheck(budget: 10_000))
    let finding = try #require(report.findings.first { $0.fault == .traps })
    #expect(finding.sentence.hasPrefix("\"play\", asked to "))
    #expect(finding.sentence.hasSuffix(": it was killed by signal 6 (SIGABRT)"))
  }

  @Test("A program that rejects hosts of a later version is reported")
  func versions() throws {
    let report = try checkProgram(
      ProgramCommand([Programs.built("BadGame"), "knows one version"]),
      ProgramCheck(budget: 10_000, totalSeconds: 600, puzzles: 1))
    #expect(report.findings.map(\.fault) == [.badInfo], "\(report)")
  }

  @Test("A program that does not answer is reported as an endless loop is in Swift")
  func hangs() throws {
    let report = try checkProgram(
      ProgramCommand([Programs.built("BadGame"), "hangs at move 3"]), ProgramCheck(budget: 10_000, answerSeconds: 1))
    let finding = try #require(report.findings.first { $0.fault == .hangs })
    #expect(finding.sentence.hasSuffix(" ms; the budget is 1000 ms"))
  }

  @Test("A program with late answers is reported after a few of them, with the measured times")
  func slow() throws {
    let report = try checkProgram(ProgramCommand([Programs.built("BadGame"), "is slow"]), ProgramCheck(budget: 200))
    let finding = try #require(report.findings.first { $0.fault == .tooSlow })
    #expect(finding.sentence.hasPrefix("answers exceed a server's budget of 200 ms: "))
    #expect(finding.sentence.contains(" to \"play\", the slowest after "))
  }

  @Test("Checks that exceed their time stop and report their progress")
  func unfinished() throws {
    let report = try checkProgram(
      ProgramCommand([Programs.built("BadGame"), ""]), ProgramCheck(budget: 10_000, totalSeconds: 0),
      identity: "unfinished")
    let finding = try #require(report.findings.first { $0.fault == .tooSlow })
    #expect(finding.sentence.hasPrefix("the checks did not finish within 0 s and 1 answers"))
  }

  @Test("A program whose id is a command of the server is refused")
  func reserved() {
    #expect(
      throws: ProgramFault.invalidAnswer(
        ask: "hello", what: "\"game.id\": \"help\" is a command of the server's; choose another id")
    ) { try checkProgram(ProgramCommand([Programs.built("BadGame"), "is called help"])) }
  }

  @Test("A program that shows the word to spectators is reported", .enabled(if: Programs.python))
  func leaks() throws {
    let folder = Programs.Folder()
    _ = folder.write(Programs.text(of: "Clients/Python/parlor_game.py"), to: "parlor_game.py")
    let leaky = Programs.text(of: "Clients/Python/hangman.py").split(separator: "seen = viewer != \"outsider\"")
    let file = folder.write(leaky.joined(separator: "seen = True"), to: "hangman.py")
    let report = try checkProgram(
      ProgramCommand(["python3", file]), ProgramCheck(budget: 10_000, totalSeconds: 600, puzzles: 2), identity: "leaky")
    #expect(leaky.count == 2)
    #expect(report.findings.contains { $0.check == .secrecy }, "\(report)")
  }

  private func expectSound(_ words: [String], puzzles: Int, function: String = #function) throws {
    let report = try checkProgram(
      ProgramCommand(words), ProgramCheck(budget: 10_000, totalSeconds: 900, puzzles: puzzles), log: { print($0) },
      function: function)
    #expect(report.isSound, "\(report)")
    print(report)
  }
}
