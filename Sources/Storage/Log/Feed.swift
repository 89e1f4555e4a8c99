internal import Kernel
internal import ParlorCore
internal import Synchronization

/// What is in the log and not yet in the tables that follow it.
final class Feed: Sendable {
  /// Lines up to a position, in order.
  struct Part {
    var lines: [DocumentLine] = []
    /// Lines that could not be read.
    var lost: [LostLine] = []
    var position: LogPosition = 0
  }

  private struct State {
    var part = Part()
    var changes = PendingChanges()
    /// Up to which position it was taken.
    var taken: LogPosition = 0
    /// Whether somebody is going to take it.
    var isPlanned = false
    /// Why the last attempt to store it has failed.
    var failure: StorageFailure?
    /// What was left out since the last commit.
    var refused: [RefusedLine] = []
  }

  private let state = Mutex(State())

  /// Lines from which on commits wait for the tables.
  private static let most = 50_000

  /// Adds what has become durable.
  ///
  /// - Returns: whether it has to be planned that somebody takes it.
  func add(_ lines: [DocumentLine], losing lost: [LostLine] = [], at position: LogPosition) -> Bool {
    state.withLock { state in
      state.part.lines += lines
      state.part.lost += lost
      state.part.position = position
      state.changes.add(lines)
      defer { state.isPlanned = true }
      return !state.isPlanned
    }
  }

  /// There is nothing for the tables up to a position: they note that with what comes next, or when they are asked to
  /// follow.
  func skip(to position: LogPosition) { state.withLock { $0.part.position = max($0.part.position, position) } }

  /// Forgets all there is: whoever takes it reads it in the log.
  func removeAll() { state.withLock { ($0.part.lines, $0.part.lost) = ([], []) } }

  /// Forgets all there is, since the tables have it, up to a position.
  func goOn(after position: LogPosition) {
    state.withLock { state in
      state.part = Part(lines: [], position: position)
      state.taken = position
      state.failure = nil
    }
  }

  /// Takes all there is.
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

  /// What was taken is stored.
  func stored(leavingOut refused: [RefusedLine]) {
    state.withLock { state in
      state.failure = nil
      state.refused += refused
    }
  }

  /// What was taken could not be stored.
  func putBack(_ part: Part, because failure: StorageFailure) {
    state.withLock { state in
      state.failure = failure
      state.part = Part(
        lines: part.lines + state.part.lines, lost: part.lost + state.part.lost,
        position: max(part.position, state.part.position))
      state.taken = 0
    }
  }

  /// Whether a question may have another answer once the tables have taken what is here. What could not be stored is
  /// tried again with each question.
  func mayChangeAnswer(to query: any StoredQuery) -> Bool {
    state.withLock { state in
      state.failure != nil || !state.part.lost.isEmpty || state.changes.mayChangeAnswer(to: query)
    }
  }

  /// Whether the tables have fallen too far behind, or cannot follow, so that nothing more is to be appended.
  var isBehind: Bool { state.withLock { $0.failure != nil || $0.part.lines.count > Self.most } }

  /// Whether the tables cannot follow, and as much waits for them as may.
  var isOverfull: Bool { state.withLock { $0.failure != nil && $0.part.lines.count > Self.most } }

  var failure: StorageFailure? { state.withLock { $0.failure } }

  var isEmpty: Bool { state.withLock { $0.part.lines.isEmpty } }

  /// Up to where all was added.
  var position: LogPosition { state.withLock { $0.part.position } }

  func takeRefused() -> [RefusedLine] {
    state.withLock { state in
      defer { state.refused = [] }
      return state.refused
    }
  }
}
