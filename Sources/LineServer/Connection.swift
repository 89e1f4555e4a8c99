/// The loop's state of one connection. An idle one owns nothing beyond this object.
final class Connection {
  struct Flags: OptionSet {
    let rawValue: UInt32
    /// In the list to be flushed at the end of the turn.
    static let dirty = Flags(rawValue: 1)
    /// In the list of those whose output waits for a commit.
    static let held = Flags(rawValue: 2)
    /// The kernel's send buffer is full; the poller reports when it is writable.
    static let blocked = Flags(rawValue: 4)
    /// Over the soft output limit: not read from.
    static let slow = Flags(rawValue: 8)
    /// To be closed when its output is sent; not read from.
    static let closing = Flags(rawValue: 16)
    /// Closed: its descriptor is closed and its handler told at the next opportunity.
    static let terminated = Flags(rawValue: 32)
    /// The framer may hold whole lines that were not handled yet: the connection was slow, or its time was used up.
    static let unfinished = Flags(rawValue: 64)
    /// From a stream listener: its bytes are not lines.
    static let stream = Flags(rawValue: 128)
    /// In the list of those that are closed if their last output is not sent in time.
    static let expiring = Flags(rawValue: 256)
    /// Not read from, because its handler paused it.
    static let paused = Flags(rawValue: 512)
    /// The peer has closed its sending side.
    static let ended = Flags(rawValue: 1024)
    /// To be closed in two steps: input that still arrives is read and discarded, because a close with unread input is
    /// a reset, and the peer then loses output that it has not read yet.
    static let lingers = Flags(rawValue: 2048)
    /// In the second of these steps.
    static let draining = Flags(rawValue: 4096)
    /// In the queue of connections to be handled.
    static let queued = Flags(rawValue: 8192)
    /// The poller reported a hangup.
    static let hungUp = Flags(rawValue: 16384)
    /// Its lines are WebSocket messages, in both directions.
    static let webSocket = Flags(rawValue: 32768)
    /// Its listener has output limits of its own; it is read from even while it is slow.
    static let ownLimits = Flags(rawValue: 65536)
    /// Over the soft output limit of its own.
    static let congested = Flags(rawValue: 131_072)
    /// An outgoing connection that is not established yet.
    static let connecting = Flags(rawValue: 262_144)
    /// Waits for the balancer's header; no handler knows of it yet.
    static let awaitsHeader = Flags(rawValue: 524_288)
    /// In the list of those whose output is withheld (see `LineOutput.allowOutput`).
    static let withheld = Flags(rawValue: 1_048_576)
    /// Made by a program of this machine over the loopback, not through a balancer.
    static let loopback = Flags(rawValue: 2_097_152)
    /// The balancer's header says that the client uses TLS.
    static let encrypted = Flags(rawValue: 4_194_304)
    /// Not watched for input, because it is already queued: the poller would report it in every turn.
    static let muted = Flags(rawValue: 8_388_608)
  }

  let id: ConnectionID
  let descriptor: Int32
  /// Its peer, shared by all connections from that address.
  var peer: Peer
  var flags: Flags = []
  /// The listener that it belongs to.
  var kind: ConnectionKind
  var interest: Readiness = .readable
  var reason = CloseReason.byServer
  /// The framer of its input.
  var framing = Framing.lines(LineFramer())
  /// The code of its WebSocket close frame; `nil`: derived from `reason`.
  var closeCode: WebSocketCloseCode?
  var output: OutputQueue?
  /// While it is paused until a time: that time, in monotonic nanoseconds; otherwise 0.
  var pausedUntil: UInt64 = 0
  /// When bytes last arrived, in monotonic nanoseconds, and its neighbours in the list ordered by that.
  var lastActivity: UInt64 = 0
  var older = Connection.none
  var newer = Connection.none

  /// Where it comes from; decided by the listener, never by the address.
  var origin: ConnectionOrigin {
    let text = peer.key.text
    if kind == .local { return .console(user: text) }
    return flags.contains(.encrypted) ? .encrypted(text) : .network(text)
  }

  static let none = UInt32.max

  init(id: ConnectionID, descriptor: Int32, peer: Peer, kind: ConnectionKind = .lines) {
    self.id = id
    self.kind = kind
    if kind.isStream { flags.insert(.stream) }
    self.descriptor = descriptor
    self.peer = peer
  }
}

/// The listener of a connection: the line listener, a stream listener, or the local socket.
struct ConnectionKind: Equatable {
  /// 0 for lines, stream listeners from 1 on, then the local socket.
  let number: UInt8

  static let lines = ConnectionKind(number: 0)
  /// The local socket, whose input is lines too.
  static let local = ConnectionKind(number: UInt8(clamping: StreamListenerConfiguration.most + 1))

  /// Whether its bytes are not lines.
  var isStream: Bool { self != .lines && self != .local }

  /// The stream listener at an index.
  static func stream(_ index: Int) -> ConnectionKind { ConnectionKind(number: UInt8(clamping: index + 1)) }

  /// The index among the stream listeners; -1 for lines.
  var index: Int { Int(number) - 1 }
}

/// How many connections there are of each kind.
struct KindCounts {
  private var counts = SIMD8<Int32>()

  subscript(kind: ConnectionKind) -> Int {
    get { Int(counts[Int(kind.number)]) }
    set { counts[Int(kind.number)] = Int32(clamping: newValue) }
  }

  var isEmpty: Bool { counts == SIMD8() }
}
