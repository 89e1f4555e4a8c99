public import Kernel
public import WireProtocol

/// Identifies a session in the core. The edge chooses it and may reuse it after `close`.
public struct SessionID: Hashable, Sendable {
  /// A slot in a dense table.
  public let slot: UInt32
  /// Distinguishes users of the same slot.
  public let generation: UInt32

  /// A session's identity; slots should be dense, since the core has a table by slot.
  public init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }
}

/// The commit that an output depends on: it may leave when that commit is durable. 0 depends on nothing.
public typealias CommitTicket = Commit.Ticket

/// The core's output, in order. The edge executes and empties it.
///
/// Bytes for several sessions are stored once, and so are the sessions, consecutively: a send refers to both by range.
public struct Effects {
  /// An effect.
  public enum Effect: Sendable {
    /// Send these of ``bytes`` to these of ``recipients``, all different, once the commit is durable. The edge may
    /// split very many recipients; the order per session stays.
    case send(Range<Int>, to: Range<Int>, after: CommitTicket)
    /// Close a session after everything before has been sent.
    case close(SessionID)
    /// Do not read a session for this many milliseconds, not even received input: it is past its limit.
    case pause(SessionID, milliseconds: Int)
    /// Resume reading a paused session.
    case resume(SessionID)
  }

  /// The effects in order.
  public private(set) var list: [Effect] = []
  /// The sessions that sends refer to.
  public private(set) var recipients: [SessionID] = []
  var writer = JSONWriter()
  /// Events for the server log.
  public internal(set) var log: [LogEntry] = []

  /// The bytes that sends refer to.
  public var bytes: [UInt8] { writer.bytes }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { list.isEmpty && log.isEmpty }

  /// Whether there are only sends, and few enough to be executed with the next effects.
  var mayGather: Bool { hasOnlySends && log.isEmpty && writer.count < Self.mostGathered }

  private var hasOnlySends = true
  /// The most bytes gathered before they are executed.
  private static let mostGathered = 16_384

  /// The send at an index of ``list``, joined with the following ones that continue its bytes to the same session after
  /// the same commit: the answers to requests that came together leave together.
  ///
  /// - Returns: `nil` for another effect.
  func joinedSend(at index: Int) -> (bytes: Range<Int>, to: Range<Int>, after: CommitTicket, count: Int)? {
    guard case .send(var bytes, let to, let ticket) = list[index] else { return nil }
    var next = index + 1
    while to.count == 1, next < list.count, case .send(let more, let others, ticket) = list[next],
      more.lowerBound == bytes.upperBound, others.count == 1,
      recipients[others.lowerBound] == recipients[to.lowerBound]
    {
      bytes = bytes.lowerBound..<more.upperBound
      next += 1
    }
    return (bytes, to, ticket, next - index)
  }

  /// The ticket of output that is independent of everything before it: it waits for no commit, and overtakes output
  /// that does.
  public static let overtaking = CommitTicket.max

  mutating func send(_ range: Range<Int>, to session: SessionID, after ticket: CommitTicket) {
    guard !range.isEmpty else { return }
    recipients.append(session)
    list.append(.send(range, to: recipients.count - 1..<recipients.count, after: ticket))
  }

  /// Sends the same bytes to many different sessions.
  mutating func send(_ range: Range<Int>, to sessions: [SessionID], after ticket: CommitTicket) {
    let start = recipients.count
    recipients += sessions
    sendToLast(range, from: start, after: ticket)
  }

  /// Adds a recipient for ``sendToLast(_:from:after:)``, before anything else is sent.
  mutating func add(_ session: SessionID) { recipients.append(session) }

  /// Sends the same bytes to all recipients added from an index on.
  mutating func sendToLast(_ range: Range<Int>, from start: Int, after ticket: CommitTicket) {
    guard !range.isEmpty, recipients.count > start else { return }
    list.append(.send(range, to: start..<recipients.count, after: ticket))
  }

  /// Writes bytes and sends them to one session.
  mutating func send(to session: SessionID, after ticket: CommitTicket, _ body: (inout JSONWriter) -> Void) {
    send(write(body), to: session, after: ticket)
  }

  mutating func close(_ session: SessionID) { add(.close(session)) }

  mutating func pause(_ session: SessionID, milliseconds: Int) { add(.pause(session, milliseconds: milliseconds)) }

  mutating func resume(_ session: SessionID) { add(.resume(session)) }

  private mutating func add(_ effect: Effect) {
    hasOnlySends = false
    list.append(effect)
  }

  /// Writes bytes and returns their range.
  mutating func write(_ body: (inout JSONWriter) -> Void) -> Range<Int> {
    let start = writer.count
    body(&writer)
    return start..<writer.count
  }

  /// Empties the lists and keeps their capacity.
  public mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    hasOnlySends = true
    recipients.removeAll(keepingCapacity: true)
    writer.removeAll()
    if !log.isEmpty { log.removeAll(keepingCapacity: true) }
  }
}

/// A line of the server log.
public struct LogEntry: Sendable {
  /// `room_created`, `round_over`, `new_day` and others.
  public let event: String
  /// Further values, in order.
  public let fields: JSONObject

  /// An entry; fields hold neither letters nor tokens.
  public init(_ event: String, _ fields: JSONObject = [:]) {
    self.event = event
    self.fields = fields
  }
}
