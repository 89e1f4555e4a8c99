/// Where in the history of the shared store a change stands: every change of any key has the next one. The first is 2
/// or later; 0 stands for "never".
public typealias Revision = Int64

/// What a cluster needs of the store that all nodes share: single keys with revisions, of which the history is kept
/// until it is compacted. etcd gives it (``EtcdClient``); the simulation has a model of it.
///
/// Completions and events are called on queues of the engine's own, never on the caller's: hand over and return.
/// No answer is no outcome: an engine never repeats a change by itself, and a change without an answer may still take
/// place later.
public protocol Engine: Sendable {
  /// Puts a value if the key was last changed at a revision (0: it does not exist).
  ///
  /// One at a time: what is asked while another is under way waits for it.
  func replace(
    _ key: String, with value: [UInt8], ifChangedAt revision: Revision,
    completion: @escaping @Sendable (ReplaceAnswer) -> Void)

  /// Puts a value whatever is there. Its answer is the revision that the value has.
  func put(
    _ key: String, _ value: [UInt8], completion: @escaping @Sendable (Result<Revision, EngineFailure>) -> Void)

  /// Removes a key, if it is there. Its answer is the store's revision.
  func delete(_ key: String, completion: @escaping @Sendable (Result<Revision, EngineFailure>) -> Void)

  /// The key as it is now, as a majority knows it (linearizable).
  func get(_ key: String, completion: @escaping @Sendable (Result<Reading, EngineFailure>) -> Void)

  /// All keys that begin with a prefix, in the order of their bytes, as a majority knows them (linearizable).
  func list(_ prefix: String, completion: @escaping @Sendable (Result<Listing, EngineFailure>) -> Void)

  /// Every change of a key from a revision on, in order and each once.
  ///
  /// After `.compacted` or `.failed` it is over: whoever wants more opens it again, from the revision after the last
  /// change that came. The next event is not looked at before `onEvent` returns, so that a slow receiver holds the
  /// watch back by not returning. A watch can be silent for ever, also where its member of the store hears no other:
  /// what says how old the news are is a ``get(_:completion:)`` that is answered.
  func watch(_ key: String, from revision: Revision, onEvent: @escaping @Sendable (WatchEvent) -> Void)
    -> WatchCancellation

  /// History before a revision is needed no more: a watch can begin there at the earliest. Present values stay. A store
  /// that has been compacted as far answers that it is done.
  func compact(to revision: Revision, completion: @escaping @Sendable (Result<Void, EngineFailure>) -> Void)

  /// For the operator: how the member of the store that answers is.
  func status(completion: @escaping @Sendable (Result<EngineStatus, EngineFailure>) -> Void)
}

/// What became of a conditional put.
public enum ReplaceAnswer: Hashable, Sendable {
  /// It was done, and the value has this revision.
  case replaced(Revision)
  /// It was not done, since this is there (`nil`: no such key); the revision is the store's.
  case found(KeyValue?, at: Revision)
  /// Nobody knows, unless the failure says that it surely was not done.
  case unknown(EngineFailure)
}

/// A key with what it holds.
public struct KeyValue: Hashable, Sendable {
  /// The key.
  public let key: String
  /// What it holds.
  public let value: [UInt8]
  /// The revision of its last change.
  public let changedAt: Revision
  /// How many puts there were since the key came into being, this one included.
  public let version: Int64

  /// A key with what it holds.
  public init(key: String, value: [UInt8], changedAt: Revision, version: Int64) {
    self.key = key
    self.value = value
    self.changedAt = changedAt
    self.version = version
  }
}

/// One key, and when it was read.
public struct Reading: Hashable, Sendable {
  /// The key's state; `nil` if there is none.
  public let keyValue: KeyValue?
  /// The store's revision, at least that of every change that was acknowledged before the question.
  public let storeRevision: Revision

  /// What was read.
  public init(keyValue: KeyValue?, storeRevision: Revision) {
    self.keyValue = keyValue
    self.storeRevision = storeRevision
  }
}

/// Several keys, and when they were read.
public struct Listing: Hashable, Sendable {
  /// The keys in the order of their bytes.
  public let keyValues: [KeyValue]
  /// The store's revision, at least that of every change that was acknowledged before the question.
  public let storeRevision: Revision

  /// What was read.
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

  /// The change's place in the store's history.
  public var revision: Revision {
    switch self {
    case .put(let keyValue): keyValue.changedAt
    case .deleted(_, let revision): revision
    }
  }
}

/// What a watch tells.
public enum WatchEvent: Hashable, Sendable {
  /// The watch is open, and the store's revision is this one; older changes may be still to come.
  case opened(at: Revision)
  /// Changes in their order, at least one.
  case changes([KeyChange])
  /// Nothing has changed, and every change up to this revision has been told.
  case caughtUp(to: Revision)
  /// The end: changes that were asked for are compacted away. A watch can begin at this revision at the earliest.
  case compacted(Revision)
  /// The end, for any other reason.
  case failed(EngineFailure)
}

/// Ends a watch.
public struct WatchCancellation: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: may be called any number of times, on any thread.
  public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the watch: no event begins after this, though one may be under way on another thread.
  public func cancel() { end() }
}

/// How a member of the store is.
public struct EngineStatus: Hashable, Sendable {
  /// Which member answered, as the operator has named it.
  public let endpoint: String
  /// Its number, hexadecimal.
  public let member: String
  /// The number of the member that leads; `nil` if this one knows of none.
  public let leader: String?
  /// The version of the software.
  public let version: String
  /// The store's revision, as far as this member knows.
  public let storeRevision: Revision
  /// How large the database's file is.
  public let databaseBytes: Int64
  /// How much of it holds something; the rest is free for new entries.
  public let databaseBytesInUse: Int64
  /// What is wrong, in the store's words, such as `memberID:… alarm:NOSPACE`.
  public let alarms: [String]

  /// How a member is.
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
