public import LineServer
public import ParlorCore

/// Whoever decides which node owns, as far as it lives on the loop.
public protocol NodeCompanion: AnyObject {
  /// Another node asks for a copy of this one's tables.
  func copy(_ request: CopyRequest)
  /// The end of a turn, before that of the core.
  func turnEnds()
  /// When ``turnEnds()`` is next worth a turn of its own, in monotonic nanoseconds.
  var nextDue: UInt64 { get }
  /// The core that answers is another one from now on, or none.
  func ownerChanged()
  /// There has been no owner for a while, and there are clients that one has known: a core is wanted that only reads.
  func ownerIsMissing()
  /// The node begins to stop.
  func stopping()
}

/// The loop of one node of a cluster: an edge always, and the owner of the core while it is told so.
///
/// The clients of its own edge reach the core by plain calls, those of the other nodes through links. When it stops
/// owning its clients stay, as those of any other edge do.
public final class NodeLoop: LineHandler {
  public let output: LineOutput
  private let configuration: LinkConfiguration
  private let report: (LinkEvent) -> Void
  let edge: EdgeLoop
  /// The sessions of the core that is here, if it is.
  public private(set) var sessions: EdgeSessions?
  /// Whether that core only reads, for this node's own clients: there is no owner.
  public private(set) var isReading = false
  /// When the companion is told that there is none.
  private var missingDue = UInt64.max
  /// What else belongs to this loop.
  public var companion: (any NodeCompanion)?
  /// The core's host, if it is here, and how many there were.
  public var host: (any SessionInput)? { sessions?.input }
  public private(set) var ownership = 0
  private lazy var streams = LinkStreams(self)
  private let furtherStreams: [any StreamHandler]
  private var copies: [ConnectionID: CopyRequest] = [:]
  /// Links by their connections, incoming and outgoing.
  private var links: [ConnectionID: Link] = [:]
  private var ports: [ConnectionID: RemotePort] = [:]
  /// Where the owner is, and when it is tried again.
  private var target: LinkAddress?
  /// Where the owner is looked for, while nobody knows where it is.
  private var search: OwnerSearch?
  private var retryDue = UInt64.max
  /// How often in a row it was tried in vain.
  private var failures: UInt64 = 0
  private var uplink: Link?
  /// Why there is no link to the owner, since it was last there or another owner was named; `nil` before the first try
  /// has ended.
  public private(set) var uplinkFault: String?
  /// When an owner behind a link was last heard, in monotonic nanoseconds; at first when this loop began.
  public private(set) var ownerHeard: UInt64
  private var isStopping = false
  /// How many links were refused.
  public private(set) var refusedLinks: UInt64 = 0

  /// A node that has no owner yet.
  ///
  /// - Parameters:
  ///   - streams: who gets the connections of the further listeners that stand before that of links.
  ///   - report: what an operator may want to know.
  public init(
    _ configuration: LinkConfiguration, output: LineOutput, streams: [any StreamHandler] = [],
    report: @escaping (LinkEvent) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.output = output
    self.report = report
    furtherStreams = streams
    ownerHeard = output.clock
    edge = EdgeLoop(output, configuration)
  }

  // MARK: - Who owns

  /// The owner is at that IP address: links are made to it for as long as nothing else is said. Said again, it changes
  /// nothing.
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

  /// Nobody can say here who owns: links are tried to these nodes, one after the other, until one takes it. Said again,
  /// it changes nothing.
  public func look(amongNodes nodes: [LinkAddress]) {
    guard search?.nodes != nodes, sessions == nil || isReading else { return }
    search = OwnerSearch(nodes)
    target = search?.present
    failures = 0
    dropUplink(because: "the owner is looked for")
    dial()
  }

  /// Whether the owner was looked for at each of the nodes, and not reached.
  public var searchIsInVain: Bool { search?.isInVain ?? false }

  /// Whether each of the nodes among which the owner is looked for was reached, and does not own.
  public var nobodyOwns: Bool { search?.nobodyOwns ?? false }

  /// Nobody knows who owns.
  public func disconnect() {
    search = nil
    // A core that only reads stays until there is a better one.
    if !isReading { disown() }
    target = nil
    retryDue = .max
    dropUplink(because: "no owner")
    schedule()
  }

  /// This node owns: a core's host is made, and all clients come to it.
  public func own(_ makeHost: (EdgeSessions) -> any SessionInput) {
    disconnect()
    disown()
    missingDue = .max
    host(makeHost)
  }

  /// There is no owner: a core's host is made that only reads, for those of this node's clients that an owner has
  /// known.
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

  /// This node owns no more: its core is let go of as it is, and what waits for a ticket is dropped.
  public func disown() {
    guard let sessions else { return }
    self.sessions = nil
    isReading = false
    sessions.input = nil
    edge.detach()
    companion?.ownerChanged()
    for port in ports.values { port.link.close() }
    ports = [:]
    missOwner()
    schedule()
  }

  /// The link to the owner is over.
  private func leaveOwner(_ link: Link) {
    if link.isUp { ownerHeard = link.heard }
    if !isReading { edge.detach() }
    missOwner()
  }

  private func missOwner() {
    missingDue = min(missingDue, output.clock &+ configuration.readingMilliseconds &* 1_000_000)
  }

  private func dial() {
    retryDue = .max
    guard let target, uplink == nil, !isStopping else { return }
    guard let connection = output.connect(toHost: target.host, port: target.port, as: configuration.listener) else {
      uplinkFault = "its address cannot be connected to"
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
    // Soon at first, since an owner that has just begun may be late by a moment; each time later, up to 16 times so
    // late.
    retryDue = output.clock &+ (configuration.retryMilliseconds &* 1_000_000) << min(failures, 4)
    failures += 1
    if failures == Self.failuresWorthAWord, search == nil, let target {
      report(.unreachable(address: "\(target.host):\(target.port)", why: uplinkFault ?? "no answer"))
    }
    schedule()
  }

  private func dropUplink(because why: String) {
    guard let link = uplink else { return }
    uplink = nil
    link.close()
    tellDown(link, because: why)
    leaveOwner(link)
  }

  // MARK: - Cut off

  /// How many clients there are.
  public var clientCount: Int { edge.clientCount }

  /// Closes some of this node's clients, which are to go to another one.
  ///
  /// - Parameter words: what they are told before, by form.
  public func close(clients count: Int, saying words: [LinkForm: [UInt8]]) { edge.close(count, saying: words) }

  // MARK: - HTTP

  /// Whether there is an owner, here or behind a link.
  public var hasOwner: Bool {
    switch edge.owner {
    case .none: false
    case .here: !isReading
    case .remote: true
    }
  }

  /// How many links there are.
  public var linkCount: Int { links.values.count { $0.isUp && !$0.isOver && $0.purpose == .sessions } }

  /// Asks the owner behind a link what somebody asks over HTTP; `nil` where there is none, or nobody knows its answer.
  public func ask(_ request: [UInt8], answer: @escaping ([UInt8]?) -> Void) { edge.ask(request, answer) }

  /// Sends bytes to a connection that is no session, once a ticket of the core that is here is released.
  public func send(_ bytes: [UInt8], to connection: ConnectionID, after ticket: UInt64) {
    output.send(bytes, to: connection, after: edge.own(ticket))
  }

  // MARK: - Links

  fileprivate func linkOpened(_ connection: ConnectionID, from address: String) {
    let unproven = links.values.count { $0.role == .owner && !$0.isUp && !$0.isOver }
    guard unproven < configuration.mostUnproven else { return output.close(connection) }
    links[connection] = Link(.owner, connection, at: address, output, configuration)
    schedule()
  }

  fileprivate func linkConnected(_ connection: ConnectionID) { links[connection]?.open() }

  fileprivate func linkReceived(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID) {
    guard let link = links[connection] else { return }
    do throws(LinkFault) {
      try link.received(bytes, takes: takes, up: { wentUp(link) }) { frame throws(LinkFault) in
        if link.role == .edge {
          try edge.take(frame)
        } else if let port = ports[connection] {
          try sessions?.take(frame, from: port)
        } else if copies[connection] != nil {
          // Whoever waits for a copy says no more than that.
          guard case .beat = try UpFrame(frame) else { throw .unexpected }
        }
      }
    } catch .notTaken {
      // Whoever looks for the owner comes too early, or too late, and looks again.
      link.close()
    } catch {
      fail(link, because: error.phrase)
    }
  }

  /// The first tries may come too early; after some seconds of them the operator is told.
  private static let failuresWorthAWord: UInt64 = 5

  private func takes(_ purpose: LinkPurpose) -> Bool {
    switch purpose {
    case .sessions: sessions != nil && !isReading
    case .copy: companion != nil
    }
  }

  private func wentUp(_ link: Link) {
    if link.purpose == .sessions { report(.up(node: link.peer, version: link.version)) }
    if link.role == .edge {
      failures = 0
      uplinkFault = nil
      search = nil
      disown()
      missingDue = .max
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

  /// What the other side says makes no sense, or nothing comes from it.
  private func fail(_ link: Link, because why: String, wasEnded: Bool = false) {
    if link === uplink { uplinkFault = why }
    if link.isUp {
      tellDown(link, because: why)
    } else if link.role == .owner {
      refusedLinks += 1
      report(.refused(from: link.address, why: why))
    }
    link.close()
    lost(link, wasEnded: wasEnded)
  }

  private func tellDown(_ link: Link, because why: String) {
    if link.isUp, link.purpose == .sessions { report(.down(node: link.peer, why: why)) }
  }

  /// A link is over.
  ///
  /// - Parameter wasEnded: whether the other side has ended it.
  private func lost(_ link: Link, wasEnded: Bool) {
    copies[link.connection] = nil
    if let port = ports.removeValue(forKey: link.connection) { sessions?.remove(port) }
    if link === uplink {
      uplink = nil
      leaveOwner(link)
      if !link.isUp { search?.failed(wasReached: wasEnded && link.isConnected) }
      redialLater()
    }
  }

  fileprivate func linkClosed(_ connection: ConnectionID, because reason: CloseReason) {
    guard let link = links.removeValue(forKey: connection), !link.isOver else { return }
    link.end()
    if link === uplink { uplinkFault = reason.phrase }
    tellDown(link, because: reason.phrase)
    lost(link, wasEnded: true)
  }

  fileprivate func linkBecame(congested: Bool, _ connection: ConnectionID) {
    if let uplink, uplink.connection == connection { edge.linkBecame(congested: congested) }
    copies[connection]?.became(congested: congested)
  }

  // MARK: - LineHandler

  public var streamHandlers: [any StreamHandler] { furtherStreams + [streams] }

  public func opened(_ connection: ConnectionID, from origin: ConnectionOrigin) {
    edge.opened(connection, from: origin)
  }

  public func turnedAway(user: String) { report(.turnedAway(user: user)) }

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
      fail(link, because: link.isUp ? "it says nothing" : "it has not proved who it is in time")
    }
    if retryDue <= now { dial() }
    if missingDue <= now {
      // Again before long, where that cannot be helped now.
      missingDue = isReading ? .max : now &+ configuration.readingMilliseconds &* 1_000_000
      if sessions == nil, edge.hasKnownClients { companion?.ownerIsMissing() }
    }
    sessions?.reach(now)
    schedule()
  }

  public func stopping() {
    isStopping = true
    companion?.stopping()
    sessions?.input?.stopping()
    edge.stopping()
  }

  private func schedule() {
    var due = min(retryDue, missingDue, sessions?.nextDue ?? .max, companion?.nextDue ?? .max)
    for link in links.values where !link.isOver { due = min(due, link.nextDue) }
    output.setDeadline(monotonicNanoseconds: due == .max ? nil : due)
  }
}

/// The connections of the listener of links, and those made to others.
private final class LinkStreams: StreamHandler {
  private unowned let node: NodeLoop

  init(_ node: NodeLoop) { self.node = node }

  func opened(_ connection: ConnectionID, from address: String, isLoopback: Bool) {
    node.linkOpened(connection, from: address)
  }
  func connected(_ connection: ConnectionID) { node.linkConnected(connection) }

  func received(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID) {
    node.linkReceived(bytes, on: connection)
  }

  func finished(_ connection: ConnectionID) { node.linkFinished(connection) }
  func closed(_ connection: ConnectionID, because reason: CloseReason) { node.linkClosed(connection, because: reason) }
  func becameSlow(_ connection: ConnectionID) { node.linkBecame(congested: true, connection) }
  func becameReady(_ connection: ConnectionID) { node.linkBecame(congested: false, connection) }
}

extension NodeLoop {
  /// The other side sends nothing more: half a link is none.
  fileprivate func linkFinished(_ connection: ConnectionID) {
    guard let link = links[connection] else { return output.close(connection) }
    if !link.isOver { fail(link, because: "the other side has ended it", wasEnded: true) }
  }
}
