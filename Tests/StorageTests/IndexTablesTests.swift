import Testing

@testable import StorageHarness

@Suite("Index tables")
struct IndexTablesTests {
  @Test(
    "Tables rebuilt from the log equal those that have followed each fact", arguments: 1...6 as ClosedRange<UInt64>)
  func rebuilt(_ seed: UInt64) async throws {
    let (followed, rebuilt) = try await followedAndRebuilt(seed, sampleDocuments)
    for tables in rebuilt {
      #expect(followed.keys == tables.keys)
      for (table, rows) in followed { #expect(rows == tables[table], "\(table), seed \(seed)") }
    }
    for (table, rows) in followed { #expect(!rows.isEmpty, "\(table), seed \(seed)") }
  }
}
