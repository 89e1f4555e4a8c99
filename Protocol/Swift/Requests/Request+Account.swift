/// A password as somebody has just given it. It shows itself to nobody: neither a log nor a failure that prints a
/// request holds it.
public struct Password: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// As it was given.
  public let text: String

  /// A password.
  public init(_ text: String) { self.text = text }

  public var description: String { "(a password)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The most bytes of a field that holds one, whatever characters it is made of.
  public static let mostBytes = 1024
}

extension Request {
  /// The fields of `login`.
  public struct Login: Hashable, Sendable {
    /// The name to claim, or whose password it is; without it the guest keeps its name and receives a token.
    public var name: String?
    /// What an earlier login returned.
    public var token: String?
    /// What proves that the name is one's own, in place of a token.
    public var password: Password?
    /// Whether whoever shows the password wants a token, too.
    public var wantsToken: Bool
    /// Whether a program plays under this name.
    public var isBot: Bool
    /// The fields.
    public init(
      name: String? = nil, token: String? = nil, password: Password? = nil, wantsToken: Bool = false,
      isBot: Bool = false
    ) {
      self.name = name
      self.token = token
      self.password = password
      self.wantsToken = wantsToken
      self.isBot = isBot
    }
  }

  /// The fields of `register`.
  public struct Register: Hashable, Sendable {
    /// The name to claim.
    public var name: String
    /// What brings the player back, together with the name.
    public var password: Password
    /// Whether a token is wanted, too.
    public var wantsToken: Bool
    /// The fields.
    public init(name: String, password: Password, wantsToken: Bool = false) {
      self.name = name
      self.password = password
      self.wantsToken = wantsToken
    }
  }

  /// The fields of `password`.
  public struct PasswordChange: Hashable, Sendable {
    /// The present one, where there is one.
    public var old: Password?
    /// The one from now on.
    public var new: Password
    /// Whether a token is wanted, too.
    public var wantsToken: Bool
    /// The fields.
    public init(old: Password? = nil, new: Password, wantsToken: Bool = false) {
      self.old = old
      self.new = new
      self.wantsToken = wantsToken
    }
  }

  /// The fields of `rename`.
  public struct Rename: Hashable, Sendable {
    /// The new name.
    public var name: String
    /// The password, where there is one.
    public var password: Password?
    /// The fields.
    public init(name: String, password: Password? = nil) {
      self.name = name
      self.password = password
    }
  }

  /// The fields of `forget_me`.
  public struct ForgetMe: Hashable, Sendable {
    /// One's own name, which shows that it is meant.
    public var name: String?
    /// The password, where there is one.
    public var password: Password?
    /// The fields.
    public init(name: String? = nil, password: Password? = nil) {
      self.name = name
      self.password = password
    }
  }
}
