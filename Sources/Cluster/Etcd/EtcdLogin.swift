internal import Synchronization

/// A client's credentials: read again when etcd rejects them, since a password may change while nodes run.
final class EtcdLogin: Sendable {
  private let known: Mutex<EtcdCredentials?>
  private let reread: (@Sendable () -> EtcdCredentials?)?

  init(_ credentials: EtcdCredentials?, readAgain: (@Sendable () -> EtcdCredentials?)? = nil) {
    known = Mutex(credentials)
    self.reread = readAgain
  }

  /// `nil` for requests without a user.
  var credentials: EtcdCredentials? { known.withLock { $0 } }

  /// Credentials other than the rejected ones; `nil` if there are none.
  func other(than refused: EtcdCredentials) -> EtcdCredentials? {
    known.withLock { known in
      // Another connection may have read them meanwhile.
      if let known, known != refused { return known }
      guard let read = reread?(), read != refused else { return nil }
      known = read
      return read
    }
  }
}
