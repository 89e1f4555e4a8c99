import Foundation
import ScreenHarness
import ServerHarness
import Testing

final class PlayerAtTerminal {
  enum Look: String, CaseIterable, Sendable {
    case colour
    /// Without colours: `NO_COLOR`.
    case plain
    /// `--contrast`.
    case contrast
  }

  let terminal: TerminalProcess
  /// The home folder with the client's tokens; removed with this object unless it was given.
  let home: URL
  private let ownsHome: Bool

  /// - Parameters:
  ///   - home: the home folder of an earlier client.
  ///   - environment: variables that override the client's usual ones.
  init(
    port: UInt16, columns: Int = 80, rows: Int = 24, look: Look = .colour, arguments: [String] = [],
    home: URL? = nil, isAnimated: Bool = false, environment: [String: String] = [:]
  ) throws {
    self.home = home ?? Self.newHome()
    ownsHome = home == nil
    terminal = try TerminalProcess(
      ServerProcess.path(of: "parlor"),
      Self.arguments(port: port, look: look, isAnimated: isAnimated) + arguments,
      environment: Self.environment(look: look, home: self.home).merging(environment) { $1 }, columns: columns,
      rows: rows)
  }

  deinit {
    if ownsHome { try? FileManager.default.removeItem(at: home) }
  }

  static func newHome() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("parlor-home-\(UUID().uuidString)")
  }

  static func arguments(port: UInt16, look: Look = .colour, isAnimated: Bool = false) -> [String] {
    ["127.0.0.1:\(port)"] + (isAnimated ? [] : ["--no-animation"]) + (look == .contrast ? ["--contrast"] : [])
  }

  static func environment(look: Look = .colour, home: URL) -> [String: String] {
    var environment = [
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no", "HOME": home.path, "XDG_CONFIG_HOME": home.appendingPathComponent("config").path,
    ]
    if look == .plain { environment["NO_COLOR"] = "1" }
    return environment
  }

  /// Expects that only known sequences were sent, and that the drawn window did not scroll.
  func expectSound(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(terminal.screen.faults == [], sourceLocation: sourceLocation)
    #expect(terminal.screen.scrolledLines == 0, sourceLocation: sourceLocation)
  }

  func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(terminal.isCooked, "the terminal's settings", sourceLocation: sourceLocation)
    #expect(!terminal.screen.isAlternate, "the usual screen", sourceLocation: sourceLocation)
    #expect(terminal.screen.isCursorVisible, "the cursor", sourceLocation: sourceLocation)
    #expect(terminal.screen.mouseModes == [], "the mouse", sourceLocation: sourceLocation)
    #expect(!terminal.screen.modes.contains(2004), "pastes", sourceLocation: sourceLocation)
    #expect(terminal.screen.cursor.style == .plain, "the colour", sourceLocation: sourceLocation)
  }
}

/// The server of these tests, always with the same words and time.
enum Tables {
  static let arguments = TranscriptRunner.usualArguments + ["--limit", "burst=500"]

  static func server(_ more: [String] = [], program: String = "parlor-server") throws -> ServerProcess {
    try ServerProcess(arguments + more, program: program)
  }

  static let screens = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Screens")
}
