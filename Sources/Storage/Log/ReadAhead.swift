internal import Dispatch
internal import ParlorCore
internal import Synchronization

/// Reads the next entries of a log in the background.
final class ReadAhead: Sendable {
  private let found = Mutex<Result<Feed.Part, StorageFailure>>(
    .failure(StorageFailure(message: "the log is not read yet")))
  private let done = DispatchSemaphore(value: 0)

  /// Begins to read the entries between two positions, as many as one read returns.
  init(of log: SQLiteLog, from first: LogPosition, to last: LogPosition) {
    DispatchQueue.global().async { [self] in
      let result = Result { () throws(StorageFailure) in try Self.read(log, from: first, to: last) }
      found.withLock { $0 = result }
      done.signal()
    }
  }

  /// Waits for the result. To be called once.
  func wait() throws(StorageFailure) -> Feed.Part {
    done.wait()
    return try found.withLock { $0 }.get()
  }

  /// Entries that the log has lost meanwhile count as read.
  private static func read(
    _ log: SQLiteLog, from first: LogPosition, to last: LogPosition
  ) throws(StorageFailure) -> Feed.Part {
    let entries = try log.read(from: first).filter { $0.position <= last }
    return Feed.Part(
      lines: entries.flatMap(\.lines), lost: entries.flatMap(\.lost), position: entries.last?.position ?? last)
  }
}
