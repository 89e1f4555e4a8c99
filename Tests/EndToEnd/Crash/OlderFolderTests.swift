import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import Storage

/// `OlderFolder` holds what a server of layout 9, the last one before a room was a fold of its facts, had in its folder
/// when it was killed: its two files as SQL, the later part in the log alone, and what it answered when it was started
/// again.
@Suite("A folder of an older server", .waiting)
final class OlderFolderTests {
  private static let recorded = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("OlderFolder")
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("parlor-older-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func restoreFiles() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["parlor", "log"] {
      let sql = try String(contentsOf: Self.recorded.appendingPathComponent("\(name).sql"), encoding: .utf8)
      try Database(path: "\(folder.path)/\(name).sqlite", access: .writing).execute("BEGIN;\n\(sql)\nCOMMIT;")
    }
  }

  @Test("Boards, repeated moves, history, replays, statistics and shares are told as the older one told them")
  func answers() throws {
    try restoreFiles()
    try answers(of: folder.path)
  }

  @Test(
    "A backup of it is brought to the present layout, and restores to what the older one told; the folder stays as it was"
  )
  func backup() throws {
    try restoreFiles()
    let before = try Data(contentsOf: folder.appendingPathComponent("parlor.sqlite"))
    let (file, restored) = (folder.path + ".backup", folder.path + "-restored")
    defer { for path in [file, restored] { try? FileManager.default.removeItem(atPath: path) } }
    let made = try ServerProcess.run(["backup", "--data", folder.path, "--to", file])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try Data(contentsOf: folder.appendingPathComponent("parlor.sqlite")) == before)
    #expect(try ServerProcess.run(["restore", file, "--data", restored]).status == 0)
    try answers(of: restored)
  }

  private func answers(of folder: String) throws {
    let known = try JSON(parsing: Array(Data(contentsOf: Self.recorded.appendingPathComponent("answers.json"))))
    let asks = try #require(known["asks"]?.arrayValue)
    #expect(asks.count == 24)
    let server = try ServerProcess(TranscriptRunner.usualArguments + ["--data", folder])
    for player in ["ana", "ben"] {
      let client = try SocketClient(port: server.port)
      try client.greeting()
      let token = try #require(known["tokens"]?[player]?.stringValue)
      _ = try client.ask(#"{"type":"login","token":"\#(token)"}"#)
      for exchange in asks where exchange["player"]?.stringValue == player { try play(exchange, on: client) }
      // Nobody comes before the one before is away.
      client.finishSending()
      #expect(client.rest().ended)
    }
  }

  private func play(_ exchange: JSON, on client: SocketClient) throws {
    var ask = try #require(exchange["ask"]?.objectValue)
    ask["id"] = "asked"
    client.send(line: JSON.object(ask).text)
    let line = try client.line { $0.contains(#""re":"asked""#) }
    var answer = try #require(JSON(parsing: Array(line.utf8)).objectValue)
    for key in ["re", "next_day_in_s"] { answer[key] = nil }
    #expect(JSON.object(answer) == exchange["answer"], "\(ask["type"] ?? .null)")
    for line in exchange["lines"]?.arrayValue ?? [] { #expect(try JSON(parsing: Array(client.line().utf8)) == line) }
  }
}
