import Foundation
import Testing
import WireProtocol

/// A client reads all that a server writes without loss: over every line of every transcript.
@Suite("Reading messages")
struct ReadingTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Protocol/Transcripts")

  private typealias Echo = @Sendable (MessageFields) throws -> [UInt8]

  private static func echo<M: ReadableMessage>(_ type: M.Type) -> Echo {
    { fields in
      var writer = JSONWriter()
      try M(reading: fields).write(to: &writer)
      return writer.bytes
    }
  }

  private static let echoes: [String: Echo] = {
    var echoes: [String: Echo] = [:]
    for type in MessageTable.types + [ErrorMessage.self] { echoes["\(type.type)"] = echo(type) }
    for change in Presence.Change.allCases {
      echoes[change.rawValue] = { fields in
        var writer = JSONWriter()
        try Presence(reading: fields).write(to: &writer)
        return writer.bytes
      }
    }
    return echoes
  }()

  /// The lines for clients, with a number in place of any.
  private static func lines() throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "txt" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        guard let start = line.firstRange(of: "< {") else { return nil }
        return String(line[line.index(before: start.upperBound)...]).replacing("{{time}}", with: "7")
          .replacing("{{keys}}", with: #"{"⬛":"z"}"#)
      }
    }
  }

  @Test("Every message of the transcripts survives reading and writing")
  func transcripts() throws {
    var read: Set<String> = []
    for line in try Self.lines() {
      let document = JSONDocument()
      guard (try? document.parse(line.utf8)) != nil, let type = document.root["type"]?.string,
        let echo = Self.echoes[type]
      else { continue }
      var original = document.root.value.objectValue ?? [:]
      let written = try JSON(parsing: try echo(MessageFields(document.root)))
      original["re"] = nil
      // The answer to `command` is another request's, with its text form added.
      original["drawn"] = nil
      original["links"] = nil
      #expect(written == .object(original), "\(line)")
      read.insert(type)
    }
    #expect(read.count > 50)
  }

  @Test("A message without a required member is refused, and nothing traps")
  func broken() throws {
    let values = [
      "null", "7", "-9223372036854775808", "\"x\"", "[]", "[7]", "{}", "{\"7\":9223372036854775807}", "true",
    ]
    var (refused, required): (Set<String>, Set<String>) = ([], [])
    for line in Set(try Self.lines()) {
      let document = JSONDocument()
      guard (try? document.parse(line.utf8)) != nil, let object = document.root.value.objectValue,
        let type = object["type"]?.stringValue, let echo = Self.echoes[type]
      else { continue }
      for key in try Self.required(of: type) where object[key] != nil { required.insert("\(type).\(key)") }
      for (key, _) in object.members where key != "type" {
        for value in values {
          var changed = object
          changed[key] = try JSON(parsing: value)
          try document.parse(JSON.object(changed).text.utf8)
          do {
            // An accepted message can be read again.
            try document.parse(try echo(MessageFields(document.root)))
            #expect(throws: Never.self) { try echo(MessageFields(document.root)) }
          } catch is UnreadableMessage {
            refused.insert("\(type).\(key)")
          }
        }
      }
    }
    #expect(required.subtracting(refused).sorted() == Self.forgiven.sorted())
  }

  /// Members that a server always sends but a client can do without: derived from others, of any kind, or parsed by
  /// hand.
  private static let forgiven =
    ["error.message", "hello.protocol", "muted.muted"]
    + ["renamed.name", "schema.schema", "stats.win_percent", "trial.settings", "trial_report.settings"]

  /// The required fields of a message's schema, except its type.
  private static func required(of type: String) throws -> [String] {
    let file = folder.deletingLastPathComponent().appendingPathComponent("Schema/messages/\(type).json")
    let schema = try JSON(parsing: try String(contentsOf: file, encoding: .utf8)).objectValue
    return (schema?["required"]?.arrayValue ?? []).compactMap(\.stringValue).filter { $0 != "type" }
  }

  @Test("Unknown tiles, acts and modes are ignored")
  func future() throws {
    let document = JSONDocument()
    let text = #"""
      {"title":"T","rows":[{"letters":"a","tiles":"🟣"}],"keys":{"🟣":"a","🟩":"b","no":"c"},
      "gestures":[{"on":"shake","text":"!"},{"on":"key","text":"{letters}"},7],"shadow":true}
      """#
    try document.parse(text.utf8)
    let board = try Board(reading: MessageFields(document.root))
    #expect(board.rows.first?.tiles == "🟣")
    #expect(board.keys == [Board.Keys(tile: .right, letters: "b")])
    #expect(board.gestures == [Gesture(.key, "{letters}")])
    try document.parse(#"{"room":"r","you":"ana","players":[],"mode":"relay","state":"playing","seq":1}"#.utf8)
    #expect(try Joined(reading: MessageFields(document.root)).mode == nil)
  }
}
