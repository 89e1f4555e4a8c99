import LineServer

/// The connections of clients on one node, whose sessions live in the owner's core: here, or behind a link.
///
/// It knows no JSON and no core. What clients send goes up, what they are sent comes down and waits in the loop's own
/// queues for its ticket, exactly as on one machine. Without an owner they keep their connections and are not read.
public final class EdgeLoop {
  /// Where the core is.
  enum Owner {
    case none
    /// In this process: plain calls.
    case here(EdgeSessions, LocalPort)
    case remote(Link)
  }

  /// Why a connection is not read.
  struct Holds: OptionSet {
    let rawValue: UInt8
    /// There is no owner.
    static let owner = Holds(rawValue: 1)
    /// The owner has not handled yet what it has sent.
    static let credit = Holds(rawValue: 2)
    /// The link is full.
    static let congestion = Holds(rawValue: 4)
  }

  /// What the edge knows of one connection.
  struct Client {
    let connection: ConnectionID
    var holds: Holds = []
    /// What it has sent and the owner has not handled yet.
    var unhandled = 0
    var form = LinkForm.object
    var isSlow = false
    /// It sends nothing more; it is closed when all has been said.
    var hasFinished = false
    /// It was told that it is closed, and by whom it is served next is not this node's business.
    var isClosing = false
    /// What is given back when the connection comes to another core; `nil` for one that no core knows.
    var snapshot: [UInt8]?
  }

  let output: LineOutput
  private let configuration: LinkConfiguration
  private(set) var owner = Owner.none
  /// Whether the owner takes clients that none before it has known; the others wait for the next one.
  private var takesNew = true
  private var clients: [Client?] = []
  /// Added to an owner's tickets: those of this loop only rise, each core's begin anew.
  private var base: UInt64 = 0
  private var highest: UInt64 = 0
  /// What the last release has said of the log.
  private(set) var position: UInt64 = 0
  /// Up to where all is durable.
  private var released: UInt64 = 0
  /// What is not durable yet; none takes effect before those ahead of it.
  private var snapshots = Fifo<(ticket: UInt64, connection: ConnectionID, bytes: [UInt8])>()
  private var words: [LinkWords: [LinkForm: [UInt8]]] = [:]
  private var isStopping = false
  /// What was asked and is not answered yet.
  private var questions: [UInt32: ([UInt8]?) -> Void] = [:]
  private var lastQuestion: UInt32 = 0
  private var isCongested = false
  private var congested: [ConnectionID] = []

  init(_ output: LineOutput, _ configuration: LinkConfiguration) {
    self.output = output
    self.configuration = configuration
  }

  /// Whether some owner has known one of the clients.
  var hasKnownClients: Bool { clients.contains { $0?.snapshot != nil } }

  /// What is given back of a client, by its slot.
  func snapshot(of slot: Int) -> [UInt8]? { clients.indices.contains(slot) ? clients[slot]?.snapshot : nil }

  // MARK: - What the loop tells of clients

  func opened(_ connection: ConnectionID, from origin: ConnectionOrigin) {
    let slot = Int(connection.slot)
    while clients.count <= slot { clients.append(nil) }
    clients[slot] = Client(connection: connection)
    begin(slot, at: position, from: origin)
  }

  /// Tells the owner of a client, if there is one.
  private func begin(_ slot: Int, at position: UInt64, from origin: ConnectionOrigin) {
    guard let client = clients[slot] else { return }
    let connection = client.connection
    switch owner {
    case .none: hold(connection, .owner)
    case .here where !takesNew && client.snapshot == nil: hold(connection, .owner)
    case .here(let sessions, let port):
      sessions.opened(connection, from: origin, snapshot: client.snapshot, position: position, at: port)
    case .remote(let link):
      let origin = link.version >= LinkIdentity.versionWithTLS ? origin : origin.unencrypted
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
    guard knows(connection) else { return }
    clients[Int(connection.slot)] = nil
    switch owner {
    case .none: break
    case .here(let sessions, let port): sessions.closed(connection, wasSlow: wasSlow, at: port)
    case .remote(let link): link.send(UpFrame.closed(connection, wasSlow: wasSlow))
    }
  }

  func became(slow isSlow: Bool, _ connection: ConnectionID) {
    guard knows(connection) else { return }
    clients[Int(connection.slot)]?.isSlow = isSlow
    switch owner {
    case .none: break
    case .here(let sessions, let port): sessions.became(slow: isSlow, connection, at: port)
    case .remote(let link): link.send(isSlow ? UpFrame.slow(connection) : .ready(connection))
    }
  }

  /// The node stops: its clients are told so, as far as an owner has said how.
  func stopping() {
    isStopping = true
    say(.closing)
  }

  // MARK: - Cut off

  /// Clients that are not about to be closed.
  var clientCount: Int { clients.count { $0?.isClosing == false } }

  /// Closes some clients once they have been told why.
  func close(_ count: Int, saying words: [LinkForm: [UInt8]]) {
    var left = count
    for slot in clients.indices where left > 0 {
      guard let client = clients[slot], !client.isClosing else { continue }
      left -= 1
      clients[slot]?.isClosing = true
      if let line = words[client.form] { output.send(line, to: client.connection) }
      output.close(client.connection)
    }
  }

  // MARK: - Questions

  /// How many questions may be under way.
  private static let mostQuestions = 256

  /// Asks the owner what a client asks over HTTP; `nil` is no answer: nobody knows what has become of it.
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

  // MARK: - Owners come and go

  /// There is an owner: all clients are made known to it.
  ///
  /// - Parameter prepare: what comes before that.
  func attach(to owner: Owner, takesNew: Bool = true, _ prepare: () -> Void = {}) {
    detach()
    self.owner = owner
    self.takesNew = takesNew
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
      letGo(connection, [.owner, .credit, .congestion])
    }
  }

  /// The owner is gone. What waits for a ticket of its is never going to be true; clients are told so, and wait.
  func detach() {
    if case .none = owner { return }
    owner = .none
    let unanswered = questions
    questions = [:]
    for answer in unanswered.values { answer(nil) }
    output.dropHeld()
    snapshots = Fifo()
    // Of those who were told so before it may have been dropped.
    say(isStopping ? .closing : .ownerGone)
    for slot in clients.indices {
      guard let client = clients[slot] else { continue }
      if client.hasFinished { output.close(client.connection) } else { hold(client.connection, .owner) }
    }
  }

  /// Everybody is told the same, in their own forms.
  private func say(_ what: LinkWords) {
    guard let forms = words[what] else { return }
    for client in clients {
      if let client, let line = forms[client.form] { output.send(line, to: client.connection) }
    }
  }

  /// The link to the owner is full, or no more.
  func linkBecame(congested isCongested: Bool) {
    self.isCongested = isCongested
    guard !isCongested else { return }
    let waiting = congested
    congested = []
    for connection in waiting { letGo(connection, .congestion) }
  }

  // MARK: - What the owner tells

  /// A frame has come down.
  func take(_ frame: UnsafeRawBufferPointer) throws(LinkFault) {
    switch try DownFrame(frame) {
    case .send(let ticket, let recipients, let bytes):
      try check(ticket)
      if recipients.count == 1 {
        for connection in recipients { send(bytes, to: connection, after: ticket) }
      } else {
        send(bytes, to: Array(recipients), after: ticket)
      }
    case .release(let ticket, let position):
      try check(ticket)
      release(through: ticket, position: position)
    case .dropHeld: dropHeld()
    case .close(let connection): close(connection)
    case .credit(let connection, let amount): credit(connection, Int(amount))
    case .keep(let connection, let ticket, let bytes):
      try check(ticket)
      guard bytes.count <= UpFrame.mostSnapshotBytes else { throw .tooLong }
      keep(Array(bytes), for: connection, after: ticket)
    case .words(let words, let form, let bytes): set(words, Array(bytes), in: form)
    case .beat: break
    case .answer(let number, let bytes): try answered(number, bytes)
    case .copy, .copied: throw .unexpected
    }
  }

  /// Tickets count commits: what is beyond this is none.
  private func check(_ ticket: UInt64) throws(LinkFault) {
    guard ticket < 1 << 48 else { throw .malformed }
  }

  /// The ticket of this loop for one of the owner's.
  func own(_ ticket: UInt64) -> UInt64 {
    guard ticket > 0 else { return 0 }
    let own = base &+ ticket
    highest = max(highest, own)
    return own
  }

  func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID, after ticket: UInt64) {
    guard knows(connection) else { return }
    output.send(bytes, to: connection, after: own(ticket))
  }

  func send(_ bytes: UnsafeRawBufferPointer, to connections: [ConnectionID], after ticket: UInt64) {
    output.send(bytes, to: connections.filter(knows), after: own(ticket))
  }

  func release(through ticket: UInt64, position: UInt64) {
    // The log's positions only rise; 0 is nothing that was said.
    self.position = max(self.position, position)
    released = max(released, own(ticket))
    output.release(through: own(ticket))
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
    if knows(connection) { output.close(connection) }
  }

  func keep(_ bytes: [UInt8], for connection: ConnectionID, after ticket: UInt64) {
    let due = own(ticket)
    guard snapshots.first == nil, due <= released else { return snapshots.append((due, connection, bytes)) }
    set(bytes, for: connection)
  }

  private func set(_ snapshot: [UInt8], for connection: ConnectionID) {
    if knows(connection) { clients[Int(connection.slot)]?.snapshot = snapshot }
  }

  func set(_ what: LinkWords, _ bytes: [UInt8], in form: LinkForm) { words[what, default: [:]][form] = bytes }

  private func credit(_ connection: ConnectionID, _ amount: Int) {
    guard knows(connection), let unhandled = clients[Int(connection.slot)]?.unhandled else { return }
    let left = max(0, unhandled - amount)
    clients[Int(connection.slot)]?.unhandled = left
    if left < configuration.window { letGo(connection, .credit) }
  }

  // MARK: - Not reading

  private func knows(_ connection: ConnectionID) -> Bool {
    let slot = Int(connection.slot)
    return slot < clients.count && clients[slot]?.connection == connection
  }

  private func hold(_ connection: ConnectionID, _ why: Holds) {
    guard knows(connection) else { return }
    clients[Int(connection.slot)]?.holds.formUnion(why)
    output.pause(connection, untilMonotonicNanoseconds: .max)
  }

  private func letGo(_ connection: ConnectionID, _ why: Holds) {
    guard knows(connection), let holds = clients[Int(connection.slot)]?.holds, !holds.isEmpty else { return }
    let left = holds.subtracting(why)
    clients[Int(connection.slot)]?.holds = left
    if left.isEmpty { output.resume(connection) }
  }
}
