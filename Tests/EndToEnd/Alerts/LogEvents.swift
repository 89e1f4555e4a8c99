import Foundation
import Testing

/// The events that the code can log, collected from its sources.
struct LogEvents {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized
  private static var calls: Regex<Substring> {
    #/\b(?:LogEntry|log|logEvent|entry|ServerLog\.message|self\.init)\(/#.wordBoundaryKind(.simple)
  }

  /// Field keys by event name.
  private(set) var fields: [String: Set<String>] = [:]

  var names: Set<String> { Set(fields.keys) }

  init() throws {
    let sources = Self.root.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      collect(try String(contentsOf: file, encoding: .utf8))
    }
    // Logged by a signal handler, without such a call.
    fields["log_file_fails", default: []] = []
  }

  static func page(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Sources/ParlorServer/" + path), encoding: .utf8)
  }

  private mutating func collect(_ text: String) {
    for call in text.matches(of: Self.calls) {
      let (arguments, first) = Self.arguments(text[call.range.upperBound...])
      let kinds = first.contains(#"_quarantined""#) ? Self.quarantined : []
      let names = first.matches(of: #/"([a-z_]+)"/#).map { String($0.output.1) } + kinds
      let keys = arguments.matches(of: #/"([a-z_]+)":/#).map { String($0.output.1) }
      for name in names where name.contains("_") || Self.words.contains(name) {
        fields[name, default: []].formUnion(keys)
      }
    }
  }

  /// Event names of a single word. They are listed because calls of other functions have such arguments, too.
  private static let words: Set = [
    "challenges", "closed", "copied", "copying", "fatal", "kicked", "listens", "owns", "reported", "restored",
    "stopping",
  ]
  /// `Quarantine.Kind`.
  private static let quarantined = ["room", "match", "player", "events", "document", "row", "file"].map {
    $0 + "_quarantined"
  }

  /// A call's arguments, and its first one.
  private static func arguments(_ text: Substring) -> (all: Substring, first: Substring) {
    var (depth, end, comma) = (1, text.startIndex, text.endIndex)
    while end < text.endIndex, depth > 0 {
      switch text[end] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "," where depth == 1: comma = min(comma, end)
      default: break
      }
      end = text.index(after: end)
    }
    return (text[..<end], text[..<min(comma, end)])
  }
}
