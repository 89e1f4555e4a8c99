import Callbacks
import FeatureList
import Kernel
import ParlorCore
import Storage

/// The real storage in a folder of its own, reopened at each start of the server. The simulation waits for its thread,
/// so that it stays deterministic.
final class SQLiteDisk: Disk {
  private let folder: String
  private let window: Int
  private var storage: SQLiteStorage?
  private var starts = 0

  init(folder: String, window: Int) {
    self.folder = folder
    self.window = window
  }

  var openCounts: (rooms: Int, matches: Int)? { nil }

  func apply(_ records: [DocumentLine]) throws(StorageFailure) {
    guard let storage else { return }
    // The core's tickets restart with each core, and storage ignores them.
    let batch = Batch(ticket: 1, lines: records)
    let refused = try awaitResult { storage.commit(batch, completion: $0) }.get()
    if let first = refused.first { throw StorageFailure(message: first.message) }
  }

  func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState {
    // Every second end is like `kill -9`, with facts that only the log has.
    starts += 1
    if starts.isMultiple(of: 2) { storage?.abandon() }
    storage = nil
    var limits = Limits()
    limits.resumeEvents = window
    var options = StorageOptions(documents: Parlor.documents(limits) + FeatureList.documents, now: now, today: today)
    // The simulation has its own time: the tables follow before queries.
    options.followMilliseconds = 3_600_000
    let opened = try SQLiteStorage(folder: folder, options: options)
    storage = opened
    return try opened.load()
  }

  func answers(to queries: [any StoredQuery]) -> [StoredAnswer] {
    guard let storage else { return [] }
    return awaitResult { storage.answer(queries, completion: $0) }
  }
}
