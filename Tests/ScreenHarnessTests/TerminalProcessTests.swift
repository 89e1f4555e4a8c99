import Foundation
import ScreenHarness
import Testing
import WaitingTrait

@Suite("A program at a pseudo-terminal", .waiting)
struct TerminalProcessTests {
  private func shell(_ script: String, columns: Int = 80, rows: Int = 24) throws -> TerminalProcess {
    try TerminalProcess(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], columns: columns, rows: rows)
  }

  @Test("Output is on the screen, input reaches the program, and its end is reported")
  func conversation() throws {
    let terminal = try shell("read line; echo \"heard $line\"; exit 7")
    terminal.type("hello\r")
    try terminal.wait(for: "heard hello")
    #expect(try terminal.wait() == .exit(7))
    #expect(terminal.screen.text == "hello\nheard hello")
    #expect(terminal.screen.faults == [])
  }

  @Test("The window has the requested size, and a resize sends SIGWINCH")
  func size() throws {
    let terminal = try shell(
      "trap 'stty size; exit' WINCH; stty size; echo ready; while :; do read line; done", columns: 40, rows: 15)
    try terminal.wait(for: "ready")
    #expect(terminal.screen.contains("15 40"))
    terminal.resize(columns: 200, rows: 50)
    try terminal.wait(for: "50 200")
  }

  @Test("Control keys send signals, and raw mode is detected")
  func signals() throws {
    let terminal = try shell(
      "stty raw -echo; echo raw; stty -F /dev/tty sane 2>/dev/null || stty sane; echo cooked; exec cat")
    try terminal.wait(for: "cooked")
    #expect(terminal.isCooked)
    terminal.type(Key.control("c"))
    #expect(try terminal.wait() == .signal(SIGINT))
    let raw = try shell("stty raw -echo; echo ready; read line")
    try raw.wait(for: "ready")
    #expect(!raw.isCooked)
    raw.send(SIGKILL)
    #expect(try raw.wait() == .signal(SIGKILL))
    #expect(!raw.isCooked)
  }

  @Test("A shell can suspend a program and continue it")
  func jobs() throws {
    let terminal = try TerminalProcess(
      "/bin/sh", ["-i"], environment: ["PATH": "/usr/bin:/bin", "PS1": "ready> ", "TERM": "xterm"])
    try terminal.wait(for: "ready>")
    terminal.type("cat\r")
    terminal.type("one\r")
    try terminal.wait(until: "the echo") { $0.text.components(separatedBy: "one").count == 3 }
    terminal.type(Key.control("z"))
    try terminal.wait(until: "the shell") { $0.lines.last { !$0.isEmpty } == "ready>" }
    terminal.type("fg\r")
    try terminal.wait(until: "the program") { $0.lines.last { !$0.isEmpty } == "cat" }
    terminal.type("two\r")
    try terminal.wait(until: "the echo") { $0.text.components(separatedBy: "two").count == 3 }
    terminal.type(Key.control("d"))
    try terminal.wait(until: "the shell") { $0.lines.last { !$0.isEmpty } == "ready>" }
    terminal.type("exit 3\r")
    #expect(try terminal.wait() == .exit(3))
  }

  @Test("A failed wait shows the screen, at once if the program has ended")
  func failures() throws {
    let terminal = try shell("echo something else")
    let failure = #expect(throws: TerminalProcess.Failure.self) { try terminal.wait(for: "crane") }
    #expect(failure?.description.contains("something else") == true)
    #expect(failure?.description.contains("before “crane”") == true)
  }

  @Test("Input and output beyond the terminal's buffers do not deadlock")
  func flood() throws {
    let terminal = try shell("stty raw; echo ready; head -c 300000 | wc -c")
    try terminal.wait(for: "ready")
    terminal.type(String(repeating: "abcdefghij", count: 30_000))
    try terminal.wait(for: "300000")
  }
}

@Suite("Albums of screens", .waiting)
struct ScreenAlbumTests {
  private func album(_ text: String, withStyles: Bool = false) throws -> ScreenAlbum {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-album-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: folder.appendingPathComponent("a.txt"), atomically: true, encoding: .utf8)
    return try ScreenAlbum("a", in: folder, withStyles: withStyles)
  }

  /// A terminal with a text whose program has ended, so that a mismatch fails at once.
  private func terminal(showing text: String) throws -> TerminalProcess {
    let terminal = try TerminalProcess("/bin/sh", ["-c", "printf %s \"$TEXT\""], environment: ["TEXT": text])
    _ = try terminal.wait()
    return terminal
  }

  @Test("An equal screen is accepted, one with another letter is not")
  func exact() throws {
    let album = try album("=== one\nWordle 324\n\n  🟩 crane\n\n=== two\nelse\n")
    try album.expect("one", at: terminal(showing: "Wordle 324\n\n  🟩 crane"))
    let other = try terminal(showing: "Wordle 324\n\n  🟩 crate")
    #expect(throws: TerminalProcess.Failure.self) { try album.expect("one", at: other) }
    #expect(throws: TerminalProcess.Failure.self) { try album.expect("three", at: other) }
  }

  @Test("Times, guests and ports may differ, and shift what is to their right")
  func places() throws {
    let album = try album("=== one\n│ {{guest}} · 127.0.0.1:{{port}}   {{time}}    │\n──── {{time}} ──── (x)\n")
    try album.expect(
      "one", at: terminal(showing: "│ guest-0fa3 · 127.0.0.1:4711   15 h 59 min │\n──── 9 s ─────── (x)"))
    let other = try terminal(showing: "│ guest-0fa3 · 127.0.0.1:4711   soon │\n──── 9 s ─────── (x)")
    #expect(throws: TerminalProcess.Failure.self) { try album.expect("one", at: other) }
  }

  @Test("With styles a letter in another colour is a mismatch")
  func styles() throws {
    let album = try album("=== one\nab\n---\na\n--- a: red\n", withStyles: true)
    try album.expect("one", at: terminal(showing: "\u{1B}[31ma\u{1B}[mb"))
    let other = try terminal(showing: "\u{1B}[32ma\u{1B}[mb")
    #expect(throws: TerminalProcess.Failure.self) { try album.expect("one", at: other) }
  }
}
