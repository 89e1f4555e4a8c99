internal import HTTPWire
public import ParlorCore
internal import WireProtocol

/// Scores and metrics over HTTP, on the loop that also serves the lines.
///
/// Bytes go in and bytes come out; the service knows neither sockets nor a clock. Lines have priority: each turn of the
/// loop answers a limited number of HTTP requests, in rotation among the connections, and the rest wait.
public final class HTTPService {
  private let router: HTTPRouter
  private let configuration: HTTPServiceConfiguration
  private let transport: any HTTPTransport
  var clients: [SessionID: HTTPClient] = [:]
  var peers: [String: HTTPPeer] = [:]
  private var ready: [HTTPClient] = []
  private var waitingCount = 0
  /// Nothing is due before this.
  private var nextDue: Instant?
  private(set) var now: Instant
  private var isStopping = false

  /// The requests answered per turn of the loop, over all connections: about as much work as a hundred lines.
  static let requestsPerTurn = 8
  /// With this many unread bytes, a connection is not read from.
  private static let mostWaitingBytes = 65_536

  /// Sent to a client over the limit of connections before it is closed. Made once, so it has no date.
  public static let refusalWhenFull: [UInt8] = {
    var bytes: [UInt8] = []
    HTTPRouter.full.write(to: &bytes, for: .unknown, date: nil)
    return bytes
  }()

  /// Creates a service without connections.
  ///
  /// - Parameters:
  ///   - core: `nil` while another node owns it.
  public init(
    core: Parlor?, configuration: HTTPServiceConfiguration, transport: any HTTPTransport, now: Instant,
    surroundings: HTTPSurroundings
  ) {
    router = HTTPRouter(core: core, configuration: configuration, surroundings: surroundings)
    self.configuration = configuration
    self.transport = transport
    self.now = now
  }

  /// When ``turn(at:)`` must be called next if nothing else happens; `nil`: never.
  public var nextDeadline: Instant? { ready.isEmpty ? nextDue : now }

  // MARK: - Connections

  /// A connection was accepted.
  ///
  /// - Parameters:
  ///   - address: the address that limits count it for.
  ///   - isLoopback: whether a program of this machine made it over the loopback, not through a balancer.
  public func opened(_ id: SessionID, from address: String, isLoopback: Bool, at now: Instant) {
    self.now = max(self.now, now)
    let client = HTTPClient(
      id: id, peer: peer(at: address), isLoopback: isLoopback, limits: configuration.requests, now: self.now)
    client.peer.connectionCount += 1
    clients[id] = client
    setDeadline(client, within: configuration.idleMilliseconds)
  }

  /// Bytes arrived; they are parsed at the end of the turn.
  public func received(_ bytes: UnsafeRawBufferPointer, on id: SessionID, at now: Instant) {
    self.now = max(self.now, now)
    guard let client = clients[id], !client.isOver else { return }
    client.parser.append(bytes)
    if client.parser.waitingBytes > Self.mostWaitingBytes, !client.isPaused {
      client.isPaused = true
      transport.pause(id)
    }
    makeReady(client)
  }

  /// The peer has finished sending; its requests are still answered.
  public func finished(_ id: SessionID) {
    guard let client = clients[id] else { return }
    client.hasEnded = true
    makeReady(client)
  }

  /// The connection is closed.
  public func closed(_ id: SessionID) {
    guard let client = clients.removeValue(forKey: id) else { return }
    client.isOver = true
    release(client.peer)
    if client.waiting != nil { waitingCount -= 1 }
    ready.removeAll { $0 === client }
  }

  /// The connection's unsent output is over the soft limit.
  public func becameSlow(_ id: SessionID) {
    guard let client = clients[id] else { return }
    client.isSlow = true
    client.pendingBytes = transport.pendingBytes(id)
    setDeadline(client, within: configuration.idleMilliseconds)
  }

  /// The unsent output has fallen below the soft limit.
  public func becameReady(_ id: SessionID) {
    guard let client = clients[id] else { return }
    client.isSlow = false
    makeReady(client)
  }

  // MARK: - Loop

  /// Ends a turn: answers some of the waiting requests, and closes connections that have timed out.
  public func turn(at now: Instant) {
    self.now = max(self.now, now)
    if let nextDue, nextDue <= self.now { closeExpired() }
    for _ in 0..<Self.requestsPerTurn {
      guard !ready.isEmpty else { return }
      let client = ready.removeFirst()
      client.isReady = false
      if advance(client) { makeReady(client) }
    }
  }

  /// Handles successful commits up to this one: the answers that waited for them have been sent.
  public func succeeded(_ ticket: CommitTicket) {
    guard waitingCount > 0 else { return }
    for client in waitingClients() where client.waiting.map({ $0.ticket <= ticket }) == true { settle(client) }
  }

  /// Replaces the core, or removes it because another node owns it (`nil`). Connections that wait for an answer or a
  /// commit of the old core are closed without one: its outcome is unknown.
  public func replaceCore(_ core: Parlor?) {
    router.core = core
    let waiting = clients.values.filter { $0.waiting != nil || $0.isAsking }
    for client in waiting.sorted(by: { $0.id.slot < $1.id.slot }) {
      if client.waiting != nil { waitingCount -= 1 }
      client.waiting = nil
      close(client)
    }
  }

  /// Begins to stop: answers from here on announce the close of the connection.
  public func stop() { isStopping = true }

  /// Answers a request that another node relays, with the commit that it depends on.
  public func answer(relayed bytes: [UInt8], at now: Instant, _ answer: @escaping ([UInt8], CommitTicket) -> Void) {
    self.now = max(self.now, now)
    guard let request = HTTPRequest(relayed: bytes, limits: configuration.requests) else {
      return answer(HTTPRouter.problem(.badRequest, "this is not an HTTP request").relayed, 0)
    }
    if let address = request.origin, let refusal = router.core?.refusal(of: address, at: self.now) {
      return answer(HTTPRouter.problem(.forbidden, refusal.message).relayed, 0)
    }
    if let ask = router.asyncQuery(request, isRelayed: true) { return ask { answer($0.relayed, 0) } }
    let reply = router.answer(request, from: request.origin ?? "", at: self.now, isRelayed: true)
    answer(reply.response.relayed, configuration.isDurable ? reply.ticket : 0)
  }

  // MARK: - Steps

  private func makeReady(_ client: HTTPClient) {
    guard client.canBeServed, !client.isReady else { return }
    client.isReady = true
    ready.append(client)
  }

  /// Ordered by slot, since a dictionary has no order.
  private func waitingClients() -> [HTTPClient] {
    clients.values.filter { $0.waiting != nil }.sorted { $0.id.slot < $1.id.slot }
  }

  /// Takes one step with a connection.
  ///
  /// - Returns: whether another one may follow.
  private func advance(_ client: HTTPClient) -> Bool {
    guard client.canBeServed else { return false }
    // Output of this turn is sent at its end; only then can it be seen whether the peer reads.
    guard transport.pendingBytes(client.id) <= configuration.softOutputBytes else { return true }
    switch client.parser.next() {
    case .needsMore:
      becomeIdle(client)
      return false
    case .expectsContinue:
      transport.send(HTTPResponse.continueResponse, to: client.id, after: 0)
      return true
    case .request(let request):
      client.requestDue = nil
      var recipient = HTTPResponse.Recipient(request)
      recipient.keepsAlive = recipient.keepsAlive && !isStopping
      // Over a WebSocket the session is refused instead, with a sentence that a page can show.
      if request.list(of: "upgrade").isEmpty, let refusal = router.core?.refusal(of: client.peer.address, at: now) {
        recipient.keepsAlive = false
        deliver(HTTPRouter.problem(.forbidden, refusal.message), to: client, recipient, after: 0)
        return false
      }
      // Adds the client's address for the node that owns the core.
      let request = router.core == nil ? request.from(client.peer.address) : request
      if let ask = router.asyncQuery(request) {
        client.isAsking = true
        client.due = nil
        ask { [unowned self] response in answered(client, response, recipient) }
        return client.canBeServed
      }
      let reply = router.answer(request, from: client.peer.address, at: now, isLoopback: client.isLoopback)
      if reply.response.status == .switchingProtocols { return becomeWebSocket(client, reply.response, recipient) }
      deliver(reply.response, to: client, recipient, after: configuration.isDurable ? reply.ticket : 0)
      return client.canBeServed
    case .refused(let refusal):
      let response = HTTPRouter.problem(refusal.status, refusal.reason)
      deliver(response, to: client, HTTPResponse.Recipient(refusal), after: 0)
      return false
    }
  }

  /// Delivers the answer of a query, unless the peer has gone.
  private func answered(_ client: HTTPClient, _ response: HTTPResponse, _ recipient: HTTPResponse.Recipient) {
    client.isAsking = false
    guard !client.isOver else { return }
    deliver(response, to: client, recipient, after: 0)
    makeReady(client)
  }

  /// Hands the connection over to the lines if there is room; the handshake's answer is the last one of this service.
  private func becomeWebSocket(
    _ client: HTTPClient, _ response: HTTPResponse, _ recipient: HTTPResponse.Recipient
  ) -> Bool {
    guard transport.hasRoomForLine(client.id), !isStopping, !client.hasEnded else {
      deliver(HTTPRouter.full, to: client, recipient, after: 0)
      return client.canBeServed
    }
    transport.send(router.bytes(of: response, for: recipient, at: now), to: client.id, after: 0)
    transport.becomeWebSocket(client.id, unread: client.parser.takeUnread())
    closed(client.id)
    return false
  }

  private func deliver(
    _ response: HTTPResponse, to client: HTTPClient, _ recipient: HTTPResponse.Recipient, after ticket: CommitTicket
  ) {
    transport.send(router.bytes(of: response, for: recipient, at: now), to: client.id, after: ticket)
    client.pendingBytes = 0
    client.idleSince = now
    if ticket != 0 {
      client.waiting = HTTPClient.Waiting(ticket: ticket, recipient: recipient)
      client.due = nil
      waitingCount += 1
    } else if !recipient.keepsAlive {
      close(client)
    } else {
      setDeadline(client, within: configuration.idleMilliseconds)
    }
  }

  /// Ends the wait for a commit: the answer was sent, or another one in its place.
  private func settle(_ client: HTTPClient) {
    guard let waiting = client.waiting else { return }
    client.waiting = nil
    waitingCount -= 1
    guard waiting.recipient.keepsAlive else { return close(client) }
    setDeadline(client, within: configuration.idleMilliseconds)
    makeReady(client)
  }

  /// No complete request is left.
  private func becomeIdle(_ client: HTTPClient) {
    if client.hasEnded { return close(client) }
    if client.isPaused {
      client.isPaused = false
      transport.resume(client.id)
    }
    guard client.parser.isInside else { return setDeadline(client, within: configuration.idleMilliseconds) }
    // Counted from the first byte, so that sending slowly gains no time.
    let due = client.requestDue ?? now.adding(milliseconds: configuration.requestMilliseconds)
    client.requestDue = due
    client.due = due
    nextDue = min(nextDue ?? due, due)
  }

  private func close(_ client: HTTPClient) {
    client.isOver = true
    transport.close(client.id)
  }

  // MARK: - Time

  private func setDeadline(_ client: HTTPClient, within milliseconds: Int64) {
    let due = now.adding(milliseconds: milliseconds)
    client.due = due
    nextDue = min(nextDue ?? due, due)
  }

  /// The bytes of an answer that a peer must read per idle timeout.
  private static let leastBytesRead = 4096

  private func closeExpired() {
    nextDue = nil
    for client in clients.values.sorted(by: { $0.id.slot < $1.id.slot }) where !client.isOver {
      if let due = client.due, due <= now, !client.isReady { expire(client) }
      if let due = client.due, !client.isOver { nextDue = min(nextDue ?? due, due) }
    }
  }

  private func expire(_ client: HTTPClient) {
    let pending = transport.pendingBytes(client.id)
    // A peer may read a long answer slowly, but not a byte at a time.
    if pending > 0, client.pendingBytes == 0 || pending <= client.pendingBytes - Self.leastBytesRead {
      client.pendingBytes = pending
      return setDeadline(client, within: configuration.idleMilliseconds)
    }
    guard client.parser.isInside, client.canBeServed, pending == 0 else { return close(client) }
    deliver(HTTPRouter.problem(.requestTimeout, "the request took too long"), to: client, .unknown, after: 0)
  }
}
