import WireProtocol

/// The members who get the same bytes of an event.
struct Audience {
  /// Whether they may know the puzzle.
  var isInformed = true
  /// Whether they get another player's board, or a shared one.
  var looksOn = false
  let format: Session.Format

  fileprivate static let count = 4 * Session.Format.allCases.count

  fileprivate var index: Int { format.rawValue * 4 + (isInformed ? 2 : 0) + (looksOn ? 1 : 0) }
}

/// One message to many: encoded once for each audience, and sent with one effect to all of it.
struct Fanout {
  private var written: [Range<Int>?] = []
  private var sessions: [[SessionID]] = []
  /// The commit that it depends on.
  private(set) var ticket: CommitTicket = 0

  /// Begins a message, with an empty entry per audience.
  fileprivate mutating func begin(after ticket: CommitTicket) {
    self.ticket = ticket
    guard written.isEmpty else { return }
    written = Array(repeating: nil, count: Audience.count)
    sessions = Array(repeating: [], count: Audience.count)
  }

  /// An audience's message, encoded at the first call.
  mutating func message(to audience: Audience, _ write: () -> Range<Int>) -> Range<Int> {
    if let known = written[audience.index] { return known }
    let range = write()
    written[audience.index] = range
    return range
  }

  /// Adds a session to the recipients; a text session with other colours gets the message in these.
  mutating func deliver(_ range: Range<Int>, to session: Session, _ audience: Audience, _ hub: Hub) {
    if session.format != .json, session.player.theme != .dark {
      hub.deliver(range, to: session, after: ticket)
    } else {
      sessions[audience.index].append(session.id)
    }
  }

  /// Sends what was gathered, and keeps the memory for the next message.
  fileprivate mutating func finish(_ effects: inout Effects) {
    for index in 0..<Audience.count {
      guard let range = written[index] else { continue }
      effects.send(range, to: sessions[index], after: ticket)
      written[index] = nil
      sessions[index].removeAll(keepingCapacity: true)
    }
  }
}

extension Hub {
  /// Sends a message to many, once the commit that it depends on is durable.
  ///
  /// - Parameter body: iterates over the recipients. Those to whom it sends by itself get nothing else.
  func fanOut(after ticket: CommitTicket, _ body: (inout Fanout) -> Void) {
    var fanout = Fanout()
    swap(&fanout, &spareFanout)
    fanout.begin(after: ticket)
    body(&fanout)
    fanout.finish(&effects)
    swap(&fanout, &spareFanout)
  }
}
