public import ParlorCore

/// Selects the connection to close when all places are taken and a new one arrives: otherwise a few addresses that send
/// little, or never read, could keep everybody else out.
extension HTTPService {
  /// A connection without an answer for this long is quiet, and may be closed for another.
  static let idleThreshold: Int64 = 1000
  /// The connections that an address may keep in any case: as many as a browser opens at once.
  static let guaranteedConnections = 8

  /// The connection to close for a new one from an address; `nil`: none, and the new one is rejected.
  ///
  /// A connection whose answer waits for a commit is never closed: its client would not know whether its change was
  /// stored. First choice are quiet connections, except those of an address that has at least ``guaranteedConnections``
  /// fewer than the new one's; second choice are all connections of addresses that have more than the new one's would
  /// have. Among these it is the one that got no answer for longest, of the address with the most connections. So an
  /// address with many connections takes none from addresses with few, and in a burst nobody is closed who has just
  /// connected or whose request has arrived.
  ///
  /// - Parameter isAtLimit: whether only a connection from the same address can be closed.
  public func displacementCandidate(for address: String, isAtLimit: Bool) -> SessionID? {
    let share = (peers[address]?.connectionCount ?? 0) + 1
    var (quiet, other): (HTTPClient?, HTTPClient?)
    for client in clients.values where client.waiting == nil && (!isAtLimit || client.peer.address == address) {
      if isIdle(client) {
        if client.peer.connectionCount + Self.guaranteedConnections > share { keepBetter(&quiet, client) }
      } else if client.peer.connectionCount > share {
        keepBetter(&other, client)
      }
    }
    return (quiet ?? other)?.id
  }

  private func isIdle(_ client: HTTPClient) -> Bool {
    !client.isReady && !client.isAsking && now.milliseconds(since: client.idleSince) >= Self.idleThreshold
  }

  private func keepBetter(_ least: inout HTTPClient?, _ client: HTTPClient) {
    if let other = least, !isBetterCandidate(client, than: other) { return }
    least = client
  }

  private func isBetterCandidate(_ client: HTTPClient, than other: HTTPClient) -> Bool {
    if client.peer.connectionCount != other.peer.connectionCount {
      return client.peer.connectionCount > other.peer.connectionCount
    }
    return (client.idleSince, client.id.slot) < (other.idleSince, other.id.slot)
  }

  func peer(at address: String) -> HTTPPeer {
    if let peer = peers[address] { return peer }
    let peer = HTTPPeer(address: address)
    peers[address] = peer
    return peer
  }

  func release(_ peer: HTTPPeer) {
    peer.connectionCount -= 1
    if peer.connectionCount == 0 { peers[peer.address] = nil }
  }
}
