public import ParlorCore

/// Who gives up its place when all are taken and somebody else wants in: without that, a few addresses that send nothing,
/// or little, or never read, would keep everybody else out.
extension HTTPService {
  /// A connection that has been without a request for so long may be ended for any other.
  static let quietMilliseconds: Int64 = 1000

  /// The connection that may be ended for one from an address; `nil` for none, and the newcomer is turned away.
  ///
  /// It is the one that has been without an answer longest, of the address that has most, if that has more than the
  /// newcomer's would have with one more. Where all have the same, nobody whose request has come is ended, nor who has only just
  /// come: many who come at once are answered one after the other, and those beyond come again. Who waits for something to
  /// be stored is never ended, since it would not know whether it was.
  ///
  /// - Parameter ofItsOwn: whether only one from the same address would help.
  public func leastMissed(for address: String, ofItsOwn: Bool) -> SessionID? {
    let share = ofItsOwn ? Int.max : (peers[address]?.places ?? 0) + 1
    var least: HTTPClient?
    for client in clients.values where client.waiting == nil {
      if ofItsOwn, client.peer.address != address { continue }
      if client.peer.places <= share, !isQuiet(client) { continue }
      if let other = least, !isLessMissed(client, than: other) { continue }
      least = client
    }
    return least?.id
  }

  private func isQuiet(_ client: HTTPClient) -> Bool {
    !client.isReady && !client.isAsking && now.milliseconds(since: client.quietSince) >= Self.quietMilliseconds
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
