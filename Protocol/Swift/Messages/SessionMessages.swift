/// The first line of every session: what a program needs before it can ask. The rest is ``About``.
public struct Hello: ServerMessage {
  public static let type: StaticString = "hello"
  /// The version of the protocol that this library speaks.
  public static let protocolVersion = 1
  /// Name and version of the server's software.
  public var server: String
  /// Made with the data folder and kept across restarts; events can be resumed within one epoch only.
  public var epoch: String
  /// The name that the session has for now.
  public var you: String
  /// The civil day in the server's zone, `2026-11-20`.
  public var day: String
  /// The longest line that the server takes, in bytes; 0 where it does not say.
  public var lineBytes: Int
  /// A sentence for people: what to type first. It ends the line, where somebody at a terminal sees it.
  public var welcome: String

  /// A greeting; see the properties.
  public init(server: String, epoch: String, you: String, day: String, lineBytes: Int, welcome: String) {
    self.server = server
    self.epoch = epoch
    self.you = you
    self.day = day
    self.lineBytes = lineBytes
    self.welcome = welcome
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("protocol", Self.protocolVersion)
    json.field("server", server)
    json.field("epoch", epoch)
    json.field("you", you)
    json.field("day", day)
    json.field("line_bytes", lineBytes)
    json.field("welcome", welcome)
  }
}

/// The answer to `ping`.
public struct Pong: ServerMessage {
  public static let type: StaticString = "pong"
  /// An answer without fields.
  public init() {}
  public func writeFields(to json: inout JSONWriter) {}
}

/// The answer to `bye`; the connection ends after it.
public struct Bye: ServerMessage {
  public static let type: StaticString = "bye"
  /// An answer without fields.
  public init() {}
  public func writeFields(to json: inout JSONWriter) {}
}

/// The machine on which the core is changes, and the connection stays.
public struct Takeover: ServerMessage {
  public static let type: StaticString = "takeover"

  /// What becomes of the session.
  public enum State: String, Sendable, CaseIterable {
    /// The core is gone: what was asked and not answered may have been done or not, and what is asked waits.
    case waiting
    /// Another one goes on with the session, in its rooms. What was not answered before this is not going to be.
    case resumed
    /// Nobody can go on with it at present. What only reads is answered from a copy, which may be old; what would
    /// change something is refused, until another one is found.
    case reading
  }

  /// What becomes of the session.
  public var state: State

  /// A change.
  public init(_ state: State) { self.state = state }

  public func writeFields(to json: inout JSONWriter) { json.field("state", state.rawValue) }
}

/// The server is about to go.
public struct Closing: ServerMessage {
  public static let type: StaticString = "closing"
  /// `restart`, `cut_off`, `taken_over`, `password_changed`, `tokens_reset` or `erased`.
  public var reason: String
  /// When it is worth coming back, if that is known.
  public var backInSeconds: Int?

  /// A farewell.
  public init(reason: String, backInSeconds: Int? = nil) {
    self.reason = reason
    self.backInSeconds = backInSeconds
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("reason", reason)
    json.field("back_in_s", ifPresent: backInSeconds)
  }
}
