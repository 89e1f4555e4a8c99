internal import Dispatch
internal import Synchronization

/// Blocking calls, for the start of a node.
extension Engine {
  /// The present value of a key.
  public func value(of key: String) throws(EngineFailure) -> KeyValue? {
    try wait { completion in get(key, completion: completion) }.get().keyValue
  }

  /// All keys with a prefix.
  public func values(under prefix: String) throws(EngineFailure) -> [KeyValue] {
    try wait { completion in list(prefix, completion: completion) }.get().keyValues
  }

  /// The status of the member that answers.
  public func status() throws(EngineFailure) -> EngineStatus {
    try wait { completion in status(completion: completion) }.get()
  }

  /// Stores a value if there is none, and returns the value that is there afterwards; an unknown outcome is resolved by
  /// reading.
  public func putOnce(_ key: String, _ value: [UInt8]) throws(EngineFailure) -> [UInt8] {
    let answer = wait { completion in replace(key, with: value, ifChangedAt: 0, completion: completion) }
    switch answer {
    case .replaced: return value
    case .found(let found, _): return found?.value ?? value
    case .unknown(let failure):
      guard let found = try self.value(of: key) else { throw failure }
      return found.value
    }
  }

  fileprivate func wait<Value: Sendable>(_ body: (@escaping @Sendable (Value) -> Void) -> Void) -> Value {
    let done = DispatchSemaphore(value: 0)
    let found = Mutex<Value?>(nil)
    body { value in
      found.withLock { $0 = value }
      done.signal()
    }
    while true {
      done.wait()
      if let value = found.withLock({ $0 }) { return value }
    }
  }
}

extension EtcdClient {
  /// The key as stored at the member that answers; may be stale.
  public func localValue(of key: String) throws(EngineFailure) -> KeyValue? {
    try wait { completion in getLocally(key, completion: completion) }.get().keyValue
  }

  /// All keys with a prefix, as stored at the member that answers; may be stale.
  public func localValues(under prefix: String) throws(EngineFailure) -> [KeyValue] {
    try wait { completion in listLocally(prefix, completion: completion) }.get().keyValues
  }
}
