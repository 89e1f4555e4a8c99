import LineServer

/// The client connections of one node, whose sessions are in the owner's core: in this process, or behind a link.
///
/// It knows no JSON and no core. Input is forwarded to the owner; output waits for its ticket in the loop's queues, as
/// on one machine. Without an owner, connections stay open and are not read.
public final class EdgeLoop {
  /// The location of the core.
  enum Owner {
    case none
    /// In this process, called directly.
    case here(EdgeSessions, LocalPort)
    case remote(Link)
  }

  /// Why a connection is not read.
  struct Holds: OptionSet {
    let rawValue: UInt8
    /// There is no owner.
    static let owner = Holds(rawValue: 1)
    /// It has used up its credit: the owner has not handled its input yet.
    static let credit = Holds(rawValue: 2)
    /// The link is congested.
    static let congestion = Holds(rawValue: 4)
  }

  /// The edge's state of a connection.
  struct Client {
    let connection: ConnectionID
    var holds: Holds = []
    /// The bytes of its input that the owner has not handled yet.
    var unhandled = 0
    var form = LineForm.object
    var isSlow = false
    /// It has finished sending; it is closed when its requests are answered.
    var hasFinished = false
    /// It is being closed; it will not be attached to another core.
    var isClosing = false
    /// Returned to the next core that the connection is attached to; `nil` if no core knows the connection.
    var snapshot: [UInt8]?
  }

  let output: LineOutput
  private let configuration: LinkConfiguration
  private(set) var owner = Owner.none
  /// Whether the owner takes clients that no earlier core knows; otherwise they wait for the next owner.
  private var acceptsNew = true
  private var clients: [Client?] = []
  /// Added to an owner's tickets: this loop's tickets only increase, but each core starts anew.
  private var base: UInt64 = 0
  private var highest: UInt64 = 0
  /// The log's position in the last release.
  private(set) var position: UInt64 = 0
  /// The last durable ticket.
  private var released: UInt64 = 0
  /// Snapshots that are not durable yet; they take effect in order.
  private var snapshots = Fifo<(ticket: UInt64, connection: ConnectionID, bytes: [UInt8])>()
  private var preparedLines: [PreparedLine: [LineForm: [UInt8]]] = [:]
  private var isStopping = false
  /// Unanswered requests.
  private var questions: [UInt32: ([UInt8]?) -> Void] = [:]
  private var lastQuestion: UInt32 = 0
  private var isCongested = false
  private var congested: [ConnectionID] = []

  init(_ output: LineOutput, _ configuration: LinkConfiguration) {
    self.output = output
    self.configuration = configuration
  }

  /// Whether any client is known to some owner.
  var hasKnownClients: Bool { clients.contains { $0?.snapshot != nil } }

  func snapshot(of slot: Int) -> [UInt8]? { clients.indices.contains(slot) ? clients[slot]?.snapshot : nil }

  // MARK: - Events of clients

  func opened(_ connection: ConnectionID, from origin: ConnectionOrigin) {
    let slot = Int(connection.slot)
    while clients.count <= slot { clients.append(nil) }
    clients[slot] = Client(connection: connection)
    begin(slot, at: position, from: origin)
  }

  /// Announces a client to the owner, if there is one.
  private func begin(_ slot: Int, at position: UInt64, from origin: ConnectionOrigin) {
    guard let client = clients[slot] else { return }
    let connection = client.connection
    switch owner {
    case .none: hold(connection, .owner)
    case .here where !acceptsNew && client.snapshot == nil: hold(connection, .owner)
    case .here(let sessions, let port):
      sessions.opened(connection, from: origin, snapshot: client.snapshot, position: position, at: port)
    case .remote(let link):
      if let snapshot = client.snapshot {
        snapshot.withUnsafeBytes {
          link.send(UpFrame.attached(connection, from: origin, position: position, snapshot: $0))
        }
      } else {
        link.send(UpFrame.opened(connection, from: origin))
      }
    }
  }

  func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID) {
    let slot = Int(connection.slot)
    clients[slot]?.form = line.first == UInt8(ascii: "{") ? .object : .text
    switch owner {
    case .none: break
    case .here(let sessions, let port): sessions.received(line, on: connection, at: port)
    case .remote(let link):
      link.send(UpFrame.line(connection, line))
      clients[slot]?.unhandled += line.count + LinkConfiguration.lineCost
      if let unhandled = clients[slot]?.unhandled, unhandled >= configuration.window { hold(connection, .credit) }
      if isCongested {
        congested.append(connection)
        hold(connection, .congestion)
      }
    }
  }

  func refused(_ fault: InputFault, on connection: ConnectionID) -> Bool {
    switch owner {
    case .none: return true
    case .here(let sessions, let port):
      sessions.refused(fault, on: connection, at: port)
      return true
    case .remote(let link):
      link.send(UpFrame.refused(connection, fault))
      if fault.endsInput { clients[Int(connection.slot)]?.hasFinished = true }
      return false
    }
  }

  func finished(_ connection: ConnectionID) -> Bool {
    clients[Int(connection.slot)]?.hasFinished = true
    switch owner {
    case .none: return true
    case .here(let sessions, let port): return sessions.finished(connection, at: port)
    case .remote(let link):
      link.send(UpFrame.finished(connection))
      return false
    }
  }

  func closed(_ connection: ConnectionID, wasSlow: Bool) {
    guard isOpen(connection) else { return }
    clients[Int(connection.slot)] = nil
    switch owner {
    case .none: break
    case .here(let sessions, let port): sessions.closed(connection, wasSlow: wasSlow, at: port)
    case .remote(let link): link.send(UpFrame.closed(connection, wasSlow: wasSlow))
    }
  }

  func became(slow isSlow: Bool, _ connection: ConnectionID) {
    guard isOpen(connection) else { return }
    clients[Int(connection.slot)]?.isSlow = isSlow
    switch owner {
    case .none: break
    case .here(let sessions, let port): sessions.became(slow: isSlow, connection, at: port)
    case .remote(let link): link.send(isSlow ? UpFrame.slow(connection) : .ready(connection))
    }
  }

  /// The node stops: sends its clients the prepared line, if there is one.
  func stopping() {
    isStopping = true
    broadcast(.closing)
  }

  // MARK: - Cutting clients off

  /// The number of clients that are not being closed.
  var clientCount: Int { clients.count { $0?.isClosing == false } }

  /// Closes some clients after a line in their form.
  func close(_ count: Int, saying words: [LineForm: [UInt8]]) {
    var left = count
    for slot in clients.indices where left > 0 {
      guard let client = clients[slot], !client.isClosing else { continue }
      left -= 1
      clients[slot]?.isClosing = true
      if let line = words[client.form] { output.send(line, to: client.connection) }
      output.close(client.connection)
    }
  }

  // MARK: - HTTP requests

  /// The most unanswered requests.
  private static let mostQuestions = 256

  /// Forwards a client's HTTP request to the owner; the answer is `nil` if the outcome is unknown.
  func ask(_ request: [UInt8], _ answer: @escaping ([UInt8]?) -> Void) {
    guard case .remote(let link) = owner, questions.count < Self.mostQuestions,
      request.count <= UpFrame.mostRequestBytes
    else { return answer(nil) }
    lastQuestion &+= 1
    questions[lastQuestion] = answer
    request.withUnsafeBytes { link.send(UpFrame.request(lastQuestion, $0)) }
  }

  private func answered(_ number: UInt32, _ bytes: UnsafeRawBufferPointer) throws(LinkFault) {
    guard let answer = questions.removeValue(forKey: number) else { throw .unexpected }
    answer(bytes.isEmpty ? nil : Array(bytes))
  }

  // MARK: - Owner

  /// Sets the owner, and announces all clients to it.
  ///
  /// - Parameter prepare: runs before the announcements.
  func attach(to owner: Owner, takesNew: Bool = true, _ prepare: () -> Void = {}) {
    detach()
    self.owner = owner
    self.acceptsNew = takesNew
    base = highest
    isCongested = false
    congested = []
    let last = position
    prepare()
    for slot in clients.indices {
      guard let connection = clients[slot]?.connection, let origin = output.origin(of: connection) else { continue }
      clients[slot]?.unhandled = 0
      begin(slot, at: last, from: origin)
      guard takesNew || clients[slot]?.snapshot != nil else { continue }
      if clients[slot]?.isSlow == true { became(slow: true, connection) }
      release(connection, [.owner, .credit, .congestion])
    }
  }

  /// Removes the owner: output that waits for its tickets is dropped, and clients are told and wait.
  func detach() {
    if case .none = owner { return }
    owner = .none
    let unanswered = questions
    questions = [:]
    for answer in unanswered.values { answer(nil) }
    output.dropHeld()
    snapshots = Fifo()
    // Only now, since an earlier line may have been among the dropped output.
    broadcast(isStopping ? .closing : .ownerGone)
    for slot in clients.indices {
      guard let client = clients[slot] else { continue }
      if client.hasFinished { output.close(client.connection) } else { hold(client.connection, .owner) }
    }
  }

  /// Sends all clients a prepared line, in their forms.
  private func broadcast(_ what: PreparedLine) {
    guard let forms = preparedLines[what] else { return }
    for client in clients {
      if let client, let line = forms[client.form] { output.send(line, to: client.connection) }
    }
  }

  /// Records that the link to the owner is congested, or no longer so.
  func linkBecame(congested isCongested: Bool) {
    self.isCongested = isCongested
    guard !isCongested else { return }
    let waiting = congested
    congested = []
    for connection in waiting { release(connection, .congestion) }
  }

  // MARK: - Frames of the owner

  /// Handles a frame from the owner.
  func take(_ frame: UnsafeRawBufferPointer) throws(LinkFault) {
    switch try DownFrame(frame) {
    case .send(let ticket, let recipients, let bytes):
      try validate(ticket)
      if recipients.count == 1 {
        for connection in recipients { send(bytes, to: connection, after: ticket) }
      } else {
        send(bytes, to: Array(recipients), after: ticket)
      }
    case .release(let ticket, let position):
      try validate(ticket)
      release(through: ticket, position: position)
    case .dropHeld: dropHeld()
    case .close(let connection): close(connection)
    case .credit(let connection, let amount): credit(connection, Int(amount))
    case .keep(let connection, let ticket, let bytes):
      try validate(ticket)
      guard bytes.count <= UpFrame.mostSnapshotBytes else { throw .tooLong }
      keep(Array(bytes), for: connection, after: ticket)
    case .preparedLine(let words, let form, let bytes): set(words, Array(bytes), in: form)
    case .beat: break
    case .answer(let number, let bytes): try answered(number, bytes)
    case .copy, .copied: throw .unexpected
    }
  }

  /// Tickets count commits, so a larger number is invalid.
  private func validate(_ ticket: UInt64) throws(LinkFault) {
    guard ticket < 1 << 48 else { throw .malformed }
  }

  /// Translates a ticket of the owner to this loop's.
  func localTicket(_ ticket: UInt64) -> UInt64 {
    guard ticket > 0 else { return 0 }
    let own = base &+ ticket
    highest = max(highest, own)
    return own
  }

  func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID, after ticket: UInt64) {
    guard isOpen(connection) else { return }
    output.send(bytes, to: connection, after: localTicket(ticket))
  }

  func send(_ bytes: UnsafeRawBufferPointer, to connections: [ConnectionID], after ticket: UInt64) {
    output.send(bytes, to: connections.filter(isOpen), after: localTicket(ticket))
  }

  func release(through ticket: UInt64, position: UInt64) {
    // Log positions only increase; 0 means that none is stated.
    self.position = max(self.position, position)
    released = max(released, localTicket(ticket))
    output.release(through: localTicket(ticket))
    while let first = snapshots.first, first.ticket <= released {
      _ = snapshots.popFirst()
      set(first.bytes, for: first.connection)
    }
  }

  func dropHeld() {
    output.dropHeld()
    snapshots = Fifo()
  }

  func close(_ connection: ConnectionID) {
    if isOpen(connection) { output.close(connection) }
  }

  func keep(_ bytes: [UInt8], for connection: ConnectionID, after ticket: UInt64) {
    guard isOpen(connection) else { return }
    let due = localTicket(ticket)
    // The first one of a connection, of a guest without facts: the client has been greeted, and is greeted only once.
    let isFirst = due == 0 && clients[Int(connection.slot)]?.snapshot == nil
    guard isFirst || snapshots.first == nil && due <= released else {
      return snapshots.append((due, connection, bytes))
    }
    set(bytes, for: connection)
  }

  private func set(_ snapshot: [UInt8], for connection: ConnectionID) {
    if isOpen(connection) { clients[Int(connection.slot)]?.snapshot = snapshot }
  }

  func set(_ what: PreparedLine, _ bytes: [UInt8], in form: LineForm) {
    preparedLines[what, default: [:]][form] = bytes
  }

  private func credit(_ connection: ConnectionID, _ amount: Int) {
    guard isOpen(connection), let unhandled = clients[Int(connection.slot)]?.unhandled else { return }
    let left = max(0, unhandled - amount)
    clients[Int(connection.slot)]?.unhandled = left
    if left < configuration.window { release(connection, .credit) }
  }

  // MARK: - Holding input back

  private func isOpen(_ connection: ConnectionID) -> Bool {
    let slot = Int(connection.slot)
    return slot < clients.count && clients[slot]?.connection == connection
  }

  private func hold(_ connection: ConnectionID, _ why: Holds) {
    guard isOpen(connection) else { return }
    clients[Int(connection.slot)]?.holds.formUnion(why)
    output.pause(connection, untilMonotonicNanoseconds: .max)
  }

  private func release(_ connection: ConnectionID, _ why: Holds) {
    guard isOpen(connection), let holds = clients[Int(connection.slot)]?.holds, !holds.isEmpty else { return }
    let left = holds.subtracting(why)
    clients[Int(connection.slot)]?.holds = left
    if left.isEmpty { output.resume(connection) }
  }
}
