internal import Synchronization

/// A user of etcd.
public struct EtcdCredentials: Hashable, Sendable {
  /// The user's name.
  public let user: String
  /// The user's password.
  public let password: String

  /// Creates a user.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

/// The token of a user's requests.
enum EtcdToken: Hashable, Sendable {
  case text(String)
  /// etcd has no authentication, and so no tokens.
  case notRequired

  var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// The current token, shared by all connections of a client; `nil` until it is requested.
final class EtcdTokens: Sendable {
  private let token = Mutex<EtcdToken?>(nil)

  var current: EtcdToken? {
    get { token.withLock { $0 } }
    set { token.withLock { $0 = newValue } }
  }
}
