internal import Synchronization

/// The engine that is etcd (3.4 or later), spoken to by gRPC, that is by Protocol Buffers over HTTP/2. Its gateway of
/// JSON costs a third of what a member has to do for an append, and as much of the time that one takes.
///
/// It works on queues of its own, with sockets that wait until a deadline, as storage has queues of its own: the
/// server's loop never waits, and what an answer means is decided in straight lines of code, on the thread that has
/// asked. A few requests a moment are what a cluster has, so that a thread each costs nothing.
///
/// Conditional puts have a connection of their own, reads another, the rest a third one, and each watch its own: a slow
/// read holds up no append. The first endpoint that answers is used, and gone back to once it is healthy again;
/// requests that could not be sent go to the next, and nothing else is ever sent twice.
public final class EtcdClient: Engine {
  private let setting: EtcdSetting
  private let appends: EtcdLane
  private let reads: EtcdLane
  private let others: EtcdLane
  private let watches = Mutex<(running: [ObjectIdentifier: EtcdWatch], isClosed: Bool)>(([:], false))

  /// A client; nothing is connected before it is asked for something.
  ///
  /// - Parameters:
  ///   - endpoints: the members that may be asked, the preferred one (this machine's) first.
  ///   - credentials: the user, where etcd has users.
  ///   - readAgain: the user as it is now, asked for where etcd refuses the one that is known. Default: that stays.
  ///   - requestTimeout: how long a request may take, connecting included, once those before it are done. Then its
  ///     connection is closed, and nobody knows whether it will be carried out.
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

  /// Ends everything: requests under way fail, watches end without a word. So does letting go of the client.
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

  /// The key as the member that answers has it, which may be old: it asks no other, and answers without a majority too.
  public func getLocally(_ key: String, completion: @escaping @Sendable (Result<Reading, EngineFailure>) -> Void) {
    reads.ask(.get(key, isLocal: true), completion)
  }

  /// All keys that begin with a prefix as the member that answers has them, which may be old.
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
