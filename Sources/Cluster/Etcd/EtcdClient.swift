internal import Synchronization

/// The engine for etcd (3.4 or later), over gRPC. Its JSON gateway would cost a third of a member's work for an append,
/// and a similar share of the time.
///
/// It runs on queues of its own, with blocking sockets that have deadlines: the server's loop never waits, and an
/// answer is evaluated in straight-line code on the thread that sent the request. A cluster sends only a few requests
/// at a time, so a thread for each costs little.
///
/// Conditional puts have one connection, reads another, all other requests a third, and each watch its own, so a slow
/// read does not delay an append. The first endpoint that answers is used, and used again when it has recovered; a
/// request that could not be sent goes to the next endpoint, and nothing else is sent twice.
public final class EtcdClient: Engine {
  private let setting: EtcdSetting
  private let appends: EtcdLane
  private let reads: EtcdLane
  private let others: EtcdLane
  private let watches = Mutex<(running: [ObjectIdentifier: EtcdWatch], isClosed: Bool)>(([:], false))

  /// A client; it connects with its first request.
  ///
  /// - Parameters:
  ///   - endpoints: the members, the preferred one (this machine's) first.
  ///   - credentials: the user, if etcd has authentication enabled.
  ///   - readAgain: returns the current user; called when etcd rejects the known one. Default: unchanged.
  ///   - requestTimeout: how long a request may take, connecting included, after those queued before it. Then its
  ///     connection is closed, and the outcome is unknown.
  public init(
    endpoints: [EtcdEndpoint], credentials: EtcdCredentials? = nil,
    readAgain: (@Sendable () -> EtcdCredentials?)? = nil, requestTimeout: Duration = .seconds(1)
  ) {
    setting = EtcdSetting(
      members: EtcdMembers(endpoints, timeout: requestTimeout), login: EtcdLogin(credentials, readAgain: readAgain),
      tokens: EtcdTokens(), timeout: requestTimeout)
    appends = EtcdLane("appends", setting)
    reads = EtcdLane("reads", setting)
    others = EtcdLane("others", setting)
  }

  deinit { close() }

  /// Closes the client: pending requests fail, and watches end without an event. So does releasing it.
  public func close() {
    for lane in [appends, reads, others] { lane.close() }
    setting.members.close()
    let running = watches.withLock { watches in
      watches.isClosed = true
      return watches.running.values
    }
    for watch in running { watch.cancel() }
  }

  public func replace(
    _ key: String, with value: [UInt8], ifChangedAt revision: Revision,
    completion: @escaping @Sendable (ReplaceAnswer) -> Void
  ) {
    appends.ask(.replace(key, with: value, ifChangedAt: revision)) { result in
      switch result {
      case .success(let answer): completion(answer)
      case .failure(let failure): completion(.unknown(failure))
      }
    }
  }

  public func put(
    _ key: String, _ value: [UInt8], completion: @escaping @Sendable (Result<Revision, EngineFailure>) -> Void
  ) {
    others.ask(.put(key, value), completion)
  }

  public func delete(_ key: String, completion: @escaping @Sendable (Result<Revision, EngineFailure>) -> Void) {
    others.ask(.delete(key), completion)
  }

  public func get(_ key: String, completion: @escaping @Sendable (Result<Reading, EngineFailure>) -> Void) {
    reads.ask(.get(key), completion)
  }

  public func list(_ prefix: String, completion: @escaping @Sendable (Result<Listing, EngineFailure>) -> Void) {
    reads.ask(.list(prefix), completion)
  }

  /// The key as stored at the member that answers; may be stale. Works without a majority.
  public func getLocally(_ key: String, completion: @escaping @Sendable (Result<Reading, EngineFailure>) -> Void) {
    reads.ask(.get(key, isLocal: true), completion)
  }

  /// All keys with a prefix, as stored at the member that answers; may be stale.
  public func listLocally(
    _ prefix: String, completion: @escaping @Sendable (Result<Listing, EngineFailure>) -> Void
  ) {
    reads.ask(.list(prefix, isLocal: true), completion)
  }

  public func watch(
    _ key: String, from revision: Revision, onEvent: @escaping @Sendable (WatchEvent) -> Void
  ) -> WatchCancellation {
    let watch = EtcdWatch(setting, key: key, from: max(revision, 1), onEvent: onEvent)
    let isClosed = watches.withLock { watches in
      if !watches.isClosed { watches.running[ObjectIdentifier(watch)] = watch }
      return watches.isClosed
    }
    if isClosed { watch.cancel() }
    watch.start { [weak self] watch in
      self?.watches.withLock { $0.running[ObjectIdentifier(watch)] = nil }
    }
    return WatchCancellation { watch.cancel() }
  }

  public func compact(to revision: Revision, completion: @escaping @Sendable (Result<Void, EngineFailure>) -> Void) {
    others.ask(.compact(to: revision)) { result in
      if case .failure(let failure) = result, failure.reason == .compacted { return completion(.success(())) }
      completion(result)
    }
  }

  public func status(completion: @escaping @Sendable (Result<EngineStatus, EngineFailure>) -> Void) {
    others.ask(.status, completion)
  }
}
