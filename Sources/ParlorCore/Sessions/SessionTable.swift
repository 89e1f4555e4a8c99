/// The open sessions, by the slots of their connections.
final class SessionTable {
  private(set) var slots: [Session?] = []
  private(set) var count = 0

  /// All of them, in the order of their slots.
  var all: some Sequence<Session> { slots.lazy.compactMap { $0 } }

  /// The session of a connection; `nil` for a closed one, even if another has its slot now.
  subscript(id: SessionID) -> Session? {
    let slot = Int(id.slot)
    guard slot < slots.count, let session = slots[slot], session.id == id else { return nil }
    return session
  }

  /// The session that has the slot of a new connection: its own connection is gone.
  func stale(at id: SessionID) -> Session? { Int(id.slot) < slots.count ? slots[Int(id.slot)] : nil }

  /// Adds a session whose slot is free.
  func add(_ session: Session) {
    let slot = Int(session.id.slot)
    while slots.count <= slot { slots.append(nil) }
    slots[slot] = session
    count += 1
  }

  /// Removes a session.
  func remove(_ session: Session) {
    guard self[session.id] === session else { return }
    slots[Int(session.id.slot)] = nil
    count -= 1
  }
}
