import Foundation
import GameKit
import Kernel
import ParlorCore
import TestSeed
import Testing

@testable import Storage
@testable import StorageHarness

/// One flipped bit in an entry damages at most the document whose line it is in, and that document is named.
@Suite("Damage in the log")
struct LogDamageTests {
  /// Facts of four documents, two of them in one entry each and two in both.
  private static let batches: [[DocumentLine]] = [
    [.added(1, "one", to: 4), .added(1, "uno", of: 7), .added(2, "two", to: 5), .day(324)],
    [.added(3, "three", to: 4), .removed(1, of: 7), .added(9, "nine", of: 8)],
  ]

  private static let entries = batches.enumerated().flatMap { index, records in
    Batch(ticket: 1, lines: records, at: now).entries(from: LogPosition(index + 1))
  }

  /// The log of a folder, as an in-memory database.
  private func log() throws -> LogFile {
    let file = try LogFile(Database(path: ":memory:", access: .writing), .process)
    #expect(try file.append(Self.entries))
    return file
  }

  /// What is read back: each line as text, and the documents with lost lines.
  private func read(_ file: LogFile) throws -> (lines: [String], lost: [LostLine]) {
    let read = try file.read(from: 1)
    let records = read.flatMap(\.lines)
    let entries = Batch(ticket: 1, lines: records).entries(from: 1)
    return (entries.flatMap(\.lines).map { String(decoding: $0, as: UTF8.self) }, read.flatMap(\.lost))
  }

  private func bytes(_ column: String, _ position: LogPosition, _ file: LogFile) throws -> [UInt8] {
    try file.database.prepare("SELECT \(column) FROM entry WHERE position = ?").first(position) { $0.bytes() } ?? []
  }

  private func store(_ bytes: [UInt8], _ column: String, _ position: LogPosition, _ file: LogFile) throws {
    try file.database.prepare("UPDATE entry SET \(column) = ? WHERE position = ?").run(bytes, position)
  }

  @Test("A flipped bit of a fact damages the one line that contains it, and its document is known")
  func facts() throws {
    let file = try log()
    let whole = try read(file).lines
    #expect(whole.count == 7 && whole.allSatisfy { !$0.isEmpty })
    for (entry, first) in zip(Self.entries, [0, 4]) {
      let facts = try bytes("facts", entry.position, file)
      let ends = facts.indices.filter { facts[$0] == UInt8(ascii: "\n") }
      for bit in 0..<8 * facts.count {
        var flipped = facts
        flipped[bit / 8] ^= 1 << (bit % 8)
        try store(flipped, "facts", entry.position, file)
        let (lines, lost) = try read(file)
        let line = ends.count { $0 < bit / 8 }
        let expected = LostLine(
          position: entry.position, number: line + 1, document: entry.addresses[line].document)
        #expect(lost == [expected], "entry \(entry.position), bit \(bit)")
        #expect(lines == whole.enumerated().filter { $0.offset != first + line }.map(\.element))
      }
      try store(facts, "facts", entry.position, file)
    }
    #expect(try read(file).lines == whole)
  }

  @Test("A flipped bit of an address damages nothing")
  func addresses() throws {
    let file = try log()
    let whole = try read(file).lines
    for entry in Self.entries {
      let addresses = try bytes("addresses", entry.position, file)
      #expect(addresses.count == 21 * entry.addresses.count)
      for bit in 0..<8 * addresses.count {
        var flipped = addresses
        flipped[bit / 8] ^= 1 << (bit % 8)
        try store(flipped, "addresses", entry.position, file)
        let (lines, lost) = try read(file)
        #expect(lines == whole && lost == [], "entry \(entry.position), bit \(bit)")
      }
      try store(addresses, "addresses", entry.position, file)
    }
  }

  @Test("Bytes of another entry, or of another length, are never accepted")
  func misplaced() throws {
    let file = try log()
    let (facts, addresses) = (try bytes("facts", 1, file), try bytes("addresses", 1, file))
    try store(facts, "facts", 2, file)
    try store(addresses, "addresses", 2, file)
    #expect(try read(file).lines.count == 4)
    #expect(try read(file).lost.map(\.position) == [2, 2, 2, 2])
    var chance = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<500 {
      let random = (0..<chance.number(below: 80)).map { _ in UInt8(chance.number(below: 256)) }
      let isRandom = chance.number(below: 2) == 0
      try store(isRandom ? random : Array(facts.prefix(chance.number(below: facts.count))), "facts", 1, file)
      try store(Array(addresses.dropLast(chance.number(below: 30))) + random, "addresses", 1, file)
      _ = try read(file)
    }
    try store([], "addresses", 1, file)
    try store(facts, "facts", 1, file)
    #expect(try read(file).lost.contains(LostLine(position: 1, number: 1)))
  }

  /// The effect of a flipped bit.
  private enum Outcome: String {
    case refused, harmless, oneDocument, entry, other
  }

  /// Opens a log's file as a start does.
  private func outcome(of path: String, _ whole: [String]) -> (Outcome, lost: [LostLine]) {
    let found: (lines: [String], lost: [LostLine])
    do {
      let database = try Database(path: path, access: .writing)
      try DatabaseCheck.atStart(database, upTo: 1 << 26)
      let file = try LogFile(database, .process)
      try file.mendPositions()
      found = try read(file)
    } catch {
      return (.refused, [])
    }
    let documents = Self.batches.flatMap { $0 }.map(\.document)
    let missing = Set(zip(whole, documents).filter { !found.lines.contains($0.0) }.map(\.1))
    if missing.isEmpty, found.lost.isEmpty { return (.harmless, []) }
    if missing.count == 1, missing == Set(found.lost.compactMap(\.document)) { return (.oneDocument, found.lost) }
    return (found.lost.map(\.number) == [0] ? .entry : .other, found.lost)
  }

  /// In short runs some of the bits, in long ones all.
  @Test("With a flipped bit the log is refused, or at most one document is damaged and named")
  func file() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/log.sqlite"
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    var whole: [String] = []
    do {
      let file = try LogFile(Database(path: path, access: .writing), .process)
      #expect(try file.append(Self.entries))
      whole = try read(file).lines
      try file.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var figures: [Outcome: Int] = [:]
    for bit in stride(from: 0, to: 8 * bytes.count, by: TestLength.count(short: 401, long: 1)) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      // One of the bits states that there is a write-ahead log.
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try Data(flipped).write(to: URL(fileURLWithPath: path))
      let (outcome, lost) = outcome(of: path, whole)
      figures[outcome, default: 0] += 1
      #expect(outcome != .other, "bit \(bit): \(lost)")
    }
    // With one bit of its header flipped SQLite reads a row as another one.
    #expect(figures[.entry, default: 0] <= Self.entries.count)
    print("LogDamageTests: \(figures.map { "\($0.key) \($0.value)" }.sorted())")
  }

  @Test("A document that has lost a line in the log stays damaged from the start that detects it, and no other is")
  func found() async throws {
    let folder = TemporaryFolder()
    func open() throws -> SQLiteStorage {
      try SQLiteStorage(folder: folder.path, options: options { $0.followMilliseconds = 3_600_000 })
    }
    let storage = try open()
    for (index, records) in Self.batches.enumerated() {
      let batch = Batch(ticket: UInt64(index + 1), lines: records, at: now)
      let result = await withCheckedContinuation { continuation in
        storage.commit(batch) { continuation.resume(returning: $0) }
      }
      #expect(try result.get() == [])
    }
    storage.abandon()
    try Database(path: "\(folder.path)/log.sqlite", access: .writing).execute(
      "UPDATE entry SET facts = CAST(replace(CAST(facts AS TEXT), 'uno', 'unx') AS BLOB) WHERE position = 1")
    try Database(path: "\(folder.path)/log.sqlite", access: .writing).execute(
      "UPDATE entry SET facts = CAST(replace(CAST(facts AS TEXT), 'three', 'trees') AS BLOB) WHERE position = 2")
    for _ in 0..<2 {
      let next = try open()
      let state = try next.load()
      #expect(words(of: state.lines) == ["document 4: 1 one", "document 5: 2 two"])
      #expect(state.damagedDocuments == [DocumentID(kind: SampleDocument.number, key: 4)])
      for (player, isDamaged) in [(Int64(7), true), (8, false)] {
        let id = DocumentID(kind: OwnedDocument.number, key: player)
        #expect(try await next.answer(DocumentQuery(id))?.isDamaged == isDamaged, "player \(player)")
      }
      next.abandon()
    }
  }
}
