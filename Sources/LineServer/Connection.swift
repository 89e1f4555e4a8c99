/// What the loop knows of one connection. An idle one owns nothing beyond this object.
final class Connection {
  struct Flags: OptionSet {
    let rawValue: UInt32
    /// Listed to be flushed at the end of the turn.
    static let dirty = Flags(rawValue: 1)
    /// Listed as having output that waits for a commit.
    static let held = Flags(rawValue: 2)
    /// The kernel takes no more output for now; the poller tells when it does.
    static let blocked = Flags(rawValue: 4)
    /// Over the soft output limit: not read from.
    static let slow = Flags(rawValue: 8)
    /// To be closed once its output has left; not read from.
    static let closing = Flags(rawValue: 16)
    /// Over; its descriptor is closed and the handler told at the next chance.
    static let terminated = Flags(rawValue: 32)
    /// Whole lines may wait in the framer, kept back while it was slow or for the others' sake.
    static let unfinished = Flags(rawValue: 64)
    /// From a further listener: its bytes are not lines.
    static let stream = Flags(rawValue: 128)
    /// Listed to be given up if its last output does not leave in time.
    static let expiring = Flags(rawValue: 256)
    /// Not read from, since its handler wants to wait.
    static let paused = Flags(rawValue: 512)
    /// The peer has said that it sends nothing more.
    static let ended = Flags(rawValue: 1024)
    /// To be closed in two steps: what the peer is still sending is read and forgotten, or the close would be a reset,
    /// which takes back output that the peer has not read yet.
    static let lingers = Flags(rawValue: 2048)
    /// In the second of those steps.
    static let draining = Flags(rawValue: 4096)
    /// In the queue of those that are to be handled.
    static let queued = Flags(rawValue: 8192)
    /// The poller said that both directions are over.
    static let hungUp = Flags(rawValue: 16384)
    /// Its lines are messages of WebSocket, both ways.
    static let webSocket = Flags(rawValue: 32768)
    /// Its listener has bounds of its own for output; it is read from even while it is slow.
    static let ownLimits = Flags(rawValue: 65536)
    /// Over the soft output limit, with bounds of its own.
    static let congested = Flags(rawValue: 131_072)
    /// Being made from this side.
    static let connecting = Flags(rawValue: 262_144)
    /// A balancer has still to say whose it is; until then no handler knows of it.
    static let unnamed = Flags(rawValue: 524_288)
    /// Listed as having output that must not leave for now.
    static let withheld = Flags(rawValue: 1_048_576)
    /// A program of this machine has made it itself, by the loopback: no balancer has.
    static let loopback = Flags(rawValue: 2_097_152)
    /// A balancer has said that its client uses TLS.
    static let encrypted = Flags(rawValue: 4_194_304)
    /// Not watched for input, since it waits for its turn to be read already: the poller would report it at every turn.
    static let muted = Flags(rawValue: 8_388_608)
  }

  let id: ConnectionID
  let descriptor: Int32
  /// Its address, shared with the other connections from there.
  var peer: Peer
  var flags: Flags = []
  /// Which listener it belongs to.
  var kind: ConnectionKind
  /// What the poller watches for.
  var interest: Readiness = .readable
  var reason = CloseReason.byServer
  /// How its bytes become lines.
  var framing = Framing.lines(LineFramer())
  /// What the last frame of a WebSocket is to say; `nil` for what follows from `reason`.
  var closeCode: WebSocketCloseCode?
  var output: OutputQueue?
  /// When it is read again, in monotonic nanoseconds, while it is paused for a time; 0 otherwise.
  var pausedUntil: UInt64 = 0
  /// When bytes last came, in monotonic nanoseconds, and the neighbours in the list ordered by that.
  var lastActivity: UInt64 = 0
  var older = Connection.none
  var newer = Connection.none

  /// Where it comes from: its listener decides, never its address.
  var origin: ConnectionOrigin {
    let text = peer.key.text
    if kind == .local { return .console(user: text) }
    return flags.contains(.encrypted) ? .encrypted(text) : .network(text)
  }

  /// No neighbour.
  static let none = UInt32.max

  init(id: ConnectionID, descriptor: Int32, peer: Peer, kind: ConnectionKind = .lines) {
    self.id = id
    self.kind = kind
    if kind.isStream { flags.insert(.stream) }
    self.descriptor = descriptor
    self.peer = peer
  }
}

/// Which listener a connection belongs to: that of lines, one of the further ones, or the local socket.
struct ConnectionKind: Equatable {
  /// 0 for lines, the further listeners from 1 on, and then the local socket.
  let number: Int

  static let lines = ConnectionKind(number: 0)
  /// The local socket, whose bytes are lines too.
  static let local = ConnectionKind(number: StreamListenerConfiguration.most + 1)

  /// Whether its bytes are no lines.
  var isStream: Bool { self != .lines && self != .local }

  /// A further listener, by its place.
  static func stream(_ index: Int) -> ConnectionKind { ConnectionKind(number: index + 1) }

  /// The place among the further listeners; -1 for lines.
  var index: Int { number - 1 }
}

/// How many connections there are of each kind.
struct KindCounts {
  private var counts = SIMD8<Int32>()

  subscript(kind: ConnectionKind) -> Int {
    get { Int(counts[kind.number]) }
    set { counts[kind.number] = Int32(clamping: newValue) }
  }

  var isEmpty: Bool { counts == SIMD8() }
}
