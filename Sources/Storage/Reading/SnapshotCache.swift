internal import Kernel

/// Snapshots of long documents that are being exported: a document's snapshot is made once, so that each page of the
/// export costs only its own records.
///
/// Bounded by documents and bytes; the least recently used is evicted.
struct SnapshotCache {
  private struct Snapshot {
    /// The number of the document's last line when it was made, which every change raises.
    let last: Int64
    let lines: [[UInt8]]
    let byteCount: Int
    var use: Int
  }

  private let mostDocuments: Int
  private let mostBytes: Int
  private var snapshots: [DocumentID: Snapshot] = [:]
  private var byteCount = 0
  private var uses = 0

  init(mostDocuments: Int = 32, mostBytes: Int = 16_777_216) {
    (self.mostDocuments, self.mostBytes) = (mostDocuments, mostBytes)
  }

  /// The lines of a document's snapshot.
  ///
  /// - Parameters:
  ///   - last: the number of the document's last line now.
  ///   - make: makes them again.
  mutating func lines(
    of key: DocumentID, last: Int64, make: () throws(DatabaseError) -> [[UInt8]]
  ) throws(DatabaseError) -> [[UInt8]] {
    uses += 1
    if let known = snapshots[key], known.last == last {
      snapshots[key]?.use = uses
      return known.lines
    }
    drop(key)
    let lines = try make()
    let bytes = lines.reduce(0) { $0 + $1.count }
    guard bytes <= mostBytes else { return lines }
    snapshots[key] = Snapshot(last: last, lines: lines, byteCount: bytes, use: uses)
    byteCount += bytes
    while byteCount > mostBytes || snapshots.count > mostDocuments,
      let oldest = snapshots.min(by: { $0.value.use < $1.value.use })
    {
      drop(oldest.key)
    }
    return lines
  }

  /// The export is complete, or the document was deleted.
  mutating func drop(_ key: DocumentID) {
    if let dropped = snapshots.removeValue(forKey: key) { byteCount -= dropped.byteCount }
  }
}
