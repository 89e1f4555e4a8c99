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

  private struct Place {
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
  private var places: [Place] = []
  private var free: [UInt32] = []
  public private(set) var sessionCount = 0
  private(set) var ports: [EdgePort] = []
  private var released: (ticket: CommitTicket, position: UInt64) = (0, 0)
  private var words: [LinkWords: [LinkForm: [UInt8]]] = [:]
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
    for (words, forms) in words {
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
  public func set(_ words: LinkWords, _ bytes: [UInt8], in form: LinkForm) {
    self.words[words, default: [:]][form] = bytes
    for port in ports { port.set(words, bytes, in: form) }
  }

  /// Sets the snapshot that the edge hands to the next core: at most 4096 bytes. It takes effect when the ticket is
  /// released.
  public func keep(_ bytes: [UInt8], for session: SessionID, after ticket: CommitTicket) {
    guard bytes.count <= UpFrame.mostSnapshotBytes, let place = place(session) else { return }
    place.port?.keep(bytes, for: place.connection, after: ticket)
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
      let session = try known(connection, at: port)
      if isWaiting(session) {
        places[Int(session.slot)].waiting.append(.line(Array(line)))
      } else {
        handle(line, from: session)
      }
    case .refused(let connection, let fault): hear(.refused(fault), of: try known(connection, at: port))
    case .finished(let connection): hear(.finished, of: try known(connection, at: port))
    case .closed(let connection, let wasSlow): end(try known(connection, at: port), wasSlow: wasSlow)
    case .slow(let connection): input?.becameSlow(try known(connection, at: port))
    case .ready(let connection): input?.becameReady(try known(connection, at: port))
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

  private func known(_ connection: ConnectionID, at port: EdgePort) throws(LinkFault) -> SessionID {
    guard let session = port[connection] else { throw .unexpected }
    return session
  }

  private func add(_ connection: ConnectionID, at port: EdgePort) -> SessionID {
    let slot = free.popLast() ?? UInt32(clamping: places.count)
    if Int(slot) == places.count { places.append(Place()) }
    let generation = places[Int(slot)].generation &+ 1
    places[Int(slot)] = Place(generation: generation, port: port, connection: connection)
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
    guard let place = place(session) else { return false }
    place.port?.set(nil, for: place.connection)
    places[Int(session.slot)] = Place(generation: place.generation)
    free.append(session.slot)
    sessionCount -= 1
    return true
  }

  // MARK: - Paused input

  private func isWaiting(_ session: SessionID) -> Bool {
    let place = places[Int(session.slot)]
    return place.pausedUntil > 0 || !place.waiting.isEmpty
  }

  private func handle(_ line: UnsafeRawBufferPointer, from session: SessionID) {
    input?.received(line, from: session)
    guard let place = place(session) else { return }
    let handled = place.handled + line.count + LinkConfiguration.lineCost
    if handled >= configuration.window / 4 {
      places[Int(session.slot)].handled = 0
      place.port?.credit(place.connection, UInt32(clamping: handled))
    } else {
      places[Int(session.slot)].handled = handled
    }
  }

  private func hear(_ what: Waiting, of session: SessionID) {
    if isWaiting(session) { places[Int(session.slot)].waiting.append(what) } else { tell(what, of: session) }
  }

  private func endPause(of session: SessionID) {
    guard place(session) != nil else { return }
    let slot = Int(session.slot)
    places[slot].pausedUntil = 0
    guard !places[slot].waiting.isEmpty, !places[slot].isResumed else { return }
    places[slot].isResumed = true
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
      guard place(session) != nil else { continue }
      places[slot].isResumed = false
      for _ in 0..<Self.linesPerPass {
        guard place(session) != nil, places[slot].pausedUntil == 0, let next = places[slot].waiting.first else { break }
        // Stays in the queue while it is handled, so that new input is queued behind it.
        tell(next, of: session)
        if place(session) != nil { _ = places[slot].waiting.popFirst() }
      }
      if place(session) != nil, places[slot].pausedUntil == 0 { endPause(of: session) }
    }
  }

  private func tell(_ what: Waiting, of session: SessionID) {
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

  func reach(_ now: UInt64) {
    while let (due, session) = pauses.popDue(at: now) {
      // A pause that was extended has an entry of its own.
      if place(session)?.pausedUntil == due { endPause(of: session) }
    }
    serveResumed()
    guard coreDue <= now else { return }
    coreDue = .max
    input?.deadlineReached()
  }

  // MARK: - Output of the core

  private func place(_ session: SessionID) -> Place? {
    let slot = Int(session.slot)
    guard slot < places.count, places[slot].generation == session.generation, places[slot].port != nil else {
      return nil
    }
    return places[slot]
  }

  public func send(_ bytes: UnsafeRawBufferPointer, to sessions: ArraySlice<SessionID>, after ticket: CommitTicket) {
    // Over a link nothing overtakes: while the shared log accepts nothing, no output leaves.
    let ticket = ticket == Effects.overtaking ? 0 : ticket
    if sessions.count == 1, let session = sessions.first {
      let slot = Int(session.slot)
      guard slot < places.count, places[slot].generation == session.generation else { return }
      places[slot].port?.send(bytes, to: places[slot].connection, after: ticket)
      return
    }
    for session in sessions {
      let slot = Int(session.slot)
      guard slot < places.count, places[slot].generation == session.generation else { continue }
      places[slot].port?.gathered.append(places[slot].connection)
    }
    for port in ports where !port.gathered.isEmpty {
      port.send(bytes, to: port.gathered, after: ticket)
      port.gathered.removeAll(keepingCapacity: true)
    }
  }

  public func close(_ session: SessionID) {
    if let place = place(session) { place.port?.close(place.connection) }
  }

  public func pause(_ session: SessionID, milliseconds: Int) {
    let due = output.clock &+ UInt64(clamping: milliseconds) &* 1_000_000
    guard let place = place(session), let port = place.port, !port.pause(place.connection, until: due) else { return }
    guard due > place.pausedUntil else { return }
    places[Int(session.slot)].pausedUntil = due
    pauses.insert(session, due: due)
  }

  public func resume(_ session: SessionID) {
    guard let place = place(session) else { return }
    place.port?.resume(place.connection)
    if place.pausedUntil > 0 { endPause(of: session) }
  }

  public func release(through ticket: CommitTicket, position: UInt64) {
    released = (ticket, position)
    for port in ports { port.release(through: ticket, position: position) }
  }

  public func dropHeld() {
    for port in ports { port.dropHeld() }
  }
}

extension ConnectionOrigin {
  /// The origin for a node whose link version has no TLS flag.
  var unencrypted: ConnectionOrigin { if case .encrypted(let address) = self { .network(address) } else { self } }
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
