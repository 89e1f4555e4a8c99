import Foundation
import ParlorCore
import Testing
import WireProtocol

/// Every specified message appears in a transcript, and every message of a transcript is specified.
@Suite("Coverage")
struct CoverageTests {
  /// Codes that no transcript can show: they need a full disk, another machine, or three thousand words.
  private static let unshownCodes: Set = [
    ErrorCode.storageUnavailable.rawValue, ErrorCode.dataDamaged.rawValue, ErrorCode.notEncrypted.rawValue,
    "no_puzzles_left", "no_words_left",
    // No game of the catalogue has turns, and no match uses up all its words.
    "not_your_turn", "already_offered", "no_more_words",
  ]

  /// Messages that no transcript can show: they need other machines.
  private static let unshownMessages = [String(describing: Takeover.type)]

  @Test("Transcripts show every request")
  func requests() throws {
    let shown = try Shown.all.get().requests
    #expect(RequestTable.rows.map(\.type).filter { !shown.contains($0) } == [])
  }

  @Test("Transcripts show every message, and every message has a schema")
  func messages() throws {
    let shown = try Shown.all.get().messages.sorted()
    #expect(try shown == SchemaFolder().messageTypes.filter { !Self.unshownMessages.contains($0) })
  }

  @Test("Transcripts show every error code, and the pages explain each")
  func codes() throws {
    let shown = try Shown.all.get().codes
    let explained = try Set(Specification().firstCells(ofTablesHeaded: ["code", "error"]))
    #expect(ErrorCode.allCases.map(\.rawValue).filter { !shown.contains($0) && !Self.unshownCodes.contains($0) } == [])
    #expect(explained.symmetricDifference(shown.union(Self.unshownCodes)).sorted() == [])
  }

  @Test("The reference lists every text command, and transcripts type each")
  func commands() throws {
    let page = try Specification(under: "Protocol/Reference/text.md")
    let commands = Set(page.firstCells(ofTablesHeaded: ["typed"]).map { String($0.prefix { $0 != " " }) })
    let known = RequestTable.rows.flatMap(\.textForms).filter { $0.usage?.hasPrefix("/") == true }.flatMap(\.names)
    #expect(Set(known.map { "/" + $0 }).symmetricDifference(commands).sorted() == [])
    let typed = try Shown.all.get().typed
    #expect(commands.filter { !typed.contains($0) }.sorted() == [])
  }

  @Test("Every example of the pages is a line of a transcript, and so is replayed")
  func examples() throws {
    let shown = try Shown.all.get()
    let examples = try Specification().examples
    for example in examples {
      let isShown = shown.contains(example)
      #expect(isShown, "\(example)")
    }
    #expect(examples.count > 250)
  }

  @Test("The guide has at most 4,500 words")
  func guide() throws {
    let guide = try Specification(under: "Protocol/PROTOCOL.md")
    #expect(guide.text.split { $0 == " " || $0 == "\n" }.count <= 4_500)
  }
}

private struct Shown {
  static let all = Result { try Shown() }

  var requests: Set<String> = []
  var messages: Set<String> = []
  var codes: Set<String> = []
  var typed: Set<String> = []
  private var sent: Set<String> = []
  private var received: Set<String> = []

  init() throws {
    for transcript in try Transcript.all() {
      for line in transcript.lines {
        switch line.step {
        case .send(_, let text):
          sent.insert(Self.plain(text))
          if text.hasPrefix("/") { typed.insert(String(text.prefix { $0 != " " })) }
          if let type = (try? JSON(parsing: text))?["type"]?.stringValue { requests.insert(type) }
        case .expect(_, let text):
          received.insert(Self.plain(text))
          guard text.hasPrefix("{\"") else { continue }
          // Time wildcards stand for JSON numbers, key wildcards for objects.
          let message = try JSON(parsing: text.replacing("{{time}}", with: "0").replacing("{{keys}}", with: "{}"))
          if let type = message["type"]?.stringValue { messages.insert(type) }
          if message["type"]?.stringValue == "error", let code = message["code"]?.stringValue { codes.insert(code) }
        default: break
        }
      }
    }
  }

  /// Whether an example, `C …` or `S …`, is a line of a transcript. An omission `…` matches anything.
  func contains(_ example: String) -> Bool {
    let pieces = Self.plain(String(example.dropFirst(2))).components(separatedBy: "…")
    return (example.hasPrefix("C") ? sent : received).contains { Self.fits($0, pieces) }
  }

  private static func fits(_ line: String, _ pieces: [String]) -> Bool {
    guard pieces.count > 1 else { return line == pieces.first }
    guard line.hasPrefix(pieces[0]), line.hasSuffix(pieces[pieces.count - 1]) else { return false }
    var rest = line[...]
    for piece in pieces where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// Replaces whatever differs between sessions by one form, in transcripts and examples alike.
  private static func plain(_ text: String) -> String {
    text.replacing(#/\{\{guest [^}]*\}\}|guest-[0-9a-f]{4,}/#, with: "GUEST")
      .replacing(#/\{\{token [^}]*\}\}|p1_[0-9a-f]{48}/#, with: "TOKEN")
      .replacing(#/"epoch":"(?:\{\{epoch\}\}|[0-9a-f]{6})"/#, with: "EPOCH")
      .replacing(#/\{\{puzzle[^}]*\}\}|[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}/#, with: "PUZZLE")
      .replacing(#/\{\{room[^}]*\}\}|\b(?:practice|race|together)-[0-9a-f]+/#, with: "ROOM")
      .replacing("{{time}}", with: "0")
      .replacing("{{user}}", with: "root")
      .replacing(
        #/"(next_day_in_s|opens_in_s|ends_in_m?s|next_in_s|expires_in_s|waited_s|elapsed_ms|retry_after_ms|started_at_ms|median_us|p99_us|max_us|at|\w+_at|\w*at_ms|until_ms|since_ms|uptime_s)":\d+/#
      ) {
        "\"\($0.output.1)\":0"
      }
  }
}

/// The guide, the reference, and the pages of games and features.
struct Specification {
  let text: String
  private let lines: [String]

  /// - Parameter path: where the pages are, a folder or a page.
  init(under path: String = "Protocol") throws {
    text = try Repository.pages(under: path).map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The code spans in the first cells of tables whose first column has one of these titles.
  func firstCells(ofTablesHeaded titles: Set<String>) -> [String] {
    var cells: [String] = []
    var title: String?
    for line in lines {
      guard line.hasPrefix("|") else {
        title = nil
        continue
      }
      let cell = line.replacing("\\|", with: " ").dropFirst().prefix { $0 != "|" }
      let pieces = cell.split(separator: "`", omittingEmptySubsequences: false)
      if title.map(titles.contains) == true {
        cells += pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) }
      }
      title = title ?? cell.trimmingCharacters(in: .whitespaces)
    }
    return cells
  }

  var examples: [String] {
    lines.filter { $0.hasPrefix("C ") || $0.hasPrefix("S ") }
  }
}
