import Foundation
import GameKit
import Kernel
import ParlorCore
import TestSeed
import Testing

@testable import Storage
@testable import StorageHarness

@Suite("Lines of documents")
struct DocumentLineTests {
  @Test("Documents are restored line by line, also after a restart")
  func roundTrip() async throws {
    let folder = TemporaryFolder()
    let records: [DocumentLine] = [.added(1, "uno"), .added(2, "dos", to: 9), .removed(1), .added(3, "tres")]
    let expected = ["document 0: 3 tres", "document 9: 2 dos"]
    do {
      let storage = try SQLiteStorage(folder: folder.path, options: options())
      try await storage.store(records)
      #expect(try words(of: storage.load().lines) == expected)
    }
    #expect(try words(of: SQLiteStorage(folder: folder.path, options: options()).load().lines) == expected)
  }

  @Test("A document that changes for ever stays as small as its state, and keeps that state")
  func packs() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    var expected: [Int: String] = [:]
    var generator = SeededGenerator(seed: TestSeed.make())
    var most = 0
    for turn in 0..<400 {
      let number = generator.number(below: 20)
      let isAdded = generator.number(below: 3) > 0
      expected[number] = isAdded ? "w\(turn)" : nil
      try await storage.store([isAdded ? .added(number, "w\(turn)", to: 4) : .removed(number, from: 4)])
      let lines = try storage.load().lines
      most = max(most, lines.count)
      #expect(
        words(of: lines) == expected.sorted { $0.key < $1.key }.map { "document 4: \($0.key) \($0.value)" })
    }
    // Twice the twenty of a snapshot, and later ones.
    #expect(most > 64 && most <= 2 * 20 + 64)
  }

  @Test("A document that only grows is packed each time it has doubled, and not more often")
  func grows() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    try await storage.store((1...1000).map { .added($0, "w", to: 4) })
    #expect(try words(of: storage.load().lines).count == 1000)
    storage.close()
    let database = try Database(path: folder.database, access: .reading)
    // At 64, 192, 448 and 960 lines.
    #expect(try database.integer("SELECT max(packed) FROM document_line") == 960)
    #expect(try database.integer("SELECT count(*) FROM document_line WHERE packed = 0") == 40)
  }

  @Test("Scrubbing a forgotten player also removes facts that later ones have undone")
  func scrubbed() async throws {
    let folder = TemporaryFolder()
    do {
      let storage = try SQLiteStorage(folder: folder.path, options: options { $0.scrubSeconds = 3600 })
      try await storage.store([
        .player(.sample(1)), .added(1, "undone"), .added(2, "kept"), .removed(1), .playerForgotten(PlayerID(1)),
      ])
      storage.close()
    }
    // The next server does what the previous one has not done.
    #expect(
      try words(of: SQLiteStorage(folder: folder.path, options: options()).load().lines) == ["document 0: 2 kept"])
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
      #expect(bytes.range(of: Data("undone".utf8)) == nil, "\(file)")
    }
  }

  @Test(
    "A damaged line does not keep other players' words in the files",
    arguments: ["CAST(replace(CAST(line AS TEXT), 'kept', 'kopt') AS BLOB)", "x'7b'"])
  func scrubbedBesideDamage(_ damage: String) async throws {
    let folder = TemporaryFolder()
    do {
      let storage = try SQLiteStorage(folder: folder.path, options: options())
      try await storage.store([.player(.sample(1)), .added(1, "undone"), .added(2, "kept")])
      storage.close()
    }
    try Database(path: folder.database, access: .writing)
      .execute("UPDATE document_line SET line = \(damage) WHERE number = 2")
    do {
      let storage = try SQLiteStorage(folder: folder.path, options: options { $0.scrubSeconds = 3600 })
      try await storage.store([.removed(1), .playerForgotten(PlayerID(1))])
      storage.close()
    }
    let state = try SQLiteStorage(folder: folder.path, options: options()).load()
    #expect(state.damagedDocuments.contains(DocumentID(kind: SampleDocument.number)))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    #expect(bytes.range(of: Data("undone".utf8)) == nil)
  }

  @Test("Lines of documents of an unknown kind are kept")
  func unknownKind() async throws {
    let folder = TemporaryFolder()
    let known = sampleDocuments.filter { $0.number != SampleDocument.number }
    let storage = try SQLiteStorage(folder: folder.path, options: options(documents: known))
    for number in 1...200 { try await storage.store([.added(number % 2)]) }
    #expect(try storage.load().lines.count == 200)
  }

  @Test("A line that differs from what was stored is dropped, and only its document is reported as damaged")
  func damage() async throws {
    let folder = TemporaryFolder()
    do {
      let storage = try SQLiteStorage(folder: folder.path, options: options())
      try await storage.store([.added(1, "uno"), .added(2, "dos"), .added(3, "tres", to: 9)])
      storage.close()
    }
    let database = try Database(path: folder.database, access: .writing)
    for change in [
      "line = CAST(replace(CAST(line AS TEXT), 'dos', 'das') AS BLOB)", "key = 5", "kind = 201", "packed = 7",
    ] {
      try database.execute("BEGIN")
      try database.execute("UPDATE document_line SET \(change) WHERE key = 0 AND number = 2")
      let found = try Reader(database, []).resident()
      try database.execute("ROLLBACK")
      let lines = found.flatMap { document in document.lines.map { DocumentLine(document.document, bytes: $0) } }
      let damaged = found.filter { !$0.isWhole }.map(\.document)
      #expect(words(of: lines) == ["document 0: 1 uno", "document 9: 3 tres"], "\(change)")
      #expect(damaged.contains(DocumentID(kind: SampleDocument.number, key: 0)), "\(change)")
      #expect(!damaged.contains(DocumentID(kind: SampleDocument.number, key: 9)), "\(change)")
    }
  }

  /// A document with a snapshot of three lines, and two lines after it.
  private func prepareSnapshot(in folder: TemporaryFolder, _ lines: (Int) -> DocumentLine) async throws -> Database {
    let storage = try SQLiteStorage(folder: folder.path, options: options { $0.scrubSeconds = 3600 })
    for number in [1, 2, 3] { try await storage.store([lines(number)]) }
    try await storage.store([.player(.sample(1)), .removed(9), .playerForgotten(PlayerID(1))])
    storage.close()
    let again = try SQLiteStorage(folder: folder.path, options: options())
    for number in [4, 5] { try await again.store([lines(number)]) }
    again.close()
    return try Database(path: folder.database, access: .writing)
  }

  @Test("A missing line is detected anywhere but at the end", arguments: 0..<4)
  func missingLine(_ place: Int) async throws {
    let folder = TemporaryFolder()
    let database = try await prepareSnapshot(in: folder) { .added($0, of: 7) }
    let id = DocumentID(kind: OwnedDocument.number, key: 7)
    func isDamaged() throws -> Bool? {
      try Reader(database, sampleDocuments).document(id)?.isDamaged
    }
    #expect(try isDamaged() == false)
    try database.execute(
      """
      DELETE FROM document_line WHERE kind = \(id.kind) AND number = (
        SELECT number FROM document_line WHERE kind = \(id.kind) ORDER BY number LIMIT 1 OFFSET \(place))
      """)
    #expect(try isDamaged() == true)
    // A snapshot of the rest does not hide it.
    try database.transaction { () throws(DatabaseError) in
      try DocumentLineTable(database, [DocumentForm(OwnedDocument.self)]).packAll()
    }
    #expect(try isDamaged() == true)
  }

  @Test("A document that belongs to a player is loaded on demand, and deleted with the player")
  func ofPlayer() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    try await storage.store([
      .player(.sample(1)), .player(.sample(2)), .added(1, "uno", of: 1), .added(1, "dos", of: 2),
      .added(1, "tres", to: 1),
    ])
    func words(of player: Int64) async throws -> [String] {
      let id = DocumentID(kind: OwnedDocument.number, key: player)
      let state = try await storage.document(id)
      return (state as? [Int: String])?.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } ?? ["?"]
    }
    #expect(try storage.load().lines.count == 1, "those of players are not loaded at a start")
    #expect(try await words(of: 1) == ["1 uno"])
    try await storage.store([.playerForgotten(PlayerID(1))])
    #expect(try await words(of: 1) == [])
    #expect(try await words(of: 2) == ["1 dos"])
    #expect(try StorageHarness.words(of: storage.load().lines) == ["document 1: 1 tres"])
  }
}
