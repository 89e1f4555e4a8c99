public import ParlorCore

/// Selects the connection to close when all places are taken and a new one arrives: otherwise a few addresses that send
/// little, or never read, could keep everybody else out.
extension HTTPService {
  /// A connection without an answer for this long is quiet, and may be closed for another.
  static let quietMilliseconds: Int64 = 1000
  /// The connections that an address may keep in any case: as many as a browser opens at once.
  static let dueConnections = 8

  /// The connection to close for a new one from an address; `nil`: none, and the new one is rejected.
  ///
  /// A connection whose answer waits for a commit is never closed: its client would not know whether its change was
  /// stored. First choice are quiet connections, except those of an address that has at least ``dueConnections`` fewer
  /// than the new one's; second choice are all connections of addresses that have more than the new one's would have.
  /// Among these it is the one that got no answer for longest, of the address with the most connections. So an address
  /// with many connections takes none from addresses with few, and in a burst nobody is closed who has just connected
  /// or whose request has arrived.
  ///
  /// - Parameter ofItsOwn: whether only a connection from the same address can be closed.
  public func leastMissed(for address: String, ofItsOwn: Bool) -> SessionID? {
    let share = (peers[address]?.places ?? 0) + 1
    var (quiet, other): (HTTPClient?, HTTPClient?)
    for client in clients.values where client.waiting == nil && (!ofItsOwn || client.peer.address == address) {
      if isQuiet(client) {
        if client.peer.places + Self.dueConnections > share { keepLess(&quiet, client) }
      } else if client.peer.places > share {
        keepLess(&other, client)
      }
    }
    return (quiet ?? other)?.id
  }

  private func isQuiet(_ client: HTTPClient) -> Bool {
    !client.isReady && !client.isAsking && now.milliseconds(since: client.quietSince) >= Self.quietMilliseconds
  }

  private func keepLess(_ least: inout HTTPClient?, _ client: HTTPClient) {
    if let other = least, !isLessMissed(client, than: other) { return }
    least = client
  }

  private func isLessMissed(_ client: HTTPClient, than other: HTTPClient) -> Bool {
    if client.peer.places != other.peer.places { return client.peer.places > other.peer.places }
    return (client.quietSince, client.id.slot) < (other.quietSince, other.id.slot)
  }

  func peer(at address: String) -> HTTPPeer {
    if let peer = peers[address] { return peer }
    let peer = HTTPPeer(address: address)
    peers[address] = peer
    return peer
  }

  func leave(_ peer: HTTPPeer) {
    peer.places -= 1
    if peer.places == 0 { peers[peer.address] = nil }
  }
}
