/// All open connections by slot, how many each peer has, and which has been silent longest. Those of the second listener
/// are counted apart.
final class ConnectionTable {
  private let slots = SlotTable<Connection>()
  private var generations: [UInt32] = []
  private var free: [UInt32] = []
  private var peers: [UInt64: Peer] = [:]
  private var oldest = Connection.none
  private var newest = Connection.none
  private(set) var count = 0
  /// How many of them are the second listener's.
  private(set) var streamCount = 0

  /// How many addresses they come from.
  var peerCount: Int { peers.count }

  /// The connection of that name, unless it is over.
  subscript(id: ConnectionID) -> Connection? {
    let slot = Int(id.slot)
    guard let connection = slots[slot], connection.id == id else { return nil }
    return connection
  }

  func count(forAddress key: UInt64, isStream: Bool = false) -> Int {
    peers[key].map { isStream ? $0.streamCount : $0.lineCount } ?? 0
  }

  /// Every connection, in the order of slots.
  var all: [Connection] { (0..<slots.count).compactMap { slots[$0] } }

  func insert(descriptor: Int32, addressKey: UInt64, isStream: Bool = false) -> Connection {
    let slot: UInt32
    if let reused = free.popLast() {
      slot = reused
    } else {
      slot = UInt32(truncatingIfNeeded: slots.count)
      generations.append(0)
    }
    let id = ConnectionID(slot: slot, generation: generations[Int(slot)])
    let peer = peers[addressKey] ?? Peer(key: addressKey)
    peers[addressKey] = peer
    let connection = Connection(id: id, descriptor: descriptor, peer: peer)
    slots[Int(slot)] = connection
    count += 1
    if isStream {
      connection.flags.insert(.stream)
      streamCount += 1
      peer.streamCount += 1
    } else {
      peer.lineCount += 1
    }
    return connection
  }

  /// A connection of the second listener counts among those of lines from now on.
  func becomeLine(_ connection: Connection) {
    connection.flags.remove(.stream)
    streamCount -= 1
    connection.peer.streamCount -= 1
    connection.peer.lineCount += 1
  }

  func remove(_ connection: Connection) {
    let slot = Int(connection.id.slot)
    guard self[connection.id] === connection else { return }
    unlink(connection)
    slots[slot] = nil
    generations[slot] &+= 1
    free.append(connection.id.slot)
    count -= 1
    let peer = connection.peer
    if connection.flags.contains(.stream) {
      streamCount -= 1
      peer.streamCount -= 1
    } else {
      peer.lineCount -= 1
    }
    if peer.lineCount == 0, peer.streamCount == 0 { peers[peer.key] = nil }
  }

  // MARK: - The list by activity

  /// The connection that has been silent longest, of those that were ever touched.
  var leastRecent: Connection? { oldest == Connection.none ? nil : slots[Int(oldest)] }

  /// Bytes came at this time, which is never before the last one told.
  func touch(_ connection: Connection, at now: UInt64) {
    connection.lastActivity = now
    guard newest != connection.id.slot else { return }
    unlink(connection)
    connection.older = newest
    neighbour(newest)?.newer = connection.id.slot
    newest = connection.id.slot
    if oldest == Connection.none { oldest = newest }
  }

  /// Takes the connection out of the list, since it is over anyway.
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
