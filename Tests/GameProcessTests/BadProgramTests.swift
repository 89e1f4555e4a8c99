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
  /// Time enough on a busy machine.
  static var patient: ProgramLimits {
    var limits = ProgramLimits()
    limits.budget = 10_000
    limits.hello = 30_000
    return limits
  }
}

/// A match against a program that misbehaves when it is asked to play "bad".
private final class BadMatch {
  let log = Lines()
  let program: GameProgram
  private let target: String
  private(set) var position: Position
  private(set) var moves: [LoggedMove] = []

  /// - Parameter target: the path of what the program tries to reach.
  init(_ fault: String, _ target: String = "", budget: Int = 10_000, hiding: [String] = []) throws {
    self.target = target
    var limits = ProgramLimits.patient
    limits.budget = budget
    limits.rest = 1
    limits.grace = 100
    let command = try ProgramCommand([Programs.built("BadGame"), fault], hiding: hiding)
    program = try GameProgram(command, limits: limits, log: log.log)
    position = try program.start(.null, settings: [:])
  }

  func say(_ text: String) throws -> PlayedMove {
    let player = PlayerID(1)
    let played = try program.play(.text(text), from: position, by: player, at: .zero, puzzle: .null)
    position = played.after
    moves.append(LoggedMove(.move(played.move, by: player), at: .zero, hash: played.hash))
    return played
  }

  /// Plays up to the fault, meets it, and goes on to the end: the fault cost nothing.
  ///
  /// - Returns: what the program did wrong, or how it refused the move that made it try.
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
  /// What the game refused, in words.
  fileprivate var refusal: String? { if case .refused(_, let text) = self { text } else { nil } }
  /// What the program did wrong.
  fileprivate var fault: ProgramFault? { if case .fault(let fault) = self { fault } else { nil } }
}

@Suite("What a bad program may try", .waiting, .enabled(if: Sandbox.available.missing.isEmpty))
struct ConfinementTests {
  @Test("A file of the server's data is not opened")
  func dataFolder() throws {
    let folder = Programs.Folder()
    let secret = folder.write("secret", to: "data")
    #expect(try BadMatch("reads the data folder", secret).playThrough().refusal == "Permission denied")
    // What lies beside the program may be read.
    #expect(try BadMatch("reads the data folder", Programs.built("BadGame")).playThrough().refusal == "done")
  }

  @Test("What is hidden is not opened, although it lies beside the program")
  func hidden() throws {
    let beside = Programs.built("GameChild")
    #expect(try BadMatch("reads the data folder", beside).playThrough().refusal == "done")
    #expect(
      try BadMatch("reads the data folder", beside, hiding: [beside]).playThrough().refusal == "Permission denied")
  }

  @Test("The mode of a file is not changed, although it is the server's user's own")
  func modes() throws {
    let folder = Programs.Folder()
    let secret = folder.write("secret", to: "data")
    #expect(try BadMatch("changes a mode", secret).playThrough().refusal == "Operation not permitted")
  }

  @Test("A folder that is not there yet is hidden as well")
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

  @Test("A file is not written")
  func writes() throws {
    #expect(try BadMatch("writes a file", "/tmp/parlor-bad-game").playThrough().refusal == "Permission denied")
  }

  @Test(
    "The kernel refuses what reaches beyond the process",
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

@Suite("What a bad program may do", .waiting)
struct BadProgramTests {
  @Test("It dies at once")
  func diesAtOnce() {
    #expect(throws: ProgramFault.died(how: "ended with status 3", lastWords: "I have no words")) {
      try BadMatch("dies at once")
    }
  }

  @Test("It dies at a move: the move is refused, the match goes on, and the log has its last words")
  func dies() throws {
    let match = try BadMatch("dies")
    let fault = ProgramFault.died(how: "was ended by signal 6 (SIGABRT)", lastWords: "my last word")
    #expect(try match.playThrough().fault == fault)
    #expect(
      match.log.all == [
        "BadGame: this was", "BadGame: my last word",
        "BadGame: it was ended by signal 6 (SIGABRT); its last words: my last word",
      ])
  }

  @Test("It gives no answer in time", arguments: ["hangs", "spins", "is late", "ignores SIGTERM"])
  func late(_ what: String) throws {
    let match = try BadMatch(what, budget: 1500)
    guard case .late(let milliseconds, 1500) = try match.playThrough().fault else {
      Issue.record("no fault, or another")
      return
    }
    #expect((1500..<10_000).contains(milliseconds))
    #expect(match.log.all == ["BadGame: no answer after \(milliseconds) ms, and there are 1500"])
  }

  @Test("It starts threads without end: it is ended before they take the processor from others")
  func crowds() throws {
    let match = try BadMatch("crowds")
    guard case .crowded(let threads, most: 64) = try match.playThrough().fault else {
      Issue.record("no fault, or another")
      return
    }
    #expect((65...201).contains(threads))
    #expect(match.log.all == ["BadGame: it has \(threads) threads, and there may be 64"])
  }

  @Test("It computes for long, or fails twice: from then on it has the processor time that nobody else wants")
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

  @Test("What it has written is quoted for the log in part, without what acts on a terminal")
  func quotes() {
    let endless = "\u{1B}[2J\u{202E}" + String(repeating: "e\u{301}", count: 1 << 19)
    for fault in [
      ProgramFault.strayLine(endless), .died(how: "ended", lastWords: endless), .nonsense(ask: "play", what: endless),
      .version(answered: endless), .differs(ask: "play", what: endless),
    ] {
      #expect(fault.description.unicodeScalars.count <= 701)
      #expect(fault.description.unicodeScalars.allSatisfy { !$0.isUnshowable })
    }
  }

  @Test("It never says hello")
  func noHello() throws {
    var limits = ProgramLimits()
    limits.hello = 300
    let command = try ProgramCommand([Programs.built("BadGame"), "never says hello"])
    do throws(ProgramFault) {
      _ = try GameProgram(command, limits: limits, log: { _ in })
      Issue.record("it was taken")
    } catch {
      guard case .noHello(let milliseconds) = error else { throw error }
      #expect((300..<5000).contains(milliseconds))
    }
  }

  @Test("It answers hello with a version that nobody offered")
  func version() {
    #expect(throws: ProgramFault.version(answered: "2")) { try BadMatch("speaks version 2") }
  }

  @Test("It floods its output: no more than a line's limit is read")
  func floods() throws {
    #expect(try BadMatch("floods").playThrough().fault == .endlessLine(bytes: 1 << 20))
  }

  @Test("It talks without end on standard error: a few lines are logged, the rest is counted")
  func talks() throws {
    let match = try BadMatch("talks without end")
    guard case .endlessErrors(let bytes, _) = try match.playThrough().fault else {
      Issue.record("no fault, or another")
      return
    }
    #expect((262_144..<300_000).contains(bytes))
    #expect(match.log.all.count < 100)
    #expect(match.log.all.contains { $0.hasSuffix(" more lines on standard error, and then:") })
  }

  @Test("Of many lines on standard error the first and the last are logged, and what is left out in between is counted")
  func lastWords() throws {
    let match = try BadMatch("talks and dies")
    #expect(
      try match.playThrough().fault
        == .died(how: "was ended by signal 6 (SIGABRT)", lastWords: "Exception: line 100"))
    // A new second begins anew, so that less is left out.
    let log = match.log.all
    #expect(log.first == "BadGame: line 1" && log.suffix(3).first == "BadGame: line 99")
    #expect(log.suffix(2).first == "BadGame: Exception: line 100")
    #expect(log.contains { $0.hasPrefix("BadGame: … ") && $0.hasSuffix(" more lines on standard error, and then:") })
    #expect(log.count <= 43)
  }

  @Test("Its output ends in the middle of a line")
  func halfLine() throws {
    guard case .halfLine(let text) = try BadMatch("half line").playThrough().fault else {
      Issue.record("no fault, or another")
      return
    }
    #expect(text.hasSuffix(",\"mo"))
  }

  @Test("It prints for itself: the line is quoted, and it is told where to print")
  func prints() throws {
    let fault = try BadMatch("prints").playThrough().fault
    #expect(fault == .strayLine("DEBUG: playing"))
    #expect(fault?.description == "\"DEBUG: playing\" on standard output is no answer: print to standard error")
  }

  @Test("It answers another question")
  func wrongID() throws {
    guard case .wrongID(_, "{\"id\":1000,\"move\":{}}") = try BadMatch("wrong id").playThrough().fault else {
      Issue.record("no fault, or another")
      return
    }
  }

  @Test("It closes its output and runs on")
  func closes() throws {
    #expect(try BadMatch("closes its output").playThrough().fault == .closedOutput)
  }

  @Test("It answers twice: the second answer is not taken for that of the next question")
  func answersTwice() throws {
    let match = try BadMatch("answers twice")
    for text in ["1", "2"] { _ = try match.say(text) }
    // Both lines have come together, or the second one is met by the next question.
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
    case .unasked: break
    // It has come so late that the next question was under way.
    case .wrongID(let expected, _): #expect(expected == 6)
    default: Issue.record("\(faults)")
    }
  }

  @Test("It answers differently the second time: the replay names the move")
  func disagrees() throws {
    let match = try BadMatch("disagrees")
    _ = try match.playThrough()
    match.program.stop()
    let other = try BadMatch("disagrees")
    do {
      _ = try other.program.replay(match.moves, puzzle: .null, settings: [:])
      Issue.record("the replay agrees")
    } catch {
      #expect(error.fault == .differs(ask: "play", what: "move 3, {\"say\":\"3\"} of player 1"))
    }
    let good = try BadMatch("")
    _ = try good.playThrough()
    #expect(try good.program.replay(good.moves, puzzle: .null, settings: [:]).state == good.position.state)
  }

  @Test("It goes on after the end of its input and after SIGTERM: it is gone all the same")
  func ends() throws {
    let match = try BadMatch("ignores SIGTERM")
    _ = try match.say("1")
    // Returns when the process has been reaped.
    match.program.stop()
    #expect(match.log.all == [])
  }

  @Test("A question that ends its process does not keep the next one waiting, however often")
  func rests() throws {
    var limits = ProgramLimits.patient
    limits.rest = 60_000
    limits.longestRest = 60_000
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
      guard case .died = failure else {
        Issue.record("\(failures)")
        return
      }
    }
  }

  @Test("Another program answers as ever meanwhile")
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
