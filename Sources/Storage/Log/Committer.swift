internal import Confinement
internal import ParlorCore
internal import Synchronization

/// Makes batches durable: appends them to the log and passes them to the tables.
final class Committer: Sendable {
  /// `nil` in memory, and in a cluster until the shared log is available.
  private let log: Mutex<(any Log)?>
  private let follower: Follower
  /// The last durable entry. One append is in flight at a time.
  private let position: Mutex<LogPosition>
  private let path: String

  init(_ log: (any Log)?, _ follower: Follower, after position: LogPosition, path: String) {
    self.log = Mutex(log)
    self.follower = follower
    self.position = Mutex(position)
    self.path = path
  }

  /// See ``Storage/commit(_:completion:)``. While the tables cannot follow, nothing more may become durable: a start
  /// could not apply it either.
  func commit(_ batch: Batch, _ completion: @escaping @Sendable (Result<[RefusedLine], StorageFailure>) -> Void) {
    guard follower.feed.isBehind else { return append(batch, completion) }
    follower.writer.later { [self] writer in
      follower.follow(writer)
      if let failure = follower.feed.failure { return completion(.failure(failure)) }
      append(batch, completion)
    }
  }

  /// Appends to this log from now on.
  func use(_ shared: any Log) { log.withLock { $0 = shared } }

  /// Continues behind this position.
  func goOn(after last: LogPosition) { position.withLock { $0 = last } }

  private func append(
    _ batch: Batch, _ completion: @escaping @Sendable (Result<[RefusedLine], StorageFailure>) -> Void
  ) {
    guard let log = log.withLock({ $0 }) else {
      follower.add(batch.lines, at: 0)
      return completion(.success(follower.feed.takeRefused()))
    }
    log.append(batch, after: position.withLock { $0 }) { [self] answer in
      switch answer {
      case .durable(let last):
        position.withLock { $0 = last }
        follower.add(batch.lines, at: last)
        completion(.success(follower.feed.takeRefused()))
      case .unknown(let failure): completion(.failure(failure))
      case .fenced:
        let sentence = "nothing can be stored in \(path): something else has appended to its log"
        completion(.failure(StorageFailure(message: sentence, isFenced: true)))
      }
    }
  }
}
