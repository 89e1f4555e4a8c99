package import LineServer
public import ParlorCore

/// The sessions of one core whose connections are on several nodes, including this one.
///
/// The core identifies sessions by dense slots, assigned here; each belongs to an edge and one of its connections.
public final class EdgeSessions: SessionOutput {
  /// Input of another node's connection, held back while the core has paused the session.
  private enum Waiting {
    case line([UInt8])
    case refused(InputFault)
    case finished
  }

  private struct Slot {
    var generation: UInt32 = 0
    /// `nil` for a free slot.
    var port: EdgePort?
    var connection = ConnectionID(slot: 0, generation: 0)
    /// The handled input that the edge has no credit for yet.
    var handled = 0
    /// The end of the session's pause, for edges that cannot pause themselves.
    var pausedUntil: UInt64 = 0
    var waiting = Fifo<Waiting>()
    var isResumed = false
  }

  private let configuration: LinkConfiguration
  private let output: LineOutput
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  public private(set) var sessionCount = 0
  private(set) var ports: [EdgePort] = []
  private var released: (ticket: CommitTicket, position: UInt64) = (0, 0)
  private var preparedLines: [PreparedLine: [LineForm: [UInt8]]] = [:]
  private var pauses = PauseQueue<SessionID>()
  /// Resumed sessions with held-back input.
  private var resumed = Fifo<SessionID>()
  private var coreDue = UInt64.max
  /// The core's host; set before the first event.
  var input: (any SessionInput)?

  init(_ configuration: LinkConfiguration, _ output: LineOutput) {
    self.configuration = configuration
    self.output = output
  }

  // MARK: - Edges

  /// Adds an edge, and sends it the prepared lines.
  func add(_ port: EdgePort) {
    ports.append(port)
    for (words, forms) in preparedLines {
      for (form, bytes) in forms { port.set(words, bytes, in: form) }
    }
    port.release(through: released.ticket, position: released.position)
  }

  /// Removes an edge with all its sessions, unless it returns with their connections.
  func remove(_ port: EdgePort) {
    ports.removeAll { $0 === port }
    for session in port.all where free(session) { input?.detached(session) }
  }

  /// Sets a prepared line of the edges.
  public func set(_ words: PreparedLine, _ bytes: [UInt8], in form: LineForm) {
    self.preparedLines[words, default: [:]][form] = bytes
    for port in ports { port.set(words, bytes, in: form) }
  }

  /// Sets the snapshot that the edge hands to the next core: at most 4096 bytes. It takes effect when the ticket is
  /// released.
  public func keep(_ bytes: [UInt8], for session: SessionID, after ticket: CommitTicket) {
    guard bytes.count <= UpFrame.mostSnapshotBytes, let slot = openSlot(session) else { return }
    slot.port?.keep(bytes, for: slot.connection, after: ticket)
  }

  // MARK: - Events of edges

  func opened(
    _ connection: ConnectionID, from origin: ConnectionOrigin, snapshot: [UInt8]?, position: UInt64, at port: EdgePort
  ) {
    let session = add(connection, at: port)
    let origin = SessionOrigin(origin)
    if let snapshot {
      snapshot.withUnsafeBytes { input?.attached(session, from: origin, snapshot: $0, position: position) }
    } else {
      input?.opened(session, from: origin)
    }
  }

  /// Hands the line to the core at once: an edge in this process reads no more than the core wants.
  func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID, at port: EdgePort) {
    if let session = port[connection] { input?.received(line, from: session) }
  }

  func refused(_ fault: InputFault, on connection: ConnectionID, at port: EdgePort) {
    if let session = port[connection] { input?.refused(LineFault(fault), from: session) }
  }

  func finished(_ connection: ConnectionID, at port: EdgePort) -> Bool {
    port[connection].map { input?.finished($0) ?? true } ?? true
  }

  func closed(_ connection: ConnectionID, wasSlow: Bool, at port: EdgePort) {
    if let session = port[connection] { end(session, wasSlow: wasSlow) }
  }

  func became(slow isSlow: Bool, _ connection: ConnectionID, at port: EdgePort) {
    guard let session = port[connection] else { return }
    if isSlow { input?.becameSlow(session) } else { input?.becameReady(session) }
  }

  /// Handles a frame of an edge.
  func take(_ bytes: UnsafeRawBufferPointer, from port: RemotePort) throws(LinkFault) {
    switch try UpFrame(bytes) {
    case .opened(let connection, let origin):
      guard port.isFree(connection) else { throw .unexpected }
      opened(connection, from: origin, snapshot: nil, position: 0, at: port)
    case .attached(let connection, let origin, let position, let snapshot):
      guard port.isFree(connection), snapshot.count <= UpFrame.mostSnapshotBytes else { throw .unexpected }
      opened(connection, from: origin, snapshot: Array(snapshot), position: position, at: port)
    case .line(let connection, let line):
      let session = try session(connection, at: port)
      if isWaiting(session) {
        slots[Int(session.slot)].waiting.append(.line(Array(line)))
      } else {
        handle(line, from: session)
      }
    case .refused(let connection, let fault): receive(.refused(fault), of: try session(connection, at: port))
    case .finished(let connection): receive(.finished, of: try session(connection, at: port))
    case .closed(let connection, let wasSlow): end(try session(connection, at: port), wasSlow: wasSlow)
    case .slow(let connection): input?.becameSlow(try session(connection, at: port))
    case .ready(let connection): input?.becameReady(try session(connection, at: port))
    case .request(let number, let request):
      let link = port.link
      guard let input else { return link.send(DownFrame.answer(number, UnsafeRawBufferPointer(start: nil, count: 0))) }
      input.asked(Array(request)) { answer in
        // An answer beyond the link's limit is replaced by none.
        let bytes = answer.count <= DownFrame.mostSendBytes ? answer : []
        bytes.withUnsafeBytes { link.send(DownFrame.answer(number, $0)) }
      }
    case .beat: break
    }
  }

  private func session(_ connection: ConnectionID, at port: EdgePort) throws(LinkFault) -> SessionID {
    guard let session = port[connection] else { throw .unexpected }
    return session
  }

  private func add(_ connection: ConnectionID, at port: EdgePort) -> SessionID {
    let slot = free.popLast() ?? UInt32(clamping: slots.count)
    if Int(slot) == slots.count { slots.append(Slot()) }
    let generation = slots[Int(slot)].generation &+ 1
    slots[Int(slot)] = Slot(generation: generation, port: port, connection: connection)
    sessionCount += 1
    let session = SessionID(slot: slot, generation: generation)
    port.set(session, for: connection)
    return session
  }

  private func end(_ session: SessionID, wasSlow: Bool) {
    if free(session) { input?.closed(session, becauseSlow: wasSlow) }
  }

  /// Frees the session's slot.
  ///
  /// - Returns: whether the session existed.
  private func free(_ session: SessionID) -> Bool {
    guard let slot = openSlot(session) else { return false }
    slot.port?.set(nil, for: slot.connection)
    slots[Int(session.slot)] = Slot(generation: slot.generation)
    free.append(session.slot)
    sessionCount -= 1
    return true
  }

  // MARK: - Paused input

  private func isWaiting(_ session: SessionID) -> Bool {
    let slot = slots[Int(session.slot)]
    return slot.pausedUntil > 0 || !slot.waiting.isEmpty
  }

  private func handle(_ line: UnsafeRawBufferPointer, from session: SessionID) {
    input?.received(line, from: session)
    guard let slot = openSlot(session) else { return }
    let handled = slot.handled + line.count + LinkConfiguration.lineCost
    if handled >= configuration.window / 4 {
      slots[Int(session.slot)].handled = 0
      slot.port?.credit(slot.connection, UInt32(clamping: handled))
    } else {
      slots[Int(session.slot)].handled = handled
    }
  }

  private func receive(_ what: Waiting, of session: SessionID) {
    if isWaiting(session) { slots[Int(session.slot)].waiting.append(what) } else { deliver(what, of: session) }
  }

  private func endPause(of session: SessionID) {
    guard openSlot(session) != nil else { return }
    let slot = Int(session.slot)
    slots[slot].pausedUntil = 0
    guard !slots[slot].waiting.isEmpty, !slots[slot].isResumed else { return }
    slots[slot].isResumed = true
    resumed.append(session)
  }

  /// The lines of one session that are handled before the next session's turn.
  private static let linesPerPass = 16

  /// Hands held-back input to the core, some of each session, as far as it wants it.
  func serveResumed() {
    guard !resumed.isEmpty else { return }
    var round = Fifo<SessionID>()
    swap(&round, &resumed)
    while let session = round.popFirst() {
      let slot = Int(session.slot)
      guard openSlot(session) != nil else { continue }
      slots[slot].isResumed = false
      for _ in 0..<Self.linesPerPass {
        guard openSlot(session) != nil, slots[slot].pausedUntil == 0, let next = slots[slot].waiting.first else {
          break
        }
        // Stays in the queue while it is handled, so that new input is queued behind it.
        deliver(next, of: session)
        if openSlot(session) != nil { _ = slots[slot].waiting.popFirst() }
      }
      if openSlot(session) != nil, slots[slot].pausedUntil == 0 { endPause(of: session) }
    }
  }

  private func deliver(_ what: Waiting, of session: SessionID) {
    switch what {
    case .line(let line): line.withUnsafeBytes { handle($0, from: session) }
    case .refused(let fault):
      input?.refused(LineFault(fault), from: session)
      if fault.endsInput { close(session) }
    case .finished:
      if input?.finished(session) != false { close(session) }
    }
  }

  // MARK: - Time

  public func wake(at monotonicNanoseconds: UInt64) { coreDue = monotonicNanoseconds }

  /// The next deadline, here or in the core.
  var nextDue: UInt64 { resumed.isEmpty ? min(coreDue, pauses.nextDue ?? .max) : 0 }

  func runDeadlines(_ now: UInt64) {
    while let (due, session) = pauses.popDue(at: now) {
      // A pause that was extended has an entry of its own.
      if openSlot(session)?.pausedUntil == due { endPause(of: session) }
    }
    serveResumed()
    guard coreDue <= now else { return }
    coreDue = .max
    input?.deadlineReached()
  }

  // MARK: - Output of the core

  private func openSlot(_ session: SessionID) -> Slot? {
    let slot = Int(session.slot)
    guard slot < slots.count, slots[slot].generation == session.generation, slots[slot].port != nil else {
      return nil
    }
    return slots[slot]
  }

  public func send(_ bytes: UnsafeRawBufferPointer, to sessions: ArraySlice<SessionID>, after ticket: CommitTicket) {
    // Over a link nothing overtakes: while the shared log accepts nothing, no output leaves.
    let ticket = ticket == Effects.overtaking ? 0 : ticket
    if sessions.count == 1, let session = sessions.first {
      let slot = Int(session.slot)
      guard slot < slots.count, slots[slot].generation == session.generation else { return }
      slots[slot].port?.send(bytes, to: slots[slot].connection, after: ticket)
      return
    }
    for session in sessions {
      let slot = Int(session.slot)
      guard slot < slots.count, slots[slot].generation == session.generation else { continue }
      slots[slot].port?.gathered.append(slots[slot].connection)
    }
    for port in ports where !port.gathered.isEmpty {
      port.send(bytes, to: port.gathered, after: ticket)
      port.gathered.removeAll(keepingCapacity: true)
    }
  }

  public func close(_ session: SessionID) {
    if let slot = openSlot(session) { slot.port?.close(slot.connection) }
  }

  public func pause(_ session: SessionID, milliseconds: Int) {
    let due = output.clock &+ UInt64(clamping: milliseconds) &* 1_000_000
    guard let slot = openSlot(session), let port = slot.port, !port.pause(slot.connection, until: due) else { return }
    guard due > slot.pausedUntil else { return }
    slots[Int(session.slot)].pausedUntil = due
    pauses.insert(session, due: due)
  }

  public func resume(_ session: SessionID) {
    guard let slot = openSlot(session) else { return }
    slot.port?.resume(slot.connection)
    if slot.pausedUntil > 0 { endPause(of: session) }
  }

  public func release(through ticket: CommitTicket, position: UInt64) {
    released = (ticket, position)
    for port in ports { port.release(through: ticket, position: position) }
  }

  public func dropHeld() {
    for port in ports { port.dropHeld() }
  }
}

extension SessionOrigin {
  /// Converts the loop's origin for the core.
  package init(_ origin: ConnectionOrigin) {
    switch origin {
    case .network(let address): self = .network(address)
    case .encrypted(let address): self = .encrypted(address)
    case .console(let user): self = .console(user: user)
    }
  }
}

extension LineFault {
  /// Converts the loop's fault for the core.
  package init(_ fault: InputFault) {
    switch fault {
    case .lineTooLong, .messageTooLong: self = .tooLong
    case .httpRequest: self = .http
    }
  }
}
