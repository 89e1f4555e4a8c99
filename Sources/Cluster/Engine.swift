/// The position of a change in the history of the shared store: every change of any key has the next one. The first is
/// 2 or later; 0 means "never".
public typealias Revision = Int64

/// The requirements on the store that all nodes share: keys with revisions, whose history is kept until it is
/// compacted. Implemented by etcd (``EtcdClient``) and by a model in the simulation.
///
/// Completions and events are called on queues of the engine, never on the caller's; they must return quickly. A
/// missing answer is not an outcome: an engine never repeats a change, and a change without an answer may still happen
/// later.
public protocol Engine: Sendable {
  /// Stores a value if the key was last changed at `revision` (0: it does not exist).
  ///
  /// Calls are serialised: each waits for the one before.
  func replace(
    _ key: String, with value: [UInt8], ifChangedAt revision: Revision,
    completion: @escaping @Sendable (ReplaceAnswer) -> Void)

  /// Stores a value unconditionally. Answers with the value's revision.
  func put(
    _ key: String, _ value: [UInt8], completion: @escaping @Sendable (Result<Revision, EngineFailure>) -> Void)

  /// Removes a key if it exists. Answers with the store's revision.
  func delete(_ key: String, completion: @escaping @Sendable (Result<Revision, EngineFailure>) -> Void)

  /// The present value of a key, as a majority knows it (linearizable).
  func get(_ key: String, completion: @escaping @Sendable (Result<Reading, EngineFailure>) -> Void)

  /// All keys with a prefix, in the order of their bytes, as a majority knows them (linearizable).
  func list(_ prefix: String, completion: @escaping @Sendable (Result<Listing, EngineFailure>) -> Void)

  /// Watches a key: delivers every change from a revision on, in order, exactly once.
  ///
  /// A watch ends with `.compacted` or `.failed`; to continue, open a new one after the last delivered revision. The
  /// next event is delivered only after `onEvent` has returned, so a slow receiver applies back pressure by not
  /// returning. A watch can be silent for ever, also when its member has lost the others: only an answered
  /// ``get(_:completion:)`` shows how current the delivered changes are.
  func watch(_ key: String, from revision: Revision, onEvent: @escaping @Sendable (WatchEvent) -> Void)
    -> WatchCancellation

  /// Discards history before a revision: afterwards a watch can begin there at the earliest. Present values stay.
  /// Succeeds also if the store is already compacted that far.
  func compact(to revision: Revision, completion: @escaping @Sendable (Result<Void, EngineFailure>) -> Void)

  /// The status of the member that answers, for the operator.
  func status(completion: @escaping @Sendable (Result<EngineStatus, EngineFailure>) -> Void)
}

/// The result of a conditional put.
public enum ReplaceAnswer: Hashable, Sendable {
  /// It was done; the value's revision.
  case replaced(Revision)
  /// It was not done, because this value exists (`nil`: no such key); the store's revision.
  case found(KeyValue?, at: Revision)
  /// The outcome is unknown, unless the failure says that it was not done.
  case unknown(EngineFailure)
}

/// A key with its value.
public struct KeyValue: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The value.
  public let value: [UInt8]
  /// The revision of its last change.
  public let changedAt: Revision
  /// The number of puts since the key was created, this one included.
  public let version: Int64

  /// Creates a key with its value.
  public init(key: String, value: [UInt8], changedAt: Revision, version: Int64) {
    self.key = key
    self.value = value
    self.changedAt = changedAt
    self.version = version
  }
}

/// The result of reading a key.
public struct Reading: Hashable, Sendable {
  /// The key's value; `nil` if it does not exist.
  public let keyValue: KeyValue?
  /// The store's revision: at least that of every change acknowledged before the request.
  public let storeRevision: Revision

  /// Creates a result.
  public init(keyValue: KeyValue?, storeRevision: Revision) {
    self.keyValue = keyValue
    self.storeRevision = storeRevision
  }
}

/// The result of reading several keys.
public struct Listing: Hashable, Sendable {
  /// The keys in the order of their bytes.
  public let keyValues: [KeyValue]
  /// The store's revision: at least that of every change acknowledged before the request.
  public let storeRevision: Revision

  /// Creates a result.
  public init(keyValues: [KeyValue], storeRevision: Revision) {
    self.keyValues = keyValues
    self.storeRevision = storeRevision
  }
}

/// A change of a key.
public enum KeyChange: Hashable, Sendable {
  /// A value was put.
  case put(KeyValue)
  /// The key was removed.
  case deleted(key: String, at: Revision)

  /// The change's position in the store's history.
  public var revision: Revision {
    switch self {
    case .put(let keyValue): keyValue.changedAt
    case .deleted(_, let revision): revision
    }
  }
}

/// An event of a watch.
public enum WatchEvent: Hashable, Sendable {
  /// The watch is open, with the store's revision; older changes may still follow.
  case opened(at: Revision)
  /// Changes in order, at least one.
  case changes([KeyChange])
  /// Nothing has changed, and every change up to this revision was delivered.
  case caughtUp(to: Revision)
  /// The end: requested changes are compacted. A watch can begin at this revision at the earliest.
  case compacted(Revision)
  /// The end, for any other reason.
  case failed(EngineFailure)
}

/// Ends a watch.
public struct WatchCancellation: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: may be called repeatedly, on any thread.
  public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the watch: no event begins after this, but one may be running on another thread.
  public func cancel() { end() }
}

/// The status of a member of the store.
public struct EngineStatus: Hashable, Sendable {
  /// The member that answered, in the operator's notation.
  public let endpoint: String
  /// Its id, hexadecimal.
  public let member: String
  /// The id of the leader; `nil` if this member knows none.
  public let leader: String?
  /// The version of the software.
  public let version: String
  /// The store's revision, as far as this member knows.
  public let storeRevision: Revision
  /// The size of the database file.
  public let databaseBytes: Int64
  /// The used part of it; the rest is free for new entries.
  public let databaseBytesInUse: Int64
  /// Alarms in the store's words, such as `memberID:… alarm:NOSPACE`.
  public let alarms: [String]

  /// Creates a status.
  public init(
    endpoint: String, member: String, leader: String?, version: String, storeRevision: Revision, databaseBytes: Int64,
    databaseBytesInUse: Int64, alarms: [String]
  ) {
    self.endpoint = endpoint
    self.member = member
    self.leader = leader
    self.version = version
    self.storeRevision = storeRevision
    self.databaseBytes = databaseBytes
    self.databaseBytesInUse = databaseBytesInUse
    self.alarms = alarms
  }
}
