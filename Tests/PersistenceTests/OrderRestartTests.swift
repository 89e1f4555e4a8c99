import FeatureList
import Foundation
import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Storage

@Suite("Acts and sanctions after a restart")
final class OrderRestartTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-order-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func open(_ name: String) throws -> SQLiteStorage {
    let options = StorageOptions(
      documents: Parlor.documents() + FeatureList.documents, now: Instant(milliseconds: 1_795_161_600_000), today: 324)
    return try SQLiteStorage(folder: path(name), options: options)
  }

  /// A server with acts about two players and a guest.
  private func moderated(_ storage: SQLiteStorage, isFollowed: Bool = true) throws -> (FaultyServer, op: SessionID) {
    let server = try FaultyServer(storage, isFollowed: isFollowed)
    let op = server.connectConsole()
    for name in ["ana", "ben"] {
      #expect(server.ask(server.connect(), "login", ["name": .string(name)])["you"]?.stringValue == name)
    }
    let guest = server.connect()
    let name = server.parlor.sessions[guest]?.player.name ?? ""
    for (type, fields) in [
      ("silence", ["player": "ana", "reason": "mustard"]), ("silence", ["player": .string(name), "for": "10m"]),
      ("ban", ["address": "203.0.113.0/24", "reason": "ketchup"]), ("appoint", ["player": "ben"]),
      ("send_away", ["player": "ana", "room": "wordle"]), ("ban", ["address": "203.0.113.0/24", "banned": false]),
      ("ban", ["address": "198.51.100.0/24"]), ("announce", ["text": "Soon."]),
    ] as [(String, JSONObject)] {
      #expect(server.ask(op, type, fields)["type"] == "done", "\(type)")
    }
    return (server, op)
  }

  /// The shortest lines of acts and sanctions.
  private func acts(_ server: FaultyServer) -> [[UInt8]] {
    server.parlor.kernel.packed().filter { $0.document.kind == 10 }.map(\.bytes)
  }

  /// What the operator sees.
  private func view(_ server: FaultyServer) -> [String] {
    let op = server.connectConsole()
    return [("audit", [:]), ("measures", [:]), ("measures", ["moderators": true])].map {
      (type: String, fields: JSONObject) in
      var answer = server.ask(op, type, fields).objectValue ?? [:]
      answer["re"] = nil
      return JSON.object(answer).text
    }
  }

  @Test("Acts and the sanctions in force are there after a clean stop and after kill -9", arguments: [true, false])
  func restarts(isFollowed: Bool) throws {
    let storage = try open("whole")
    let (server, _) = try moderated(storage, isFollowed: isFollowed)
    let before = view(server)
    #expect(before[0].contains("mustard") && before[1].contains("198.51.100.0/24") && before[2].contains("ben"))
    // As `kill -9` would leave the files.
    try FileManager.default.copyItem(atPath: path("whole"), toPath: path("killed"))
    let killed = try FaultyServer(open("killed"), seed: 2)
    #expect(view(killed) == before && acts(killed) == acts(server))
    try server.restart()
    #expect(view(server) == before && acts(killed) == acts(server))
    #expect(server.ask(server.connectConsole(), "announce", ["text": "On."])["act"]?["number"] == 9)
    #expect(server.faults == [] && killed.faults == [])
  }

  @Test("Forgetting a player removes name, reason and target from every file; a sanction on newcomers stays")
  func forgotten() throws {
    do {
      let storage = try open("whole")
      let (server, op) = try moderated(storage)
      // A newcomer from the guest's address would be muted, and could claim no name.
      let cia = server.connect(from: .network("192.0.2.7"))
      #expect(server.ask(cia, "login", ["name": "cia"])["you"] == "cia")
      #expect(server.ask(op, "rename_player", ["player": "cia", "name": "horseradish"])["type"] == "done")
      #expect(server.ask(op, "silence", ["player": "horseradish", "reason": "wasabi"])["type"] == "done")
      #expect(server.ask(cia, "forget_me", ["name": "horseradish"])["type"] == "forget_me")
      try server.restart()
      let acts = view(server)
      #expect(!acts[0].contains("wasabi") && !acts[0].contains("horseradish") && acts[0].contains("mustard"))
      #expect(acts[1].contains("\"somebody\"") && acts[1].contains("ana"), "a start does not end what is left")
      #expect(server.faults == [])
      storage.close()
    }
    // The next server does what the previous one has not done.
    let next = try open("whole")
    _ = try next.load()
    next.close()
    for file in try FileManager.default.contentsOfDirectory(atPath: path("whole")) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path("whole/\(file)")))
      for word in ["wasabi", "horseradish"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(file)") }
    }
  }

  @Test("Expired players are not named after a start; a guest who is gone is, while a mute lasts, and for a month")
  func lapsed() throws {
    let storage = try open("whole")
    let (server, op) = try moderated(storage)
    let before = view(server)
    let ben = try #require(server.parlor.players.named("ben"))
    server.ask(op, "silence", ["player": "ben", "reason": "wasabi"])
    server.store([PlayerDocument.line(.forgotten, of: ben.id.number)])
    try server.restart()
    let after = view(server)
    #expect(!after[0].contains("wasabi") && !after[0].contains("\"ben\"") && after[2].contains("[]"))
    #expect(after[0].contains("guest-") && after[1] == before[1], "of others nothing has changed")
    server.wait(milliseconds: 31 * 86_400_000)
    try server.restart()
    #expect(!view(server)[0].contains("guest-"))
    #expect(server.faults == [])
  }

  @Test("After a flipped bit all else stays in force, and each further act is refused with an error")
  func damage() throws {
    do {
      let storage = try open("whole")
      let (server, _) = try moderated(storage)
      #expect(server.faults == [])
      storage.close()
    }
    let lines = try Database(path: path("whole/parlor.sqlite"), access: .reading)
      .integer("SELECT count(*) FROM document_line WHERE kind = 10")
    #expect(lines == 8)
    for line in 1...8 {
      let name = "flipped\(line)"
      try FileManager.default.copyItem(atPath: path("whole"), toPath: path(name))
      try flip(bit: 37 * line, ofLine: line, in: name)
      let server = try FaultyServer(open(name), seed: 3)
      let op = server.connectConsole()
      let refusal = server.ask(op, "ban", ["address": "192.0.2.0/24"])
      #expect(refusal["code"] == "data_damaged", "line \(line)")
      #expect(refusal["message"] == "What is stored of the acts and measures is damaged: it stays as it is")
      for (type, fields) in [
        ("announce", ["text": "On."]), ("ban", ["address": "198.51.100.0/24", "banned": false]),
        ("settle_report", ["report": 1]),
        ("silence", ["player": "ana", "silenced": false]), ("appoint", ["player": "ben", "moderator": false]),
      ] as [(String, JSONObject)] { #expect(server.ask(op, type, fields)["code"] == "data_damaged", "\(type)") }
      #expect(server.ask(op, "audit")["acts"]?.arrayValue?.count == 7)
      #expect(server.ask(op, "measures")["measures"]?.arrayValue?.isEmpty == false)
      #expect(server.ask(op, "status")["quarantined"]?.text.contains("document acts and measures") == true)
      #expect(server.faults == [])
    }
  }

  /// Flips a bit of a line, as a disk would: the checksum stays.
  private func flip(bit: Int, ofLine line: Int, in name: String) throws {
    let database = try Database(path: path("\(name)/parlor.sqlite"), access: .writing)
    let select = try database.prepare(
      "SELECT number, line FROM document_line WHERE kind = 10 ORDER BY number LIMIT 1 OFFSET ?")
    let found = try #require(try select.first(Int64(line - 1)) { row in (number: row.integer(), bytes: row.bytes()) })
    var bytes = found.bytes
    bytes[bit / 8 % bytes.count] ^= 1 << (bit % 8)
    try database.prepare("UPDATE document_line SET line = ? WHERE kind = 10 AND number = ?").run(bytes, found.number)
  }
}
