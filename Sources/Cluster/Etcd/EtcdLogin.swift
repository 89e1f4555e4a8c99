internal import Synchronization

/// Whom a client is to etcd: read again where etcd refuses it, since a password may be changed while nodes run.
final class EtcdLogin: Sendable {
  private let known: Mutex<EtcdCredentials?>
  private let readAgain: (@Sendable () -> EtcdCredentials?)?

  init(_ credentials: EtcdCredentials?, readAgain: (@Sendable () -> EtcdCredentials?)? = nil) {
    known = Mutex(credentials)
    self.readAgain = readAgain
  }

  /// `nil` where etcd is asked as nobody.
  var credentials: EtcdCredentials? { known.withLock { $0 } }

  /// Others than those that etcd has refused; `nil` where there are none.
  func other(than refused: EtcdCredentials) -> EtcdCredentials? {
    known.withLock { known in
      // Another conversation may have read them meanwhile.
      if let known, known != refused { return known }
      guard let read = readAgain?(), read != refused else { return nil }
      known = read
      return read
    }
  }
}
