internal import Dispatch
internal import ParlorCore
internal import Synchronization

/// The next entries of a log, read while whoever wants them does something else.
final class ReadAhead: Sendable {
  private let found = Mutex<Result<Feed.Part, StorageFailure>>(
    .failure(StorageFailure(message: "the log is not read yet")))
  private let done = DispatchSemaphore(value: 0)

  /// Begins to read from a position to another, as far as it goes at once.
  init(of log: SQLiteLog, from first: LogPosition, to last: LogPosition) {
    DispatchQueue.global().async { [self] in
      let result = Result { () throws(StorageFailure) in try Self.read(log, from: first, to: last) }
      found.withLock { $0 = result }
      done.signal()
    }
  }

  /// Waits for what is read. To be called once.
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
