/// The loop's state of one connection. An idle one owns nothing beyond this object.
final class Connection {
  /// Where a connection stands; it never goes back.
  enum Phase: UInt8, Comparable {
    /// Outgoing, and not established yet.
    case connecting
    case open
    /// To be closed when its output is sent; not read from.
    case closing
    /// The second step of a close in two: its output is sent, and input that still arrives is read and discarded,
    /// because a close with unread input is a reset, and the peer then loses output that it has not read yet.
    case draining
    /// Closed: its descriptor is closed and its handler told at the next opportunity.
    case terminated

    static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
  }

  /// The lists that a connection is in.
  struct Lists: OptionSet {
    let rawValue: UInt8
    /// Connections to be flushed at the end of the turn.
    static let dirty = Lists(rawValue: 1)
    /// Connections whose output waits for a commit.
    static let held = Lists(rawValue: 2)
    /// Connections that are closed if their last output is not sent in time.
    static let expiring = Lists(rawValue: 4)
    /// Connections to be handled.
    static let queued = Lists(rawValue: 8)
    /// Connections whose output is withheld (see `LineOutput.allowOutput`).
    static let withheld = Lists(rawValue: 16)
  }

  /// Why an open connection is not read from.
  struct Stops: OptionSet {
    let rawValue: UInt8
    /// Over the soft output limit.
    static let slow = Stops(rawValue: 1)
    /// Its handler paused it.
    static let paused = Stops(rawValue: 2)
    /// The peer has closed its sending side.
    static let ended = Stops(rawValue: 4)
    /// Not watched, because it is already queued: the poller would report it in every turn.
    static let muted = Stops(rawValue: 8)
  }

  /// How its client reaches this server.
  enum Route {
    case network
    /// From a program of this machine over the loopback, not through a balancer.
    case loopback
    /// Over TLS, as the balancer's header says.
    case encrypted
  }

  let id: ConnectionID
  let descriptor: Int32
  // In an order that leaves no holes: there are many connections.
  var phase = Phase.open
  var lists: Lists = []
  var stops: Stops = []
  var route = Route.network
  /// Its peer, shared by all connections from that address.
  var peer: Peer
  /// The kernel's send buffer is full; the poller reports when it is writable.
  var isBlocked = false
  /// Over the soft output limit of its listener; it is read from all the same.
  var isCongested = false
  /// Whether its listener has output limits of its own; it is read from even while it is over the soft one.
  var hasOwnLimits = false
  /// Whether the framer may hold whole lines that were not handled yet: it was slow, or its time was used up.
  var isUnfinished = false
  /// The poller reported a hangup.
  var hasHungUp = false
  /// Where events do not repeat: the kernel may hold input that no further event will report.
  var hasInput = false
  /// The poller reported that nothing comes behind that input but its end.
  var inputEnds = false
  /// To be closed in two steps: see ``Phase/draining``.
  var lingers = false
  /// Waits for the balancer's header; no handler knows of it yet.
  var awaitsHeader = false
  /// The listener that it belongs to.
  var kind: ConnectionKind
  var reason = CloseReason.byServer
  var interest: Readiness = .readable
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

  /// The origin; decided by the listener, never by the address.
  var origin: ConnectionOrigin {
    let text = peer.key.text
    if kind == .local { return .console(user: text) }
    return route == .encrypted ? .encrypted(text) : .network(text)
  }

  /// Whether its input is taken, but for a moment at most.
  var takesInput: Bool { phase == .open && stops.isDisjoint(with: [.slow, .paused, .ended]) }

  /// Whether its lines are WebSocket messages, in both directions.
  var isWebSocket: Bool { if case .webSocket = framing { true } else { false } }

  static let none = UInt32.max

  init(id: ConnectionID, descriptor: Int32, peer: Peer, kind: ConnectionKind = .lines) {
    self.id = id
    self.kind = kind
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
