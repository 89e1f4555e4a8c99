#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The listening side of the loop: accepts connections, rejects those over a limit, and does not spin when descriptors
/// or memory run out.
///
/// A connection that cannot be accepted keeps the listener readable, so a plain loop would spin. A spare descriptor is
/// released to accept and close such connections; after any such failure the listener is not watched for
/// `pauseNanoseconds`.
final class Acceptor {
  private let outbox: Outbox
  private let listener: Int32
  private let token: UInt64
  private let limits: Limits
  private var spare: Int32
  private var isListening = true
  /// Closes a connection to free a place for a new one from an address, if its handler allows it: see
  /// `StreamHandler.displacementCandidate`.
  private let makeRoom: (_ address: String, _ isAtLimit: Bool) -> Bool
  /// When the listener is watched again.
  private(set) var resumeAt: UInt64?

  /// The connection limits of a listener, and the messages for clients that exceed them.
  struct Limits {
    var kind = ConnectionKind.lines
    /// Whether its connections have output limits of their own.
    var ownLimits = false
    var connections: Int
    var perAddress: Int
    var fullMessage: [UInt8]
    var perAddressMessage: [UInt8]
    var balancers: [AddressRange] = []

    init(_ configuration: LineServerConfiguration) {
      connections = configuration.maximumConnections
      perAddress = configuration.maximumConnectionsPerAddress
      fullMessage = configuration.fullMessage
      perAddressMessage = configuration.perAddressMessage
      balancers = configuration.balancers
    }

    init(_ configuration: StreamListenerConfiguration, at index: Int, balancers: [AddressRange] = []) {
      kind = .stream(index)
      ownLimits = configuration.output != nil
      self.balancers = configuration.takesBalancers ? balancers : []
      connections = configuration.maximumConnections
      perAddress = configuration.maximumConnectionsPerAddress
      fullMessage = configuration.fullMessage
      perAddressMessage = configuration.fullMessage
    }
  }

  /// The most connections accepted in a turn, so that a burst of them leaves time for open connections.
  static let mostPerTurn = 128
  static let pauseNanoseconds: UInt64 = 100_000_000

  init(
    outbox: Outbox, listener: Int32, token: UInt64, limits: Limits,
    makeRoom: @escaping (_ address: String, _ isAtLimit: Bool) -> Bool = { _, _ in false }
  ) {
    self.outbox = outbox
    self.makeRoom = makeRoom
    self.listener = listener
    self.token = token
    self.limits = limits
    spare = outbox.calls.openSpare()
    _ = outbox.poller.add(listener, token: token, interest: .readable)
  }

  /// Accepts pending connections, bounded in number and time; `opened` is called for each that is kept.
  func accept(opened: (Connection) -> Void) {
    guard isListening, resumeAt == nil else { return }
    let end = outbox.endOfPart(from: outbox.clock())
    for count in 0..<Self.mostPerTurn {
      if count > 0, outbox.clock() >= end { return }
      let (descriptor, peer) = outbox.calls.accept(listener)
      guard descriptor < 0 else {
        if let connection = admit(descriptor, peer) {
          opened(connection)
          // Lines that have come with it are answered in one send with its greeting.
          if limits.kind == .lines { outbox.enqueue(connection) }
        }
        continue
      }
      switch -descriptor {
      case EAGAIN: return
      case EINTR, ECONNABORTED, EPROTO, EPERM, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ENOPROTOOPT,
        EOPNOTSUPP:
        // Linux reports errors of the pending connection here; the next one may be fine.
        continue
      case EMFILE, ENFILE:
        shedWithSpare()
        return pause()
      default:
        return pause()
      }
    }
  }

  /// Watches the listener again when its pause is over.
  func runDeadlines() {
    guard let due = resumeAt, due <= outbox.now else { return }
    resumeAt = nil
    if spare < 0 { spare = outbox.calls.openSpare() }
    outbox.poller.change(listener, token: token, from: [], to: .readable)
  }

  func close() {
    guard isListening else { return }
    isListening = false
    resumeAt = nil
    // If a service manager also holds the listener, closing it here does not remove it from the poller.
    outbox.poller.change(listener, token: token, from: .readable, to: [])
    outbox.calls.close(listener)
    if spare >= 0 { outbox.calls.close(spare) }
    spare = -1
  }

  private func admit(_ descriptor: Int32, _ peer: PeerAddress) -> Connection? {
    let table = outbox.table
    let key = peer.key
    let isBalancer = limits.balancers.contains { $0.contains(peer) }
    if !isBalancer, isFull(key) {
      reject(descriptor, limits.perAddressMessage)
      return nil
    }
    guard table.counts[limits.kind] < limits.connections || makeRoom(key.text, false) else {
      refuseAsFull(descriptor)
      return nil
    }
    let connection = table.insert(descriptor: descriptor, peer: key, limits.kind)
    if limits.ownLimits { connection.hasOwnLimits = true }
    if peer.isLoopback, !isBalancer { connection.route = .loopback }
    guard outbox.poller.add(descriptor, token: connection.id.token, interest: .readable) >= 0 else {
      // The poller cannot watch it.
      table.remove(connection)
      refuseAsFull(descriptor)
      return nil
    }
    if isBalancer {
      outbox.awaitHeader(of: connection)
      return nil
    }
    count(connection)
    return connection
  }

  private func count(_ connection: Connection) {
    guard limits.kind == .lines else { return outbox.statistics.streams[limits.kind.index].accepted += 1 }
    outbox.statistics.accepted += 1
    if outbox.configuration.idleTimeoutMilliseconds > 0 { outbox.table.touch(connection, at: outbox.now) }
  }

  /// Whether an address is at its connection limit and none of its connections can be closed for a new one. Counts the
  /// refusal if so.
  private func isFull(_ key: PeerKey) -> Bool {
    guard limits.perAddress > 0, outbox.table.count(of: key, limits.kind) >= limits.perAddress,
      !makeRoom(key.text, true)
    else { return false }
    if limits.kind == .lines {
      outbox.statistics.refusedPerAddress += 1
    } else {
      outbox.statistics.streams[limits.kind.index].refused += 1
    }
    return true
  }

  /// Assigns the client's address, from the balancer's header, to a connection; `nil`: the balancer's own connection.
  ///
  /// - Returns: whether the connection stays open.
  func assignAddress(_ connection: Connection, _ peer: PeerAddress?) -> Bool {
    if let peer, peer.key != connection.peer.key {
      if isFull(peer.key) {
        limits.perAddressMessage.withUnsafeBytes { outbox.append($0, to: connection, after: 0) }
        outbox.close(connection, .byServer)
        return false
      }
      outbox.table.reassign(connection, to: peer.key)
    }
    connection.awaitsHeader = false
    count(connection)
    return true
  }

  private func refuseAsFull(_ descriptor: Int32) {
    if limits.kind == .lines {
      outbox.statistics.refusedFull += 1
    } else {
      outbox.statistics.streams[limits.kind.index].refused += 1
    }
    reject(descriptor, limits.fullMessage)
  }

  private func reject(_ descriptor: Int32, _ message: [UInt8]) {
    if !message.isEmpty {
      _ = message.withUnsafeBytes { outbox.calls.send(descriptor, $0) }
    }
    drain(descriptor, outbox.calls)
    outbox.calls.close(descriptor)
  }

  private func shedWithSpare() {
    guard spare >= 0 else { return }
    outbox.calls.close(spare)
    for _ in 0..<Self.mostPerTurn {
      let (descriptor, _) = outbox.calls.accept(listener)
      if descriptor < 0 { break }
      refuseAsFull(descriptor)
    }
    spare = outbox.calls.openSpare()
  }

  private func pause() {
    outbox.statistics.acceptPauses += 1
    resumeAt = outbox.now &+ Self.pauseNanoseconds
    outbox.poller.change(listener, token: token, from: .readable, to: [])
  }
}

/// Reads and discards input that has already arrived: closing a socket with unread input resets the connection, and the
/// peer then loses output that it has not read yet.
func drain(_ descriptor: Int32, _ calls: any SocketCalls) {
  withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
    for _ in 0..<4 where calls.receive(descriptor, into: buffer) < buffer.count { return }
  }
}
