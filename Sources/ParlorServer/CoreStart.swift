import GameKit
import ParlorCore

/// Creates a core from stored data: at the start, and after another process has appended to the log.
struct CoreStart: Sendable {
  let storage: any Storage
  let configuration: ServerConfiguration
  /// Games that come while the server runs.
  var deferredGames = DeferredGames()
  /// `nil` for data in memory.
  let restoreGuard: RestoreGuard?

  /// Reads the stored data; may take long.
  func load(at now: Instant) throws(StorageFailure) -> StoredState {
    try ServiceManager.loading.run { () throws(StorageFailure) in
      let today = configuration.calendar.day(at: now)
      var state = try storage.load(at: now, today: today.number)
      state.trappedMatches = restoreGuard?.begin(state, in: storage) ?? [:]
      return state
    }
  }

  /// Creates a core from it.
  ///
  /// - Parameter ticket: the last ticket of the previous core; 0 for the first one.
  func core(
    from state: StoredState, at now: Instant, after ticket: CommitTicket = 0, isReading: Bool = false
  ) -> Parlor {
    ServiceManager.loading.run {
      var configuration = configuration
      if let loads = restoreGuard?.loads { configuration.replayWatch = { loads.note($0) } }
      let core = Parlor(configuration, restoring: state, now: now, after: ticket, isReading: isReading)
      restoreGuard?.end(state, without: state.trappedMatches)
      return core
    }
  }
}
