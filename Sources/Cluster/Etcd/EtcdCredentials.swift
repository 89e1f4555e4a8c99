internal import Synchronization

/// A user of etcd's.
public struct EtcdCredentials: Hashable, Sendable {
  /// The user's name.
  public let user: String
  /// The user's password.
  public let password: String

  /// A user of etcd's.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

/// What stands for the user in a request.
enum EtcdToken: Hashable, Sendable {
  case text(String)
  /// etcd has no users, so that there are no tokens.
  case needless

  var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// The token at the moment, for all connections of a client; `nil` until one is asked for.
final class EtcdTokens: Sendable {
  private let token = Mutex<EtcdToken?>(nil)

  var current: EtcdToken? {
    get { token.withLock { $0 } }
    set { token.withLock { $0 = newValue } }
  }
}
