internal import Kernel
internal import ParlorCore
internal import Synchronization

/// The part of the log that the tables have not followed yet.
final class Feed: Sendable {
  /// Lines up to a position, in order.
  struct Part {
    var lines: [DocumentLine] = []
    /// Lines that are unreadable.
    var lost: [LostLine] = []
    var position: LogPosition = 0
  }

  private struct State {
    var part = Part()
    var changes = PendingChanges()
    /// The position up to which it was taken.
    var taken: LogPosition = 0
    /// Whether a `take` is scheduled.
    var isPlanned = false
    /// Why the last attempt to store a part failed.
    var failure: StorageFailure?
    /// Lines that were refused since the last commit.
    var refused: [RefusedLine] = []
  }

  private let state = Mutex(State())

  /// The number of lines at which commits wait for the tables.
  private static let most = 50_000

  /// Adds lines that have become durable.
  ///
  /// - Returns: whether the caller must schedule a `take`.
  func add(_ lines: [DocumentLine], losing lost: [LostLine] = [], at position: LogPosition) -> Bool {
    state.withLock { state in
      state.part.lines += lines
      state.part.lost += lost
      state.part.position = position
      defer { state.isPlanned = true }
      return !state.isPlanned
    }
  }

  /// The log has nothing for the tables up to a position, which they note with the next lines, or when they are asked
  /// to follow.
  func skip(to position: LogPosition) { state.withLock { $0.part.position = max($0.part.position, position) } }

  /// Removes everything: the tables then read it from the log.
  func removeAll() {
    state.withLock { state in
      (state.part.lines, state.part.lost) = ([], [])
      state.changes = PendingChanges()
    }
  }

  /// Removes everything, since the tables have it, up to a position.
  func goOn(after position: LogPosition) {
    state.withLock { state in
      state.part = Part(lines: [], position: position)
      state.changes = PendingChanges()
      state.taken = position
      state.failure = nil
    }
  }

  /// Takes everything out.
  func take() -> Part? {
    state.withLock { state in
      state.isPlanned = false
      state.changes = PendingChanges()
      guard !state.part.lines.isEmpty || state.part.position > state.taken else { return nil }
      defer {
        (state.part.lines, state.part.lost) = ([], [])
        state.taken = state.part.position
      }
      return state.part
    }
  }

  /// The taken part is stored.
  func stored(leavingOut refused: [RefusedLine]) {
    state.withLock { state in
      state.failure = nil
      state.refused += refused
    }
  }

  /// The taken part could not be stored.
  func putBack(_ part: Part, because failure: StorageFailure) {
    state.withLock { state in
      state.failure = failure
      state.changes = PendingChanges()
      state.part = Part(
        lines: part.lines + state.part.lines, lost: part.lost + state.part.lost,
        position: max(part.position, state.part.position))
      state.taken = 0
    }
  }

  /// Whether pending lines may change the answer to a query. A part that could not be stored is retried with each
  /// query.
  func mayChangeAnswer(to query: any StoredQuery) -> Bool {
    state.withLock { state in
      if state.failure != nil || !state.part.lost.isEmpty { return true }
      state.changes.follow(state.part.lines)
      return state.changes.mayChangeAnswer(to: query)
    }
  }

  /// Whether the tables have fallen too far behind or cannot follow, so that nothing more may be appended.
  var isBehind: Bool { state.withLock { $0.failure != nil || $0.part.lines.count > Self.most } }

  /// Whether the tables cannot follow and the backlog is full.
  var isOverfull: Bool { state.withLock { $0.failure != nil && $0.part.lines.count > Self.most } }

  var failure: StorageFailure? { state.withLock { $0.failure } }

  var isEmpty: Bool { state.withLock { $0.part.lines.isEmpty } }

  /// The position up to which lines were added.
  var position: LogPosition { state.withLock { $0.part.position } }

  func takeRefused() -> [RefusedLine] {
    state.withLock { state in
      defer { state.refused = [] }
      return state.refused
    }
  }
}
