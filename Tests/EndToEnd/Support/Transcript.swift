import Foundation
import Testing

/// A golden session: the input of named clients and the expected output to each.
///
/// Protocol/Transcripts/README.md describes the format.
struct Transcript: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case remark
    /// `@server --limit burst=5`: additional flags of the server.
    case server([String])
    /// `@program OddGamesServer`: a test's server instead of `parlor-server`.
    case program(String)
    /// `@connect ana`: connects and skips the greeting.
    case connect(String)
    /// `@open ana`: connects; the greeting is the first expected line.
    case open(String)
    /// `@admin op`: connects to the console and skips the greeting.
    case admin(String)
    /// `@close ana`: the client closes its connection.
    case close(String)
    /// `@closed ana`: expects the server to close the connection.
    case closed(String)
    /// `@line ana 20000`: sends a line of that many bytes.
    case longLine(String, bytes: Int)
    /// `@hex ana ff 0a`: sends raw bytes.
    case bytes(String, [UInt8])
    /// `@stop`: the operator stops the server, which exits with status 0.
    case stop
    /// `@pause 6`: later output comes without input, within that many seconds. Only the recorder uses it.
    case pause(Double)
    /// `ana> …`
    case send(String, String)
    /// `ana< …`
    case expect(String, String)
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  let url: URL
  let lines: [(text: String, step: Step)]

  var name: String { url.deletingPathExtension().lastPathComponent }
  var testDescription: String { name }

  init(_ url: URL) throws {
    self.url = url
    var texts = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if texts.last == "" { texts.removeLast() }
    lines = try texts.enumerated().map { index, text in
      guard let step = Self.step(text) else {
        throw Malformed(description: "\(url.lastPathComponent):\(index + 1): \(text)")
      }
      return (text, step)
    }
  }

  static func all() throws -> [Transcript] {
    try FileManager.default.contentsOfDirectory(at: Repository.transcripts, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "txt" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map(Transcript.init)
  }

  var serverArguments: [String] {
    TranscriptRunner.usualArguments
      + lines.flatMap { line -> [String] in
        if case .server(let arguments) = line.step { arguments } else { [] }
      }
  }

  /// Whether it tests the listener, which a core alone does not have.
  var needsSockets: Bool { name == "limits" }

  /// The name of the server program.
  var program: String {
    for case .program(let name) in lines.map(\.step) { return name }
    return "parlor-server"
  }

  private static func step(_ text: String) -> Step? {
    if text.isEmpty || text.hasPrefix("#") { return .remark }
    if text.hasPrefix("@") { return directive(text.dropFirst().split(separator: " ").map(String.init)) }
    guard let mark = text.firstIndex(where: { !$0.isLetter && !$0.isNumber }), mark > text.startIndex else {
      return nil
    }
    let client = String(text[..<mark])
    let rest = text[text.index(after: mark)...]
    let content = String(rest.first == " " ? rest.dropFirst() : rest)
    switch text[mark] {
    case ">": return .send(client, content)
    case "<": return .expect(client, content)
    default: return nil
    }
  }

  private static func directive(_ words: [String]) -> Step? {
    switch (words.first, words.count) {
    case ("server", _): .server(Array(words.dropFirst()))
    case ("program", 2): .program(words[1])
    case ("connect", 2): .connect(words[1])
    case ("open", 2): .open(words[1])
    case ("admin", 2): .admin(words[1])
    case ("close", 2): .close(words[1])
    case ("closed", 2): .closed(words[1])
    case ("line", 3): Int(words[2]).map { .longLine(words[1], bytes: $0) }
    case ("hex", 3...): .bytes(words[1], words.dropFirst(2).compactMap { UInt8($0, radix: 16) })
    case ("stop", 1): .stop
    case ("pause", 2): Double(words[1]).map { .pause($0) }
    default: nil
    }
  }
}

enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let transcripts = root.appendingPathComponent("Protocol/Transcripts")
  static let schemas = root.appendingPathComponent("Protocol/Schema")

  /// The pages below a folder, or a single page.
  static func pages(under path: String) throws -> [URL] {
    let place = root.appendingPathComponent(path)
    guard place.pathExtension != "md" else { return [place] }
    return try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()
      .filter { $0.hasSuffix(".md") }.map(place.appendingPathComponent)
  }
}
