package import Foundation

/// A file of approved screens that must be reproduced, cell by cell.
///
/// Each screen has a section: `=== 80×24 after the first guess`, the lines, and with styles a letter per cell and the
/// letters' meanings. `{{time}}`, `{{guest}}` and `{{port}}` are placeholders for what differs between runs.
///
/// With `PARLOR_RECORD_SCREENS=1` in the environment screens are recorded instead of compared.
package final class ScreenAlbum {
  private let url: URL
  package static let isRecording = ProcessInfo.processInfo.environment["PARLOR_RECORD_SCREENS"] == "1"
  private let withStyles: Bool
  private var expected: [String: [String]] = [:]
  private var recorded: [(title: String, lines: [String])] = []

  /// An album in a folder. When comparing, its file must exist.
  package init(_ name: String, in folder: URL, withStyles: Bool) throws {
    url = folder.appendingPathComponent(name + ".txt")
    self.withStyles = withStyles
    guard !Self.isRecording else { return }
    var title = ""
    for line in try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix("=== ") {
        title = String(line.dropFirst(4))
        expected[title] = []
      } else {
        expected[title, default: []].append(line)
      }
    }
    for (title, lines) in expected { expected[title] = Self.withoutBlankEnd(lines) }
  }

  /// - Parameter withStyles: whether this screen is compared with its styles; by default as the album.
  package func expect(_ title: String, at terminal: TerminalProcess, withStyles: Bool? = nil) throws {
    let withStyles = withStyles ?? self.withStyles
    func picture(of screen: Screen) -> [String] {
      Self.withoutBlankEnd(screen.lines) + (withStyles ? screen.styleMap : [])
    }
    if Self.isRecording {
      terminal.settle(0.4)
      recorded.append((title, ScreenPattern.generalised(picture(of: terminal.screen))))
      return
    }
    guard let lines = expected[title] else {
      throw TerminalProcess.Failure(description: "\(url.lastPathComponent) has no screen “\(title)”")
    }
    let pattern = ScreenPattern(lines)
    do {
      try terminal.wait(until: "the screen “\(title)”") { pattern.fault(in: picture(of: $0)) == nil }
    } catch {
      let fault = pattern.fault(in: picture(of: terminal.screen)) ?? "none"
      throw TerminalProcess.Failure(description: "\(url.lastPathComponent), “\(title)”: \(fault)\n\(error)")
    }
  }

  /// Writes the recorded screens, if there are any.
  package func close() throws {
    guard Self.isRecording else { return }
    let text = recorded.map { "=== \($0.title)\n" + $0.lines.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private static func withoutBlankEnd(_ lines: [String]) -> [String] {
    Array(lines.reversed().drop { $0.isEmpty }.reversed())
  }
}

extension Screen {
  /// A letter for each cell's style, `.` for plain cells, followed by the letters' meanings.
  var styleMap: [String] {
    var letters: [Style: Character] = [.plain: "."]
    var legend: [String] = []
    let names = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var map = cells.map { row in
      var line = String(
        row.map { cell -> Character in
          if let letter = letters[cell.style] { return letter }
          let letter = letters.count <= names.count ? names[letters.count - 1] : "?"
          letters[cell.style] = letter
          legend.append("--- \(letter): \(cell.style.name)")
          return letter
        })
      while line.last == "." { line.removeLast() }
      return line
    }
    while map.last == "" { map.removeLast() }
    return ["---"] + map + legend
  }
}
