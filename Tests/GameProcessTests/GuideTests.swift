import GameKitTesting
import GameProcess
import GameProcessTesting
import Testing
import WaitingTrait
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Protocol/GAMES.md and gamekits.md", .waiting)
struct GuideTests {
  private static let text = Programs.text(of: "Protocol/Features/gamekits.md")

  /// The first code block with this info string.
  private static func block(_ fence: String) -> String {
    guard let start = text.firstRange(of: "\n```\(fence)\n") else { return "" }
    let rest = text[start.upperBound...]
    return String(rest[..<(rest.firstRange(of: "\n```")?.lowerBound ?? rest.endIndex)]) + "\n"
  }

  @Test("GAMES.md has at most 1,500 words")
  func length() {
    #expect((1000...1500).contains(Programs.text(of: "Protocol/GAMES.md").split(whereSeparator: \.isWhitespace).count))
  }

  @Test("The example without a kit is sound", .enabled(if: Programs.python))
  func exampleIsSound() throws {
    let folder = Programs.Folder()
    let file = folder.write(Self.block("python sticks.py"), to: "sticks.py")
    let report = try checkProgram(
      ProgramCommand(["python3", file]), ProgramCheck(budget: 10_000, totalSeconds: 900, puzzles: 3), identity: "sticks"
    )
    #expect(report.isSound, "\(report)")
  }

  @Test("The example answers as the documented transcript", .enabled(if: Programs.python))
  func transcript() throws {
    let folder = Programs.Folder()
    let program = folder.write(Self.block("python sticks.py"), to: "sticks.py")
    let lines = Self.block("text").split(separator: "\n")
    let questions = lines.filter { $0.hasPrefix("> ") }.map { "\($0.dropFirst(2))\n" }.joined()
    let answers = folder.write("", to: "answers")
    #expect(system("python3 \(program) < \(folder.write(questions, to: "questions")) > \(answers)") == 0)
    let given = Programs.text(at: answers).split(separator: "\n")
    let expected = lines.filter { $0.hasPrefix("< ") }.map { $0.dropFirst(2) }
    #expect(given.count == 5 && expected.count == 5)
    for (given, expected) in zip(given, expected) {
      var answer = try #require(try JSON(parsing: String(given)).objectValue)
      if answer["game"] != nil { answer["game"] = "…" }
      let text = expected.split(separator: "…").joined(separator: "\"…\"")
      #expect(try JSON.object(answer) == JSON(parsing: text))
    }
  }
}
