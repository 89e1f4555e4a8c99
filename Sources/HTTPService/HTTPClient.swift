internal import HTTPWire
internal import ParlorCore

/// The service's state of a connection.
final class HTTPClient {
  /// An answer that waits for its commit. No further request is read meanwhile, so that answers stay in order even if
  /// the commit fails.
  struct Waiting {
    let ticket: CommitTicket
    let recipient: HTTPResponse.Recipient
  }

  let id: SessionID
  /// Its peer, shared by all connections from that address.
  let peer: HTTPPeer
  /// Whether a program of this machine made it over the loopback, not through a balancer.
  let isLoopback: Bool
  /// When it was opened, or last got an answer.
  var idleSince: Instant
  var parser: HTTPRequestParser
  var waiting: Waiting?
  /// Whether a query of storage is pending; no further request is read meanwhile.
  var isAsking = false
  /// Whether it is in the list of connections with unread bytes.
  var isReady = false
  /// Whether its unsent output is over the soft limit.
  var isSlow = false
  var isPaused = false
  /// Whether the peer has finished sending.
  var hasEnded = false
  /// Whether its closing was requested.
  var isOver = false
  /// The deadline of the incomplete request.
  var requestDue: Instant?
  /// When the connection is closed, unless something happens first.
  var due: Instant?
  /// The unsent bytes at the last timeout.
  var pendingBytes = 0

  init(id: SessionID, peer: HTTPPeer, isLoopback: Bool, limits: HTTPLimits, now: Instant) {
    self.id = id
    self.peer = peer
    self.isLoopback = isLoopback
    idleSince = now
    parser = HTTPRequestParser(limits: limits)
  }

  /// Whether its next request may be handled.
  var canBeServed: Bool { waiting == nil && !isAsking && !isSlow && !isOver }
}

/// An address with HTTP connections.
final class HTTPPeer {
  let address: String
  /// The number of its connections to this service.
  var connectionCount = 0

  init(address: String) { self.address = address }
}
