import WireProtocol

/// A connection for the core: its player, its format, its rooms.
final class Session {
  /// The format of answers, which follows the session's last line.
  enum Format: Int, CaseIterable {
    case json
    /// JSON with the text for people.
    case drawn
    case text
  }

  let id: SessionID
  /// The origin of its connection, in whatever process that is.
  let origin: SessionOrigin
  var player: Player
  var format = Format.json
  var json = JSONUse()
  /// Requests that are not answered yet.
  var pending = PendingAnswers()
  /// The meaning of lines of text besides requests.
  var typing = TypedInput()
  /// Whether the client has more unread output than it should.
  var isSlow = false
  /// Whether the connection is gone, so that nothing is sent: an earlier request may still be executed.
  var hasEnded = false
  /// The session's rooms, as a player or a watcher, the latest last.
  var rooms: [Room] = []
  var rateLimit: RateLimit
  /// The hash of the session's token, given at the login or issued here.
  @OutOfLine var tokenHash: SHA256.Digest? = nil
  /// The parts of features for the session, by type.
  var parts: [ObjectIdentifier: any SessionPart] = [:]
  /// The snapshot of it on its node, in a cluster.
  @OutOfLine var snapshot: SessionSnapshot? = nil
  /// The session ends after the requests before this.
  @OutOfLine var closing: Closing? = nil

  /// A session's use of JSON.
  struct JSONUse {
    /// Whether the last line was JSON: a client that has sent none yet may be a terminal.
    var isLast = false
    /// Whether answers in JSON also have the text for people.
    var wantsDrawn = false
    /// The format of answers to JSON.
    var format: Format { wantsDrawn ? .drawn : .json }
  }

  /// Requests that are not answered yet.
  struct PendingAnswers {
    /// Requests that wait for storage, or for a password.
    var count = 0
    /// Whether a password is being checked or created for the session.
    var includesPassword = false
    /// Runs once all earlier requests are answered.
    @OutOfLine var completion: ((Session) -> Void)? = nil
  }

  /// The meaning of lines of text besides requests.
  struct TypedInput {
    /// A pasted result whose lines are still arriving.
    @OutOfLine var paste: (any OpenPaste)? = nil
    /// A consumer of lines instead of requests.
    @OutOfLine var consumer: (any LineConsumer)? = nil
    /// The name of a command that was typed as a possible move and is to be confirmed.
    @OutOfLine var doubted: String? = nil
    /// Whether a guest has been told that results do not count.
    var knowsOfGuests = false
  }

  /// An end that waits for earlier answers.
  enum Closing {
    /// `bye` was requested, with its `id`.
    case bye(RequestID?)
    /// The client has half-closed.
    case silence
  }

  /// The address for limits.
  var address: String { origin.text }

  /// The latest commit of the session's rooms.
  var ticket: CommitTicket { rooms.reduce(0) { max($0, $1.ticket) } }

  /// Answers a request in its own format, whatever lines have come since.
  func answering(in asked: Format, _ body: () -> Void) {
    let present = format
    format = asked
    defer { format = present }
    body()
  }

  /// Whether others can read the traffic: it leaves this machine without TLS.
  var isExposed: Bool {
    guard case .network = origin else { return false }
    // IPv6 addresses come as their /64 networks.
    let isLoopback = address == "::/64" || address.hasPrefix("127.")
    return !isLoopback && address.contains { $0 == "." || $0 == ":" }
  }

  init(id: SessionID, origin: SessionOrigin, player: Player, rateLimit: RateLimit) {
    self.id = id
    self.origin = origin
    self.player = player
    self.rateLimit = rateLimit
  }
}
