/// The answer to `login`.
public struct LoginAnswer: ServerMessage {
  public static let type: StaticString = "login"
  /// The session's name from now on.
  public var you: String
  /// Shown once, when it was made.
  public var token: String?
  /// What whoever has the token had better know: one sentence, where it has come over a network in the clear.
  public var warning: String?
  /// What became of the dailies that the session had begun as a guest, where it had.
  public var guestResults: [GuestResult] = []

  /// An answer; `token` only when a new one was made.
  public init(you: String, token: String?, warning: String? = nil, guestResults: [GuestResult] = []) {
    self.you = you
    self.token = token
    self.warning = warning
    self.guestResults = guestResults
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("you", you)
    json.field("token", ifPresent: token)
    json.field("warning", ifPresent: warning)
    guard !guestResults.isEmpty else { return }
    json.list("guest_results", guestResults) { result, json in
      json.field("game", result.game)
      json.field("puzzle", result.puzzle)
      json.field("carried", result.isCarried)
      json.field("message", result.message)
    }
  }

  /// A daily that the session had begun as a guest, before it became a player who was there already.
  public struct GuestResult: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The number of the puzzle.
    public var puzzle: Int
    /// Whether it is the player's now.
    public var isCarried: Bool
    /// That it is, or why it is not: one sentence for people.
    public var message: String

    /// A result; see the properties.
    public init(game: String, puzzle: Int, isCarried: Bool, message: String) {
      self.game = game
      self.puzzle = puzzle
      self.isCarried = isCarried
      self.message = message
    }
  }
}

/// The answer to `rename`.
public struct RenameAnswer: ServerMessage {
  public static let type: StaticString = "rename"
  /// The session's name from now on.
  public var you: String

  /// An answer with the new name.
  public init(you: String) { self.you = you }

  public func writeFields(to json: inout JSONWriter) { json.field("you", you) }
}

/// The answer to `forget_me`: the session is a new guest.
public struct ForgetMeAnswer: ServerMessage {
  public static let type: StaticString = "forget_me"
  /// The session's name from now on.
  public var you: String

  /// An answer with the new guest's name.
  public init(you: String) { self.you = you }

  public func writeFields(to json: inout JSONWriter) { json.field("you", you) }
}

/// The answer to `register`: the account is made. What follows is its first language.
public struct RegisterAnswer: ServerMessage {
  public static let type: StaticString = "register"
  /// The session's name from now on.
  public var you: String
  /// Shown once, where it was asked for.
  public var token: String?
  /// The request by which an account gets its first language and word.
  public static let next = "add_language"

  /// An answer; `token` only when one was made.
  public init(you: String, token: String? = nil) {
    self.you = you
    self.token = token
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("you", you)
    json.field("token", ifPresent: token)
    json.field("next", Self.next)
  }
}

/// The answer to `password`: it is the account's from now on.
public struct PasswordAnswer: ServerMessage {
  public static let type: StaticString = "password"
  /// The session's name.
  public var you: String
  /// Shown once, where it was asked for.
  public var token: String?
  /// Whether tokens of before open nothing any more, since there was a password before.
  public var endsTokens: Bool

  /// An answer; `token` only when one was made.
  public init(you: String, token: String? = nil, endsTokens: Bool = false) {
    self.you = you
    self.token = token
    self.endsTokens = endsTokens
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("you", you)
    json.field("token", ifPresent: token)
    if endsTokens { json.field("tokens_ended", true) }
  }
}

/// The answer to `logout`: the session is a new guest.
public struct LogoutAnswer: ServerMessage {
  public static let type: StaticString = "logout"
  /// The session's name from now on.
  public var you: String

  /// An answer with the new guest's name.
  public init(you: String) { self.you = you }

  public func writeFields(to json: inout JSONWriter) { json.field("you", you) }
}

/// Words are due today: told to whoever has come back to a name, after the answer.
public struct Due: ServerMessage {
  public static let type: StaticString = "due"
  /// How many, in all languages.
  public var words: Int

  /// A count of words.
  public init(words: Int) { self.words = words }

  public func writeFields(to json: inout JSONWriter) { json.field("words", words) }
}
