public import LineServer
public import ParlorCore

/// The loop of one node of a cluster: always an edge, and the host of the core while the node owns.
///
/// The clients of its own edge reach the core by direct calls, those of other nodes through links. When the node stops
/// owning, its clients stay connected.
public final class NodeLoop: LineHandler {
  public let output: LineOutput
  private let configuration: LinkConfiguration
  private let report: (LinkEvent) -> Void
  let edge: EdgeLoop
  /// The sessions of the core in this process, if there is one.
  public private(set) var sessions: EdgeSessions?
  /// Whether that core is read-only, for this node's own clients, because there is no owner.
  public private(set) var isReading = false
  /// When the companion is told that there is no owner.
  private var ownerMissingDue = UInt64.max
  /// The decision maker of this node.
  public var companion: (any NodeCompanion)?
  /// The core's host, if it is in this process; and how many there were.
  public var host: (any SessionInput)? { sessions?.input }
  public private(set) var ownership = 0
  private lazy var streams = LinkStreams(self)
  private let furtherStreams: [any StreamHandler]
  private var copies: [ConnectionID: CopyRequest] = [:]
  /// Links by connection, incoming and outgoing.
  private var links: [ConnectionID: Link] = [:]
  private var ports: [ConnectionID: RemotePort] = [:]
  /// The owner's address, and when the next attempt to connect is due.
  private var target: LinkAddress?
  /// The search for the owner, while its address is unknown.
  private var search: OwnerSearch?
  private var retryDue = UInt64.max
  /// The number of consecutive failed attempts.
  private var failures: UInt64 = 0
  private var uplink: Link?
  /// Why there is no link to the owner, since the last one or since the owner has changed; `nil` until the first
  /// attempt has ended.
  public private(set) var uplinkFault: String?
  /// When an owner behind a link was last heard, in monotonic nanoseconds; initially the start of this loop.
  public private(set) var ownerLastReceived: UInt64
  private var isStopping = false
  /// The number of refused links.
  public private(set) var refusedLinks: UInt64 = 0

  /// A node without an owner yet.
  ///
  /// - Parameters:
  ///   - streams: the handlers of the stream listeners before that of links.
  ///   - report: takes events for the operator.
  public init(
    _ configuration: LinkConfiguration, output: LineOutput, streams: [any StreamHandler] = [],
    report: @escaping (LinkEvent) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.output = output
    self.report = report
    furtherStreams = streams
    ownerLastReceived = output.clock
    edge = EdgeLoop(output, configuration)
  }

  // MARK: - Owner

  /// Keeps a link to the owner at that IP address, until another call. A repeated call has no effect.
  public func connect(to address: LinkAddress) {
    search = nil
    if target == address { return }
    disown()
    target = address
    failures = 0
    uplinkFault = nil
    dropUplink(because: "another owner")
    dial()
  }

  /// The owner is unknown here: tries these nodes one after the other until one accepts a link for sessions. A repeated
  /// call has no effect.
  public func searchOwner(amongNodes nodes: [LinkAddress]) {
    guard search?.nodes != nodes, sessions == nil || isReading else { return }
    search = OwnerSearch(nodes)
    target = search?.present
    failures = 0
    dropUplink(because: "searching for the owner")
    dial()
  }

  /// Whether all nodes were tried, and no owner was reached.
  public var isOwnerSearchExhausted: Bool { search?.isExhausted ?? false }

  /// Whether all nodes were reached, and none of them owns.
  public var hasNoOwner: Bool { search?.hasNoOwner ?? false }

  /// The owner is unknown.
  public func disconnect() {
    search = nil
    // A read-only core stays until there is an owner.
    if !isReading { disown() }
    target = nil
    retryDue = .max
    dropUplink(because: "no owner")
    schedule()
  }

  /// This node owns: creates a core's host, and attaches all clients to it.
  public func own(_ makeHost: (EdgeSessions) -> any SessionInput) {
    disconnect()
    disown()
    ownerMissingDue = .max
    host(makeHost)
  }

  /// There is no owner: creates a host of a read-only core for those of this node's clients that an owner has known.
  public func read(_ makeHost: (EdgeSessions) -> any SessionInput) {
    guard sessions == nil, uplink.map({ !$0.isUp }) ?? true else { return }
    isReading = true
    host(makeHost)
  }

  private func host(_ makeHost: (EdgeSessions) -> any SessionInput) {
    ownership += 1
    let sessions = EdgeSessions(configuration, output)
    sessions.input = makeHost(sessions)
    self.sessions = sessions
    let port = LocalPort(edge)
    edge.attach(to: .here(sessions, port), takesNew: !isReading) { sessions.add(port) }
    companion?.ownerChanged()
    schedule()
  }

  /// This node stops owning: drops its core, and output that waits for a ticket.
  public func disown() {
    guard let sessions else { return }
    self.sessions = nil
    isReading = false
    sessions.input = nil
    edge.detach()
    companion?.ownerChanged()
    for port in ports.values { port.link.close() }
    ports = [:]
    scheduleMissingOwner()
    schedule()
  }

  /// The link to the owner has ended.
  private func ownerLinkEnded(_ link: Link) {
    if link.isUp { ownerLastReceived = link.lastReceived }
    if !isReading { edge.detach() }
    scheduleMissingOwner()
  }

  private func scheduleMissingOwner() {
    ownerMissingDue = min(ownerMissingDue, output.clock &+ configuration.readingMilliseconds &* 1_000_000)
  }

  private func dial() {
    retryDue = .max
    guard let target, uplink == nil, !isStopping else { return }
    guard let connection = output.connect(toHost: target.host, port: target.port, as: configuration.listener) else {
      uplinkFault = "cannot connect to its address"
      search?.failed(wasReached: false)
      return redialLater()
    }
    let link = Link(.edge, connection, at: "\(target.host):\(target.port)", output, configuration)
    links[connection] = link
    uplink = link
    schedule()
  }

  private func redialLater() {
    if let search { target = search.present }
    guard target != nil else { return }
    // Soon at first, since a new owner may be a moment late; then with growing delays, up to 16 times as long.
    retryDue = output.clock &+ (configuration.retryMilliseconds &* 1_000_000) << min(failures, 4)
    failures += 1
    if failures == Self.reportedFailures, search == nil, let target {
      report(.unreachable(address: "\(target.host):\(target.port)", why: uplinkFault ?? "no answer"))
    }
    schedule()
  }

  private func dropUplink(because why: String) {
    guard let link = uplink else { return }
    uplink = nil
    link.close()
    reportDown(link, because: why)
    ownerLinkEnded(link)
  }

  // MARK: - Cutting clients off

  /// The number of clients.
  public var clientCount: Int { edge.clientCount }

  /// Closes some of this node's clients, which should connect to another node.
  ///
  /// - Parameter words: the last line for them, by form.
  public func close(clients count: Int, saying words: [LineForm: [UInt8]]) { edge.close(count, saying: words) }

  // MARK: - HTTP

  /// Whether there is an owner, here or behind a link.
  public var hasOwner: Bool {
    switch edge.owner {
    case .none: false
    case .here: !isReading
    case .remote: true
    }
  }

  /// The number of links with sessions.
  public var linkCount: Int { links.values.count { $0.isUp && !$0.isOver && $0.purpose == .sessions } }

  /// Forwards an HTTP request to the owner behind a link; `nil` if there is none, or the outcome is unknown.
  public func ask(_ request: [UInt8], answer: @escaping ([UInt8]?) -> Void) { edge.ask(request, answer) }

  /// Sends bytes to a connection that is no session, when a ticket of the local core is released.
  public func send(_ bytes: [UInt8], to connection: ConnectionID, after ticket: UInt64) {
    output.send(bytes, to: connection, after: edge.localTicket(ticket))
  }

  // MARK: - Links

  func linkOpened(_ connection: ConnectionID, from address: String) {
    let unproven = links.values.count { $0.role == .owner && !$0.isUp && !$0.isOver }
    guard unproven < configuration.mostUnproven else { return output.close(connection) }
    links[connection] = Link(.owner, connection, at: address, output, configuration)
    schedule()
  }

  func linkConnected(_ connection: ConnectionID) { links[connection]?.open() }

  func linkReceived(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID) {
    guard let link = links[connection] else { return }
    do throws(LinkFault) {
      try link.received(bytes, takes: accepts, up: { linkUp(link) }) { frame throws(LinkFault) in
        if link.role == .edge {
          try edge.take(frame)
        } else if let port = ports[connection] {
          try sessions?.take(frame, from: port)
        } else if copies[connection] != nil {
          // A node that waits for a copy sends nothing but heartbeats.
          guard case .beat = try UpFrame(frame) else { throw .unexpected }
        }
      }
    } catch .notOwner {
      // An edge that searches for the owner has come too early or too late; it will retry.
      link.close()
    } catch {
      fail(link, because: error.phrase)
    }
  }

  /// The number of failed attempts after which the operator is told: the first ones may be too early.
  private static let reportedFailures: UInt64 = 5

  private func accepts(_ purpose: LinkPurpose) -> Bool {
    switch purpose {
    case .sessions: sessions != nil && !isReading
    case .copy: companion != nil
    }
  }

  private func linkUp(_ link: Link) {
    if link.purpose == .sessions { report(.up(node: link.peer, version: link.version)) }
    if link.role == .edge {
      failures = 0
      uplinkFault = nil
      search = nil
      disown()
      ownerMissingDue = .max
      edge.attach(to: .remote(link))
    } else if link.purpose == .copy {
      let request = CopyRequest(link)
      copies[link.connection] = request
      companion?.copy(request)
    } else if let sessions {
      let port = RemotePort(link)
      ports[link.connection] = port
      sessions.add(port)
    }
  }

  /// The other side has sent invalid data, or is silent.
  private func fail(_ link: Link, because why: String, wasEnded: Bool = false) {
    if link === uplink { uplinkFault = why }
    if link.isUp {
      reportDown(link, because: why)
    } else if link.role == .owner {
      refusedLinks += 1
      report(.refused(from: link.address, why: why))
    }
    link.close()
    removeLink(link, wasEnded: wasEnded)
  }

  private func reportDown(_ link: Link, because why: String) {
    if link.isUp, link.purpose == .sessions { report(.down(node: link.peer, why: why)) }
  }

  /// A link has ended.
  ///
  /// - Parameter wasEnded: whether the other side has closed it.
  private func removeLink(_ link: Link, wasEnded: Bool) {
    copies[link.connection] = nil
    if let port = ports.removeValue(forKey: link.connection) { sessions?.remove(port) }
    if link === uplink {
      uplink = nil
      ownerLinkEnded(link)
      if !link.isUp { search?.failed(wasReached: wasEnded && link.isConnected) }
      redialLater()
    }
  }

  func linkClosed(_ connection: ConnectionID, because reason: CloseReason) {
    guard let link = links.removeValue(forKey: connection), !link.isOver else { return }
    link.end()
    if link === uplink { uplinkFault = reason.phrase }
    reportDown(link, because: reason.phrase)
    removeLink(link, wasEnded: true)
  }

  /// The other side has finished sending: closes the link, which needs both directions.
  func linkFinished(_ connection: ConnectionID) {
    guard let link = links[connection] else { return output.close(connection) }
    if !link.isOver { fail(link, because: "the other side closed the connection", wasEnded: true) }
  }

  func linkBecame(congested: Bool, _ connection: ConnectionID) {
    if let uplink, uplink.connection == connection { edge.linkBecame(congested: congested) }
    copies[connection]?.became(congested: congested)
  }

  // MARK: - LineHandler

  public var streamHandlers: [any StreamHandler] { furtherStreams + [streams] }

  public func opened(_ connection: ConnectionID, from origin: ConnectionOrigin) {
    edge.opened(connection, from: origin)
  }

  public func rejected(user: String) { report(.rejectedUser(user: user)) }

  public func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID) {
    edge.received(line, on: connection)
  }

  public func refused(_ fault: InputFault, on connection: ConnectionID) -> Bool { edge.refused(fault, on: connection) }

  public func finished(_ connection: ConnectionID) -> Bool { edge.finished(connection) }

  public func closed(_ connection: ConnectionID, because reason: CloseReason) {
    edge.closed(connection, wasSlow: reason == .slowConsumer)
  }

  public func becameSlow(_ connection: ConnectionID) { edge.became(slow: true, connection) }

  public func becameReady(_ connection: ConnectionID) { edge.became(slow: false, connection) }

  public func turnEnds() {
    sessions?.serveResumed()
    companion?.turnEnds()
    sessions?.input?.turnEnds()
    for request in copies.values { request.turn() }
    schedule()
  }

  public func deadlineReached() {
    let now = output.clock
    for link in Array(links.values) where !link.isOver && link.isSilent(at: now) {
      fail(link, because: link.isUp ? "it is silent" : "it did not authenticate in time")
    }
    if retryDue <= now { dial() }
    if ownerMissingDue <= now {
      // Tried again later if no core could be made now.
      ownerMissingDue = isReading ? .max : now &+ configuration.readingMilliseconds &* 1_000_000
      if sessions == nil, edge.hasKnownClients { companion?.ownerIsMissing() }
    }
    sessions?.runDeadlines(now)
    schedule()
  }

  public func stopping() {
    isStopping = true
    companion?.stopping()
    sessions?.input?.stopping()
    edge.stopping()
  }

  private func schedule() {
    var due = min(retryDue, ownerMissingDue, sessions?.nextDue ?? .max, companion?.nextDue ?? .max)
    for link in links.values where !link.isOver { due = min(due, link.nextDue) }
    output.setDeadline(monotonicNanoseconds: due == .max ? nil : due)
  }
}
