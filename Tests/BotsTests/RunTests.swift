import Foundation
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

/// Shell scripts as bots, which run everywhere, and the verdicts of `parlor-bots run`.
@Suite("Running bots on standard input and output", .waiting)
struct RunTests {
  private static let trial = #"echo '{"type":"trial","game":"wordle","puzzles":1,"seed":7,"send_boards":false}'"#

  private func run(_ script: String, _ change: (inout BotRun.Options) -> Void = { _ in }) throws -> RunResult {
    var options = BotRun.Options()
    options.command = ["/bin/sh", "-c", script]
    options.turnLimit = 60
    change(&options)
    var run = try BotRun(options)
    return run.run()
  }

  @Test("A bot that plays to the end has a report, and its standard error is shown")
  func good() throws {
    let result = try run(
      #"echo hello >&2; \#(Self.trial); echo '{"type":"move","text":"bunny"}'; cat > /dev/null"#)
    #expect(result.verdict == .finished)
    #expect(result.report?.tries == [1])
    #expect(result.standardError == "hello")
  }

  @Test("A bot gets exactly a server's lines, the greeting first")
  func greeting() throws {
    let result = try run(
      #"""
      read -r line; echo "$line" | cut -c1-29 >&2
      echo '{"type":"ping","id":1}'; read -r line; echo "$line" >&2
      """#)
    #expect(result.standardError == #"{"type":"hello","protocol":1,"# + "\n" + #"{"type":"pong","re":1}"#)
    #expect(result.verdict == .noTrial)
  }

  @Test("Flags override the bot's request")
  func overrides() throws {
    let result = try run(
      #"\#(Self.trial); echo '{"type":"give_up"}'; while read -r line; do case "$line" in *round*) echo '{"type":"give_up"}';; esac; done"#
    ) { $0.overrides = ["puzzles": 3, "seed": 11] }
    #expect(result.report?.summary.puzzles == 3)
    #expect(result.report?.summary.seed == 11)
    #expect(result.report?.summary.givenUp == 3)
  }

  @Test("A bot that is silent in its turn hangs")
  func hangs() throws {
    let limit = 8.0
    let result = try run("echo waiting >&2; \(Self.trial); cat > /dev/null; exec cat") { $0.turnLimit = limit }
    #expect(result.verdict == .hung(seconds: limit, hasSpoken: true))
    #expect(result.standardError == "waiting")
  }

  @Test("A bot that was never heard hangs as well")
  func neverSpeaks() throws {
    let result = try run("cat > /dev/null") { $0.turnLimit = 0.2 }
    #expect(result.verdict == .hung(seconds: 0.2, hasSpoken: false))
    #expect(result.text.contains("does it flush its standard output"))
  }

  @Test(
    "A bot that is refused repeatedly writes rubbish",
    arguments: ["nonsense", #"{"type":"move","text":"zzzzz"}"#, "{"])
  func rubbish(_ line: String) throws {
    let result = try run("\(Self.trial); yes '\(line)'") { $0.maxRefusals = 20 }
    guard case .invalidOutput(let count, let shown, let why) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(count >= 20)
    #expect(shown == "\"\(line)\"")
    #expect(!why.isEmpty)
  }

  @Test("Blank lines do not count: a bot that writes only these hangs")
  func blankLines() throws {
    let slow = try run("while echo; do sleep 0.02; done") { $0.turnLimit = 0.5 }
    #expect(slow.verdict == .hung(seconds: 0.5, hasSpoken: false))
    guard case .idle = try run("yes ''").verdict else {
      Issue.record("a flood of blank lines is not ended")
      return
    }
  }

  @Test("A bot that sends requests but never moves is ended")
  func neverMoves() throws {
    let result = try run(#"\#(Self.trial); yes '{"type":"help"}' & cat > /dev/null"#) { $0.maxRefusals = 1_000_000 }
    guard case .idle(let count) = result.verdict else {
      Issue.record("\(result.verdict)")
      return
    }
    #expect(count > 1000)
  }

  @Test("A move sent before its puzzle can be read is refused, as over a socket")
  func pipelining() throws {
    let moves = #"{"type":"move","text":"bunny"}\n{"type":"move","text":"crane"}\n"#
    let trial = #"{"type":"trial","game":"wordle","puzzles":2,"seed":7,"send_boards":false}\n"#
    let result = try run("printf '\(trial)\(moves)'; cat > /dev/null") { $0.turnLimit = 4 }
    let steps = result.played.puzzles.last?.steps
    guard case .refused("crane", let why) = try #require(steps?.first) else {
      Issue.record("\(result.played)")
      return
    }
    #expect(why.contains("read it first"))
  }

  @Test("A line that is too long for a server is refused")
  func longLine() throws {
    let result = try run(
      #"head -c 20000 /dev/zero | tr '\0' 'x'; echo; while read -r line; do case "$line" in *line_too_long*) echo told >&2; exit;; esac; done"#
    )
    #expect(result.standardError == "told")
  }

  @Test("The game is recorded: guesses, refusals with their reasons, and the answer")
  func played() throws {
    let result = try run(
      #"\#(Self.trial); for w in xxxxx crane bunny; do echo "{\"type\":\"move\",\"text\":\"$w\"}"; done; cat > /dev/null"#
    )
    let report = try #require(result.report)
    let file = TrialFile(report, result.played)
    #expect(TrialFile(reading: Array(file.json.text.utf8)) == file)
    #expect(
      try ShowCommand.text(of: file, puzzle: 1) == """
        wordle, seed 7, puzzle 1 of 1
          ✗ xxxxx: Not in word list
          ⬛⬛⬛🟩⬛  crane  tries 1
          🟩🟩🟩🟩🟩  bunny  tries 2
          solved, tries 2, answer bunny
        """)
    #expect(try ShowCommand.text(of: file, puzzle: nil).hasSuffix("\n  all solved"))
    #expect(throws: Failure.self) { try ShowCommand.text(of: file, puzzle: 2) }
    #expect(throws: Failure.self) { try ShowCommand.text(of: TrialFile(report, PlayedPuzzles()), puzzle: 1) }
  }

  @Test("A puzzle that was given up shows its answer, and is listed as unsolved")
  func givenUp() throws {
    let result = try run(
      #"echo '{"type":"trial","game":"dailysort","puzzles":1,"seed":7}'; echo '{"type":"give_up"}'; cat > /dev/null"#)
    let file = TrialFile(try #require(result.report), result.played)
    #expect(
      try ShowCommand.text(of: file, puzzle: 1) == """
        dailysort, seed 7, puzzle 1 of 1
          ibuegd
          given up, solution budgie
        """)
    #expect(try ShowCommand.text(of: file, puzzle: nil).hasSuffix("\n  not solved: 1"))
  }

  @Test("Dying and being killed are distinguished, and the bot's last words are shown")
  func dies() throws {
    let exits = try run("\(Self.trial); echo 'I cannot go on' >&2; exit 3")
    #expect(exits.verdict == .died(.exited(3), inTrial: true))
    #expect(exits.standardError == "I cannot go on")
    #expect(exits.text.contains("  | I cannot go on"))
    #expect(try run("\(Self.trial); kill -9 $$").verdict == .died(.killed(signal: 9), inTrial: true))
    #expect(try run("\(Self.trial); exit 0").verdict == .died(.exited(0), inTrial: true))
    let early = try run("exit 4")
    #expect(early.verdict == .died(.exited(4), inTrial: false))
    #expect(early.text == "The bot died: it exited with status 4 before it began a trial.")
  }

  @Test("An unknown bot is refused with a sentence")
  func missing() {
    #expect(throws: Failure.self) { try run("") { $0.command = ["/nowhere/parlor-no-such-bot"] } }
  }

  @Test("A bot's standard error cannot affect a terminal")
  func escapes() throws {
    let result = try run(#"printf 'a\033[2Jb\007' >&2"#)
    #expect(result.standardError == "a[2Jb")
  }

  @Test("A bot that never reads is not waited for", arguments: [1, 2] as [UInt64])
  func chaosWithoutReading(_ seed: UInt64) throws {
    let result = try run(#"\#(Self.trial); echo '{"type":"move","text":"bunny"}'; cat > /dev/null"#) { $0.chaos = seed }
    #expect(result.verdict == .finished)
    #expect(result.card?.hasFinished == true)
    #expect(result.text.contains("delayed lines:") && !result.text.contains("links cut"))
  }
}
