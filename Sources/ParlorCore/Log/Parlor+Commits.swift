import GameKit
public import Kernel
import Names
package import WireProtocol

/// Batches on their way to the log, and what becomes of them.
extension Parlor {
  /// Whether ``takeBatch(at:)`` may have something to hand over that has not failed before.
  public var wantsCommit: Bool { hub.journal.isReady }

  /// The greatest ticket that any output bears.
  public var lastTicket: CommitTicket { hub.journal.lastTicket }

  /// The next batch to commit, or the last one again if it has failed; `nil` while one is in flight, a failed one waits
  /// for its next attempt, or nothing is to be kept.
  ///
  /// - Parameter now: when it is handed over: what has held the core up until then is not storage's delay.
  public func takeBatch(at now: Instant) -> Batch? {
    let now = max(hub.now, now)
    if let failed = hub.journal.takeFailed(at: now) { return failed }
    guard hub.journal.isReady else { return nil }
    let rooms = hub.journal.takeTouched()
    for room in rooms { room.flushSnapshot() }
    // A day that began before there was a server is stored with the first thing that happens on it.
    hub.keepDay()
    if let batch = hub.journal.take(at: now) { return batch }
    // They had nothing to keep after all.
    for room in rooms { room.ticket = 0 }
    return nil
  }

  /// Questions that can be answered now, and the number under which to bring the answers back; none while answers to
  /// others are awaited, so that those who come next need not wait behind all that has been asked.
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
  /// - Parameter refused: what of it storage has left out.
  public func succeeded(_ ticket: CommitTicket, refusing refused: [RefusedLine] = [], at now: Instant) {
    advance(to: now)
    if hub.journal.succeed(ticket) { hub.log("storage_works_again") }
    parts.fetcher.unloadSome()
    for line in refused { quarantine(line) }
  }

  /// A batch could not be stored, or nobody knows: outputs that depend on it wait, and ``takeBatch()`` gives it again
  /// when it is time.
  public func failed(_ ticket: CommitTicket, _ failure: StorageFailure, at now: Instant) {
    advance(to: now)
    if hub.journal.fail(ticket, at: hub.now) { hub.log("storage_failed", ["why": .string(failure.message)]) }
  }

  /// What storage refuses for ever goes no further.
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

  package static let storageUnavailable = WireError(
    .storageUnavailable, "The server cannot store this at the moment; nothing has changed. Try again soon",
    retryAfterMilliseconds: 1000)
}

extension Hub {
  /// Whether nothing more is to gather behind what is not durable yet.
  var isStalled: Bool { journal.isStalled(at: now) }

  /// Refuses what would have to be stored, while storage is known not to work.
  func requireStorage() throws(WireError) {
    if isStalled { throw Parlor.storageUnavailable }
  }
}
