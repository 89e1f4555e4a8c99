import WireProtocol

/// A connection as the core sees it: who is behind it, how it wants to be answered, where it is.
final class Session {
  /// How a session is answered. It follows the last line that the session sent.
  enum Format: Int, CaseIterable {
    case json
    /// JSON that also has the text for a person.
    case drawn
    case text
  }

  let id: SessionID
  /// Where its connection came from, in whatever process that is.
  let origin: SessionOrigin
  var player: Player
  var format = Format.json
  var json = JSONUse()
  /// What was asked and is not answered yet.
  var pending = PendingAnswers()
  /// What lines of text are read as besides requests.
  var typing = TypedInput()
  /// Whether more waits for the client to read than it should.
  var isSlow = false
  /// Whether the connection is gone, so that nothing is sent: a request of before may still be carried out.
  var hasEnded = false
  /// The rooms in which the session has a seat or looks on, the latest last.
  var rooms: [Room] = []
  var rateLimit: RateLimit
  /// The hash of the token that the player has come with, or has been given here.
  @OutOfLine var tokenHash: SHA256.Digest? = nil
  /// What features keep for the session, by its type.
  var parts: [ObjectIdentifier: any SessionPart] = [:]
  /// What its node keeps of it, in a cluster.
  @OutOfLine var snapshot: SessionSnapshot? = nil
  /// The session ends after the requests before this.
  @OutOfLine var closing: Closing? = nil

  /// What a session does in JSON.
  struct JSONUse {
    /// Whether the last line was JSON: a client that has sent none yet may be somebody at a terminal.
    var isLast = false
    /// Whether answers in JSON also have the text for a person.
    var wantsDrawn = false
    /// The format of what answers JSON.
    var format: Format { wantsDrawn ? .drawn : .json }
  }

  /// What was asked and is not answered yet.
  struct PendingAnswers {
    /// Requests that wait for storage, or for a password to be checked.
    var count = 0
    /// Whether a password is being checked or made for the session.
    var includesPassword = false
    /// What is done once all that was asked before is answered.
    @OutOfLine var completion: ((Session) -> Void)? = nil
  }

  /// What lines of text are read as besides requests.
  struct TypedInput {
    /// A pasted result whose lines are still coming.
    @OutOfLine var paste: (any OpenPaste)? = nil
    /// What takes lines in the place of requests.
    @OutOfLine var consumer: (any LineConsumer)? = nil
    /// The name of a command that was typed last as if it were a move, and was asked about.
    @OutOfLine var doubted: String? = nil
    /// Whether a guest knows that results do not count.
    var knowsOfGuests = false
  }

  /// An end that waits for answers before it.
  enum Closing {
    /// `bye` was asked for, with which `id`.
    case bye(RequestID?)
    /// The client has finished sending.
    case silence
  }

  /// Whom limits count it for.
  var address: String { origin.text }

  /// The commit that what the session sees of its rooms depends on.
  var ticket: CommitTicket { rooms.reduce(0) { max($0, $1.ticket) } }

  /// Answers a request in the format in which it was made, whatever lines have come since.
  func answering(in asked: Format, _ body: () -> Void) {
    let present = format
    format = asked
    defer { format = present }
    body()
  }

  /// Whether others on the way can read what is sent: it goes to an address that is not this machine's own, and not
  /// over TLS.
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
