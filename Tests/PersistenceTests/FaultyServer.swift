import Callbacks
import FeatureList
import GameKit
import Kernel
import Names
import Storage
import Testing
import WireProtocol
import Wordle

@testable import ParlorCore

/// The core on real storage, without sockets, threads or a clock: the test decides when a commit is done, and whether
/// it fails.
///
/// It works like the server's loop: one commit in flight, outputs withheld until theirs is done. Each request has an
/// `id`, and must be answered exactly once.
final class FaultyServer {
  let configuration: ServerConfiguration
  let storage: SQLiteStorage
  private let isFollowed: Bool
  private(set) var parlor: Parlor
  private(set) var now = Instant(milliseconds: 1_795_161_600_000)
  private(set) var faults: [String] = []
  /// The output, by session.
  private(set) var told: [SessionID: [JSON]] = [:]
  private var held: [SessionID: [(ticket: CommitTicket, message: JSON)]] = [:]
  private var released: CommitTicket = 0
  private(set) var inFlight: Batch?
  /// Lines that storage has dropped.
  private var refused: [RefusedLine] = []
  private(set) var log: [String] = []
  private var open: [SessionID: Set<Int>] = [:]
  private var closing: Set<SessionID> = []
  private var nextRequest = 0
  private var lastSeen: [SessionID: [String: Int]] = [:]
  private var nextSlot: UInt32 = 0

  /// - Parameters:
  ///   - isFollowed: whether the tables follow each commit at once.
  ///   - games: in addition to Wordle.
  ///   - attachesAfter: the last position of a cluster's log whose sessions continue here.
  init(
    _ storage: SQLiteStorage, seed: UInt64 = 1, limits: Limits = Limits(), isFollowed: Bool = true,
    snapshotFacts: Int = 128, attachesAfter: LogPosition? = nil, games: [GameModule] = []
  ) throws {
    self.storage = storage
    self.isFollowed = isFollowed
    let words = "blume\nbrine\ncrane\nfjord\nnymph\nponds\nquick\nslate\ntrain\nvexes".utf8
    let source = try WordleSource(GuessLists(answers: Array(words), guesses: Array(words)))
    var configuration = ServerConfiguration(
      games: [GameModule(source)] + games, season: SeasonKey(hashing: "faults".utf8), epoch: "e1", server: "parlor test"
    )
    configuration.entropy = SeededGenerator(seed: seed)
    configuration.limits = limits
    configuration.snapshotFacts = snapshotFacts
    configuration.limits.burst = 1_000_000_000
    configuration.limits.newNamesPerAddress = limits.newNamesPerAddress
    configuration.features = FeatureList.features(
      FeatureList.Settings(operatorToken: AccessToken("sesame"), limits: configuration.limits))
    self.configuration = configuration
    var state = try storage.load()
    state.recentEvents = attachesAfter.map { RecentEvents(after: $0) }
    parlor = Parlor(configuration, restoring: state, now: now)
    carryOut()
  }

  static func storage() throws -> SQLiteStorage {
    let options = StorageOptions(
      documents: Parlor.documents() + FeatureList.documents, now: Instant(milliseconds: 1_795_161_600_000), today: 324)
    return try SQLiteStorage(folder: ":memory:", options: options)
  }

  ///
  /// It has the same documents in memory.
  func reference() throws -> Parlor {
    let reference = Parlor(configuration, restoring: try storage.load(), now: now)
    for document in Set(parlor.kernel.packed().map(\.document)) where !reference.kernel.isReady(document) {
      let answers = awaitResult { [storage] in storage.answer([DocumentQuery(document)], completion: $0) }
      guard let stored = try answers.first?.get() as? StoredDocument else { continue }
      reference.kernel.load(document, stored.state, isDamaged: stored.isDamaged)
    }
    for core in [parlor, reference] { try loadDayBoards(into: core) }
    return reference
  }

  static func histories(of matches: [Int64], in storage: SQLiteStorage) throws -> [StoredMatchHistory] {
    let answers = awaitResult { storage.answer([MatchHistoriesQuery(matches: matches)], completion: $0) }
    return try #require(try answers.first?.get() as? [StoredMatchHistory])
  }

  /// Loads all boards of the day into a core.
  private func loadDayBoards(into core: Parlor) throws {
    for room in core.rooms.dailies {
      for player in core.players.ids.compactMap(core.players.withID) {
        let queries = room.daily?.queries(for: player) ?? []
        let answers = awaitResult { [storage] in storage.answer(queries, completion: $0) }
        let boards = try zip(queries, answers).map { query, answer in
          (query.board, try #require(try answer.get() as? ReplayedBoard))
        }
        room.daily?.take(boards, of: player)
      }
    }
  }

  var lastConnection: SessionID? { nextSlot == 0 ? nil : SessionID(slot: nextSlot, generation: 1) }

  func connect(from origin: SessionOrigin = .network("test")) -> SessionID {
    nextSlot += 1
    let id = SessionID(slot: nextSlot, generation: 1)
    open[id] = []
    parlor.open(id, from: origin, at: now)
    carryOut()
    return id
  }

  /// A session of the console.
  func connectConsole() -> SessionID { connect(from: .console(user: "root")) }

  /// A session of an earlier core continues here, which has got everything up to a position.
  func attach(_ snapshot: [UInt8], position: LogPosition) -> SessionID {
    nextSlot += 1
    let id = SessionID(slot: nextSlot, generation: 1)
    open[id] = []
    snapshot.withUnsafeBytes { parlor.attach(id, from: .network("test"), snapshot: $0, position: position, at: now) }
    carryOut()
    return id
  }

  /// The link of a session's node is lost.
  func detach(_ id: SessionID) {
    guard open.removeValue(forKey: id) != nil else { return }
    held[id] = nil
    parlor.detach(id, at: now)
    carryOut()
  }

  @discardableResult
  func send(_ id: SessionID, _ type: String, _ fields: JSONObject = [:]) -> Int {
    nextRequest += 1
    guard open[id] != nil, !closing.contains(id) else { return nextRequest }
    var request: JSONObject = ["type": .string(type), "id": .int(nextRequest)]
    request.merge(fields)
    open[id]?.insert(nextRequest)
    Array(JSON.object(request).text.utf8).withUnsafeBytes { parlor.receive($0, from: id, at: now) }
    carryOut()
    return nextRequest
  }

  /// Sends a request, and stores and answers everything.
  ///
  /// - Returns: its answer.
  @discardableResult
  func ask(_ id: SessionID, _ type: String, _ fields: JSONObject = [:]) -> JSON {
    let request = send(id, type, fields)
    settle()
    return answer(id, request) ?? .null
  }

  /// A new connection whose player has claimed a name.
  func logIn(_ name: String) -> (id: SessionID, token: JSON) {
    let id = connect()
    return (id, ask(id, "login", ["name": .string(name)])["token"] ?? .null)
  }

  func close(_ id: SessionID) {
    guard open.removeValue(forKey: id) != nil else { return }
    held[id] = nil
    parlor.close(id, at: now)
    carryOut()
  }

  func wait(milliseconds: Int64) {
    now = now.adding(milliseconds: milliseconds)
    parlor.reachTime(now)
    carryOut()
  }

  /// The lines that storage has dropped since the last call: dropping any other is a fault.
  func takeRefused() -> [RefusedLine] {
    defer { refused = [] }
    return refused
  }

  func beginCommit(late: Int64 = 0) {
    if inFlight == nil { inFlight = parlor.takeBatch(at: now.adding(milliseconds: late)) }
  }

  func succeed() {
    guard let batch = inFlight else { return }
    inFlight = nil
    switch awaitResult({ storage.commit(batch, completion: $0) }) {
    case .success(let earlier):
      let refused = earlier + (isFollowed ? storage.catchUp() : [])
      self.refused += refused
      parlor.succeeded(batch.ticket, refusing: refused, at: now)
    case .failure(let failure):
      faults.append("a sound commit fails: \(failure.message)")
    }
    released = batch.ticket
    for id in held.keys.sorted(by: { $0.slot < $1.slot }) { release(id) }
    carryOut()
  }

  func store(_ records: [DocumentLine]) {
    let outcome = awaitResult { storage.commit(Batch(ticket: 1 << 40, lines: records), completion: $0) }
    if (try? outcome.get()) != [] || storage.catchUp() != [] { faults.append("\(outcome)") }
  }

  func fail(with failure: StorageFailure = StorageFailure(message: "the disk is full")) {
    guard let batch = inFlight else { return }
    inFlight = nil
    parlor.failed(batch.ticket, failure, at: now)
    carryOut()
  }

  func keepFailing(milliseconds: Int64) {
    for _ in 0..<milliseconds / 50 {
      beginCommit()
      fail()
      wait(milliseconds: 50)
    }
    beginCommit()
    fail()
  }

  /// Everything requested is stored and answered.
  func settle() {
    for _ in 0..<20 {
      beginCommit()
      if inFlight == nil, parlor.hub.journal.isFailing { wait(milliseconds: 1000) }
      beginCommit()
      succeed()
      answerQueries()
    }
    if !refused.isEmpty { faults.append("storage has left out \(refused)") }
    for (id, requests) in open where !requests.isEmpty && !closing.contains(id) {
      faults.append("never answered: \(requests.sorted())")
    }
  }

  /// Storage answers the pending queries.
  func answerQueries() {
    guard let (number, queries) = parlor.takeQueries() else { return }
    parlor.answered(number, with: awaitResult { storage.answer(queries, completion: $0) }, at: now)
    carryOut()
  }

  /// The process ends and another one starts with the stored data; every connection is gone. The clock may have been
  /// set back.
  func restart(setBackBy milliseconds: Int64 = 0) throws {
    now = now.adding(milliseconds: -milliseconds)
    open = [:]
    held = [:]
    inFlight = nil
    released = 0
    refused = []
    parlor = try reference()
    carryOut()
  }

  /// Contradictions between sessions and rooms.
  func checkPlaces() {
    for session in parlor.sessions.all {
      if session.player.session !== session { faults.append("\(session.player.name) is not where it is") }
      for room in session.rooms {
        if parlor.rooms[room.number] !== room {
          faults.append("\(session.player.name) is in a dead \(room.name)")
        }
        if room.members[session.player.id]?.session !== session {
          faults.append("\(session.player.name) hears nothing of \(room.name)")
        }
      }
      if !session.player.awayFrom.isEmpty { faults.append("\(session.player.name) is here and away") }
    }
    for room in parlor.rooms.all {
      if parlor.rooms[room.plan.name.folded] !== room { faults.append("\(room.name) is not to be found") }
      for member in room.members.all where member.awaySince == nil {
        guard let session = member.player.session, session.rooms.count(where: { $0 === room }) == 1 else {
          faults.append("\(member.player.name) is here in \(room.name), and no session is")
          continue
        }
      }
    }
  }

  func note(_ fault: String) { faults.append(fault) }

  func answer(_ id: SessionID, _ request: Int) -> JSON? { told[id]?.last { $0["re"]?.intValue == request } }

  private func carryOut() {
    parlor.drainEffects { effects in
      for effect in effects.list {
        switch effect {
        case .send(let range, let recipients, let ticket):
          let messages = effects.bytes[range].split(separator: 0x0A).compactMap { try? JSON(parsing: Array($0)) }
          for id in effects.recipients[recipients] {
            held[id, default: []] += messages.map { (ticket, $0) }
            release(id)
          }
        case .close(let id):
          closing.insert(id)
        case .pause, .resume: break
        }
      }
      log += effects.log.map(\.event)
    }
  }

  /// No session may miss an event, or get a number twice for different events.
  private func follow(_ message: JSON, _ id: SessionID) {
    guard let room = message["room"]?.stringValue, let seq = message["seq"]?.intValue,
      let type = message["type"]?.stringValue
    else { return }
    if type == "joined" {
      lastSeen[id, default: [:]][room] = seq
    } else if let last = lastSeen[id]?[room] {
      let first = message["from"]?.intValue ?? seq
      if first > last + 1 { faults.append("session \(id.slot) has missed \(last + 1)..<\(first): \(message.text)") }
      lastSeen[id]?[room] = max(seq, last)
    }
  }

  private func release(_ id: SessionID) {
    while let first = held[id]?.first, first.ticket <= released {
      held[id]?.removeFirst()
      told[id, default: []].append(first.message)
      follow(first.message, id)
      guard let re = first.message["re"]?.intValue else { continue }
      if open[id] != nil, open[id]?.remove(re) == nil { faults.append("answered twice: \(first.message.text)") }
    }
  }
}
