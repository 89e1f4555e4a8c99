import GameKit
import Kernel
import Names
import WireProtocol

/// The reasons for a room's next snapshot, which the next batch includes.
struct SnapshotNeed {
  /// Whether it replaces everything stored of the room.
  var isRewritten = false
  /// Whether the facts since the last one do not fold to the present state.
  var isUrgent = false
  /// The number of facts since the last one.
  var facts = 0
}

/// What a room submits to storage.
extension Room {
  /// Submits a snapshot if one is due.
  func flushSnapshot() {
    guard !isClosed, snapshotNeed.isRewritten || snapshotNeed.isUrgent || isSnapshotDue else { return }
    hub.journal.append(snapshot(isRewritten: snapshotNeed.isRewritten))
    snapshotNeed = SnapshotNeed()
  }

  /// The stored facts do not fold to the present state any more.
  func makeSnapshotDue() {
    snapshotNeed.isUrgent = true
    hub.touch(self)
  }

  /// Rarely enough that snapshots take less than the facts between them.
  private var isSnapshotDue: Bool {
    guard hub.isDurable else { return false }
    let boards = state.boards
    let size = members.count + boards.seats.count + boards.former.count + state.wins.count + state.used.count
    return snapshotNeed.facts >= max(hub.configuration.snapshotFacts, size / 4)
  }
}

extension Hub {
  /// Queries storage: see ``Journal/ask(_:from:at:_:)``.
  ///
  /// - Parameter finish: called with `nil` if the answer is unreadable.
  func ask<Query: StoredQuery>(_ query: Query, from address: String?, _ finish: @escaping (Query.Answer?) -> Void) {
    journal.ask(query, from: address, at: now) { answer in finish(answer.flatMap { $0 as? Query.Answer }) }
  }

  /// Notes that a room has lines for the next batch.
  func touch(_ room: Room) { journal.touch(room) }
}
