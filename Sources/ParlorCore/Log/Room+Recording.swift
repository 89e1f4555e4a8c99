import GameKit
import Kernel
import Names
import WireProtocol

/// Why a room's next snapshot is due, which the next batch takes along.
struct SnapshotNeed {
  /// Whether it is to take the place of all that storage has of the room.
  var isRewritten = false
  /// Whether the facts since the last one do not lead to the present state.
  var isUrgent = false
  /// How many facts there have been since the last one.
  var facts = 0
}

/// What a room hands to storage.
extension Room {
  /// Hands storage a snapshot where one is due.
  func flushSnapshot() {
    guard !isClosed, snapshotNeed.isRewritten || snapshotNeed.isUrgent || isSnapshotDue else { return }
    hub.journal.append(snapshot(isRewritten: snapshotNeed.isRewritten))
    snapshotNeed = SnapshotNeed()
  }

  /// The facts that storage has do not lead to the present state any more.
  func makeSnapshotDue() {
    snapshotNeed.isUrgent = true
    hub.touch(self)
  }

  /// Written seldom enough that snapshots take less than the facts between them.
  private var isSnapshotDue: Bool {
    guard hub.isDurable else { return false }
    let boards = state.boards
    let size = members.count + boards.seats.count + boards.former.count + state.wins.count + state.used.count
    return snapshotNeed.facts >= max(hub.configuration.snapshotFacts, size / 4)
  }
}

extension Hub {
  /// Asks storage: see ``Journal/ask(_:from:at:_:)``.
  ///
  /// - Parameter finish: is given `nil` where the answer cannot be read.
  func ask<Query: StoredQuery>(_ query: Query, from address: String?, _ finish: @escaping (Query.Answer?) -> Void) {
    journal.ask(query, from: address, at: now) { answer in finish(answer.flatMap { $0 as? Query.Answer }) }
  }

  /// Notes that a room has something to hand over with the next batch.
  func touch(_ room: Room) { journal.touch(room) }
}
