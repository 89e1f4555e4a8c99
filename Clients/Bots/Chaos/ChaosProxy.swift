internal import CPoll
internal import WireProtocol

struct ChaosProxy {
  let port: UInt16
  private let options: ChaosOptions
  private let listener: Int32
  private var links: [ChaosLink] = []
  private var disturbance: Disturbance
  private var card = ReportCard()
  private let document = JSONDocument()
  private var cutMoves: [ChaosLink.Move] = []
  /// Whether the bot was cut off and has not returned yet.
  private var awaitsReconnect = false
  private var idleSince = cpoll_nanoseconds()
  private var hasServed = false
  private var finishedAt: UInt64?

  /// After this many cuts the network is good, so that even a bot that starts over each time finishes.
  private static let mostCuts = 20

  init(_ options: ChaosOptions) throws(Failure) {
    var port = options.listen
    let listener = cpoll_listen(&port)
    guard listener >= 0 else { throw Failure("cannot listen on port \(options.listen)", result: Int(listener)) }
    self.options = options
    self.listener = listener
    self.port = port
    disturbance = Disturbance(seed: options.seed)
  }

  /// Serves until a trial is over or no bot connects any more.
  mutating func run() throws(Failure) -> ReportCard {
    defer { cpoll_close(listener) }
    while !isOver { try turn() }
    if awaitsReconnect { for _ in cutMoves { card.note(.movesLost) } }
    card.disturbances = disturbance.counts
    card.hasFinished = finishedAt != nil
    return card
  }

  private var isOver: Bool {
    let now = cpoll_nanoseconds()
    let isEmpty = !links.contains { $0.bot >= 0 }
    if let finishedAt { return isEmpty || now &- finishedAt > 1_000_000_000 }
    return hasServed && isEmpty && Double(now &- idleSince) / 1e9 > options.timeoutSeconds
  }

  private mutating func turn() throws(Failure) {
    var descriptors = [listener]
    var wanted: [UInt8] = [1]
    for (descriptor, what) in links.flatMap(\.interests) {
      descriptors.append(descriptor)
      wanted.append(what)
    }
    let now = cpoll_nanoseconds()
    let due = links.compactMap(\.nextDue).min().map { $0 > now ? Int32(clamping: ($0 &- now) / 1_000_000 + 1) : 0 }
    _ = cpoll_poll(descriptors, &wanted, Int32(descriptors.count), min(due ?? 100, 100))
    if wanted[0] & 1 != 0 { try accept() }
    for (descriptor, ready) in zip(descriptors, wanted).dropFirst() where ready != 0 {
      guard let link = links.first(where: { $0.bot == descriptor || $0.server == descriptor }) else { continue }
      if ready & 2 != 0 { link.flushServer() }
      if ready & 1 != 0 { if link.bot == descriptor { receiveFromBot(link) } else { receiveFromServer(link) } }
    }
    for link in links {
      link.sendDuePieces()
      if let end = link.lingersUntil, end <= cpoll_nanoseconds() { link.closeServer() }
      if link.server < 0, link.bot >= 0, link.isDelivered { link.cutBot() }
    }
    if links.contains(where: { $0.bot >= 0 }) { idleSince = cpoll_nanoseconds() }
    links.removeAll { $0.isGone }
  }

  private mutating func accept() throws(Failure) {
    let bot = cpoll_accept(listener)
    guard bot >= 0 else { return }
    // Poll watches at most 64 descriptors.
    guard links.count < 30 else { return cpoll_close(bot) }
    let server = cpoll_connect(options.server.host, options.server.port)
    guard server >= 0 else {
      cpoll_close(bot)
      throw Failure("no connection to \(options.server.host):\(options.server.port)", result: Int(server))
    }
    hasServed = true
    links.append(ChaosLink(bot: bot, server: server))
  }

  private mutating func receiveFromBot(_ link: ChaosLink) {
    guard let lines = link.readBot() else {
      link.cutBot()
      return link.closeServer()
    }
    for line in lines where link.bot >= 0 {
      let move = note(line, link)
      switch link.plannedCut {
      case .beforeRequest:
        keep(move, of: link, isForwarded: false)
        cut(link, lingers: false)
      case .afterRequest:
        link.forward(line)
        keep(move, of: link, isForwarded: true)
        // The server must read it before the connection ends.
        cut(link, lingers: true)
      default:
        if let move { link.openMoves.append(move) }
        link.forward(line)
      }
    }
  }

  private func keep(_ move: ChaosLink.Move?, of link: ChaosLink, isForwarded: Bool) {
    guard var move else { return }
    move.isForwarded = isForwarded
    link.openMoves.append(move)
  }

  private mutating func note(_ line: [UInt8], _ link: ChaosLink) -> ChaosLink.Move? {
    guard (try? document.parse(line.dropLast())) != nil, let type = document.root["type"]?.string else { return nil }
    let root = document.root
    card.noteAnswer()
    if awaitsReconnect, !link.isIdentified { noteReconnect(type, root, link) }
    guard type == "move" else { return nil }
    let content = root["move"]?.value.text ?? root["text"]?.string ?? ""
    let move = ChaosLink.Move(
      content: content, moveID: root["move_id"]?.string, request: root["id"]?.value.text)
    if let cut = cutMoves.first(where: { $0.content == content }) {
      let isSafe = !cut.isForwarded || (cut.moveID != nil && cut.moveID == move.moveID)
      card.note(isSafe ? .movesRepeated : .movesDoubled)
    }
    // Later equal moves may be intended.
    cutMoves = []
    return move
  }

  private mutating func noteReconnect(_ type: String, _ root: JSONView, _ link: ChaosLink) {
    switch type {
    case "ping", "help", "limits", "schema", "words": return
    case "login" where root["token"]?.string != nil: card.note(.resumed)
    default:
      card.note(.startedOver)
      cutMoves = []
    }
    link.isIdentified = true
    awaitsReconnect = false
  }

  private mutating func receiveFromServer(_ link: ChaosLink) {
    guard let lines = link.readServer() else {
      link.closeServer()
      return
    }
    for line in lines where link.bot >= 0 {
      note(fromServer: line, link)
      if link.plannedCut == .both || link.plannedCut == .botOnly {
        cut(link, lingers: link.plannedCut == .botOnly)
        continue
      }
      noteAnswer(line, link)
      let (pieces, done) = disturbance.pieces(of: line)
      card.note(done)
      link.deliver(pieces)
    }
  }

  /// The bot gets a line: the moves that it answers are answered.
  private func noteAnswer(_ line: [UInt8], _ link: ChaosLink) {
    guard !link.openMoves.isEmpty, (try? document.parse(line.dropLast())) != nil else { return }
    let root = document.root
    if let re = root["re"]?.value.text {
      link.openMoves.removeAll { $0.request == re }
    } else if let type = root["type"], type.isString("moved") || type.isString("error") {
      // A bot without ids is answered in order.
      link.openMoves.removeFirst()
    }
  }

  private mutating func note(fromServer line: [UInt8], _ link: ChaosLink) {
    guard (try? document.parse(line.dropLast())) != nil else { return }
    switch document.root["type"]?.string {
    case "trial_report": finishedAt = cpoll_nanoseconds()
    case "trial", "joined": if link.linesLeft == nil { link.linesLeft = linesToCut() }
    default: break
    }
    guard let left = link.linesLeft, finishedAt == nil, link.plannedCut == nil else { return }
    link.linesLeft = left - 1
    if left <= 1 {
      link.plannedCut = ChaosLink.Cut(rawValue: disturbance.number(below: ChaosLink.Cut.allCases.count)) ?? .both
    }
  }

  private mutating func linesToCut() -> Int? {
    guard options.cutEvery > 0, card[.linksCut] < Self.mostCuts else { return nil }
    return 1 + disturbance.number(below: options.cutEvery * 2)
  }

  private mutating func cut(_ link: ChaosLink, lingers: Bool) {
    card.note(.linksCut)
    awaitsReconnect = true
    cutMoves += link.openMoves
    link.openMoves = []
    if link.plannedCut == .botOnly { card.note(.linksDoubled) }
    link.cutBot()
    if lingers {
      link.lingersUntil = cpoll_nanoseconds() &+ (link.plannedCut == .botOnly ? 2_000_000_000 : 100_000_000)
    } else {
      link.closeServer()
    }
  }
}
