import Cluster
import Testing

@Suite("How much of the log's history is kept")
struct CompactionTests {
  private let hour = Compaction.mostMilliseconds

  @Test("History that every node has on its disk is compacted, once")
  func everybody() {
    var compaction = Compaction()
    #expect(compaction.update(safe: [9, 7, 8], own: 9, storeBytes: 0, at: 0) == 7)
    #expect(compaction.update(safe: [9, 7, 8], own: 9, storeBytes: 0, at: 10) == nil)
    #expect(compaction.update(safe: [12, 9, 11], own: 12, storeBytes: 0, at: 20) == 9)
  }

  @Test("A new or absent node holds history back for an hour")
  func gone() {
    var compaction = Compaction()
    #expect(compaction.update(safe: [100, 0], own: 100, storeBytes: 0, at: 0) == nil)
    #expect(compaction.update(safe: [200, 0], own: 200, storeBytes: 0, at: 10_000) == nil)
    #expect(compaction.update(safe: [900, 0], own: 900, storeBytes: 0, at: hour - 1) == nil)
    #expect(compaction.update(safe: [900, 0], own: 900, storeBytes: 0, at: hour) == 100)
    #expect(compaction.update(safe: [900, 0], own: 900, storeBytes: 0, at: hour + 9_999) == nil)
    #expect(compaction.update(safe: [900, 0], own: 900, storeBytes: 0, at: hour + 10_000) == 200)
  }

  @Test("In a store that is too large only the owner's needs count")
  func large() {
    var compaction = Compaction()
    #expect(compaction.update(safe: [100, 5], own: 90, storeBytes: Compaction.mostBytes, at: 0) == 5)
    #expect(compaction.update(safe: [100, 5], own: 90, storeBytes: Compaction.mostBytes + 1, at: 1) == 90)
  }

  @Test("History that the owner does not have on its disk is never compacted")
  func own() {
    var compaction = Compaction()
    #expect(compaction.update(safe: [50, 60], own: 40, storeBytes: .max, at: 0) == 40)
    #expect(compaction.update(safe: [], own: 0, storeBytes: .max, at: hour * 2) == nil)
  }
}
