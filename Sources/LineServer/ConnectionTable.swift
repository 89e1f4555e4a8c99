/// All open connections by slot, the number of connections of each peer, and the order of their last activity.
/// Connections of each listener are counted separately.
final class ConnectionTable {
  private let slots = SlotTable<Connection>()
  private var generations: [UInt32] = []
  private var free: [UInt32] = []
  private var peers: [PeerKey: Peer] = [:]
  private var oldest = Connection.none
  private var newest = Connection.none
  private(set) var count = 0
  /// The number of connections of each kind.
  private(set) var counts = KindCounts()

  /// The number of distinct peers.
  var peerCount: Int { peers.count }

  /// The connection with this id; `nil` if it is closed.
  subscript(id: ConnectionID) -> Connection? {
    let slot = Int(id.slot)
    guard let connection = slots[slot], connection.id == id else { return nil }
    return connection
  }

  func count(of key: PeerKey, _ kind: ConnectionKind = .lines) -> Int {
    peers[key].map { $0.counts[kind] } ?? 0
  }

  /// Every connection, in the order of slots.
  var all: [Connection] { (0..<slots.count).compactMap { slots[$0] } }

  func insert(descriptor: Int32, peer key: PeerKey, _ kind: ConnectionKind = .lines) -> Connection {
    let slot: UInt32
    if let reused = free.popLast() {
      slot = reused
    } else {
      slot = UInt32(truncatingIfNeeded: slots.count)
      generations.append(0)
    }
    let id = ConnectionID(slot: slot, generation: generations[Int(slot)])
    let peer = peers[key] ?? Peer(key: key)
    peers[key] = peer
    let connection = Connection(id: id, descriptor: descriptor, peer: peer, kind: kind)
    slots[Int(slot)] = connection
    count += 1
    counts[kind] += 1
    peer.counts[kind] += 1
    return connection
  }

  /// Counts a stream as a connection of lines from now on.
  func becomeLine(_ connection: Connection) {
    counts[connection.kind] -= 1
    connection.peer.counts[connection.kind] -= 1
    connection.kind = .lines
    counts[.lines] += 1
    connection.peer.counts[.lines] += 1
  }

  /// Moves the connection to another peer, as a balancer's header says.
  func reassign(_ connection: Connection, to key: PeerKey) {
    guard connection.peer.key != key else { return }
    removeFromPeer(connection.peer, connection.kind)
    let peer = peers[key] ?? Peer(key: key)
    peers[key] = peer
    peer.counts[connection.kind] += 1
    connection.peer = peer
  }

  private func removeFromPeer(_ peer: Peer, _ kind: ConnectionKind) {
    peer.counts[kind] -= 1
    if peer.counts.isEmpty { peers[peer.key] = nil }
  }

  func remove(_ connection: Connection) {
    let slot = Int(connection.id.slot)
    guard self[connection.id] === connection else { return }
    unlink(connection)
    slots[slot] = nil
    generations[slot] &+= 1
    free.append(connection.id.slot)
    count -= 1
    counts[connection.kind] -= 1
    removeFromPeer(connection.peer, connection.kind)
  }

  // MARK: - The list by activity

  /// The connection that has been silent longest, of those that were ever touched.
  var leastRecent: Connection? { oldest == Connection.none ? nil : slots[Int(oldest)] }

  /// Records activity at `now`, which must not decrease.
  func touch(_ connection: Connection, at now: UInt64) {
    connection.lastActivity = now
    guard newest != connection.id.slot else { return }
    unlink(connection)
    connection.older = newest
    neighbour(newest)?.newer = connection.id.slot
    newest = connection.id.slot
    if oldest == Connection.none { oldest = newest }
  }

  /// Takes a closed connection out of the list.
  func forgetActivity(of connection: Connection) { unlink(connection) }

  private func unlink(_ connection: Connection) {
    let slot = connection.id.slot
    neighbour(connection.older)?.newer = connection.newer
    neighbour(connection.newer)?.older = connection.older
    if oldest == slot { oldest = connection.newer }
    if newest == slot { newest = connection.older }
    connection.older = Connection.none
    connection.newer = Connection.none
  }

  private func neighbour(_ slot: UInt32) -> Connection? {
    slot == Connection.none ? nil : slots[Int(slot)]
  }
}
