import GameKit
import GameProcess
import Testing
import WaitingTrait
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProgramLimits {
  /// Budgets for a busy machine.
  static var patient: ProgramLimits {
    var limits = ProgramLimits()
    limits.budget = 10_000
    limits.hello = 30_000
    return limits
  }
}

/// A match of a program that misbehaves at the move "bad".
private final class BadMatch {
  let log = Lines()
  let program: GameProgram
  private let target: String
  private(set) var position: Position

  /// - Parameter target: the path that the program tries to access.
  init(_ fault: String, _ target: String = "", budget: Int = 10_000, hiding: [String] = []) throws {
    self.target = target
    var limits = ProgramLimits.patient
    limits.budget = budget
    limits.backoff = 1
    limits.grace = 100
    let command = try ProgramCommand([Programs.built("BadGame"), fault], hiding: hiding)
    program = try GameProgram(command, limits: limits, log: log.log)
    position = try program.start(.null, settings: [:])
  }

  func say(_ text: String) throws -> PlayedMove {
    let played = try program.play(.text(text), from: position, by: PlayerID(1), at: .zero, puzzle: .null)
    position = played.after
    return played
  }

  /// Plays two moves, the bad one, and the rest of the match, which must still be won.
  ///
  /// - Returns: the failure of the bad move.
  func playThrough() throws -> ProgramFailure {
    for text in ["1", "2"] { _ = try say(text) }
    var failure = ProgramFailure.refused(code: "", text: "it was played")
    do {
      _ = try say(target.isEmpty ? "bad" : "bad \(target)")
    } catch {
      failure = try #require(error as? ProgramFailure)
    }
    for text in ["3", "4", "5"] { _ = try say(text) }
    #expect(try program.views(of: position, for: [.seat(PlayerID(1))]).first?.outcome?.won == true)
    return failure
  }
}

extension ProgramFailure {
  /// The text of a refusal.
  fileprivate var refusal: String? { if case .refused(_, let text) = self { text } else { nil } }
  /// The program's fault.
  fileprivate var fault: ProgramFault? { if case .fault(let fault) = self { fault } else { nil } }
}

@Suite("Isolation of programs", .waiting, .enabled(if: Sandbox.available.missing.isEmpty))
struct ConfinementTests {
  @Test("A program cannot read the server's data")
  func dataFolder() throws {
    let folder = Programs.Folder()
    let secret = folder.write("secret", to: "data")
    #expect(try BadMatch("reads the data folder", secret).playThrough().refusal == "Permission denied")
    // Files in the program's own folder are readable.
    #expect(try BadMatch("reads the data folder", Programs.built("BadGame")).playThrough().refusal == "done")
  }

  @Test("A program cannot read hidden files in its own folder")
  func hidden() throws {
    let beside = Programs.built("GameChild")
    #expect(try BadMatch("reads the data folder", beside).playThrough().refusal == "done")
    #expect(
      try BadMatch("reads the data folder", beside, hiding: [beside]).playThrough().refusal == "Permission denied")
  }

  @Test("A program cannot change the mode of a file of the server's user")
  func modes() throws {
    let folder = Programs.Folder()
    let secret = folder.write("secret", to: "data")
    #expect(try BadMatch("changes a mode", secret).playThrough().refusal == "Operation not permitted")
  }

  @Test("A hidden folder that is created after the start is hidden too")
  func hiddenLater() throws {
    let folder = Programs.Folder()
    let command = try ProgramCommand(
      [Programs.built("BadGame"), "reads the data folder"], reading: [folder.path], hiding: ["\(folder.path)/later"])
    let program = try GameProgram(command, limits: .patient, log: { _ in })
    mkdir("\(folder.path)/later", 0o755)
    let secret = folder.write("secret", to: "later/data")
    let position = try program.start(.null, settings: [:])
    do {
      _ = try program.play(.text("bad \(secret)"), from: position, by: PlayerID(1), at: .zero, puzzle: .null)
      Issue.record("it was played")
    } catch {
      #expect(error.refusal == "Permission denied")
    }
    unlink(secret)
    rmdir("\(folder.path)/later")
  }

  @Test("A program cannot write files")
  func writes() throws {
    #expect(try BadMatch("writes a file", "/tmp/parlor-bad-game").playThrough().refusal == "Permission denied")
  }

  @Test(
    "The kernel refuses sockets, signals, forks and memory beyond the limits",
    arguments: [
      ("opens a socket", "Operation not permitted"), ("signals the server", "Operation not permitted"),
      ("forks", "Operation not permitted"), ("takes memory", "no memory"), ("takes a stack", "no memory"),
    ])
  func refused(_ fault: String, _ text: String) throws {
    let match = try BadMatch(fault)
    #expect(try match.playThrough().refusal == text)
    #expect(match.log.all == [])
  }
}

@Suite("Faults of programs", .waiting)
struct BadProgramTests {
  @Test("A program that exits at its start fails with its last line on standard error")
  func diesAtOnce() {
    #expect(throws: ProgramFault.exited(how: "exited with status 3", lastLine: "I have no words")) {
      try BadMatch("dies at once")
    }
  }

  @Test("If a program exits during a move, the move fails, the match continues, and its last line is logged")
  func dies() throws {
    let match = try BadMatch("dies")
    let fault = ProgramFault.exited(how: "was killed by signal 6 (SIGABRT)", lastLine: "my last word")
    #expect(try match.playThrough().fault == fault)
    #expect(
      match.log.all == [
        "BadGame: this was", "BadGame: my last word",
        "BadGame: it was killed by signal 6 (SIGABRT); last line on standard error: my last word",
      ])
  }

  @Test(
    "A question without an answer within the budget fails", arguments: ["hangs", "spins", "is late", "ignores SIGTERM"])
  func late(_ what: String) throws {
    let match = try BadMatch(what, budget: 1500)
    guard case .timedOut(let milliseconds, 1500) = try match.playThrough().fault else {
      Issue.record("no fault, or another one")
      return
    }
    #expect((1500..<10_000).contains(milliseconds))
    #expect(match.log.all == ["BadGame: no answer after \(milliseconds) ms; the budget is 1500 ms"])
  }

  @Test("A program that keeps starting threads is killed at the limit")
  func crowds() throws {
    let match = try BadMatch("crowds")
    guard case .tooManyThreads(let threads, most: 64) = try match.playThrough().fault else {
      Issue.record("no fault, or another one")
      return
    }
    #expect((65...201).contains(threads))
    #expect(match.log.all == ["BadGame: it has \(threads) threads; the limit is 64"])
  }

  @Test("A program that computes for long or fails twice gets a low priority")
  func yields() throws {
    func priority(_ match: BadMatch) -> String? {
      do { _ = try match.say("bad nice") } catch { return (error as? ProgramFailure)?.refusal }
      return nil
    }
    let usual = "nice \(getpriority(__priority_which_t(0), 0))"
    let computing = try BadMatch("computes")
    #expect(priority(computing) == usual)
    _ = try? computing.say("bad")
    #expect(priority(computing) == "nice 19")
    let dying = try BadMatch("dies")
    _ = try? dying.say("bad")
    #expect(priority(dying) == usual)
    _ = try? dying.say("bad")
    #expect(priority(dying) == "nice 19")
  }

  @Test("Faults quote a program's output shortened, without characters that act on a terminal")
  func quotes() {
    let endless = "\u{1B}[2J\u{202E}" + String(repeating: "e\u{301}", count: 1 << 19)
    for fault in [
      ProgramFault.notAnAnswer(endless), .exited(how: "ended", lastLine: endless),
      .invalidAnswer(ask: "play", what: endless),
      .version(answered: endless),
    ] {
      #expect(fault.description.unicodeScalars.count <= 701)
      #expect(fault.description.unicodeScalars.allSatisfy { !$0.isUnshowable })
    }
  }

  @Test("A program that does not answer hello fails to start")
  func noHello() throws {
    var limits = ProgramLimits()
    limits.hello = 300
    let command = try ProgramCommand([Programs.built("BadGame"), "never says hello"])
    do throws(ProgramFault) {
      _ = try GameProgram(command, limits: limits, log: { _ in })
      Issue.record("it started")
    } catch {
      guard case .noHello(let milliseconds) = error else { throw error }
      #expect((300..<5000).contains(milliseconds))
    }
  }

  @Test("Answering hello with a version that was not offered is a fault")
  func version() {
    #expect(throws: ProgramFault.version(answered: "2")) { try BadMatch("speaks version 2") }
  }

  @Test("An endless line is read only up to the limit")
  func floods() throws {
    #expect(try BadMatch("floods").playThrough().fault == .lineTooLong(bytes: 1 << 20))
  }

  @Test("Of endless lines on standard error a few are logged and the rest are counted")
  func talks() throws {
    let match = try BadMatch("talks without end")
    guard case .tooMuchErrorOutput(let bytes, _) = try match.playThrough().fault else {
      Issue.record("no fault, or another one")
      return
    }
    #expect((262_144..<300_000).contains(bytes))
    #expect(match.log.all.count < 100)
    #expect(match.log.all.contains { $0.hasSuffix(" lines of standard error omitted") })
  }

  @Test("Of many lines on standard error the first and last are logged and the omitted ones are counted")
  func lastWords() throws {
    let match = try BadMatch("talks and dies")
    #expect(
      try match.playThrough().fault
        == .exited(how: "was killed by signal 6 (SIGABRT)", lastLine: "Exception: line 100"))
    // The limit is per second, so more lines are logged if the output spans two seconds.
    let log = match.log.all
    #expect(log.first == "BadGame: line 1" && log.suffix(3).first == "BadGame: line 99")
    #expect(log.suffix(2).first == "BadGame: Exception: line 100")
    #expect(log.contains { $0.hasPrefix("BadGame: … ") && $0.hasSuffix(" lines of standard error omitted") })
    #expect(log.count <= 43)
  }

  @Test("Output that ends in the middle of a line is a fault")
  func halfLine() throws {
    guard case .truncatedLine(let text) = try BadMatch("half line").playThrough().fault else {
      Issue.record("no fault, or another one")
      return
    }
    #expect(text.hasSuffix(",\"mo"))
  }

  @Test("A stray line on standard output is quoted, with advice to print to standard error")
  func prints() throws {
    let fault = try BadMatch("prints").playThrough().fault
    #expect(fault == .notAnAnswer("DEBUG: playing"))
    #expect(fault?.description == "\"DEBUG: playing\" on standard output is not an answer: print to standard error")
  }

  @Test("An answer with another question's id is a fault")
  func wrongID() throws {
    guard case .wrongID(_, "{\"id\":1000,\"move\":{}}") = try BadMatch("wrong id").playThrough().fault else {
      Issue.record("no fault, or another one")
      return
    }
  }

  @Test("Closing standard output is a fault")
  func closes() throws {
    #expect(try BadMatch("closes its output").playThrough().fault == .closedOutput)
  }

  @Test("A second answer is not used for the next question")
  func answersTwice() throws {
    let match = try BadMatch("answers twice")
    for text in ["1", "2"] { _ = try match.say(text) }
    // The second line arrives with the first one, or before the next question.
    var faults: [ProgramFault] = []
    for text in ["bad", "3", "3"] {
      do {
        _ = try match.say(text)
      } catch let failure as ProgramFailure {
        if let fault = failure.fault { faults.append(fault) }
      }
    }
    #expect(faults.count == 1)
    switch faults.first {
    case .unsolicited: break
    // It arrives while the next question waits.
    case .wrongID(let expected, _): #expect(expected == 6)
    default: Issue.record("\(faults)")
    }
  }

  @Test("A program that ignores the end of input and SIGTERM is killed")
  func ends() throws {
    let match = try BadMatch("ignores SIGTERM")
    _ = try match.say("1")
    // Returns after the process was reaped.
    match.program.stop()
    #expect(match.log.all == [])
  }

  @Test("Questions that kill their process do not delay the next question")
  func rests() throws {
    var limits = ProgramLimits.patient
    limits.backoff = 60_000
    limits.maximumBackoff = 60_000
    let program = try GameProgram(ProgramCommand([Programs.built("BadGame"), "dies"]), limits: limits, log: { _ in })
    let position = try program.start(.null, settings: [:])
    var failures: [ProgramFault] = []
    for _ in 0..<3 {
      do {
        _ = try program.play(.text("bad"), from: position, by: PlayerID(1), at: .zero, puzzle: .null)
      } catch {
        if let fault = error.fault { failures.append(fault) }
      }
    }
    #expect(failures.count == 3)
    for failure in failures {
      guard case .exited = failure else {
        Issue.record("\(failures)")
        return
      }
    }
  }

  @Test("A hanging program does not delay another one")
  func others() throws {
    let good = try BadMatch("")
    let bad = try BadMatch("hangs", budget: 1500)
    let program = bad.program
    let position = bad.position
    let asked = Task.detached {
      _ = try? program.play(.text("bad"), from: position, by: PlayerID(1), at: .zero, puzzle: .null)
    }
    #expect(try good.playThrough().refusal == "")
    asked.cancel()
  }
}
