public import ParlorCore

/// Who gives up its place when all are taken and somebody else wants in: without that, a few addresses that send
/// nothing, or little, or never read, would keep everybody else out.
extension HTTPService {
  /// A connection that has been without an answer for so long may be ended for another.
  static let quietMilliseconds: Int64 = 1000
  /// As many connections as a browser opens at once are an address's due, however few the others have.
  static let dueConnections = 8

  /// The connection that may be ended for one from an address; `nil` for none, and the newcomer is turned away.
  ///
  /// It is the one that has been without an answer longest, of the address that has most: one that is quiet, and not of
  /// an address that has less than the newcomer's beyond what is its due; or, if there is none, any of an address that
  /// has more than the newcomer's would have. So whoever has many places takes none from those with few, and of many
  /// who come at once nobody is ended whose request has come, nor who has only just come: they are answered one after
  /// the other, and those beyond come again. Who waits for something to be stored is never ended, since it would not
  /// know whether it was.
  ///
  /// - Parameter ofItsOwn: whether only one from the same address would help.
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
