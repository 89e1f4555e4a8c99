import Foundation
import Testing
import WireProtocol
import WireTable

@Suite("Files generated from the table")
struct GeneratedFilesTests {
  private static let clients = WireFiles.folder.deletingLastPathComponent().appending(path: "Clients")

  /// With PARLOR_WRITE_SCHEMAS=1 in the environment a file is written first.
  private func expect(_ url: URL, toHold text: String) throws {
    if ProcessInfo.processInfo.environment["PARLOR_WRITE_SCHEMAS"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text, "\(url.lastPathComponent) is stale")
  }

  @Test("The schemas are exactly those generated from the table")
  func schemas() throws {
    let files = SchemaWriter(try WireFiles.table()).files()
    for file in files { try expect(WireFiles.schemas.appending(path: file.name), toHold: file.text) }
    let messages = try FileManager.default.contentsOfDirectory(
      atPath: WireFiles.schemas.appending(path: "messages").path)
    #expect(Set(messages.map { "messages/\($0)" }) == Set(files.map(\.name)).filter { !$0.hasPrefix("parts/") })
  }

  @Test("The reference is exactly what is generated from the table and the transcripts")
  func reference() throws {
    let folder = WireFiles.folder.appending(path: "Reference")
    let files = ReferenceWriter(try WireFiles.table(), try WireFiles.exchanges()).files()
    for file in files { try expect(folder.appending(path: file.name), toHold: file.text) }
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == Set(files.map(\.name)))
  }

  @Test("Every request is answered as the table says, in all transcripts")
  func answers() throws {
    let (exchanges, table) = (try WireFiles.exchanges(), try WireFiles.table())
    let messages = Set(table.declarations.filter { $0.kind == .message }.flatMap(\.wireTypes))
    for request in table.declarations where request.kind == .request {
      let answers = table.answers(to: request)
      guard answers != ["any"] else { continue }
      #expect(messages.isSuperset(of: answers), "\(request.wireTypes[0]) needs .answer in the table")
      let shown = exchanges.answers[request.wireTypes[0]] ?? []
      #expect(Set(shown).subtracting(answers) == [], "\(request.wireTypes[0])")
    }
  }

  @Test("Page and Python client have the table's list of repeatable requests")
  func repeatable() throws {
    let writer = ClientWriter(try WireFiles.table())
    try expect(Self.clients.appending(path: "Web/wire.js"), toHold: writer.javaScript)
    let python = Self.clients.appending(path: "Python/parlor.py")
    let text = writer.python(try String(contentsOf: python, encoding: .utf8))
    #expect(text.contains("\"compare\""))
    try expect(python, toHold: text)
  }

  @Test("No repeatable request changes anything for others")
  func repeatableRequests() {
    let repeatable = Set(RequestTable.rows.filter { $0.repetition != .never }.map(\.type))
    #expect(repeatable.isDisjoint(with: ["say", "share", "report", "create", "kick", "add_word", "login"]))
  }
}
