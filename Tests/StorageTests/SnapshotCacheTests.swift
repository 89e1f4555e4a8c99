import Kernel
import Testing

@testable import Storage
@testable import StorageHarness

@Suite("Cached snapshots of exported documents")
struct SnapshotCacheTests {
  private let key = DocumentID(kind: 1, key: 1)

  private func line(_ character: Character, _ count: Int) -> [UInt8] {
    Array(String(repeating: character, count: count).utf8)
  }

  @Test("A snapshot is made once, and again only after its document has changed or was dropped")
  func once() throws {
    var cache = SnapshotCache()
    var made = 0
    func lines(last: Int64) throws -> [[UInt8]] {
      try cache.lines(of: key, last: last) { () throws(DatabaseError) in
        made += 1
        return [line("a", made)]
      }
    }
    for _ in 0..<40 { #expect(try lines(last: 5) == [line("a", 1)]) }
    #expect(try lines(last: 6) == [line("a", 2)])
    cache.drop(key)
    #expect(try lines(last: 6) == [line("a", 3)])
    #expect(made == 3)
  }

  @Test("The least recently used snapshots are evicted, by number and by bytes; one that exceeds the cache is not kept")
  func bounds() throws {
    var cache = SnapshotCache(mostDocuments: 2, mostBytes: 100)
    var made: [Int64] = []
    func ask(_ player: Int64, bytes: Int = 10) throws {
      _ = try cache.lines(of: DocumentID(kind: 1, key: player), last: 1) { () throws(DatabaseError) in
        made.append(player)
        return [line("a", bytes)]
      }
    }
    for player: Int64 in [1, 2, 1, 3, 1, 2] { try ask(player) }
    #expect(made == [1, 2, 3, 2])
    for player: Int64 in [4, 4] { try ask(player, bytes: 101) }
    for player: Int64 in [1, 2] { try ask(player) }
    #expect(made == [1, 2, 3, 2, 4, 4])
    try ask(5, bytes: 95)
    try ask(2)
    #expect(made == [1, 2, 3, 2, 4, 4, 5, 2])
  }
}
