internal import Dispatch
internal import Synchronization

/// For a start, which has nothing else to do: the answers are waited for.
extension Engine {
  /// The key as it is now.
  public func value(of key: String) throws(EngineFailure) -> KeyValue? {
    try wait { completion in get(key, completion: completion) }.get().keyValue
  }

  /// All keys that begin with a prefix.
  public func values(under prefix: String) throws(EngineFailure) -> [KeyValue] {
    try wait { completion in list(prefix, completion: completion) }.get().keyValues
  }

  /// How the member of the store that answers is.
  public func status() throws(EngineFailure) -> EngineStatus {
    try wait { completion in status(completion: completion) }.get()
  }

  /// Puts a value where there is none, and says what is there then; unknown outcomes are found out.
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
  /// The key as the member that answers has it, which may be old.
  public func localValue(of key: String) throws(EngineFailure) -> KeyValue? {
    try wait { completion in getLocally(key, completion: completion) }.get().keyValue
  }

  /// All keys that begin with a prefix as the member that answers has them, which may be old.
  public func localValues(under prefix: String) throws(EngineFailure) -> [KeyValue] {
    try wait { completion in listLocally(prefix, completion: completion) }.get().keyValues
  }
}
