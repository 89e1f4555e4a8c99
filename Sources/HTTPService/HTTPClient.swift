internal import HTTPWire
internal import ParlorCore

/// A connection as the service sees it.
final class HTTPClient {
  /// An answer that waits for its commit. Nothing else is read from the connection meanwhile, so that answers stay in
  /// the order of their requests even if it fails.
  struct Waiting {
    let ticket: CommitTicket
    let recipient: HTTPResponse.Recipient
  }

  let id: SessionID
  /// Its address, shared with the other connections from there.
  let peer: HTTPPeer
  /// Whether a program of this machine has made it, by the loopback and no balancer.
  let isLoopback: Bool
  /// When it was opened, or last given an answer.
  var quietSince: Instant
  var parser: HTTPRequestParser
  var waiting: Waiting?
  /// Whether storage is being asked for an answer; nothing else is read from the connection meanwhile.
  var isAsking = false
  /// Whether it is in the list of those with bytes still to be read.
  var isReady = false
  /// Whether its peer does not read.
  var isSlow = false
  var isPaused = false
  /// Whether the peer sends nothing more.
  var hasEnded = false
  /// Whether it has been told to close.
  var isOver = false
  /// When the request that is arriving has to be here.
  var requestDue: Instant?
  /// When the connection is given up, unless something happens first.
  var due: Instant?
  /// Unsent bytes when the time was last up.
  var pendingBytes = 0

  init(id: SessionID, peer: HTTPPeer, isLoopback: Bool, limits: HTTPLimits, now: Instant) {
    self.id = id
    self.peer = peer
    self.isLoopback = isLoopback
    quietSince = now
    parser = HTTPRequestParser(limits: limits)
  }

  /// Whether it may be read from.
  var canBeServed: Bool { waiting == nil && !isAsking && !isSlow && !isOver }
}
