import GameKit
public import Kernel
import Names
package import WireProtocol

/// Batches on their way to the log, and their results.
extension Parlor {
  /// Whether ``takeBatch(at:)`` may have a batch that has not failed before.
  public var wantsCommit: Bool { hub.journal.isReady }

  /// The greatest ticket of any output.
  public var lastTicket: CommitTicket { hub.journal.lastTicket }

  /// The next batch to commit, or the last one again if it has failed; `nil` while one is in flight, a failed one is
  /// not due, or there is nothing to store.
  ///
  /// - Parameter now: when it is submitted: earlier delays of the core are not storage's.
  public func takeBatch(at now: Instant) -> Batch? {
    let now = max(hub.now, now)
    if let failed = hub.journal.takeFailed(at: now) { return failed }
    guard hub.journal.isReady else { return nil }
    let rooms = hub.journal.takeTouched()
    for room in rooms { room.flushSnapshot() }
    // A day that began before the server is stored with its first event.
    hub.keepDay()
    if let batch = hub.journal.take(at: now) { return batch }
    // There was nothing to store after all.
    for room in rooms { room.ticket = 0 }
    return nil
  }

  /// Queries that can be answered now, and the number for their answers; `nil` while answers to others are pending, so
  /// that later ones need not wait behind all.
  public func takeQueries() -> (number: Int64, queries: [any StoredQuery])? {
    guard openQueries.isEmpty else { return nil }
    let queries = hub.journal.takeQueries()
    guard !queries.isEmpty else { return nil }
    let number = hub.numbers.nextTask()
    openQueries[number] = queries
    return (number, queries.map(\.query))
  }

  /// Storage has answered.
  public func answered(_ number: Int64, with answers: [StoredAnswer], at now: Instant) {
    advance(to: now)
    for (pending, answer) in zip(openQueries.removeValue(forKey: number) ?? [], answers) {
      pending.finish(try? answer.get())
    }
  }

  /// A batch is durable.
  ///
  /// - Parameter refused: lines that storage has dropped.
  public func succeeded(_ ticket: CommitTicket, refusing refused: [RefusedLine] = [], at now: Instant) {
    advance(to: now)
    if hub.journal.succeed(ticket) { hub.log("storage_works_again") }
    parts.fetcher.unloadSome()
    for line in refused { quarantine(line) }
  }

  /// A batch could not be stored, or its outcome is unknown: outputs that depend on it wait, and ``takeBatch()``
  /// returns it again when it is due.
  public func failed(_ ticket: CommitTicket, _ failure: StorageFailure, at now: Instant) {
    advance(to: now)
    if hub.journal.fail(ticket, at: hub.now) { hub.log("storage_failed", ["why": .string(failure.message)]) }
  }

  /// Quarantines what storage refuses.
  private func quarantine(_ refused: RefusedLine) {
    switch refused.subject {
    case .match(let match):
      hub.quarantine(.match, ["match": .int(Int(match))], why: refused.message)
      hub.refusedMatches.insert(match)
      for room in rooms.all {
        for played in room.seats.values.map(\.played) where played.id == match { played.isQuarantined = true }
      }
    case .line: hub.quarantine(.row, [:], why: refused.message)
    }
  }

  static let askerIsGone = WireError(.notFound, .player, "The account that has asked this is gone")

  package static let storageUnavailable = WireError(
    .storageUnavailable, "The server cannot store this at the moment; nothing has changed. Try again soon",
    retryAfterMilliseconds: 1000)
}

extension Hub {
  /// Whether no more is accepted behind a batch that is not durable yet.
  var isStalled: Bool { journal.isStalled(at: now) }

  /// Refuses changes while storage is known to fail.
  func requireStorage() throws(WireError) {
    if isStalled { throw Parlor.storageUnavailable }
  }
}
