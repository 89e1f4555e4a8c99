internal import Confinement
internal import Kernel
internal import ParlorCore

/// The log in a SQLite file, on a queue of its own.
struct SQLiteLog: Log {
  private let file: Confined<LogFile>
  /// Makes checkpoints; `nil` with a single connection.
  private let checkpointer: Confined<Database>?
  /// For messages.
  private let path: String

  init(_ file: sending LogFile, _ checkpoints: sending Database?, path: String) {
    self.file = Confined(label: "parlor.log", file)
    if let checkpoints {
      checkpointer = Confined(label: "parlor.log.checkpoints", checkpoints)
    } else {
      checkpointer = nil
    }
    self.path = path
  }

  func append(
    _ batch: Batch, after position: LogPosition, completion: @escaping @Sendable (AppendAnswer) -> Void
  ) {
    let (confined, checkpointer, path) = (file, checkpointer, path)
    file.later { file in
      defer { Self.lookAfter(file, confined, checkpointer) }
      do throws(DatabaseError) {
        let entries = batch.entries(from: position + 1)
        completion(try file.append(entries) ? .durable(position + LogPosition(entries.count)) : .fenced)
      } catch {
        completion(.unknown(StorageFailure(storing: path, error)))
      }
    }
  }

  func read(from position: LogPosition) throws(StorageFailure) -> [LoggedEntry] {
    let found = file.now { file in Result { () throws(DatabaseError) in try file.read(from: position) } }
    switch found {
    case .success(let entries): return entries
    case .failure(let error): throw StorageFailure(opening: path, error)
    case nil: return []
    }
  }

  func lastPosition() throws(StorageFailure) -> LogPosition {
    let found = file.now { file in Result { () throws(DatabaseError) in try file.lastPosition() } }
    switch found {
    case .success(let position): return position
    case .failure(let error): throw StorageFailure(opening: path, error)
    case nil: throw StorageFailure(message: "the data in \(path) is closed")
    }
  }

  func trim(to position: LogPosition) {
    let confined = file
    file.later { file in
      // Entries that cannot be trimmed now are trimmed next time.
      if (try? file.trim(to: position)) == true { SQLiteLog.goOnTrimming(confined, to: position) }
    }
  }

  private static func goOnTrimming(_ file: Confined<LogFile>, to position: LogPosition) {
    // Appends that are waiting go first.
    file.later { opened in
      if (try? opened.trim(to: position)) == true { goOnTrimming(file, to: position) }
    }
  }

  /// Overwrites the entries up to a position.
  func scrub(to position: LogPosition) throws(DatabaseError) {
    try file.now { file in Result { () throws(DatabaseError) in try file.scrub(to: position) } }?.get()
  }

  /// Waits for pending work.
  func drain() { _ = file.now { _ in } }

  /// Closes the file.
  ///
  /// - Parameter position: entries up to it are not needed any more; `nil` for all.
  func close(trimmingTo position: LogPosition?) {
    checkpointer?.close()
    file.close { file in
      guard let position else { return }
      while (try? file.trim(to: position)) == true {}
      file.mergeLog()
    }
  }

  private static func lookAfter(_ file: LogFile, _ confined: Confined<LogFile>, _ checkpointer: Confined<Database>?) {
    switch file.checkpointStep() {
    case .nothing: return
    case .inBackground:
      guard let checkpointer else {
        file.checkpointFinished()
        break
      }
      return checkpointer.later { database in
        _ = try? database.checkpoint()
        confined.later { $0.checkpointFinished() }
      }
    case .now: break
    }
    _ = try? file.database.checkpoint()
  }
}
