internal import Dispatch
internal import ParlorCore
internal import Synchronization

/// The next entries of a log, read while whoever wants them does something else.
final class ReadAhead: Sendable {
  /// What was read, and what of it could not be.
  typealias Read = (part: Feed.Part, damaged: [DamagedRow])

  private let found = Mutex<Result<Read, StorageFailure>>(.failure(StorageFailure(message: "the log is not read yet")))
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
  func wait() throws(StorageFailure) -> Read {
    done.wait()
    return try found.withLock { $0 }.get()
  }

  /// Entries that the log has lost meanwhile count as read.
  private static func read(
    _ log: SQLiteLog, from first: LogPosition, to last: LogPosition
  ) throws(StorageFailure) -> Read {
    let entries = try log.read(from: first).filter { $0.position <= last }
    let damaged = entries.flatMap { entry in
      entry.damagedLines.map { DamagedRow(table: "entry", key: "\(entry.position) \($0)") }
    }
    return (Feed.Part(records: entries.flatMap(\.records), position: entries.last?.position ?? last), damaged)
  }
}
