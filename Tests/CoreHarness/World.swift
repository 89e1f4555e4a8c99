import Callbacks
import FeatureList
package import GameKit
package import Kernel
package import ParlorCore
import Passwords
package import Storage
import Testing
package import WireProtocol
import Wordle

/// A whole server in memory: sessions by name, lines in, lines out, and a clock that the test sets.
///
/// After every input it checks what must hold for any client: nothing is sent to a closed session, no event of a room
/// comes before `joined`, and none is missed (`from`, or `seq`, is at most one more than the last).
package final class World {
  package let parlor: Parlor
  /// Answers queries; `nil` for none.
  private let storage: SQLiteStorage?
  package private(set) var now: Instant
  package private(set) var effectBytes = 0
  /// The commit that each output waited for, in order.
  package private(set) var tickets: [CommitTicket] = []
  package var stopwatch: Int64?
  /// Whether the log is listed without secrets, as for an operator.
  package var listsLog = false
  package private(set) var listing: [String] = []
  /// Every line of a document that was committed, in order.
  package private(set) var lines: [DocumentLine] = []
  package var failsNextCommit = false
  /// Whether commits are stalled.
  package var stallsCommits = false
  /// Whether passwords wait to be checked.
  package var holdsPasswords = false
  /// Whether games in other processes are not asked: see ``askGames()``.
  package var holdsGames = false
  private var heldQuestions: [OutgoingQuestion] = []
  private var stalled: Batch?
  private var isFailing = false
  /// The pauses of each session, in milliseconds.
  package private(set) var pauses: [String: [Int]] = [:]
  private var names: [SessionID: String] = [:]
  private var ids: [String: SessionID] = [:]
  private var output: [String: [UInt8]] = [:]
  private var closed: Set<SessionID> = []
  private var lastSeen: [SessionID: [String: Int]] = [:]
  private var uncounted: Set<SessionID> = []
  /// The last name sent to a session.
  private var called: [SessionID: String] = [:]
  private var nextGeneration: UInt32 = 0
  private var lastTicket: CommitTicket = 0
  package private(set) var faults: [String] = []
  /// The server log.
  package private(set) var log: [LogEntry] = []

  /// 2026-11-20T08:00:00Z, day 324.
  package static let morning = Instant(milliseconds: 1_795_161_600_000)
  package static let millisecondsToMidnight: Int64 = 16 * 3_600_000

  /// - Parameters:
  ///   - answers: the first is the word of day 324.
  ///   - keepsBoards: whether boards of the day never leave memory.
  ///   - others: games besides Wordle.
  package convenience init(
    answers: [String] = ["nymph", "crane"], guesses: [String] = World.vocabulary, seed: UInt64 = 1,
    stores: Bool = false, keepsBoards: Bool = false, autoShare: Bool = false, others: [GameModule] = [],
    limits change: (inout Limits) -> Void = { _ in }, stopwatch: (@Sendable () -> Int64)? = nil
  ) throws {
    let known = Set(guesses).union(answers).sorted()
    let source = try WordleSource(
      GuessLists(
        answers: Array(answers.sorted().joined(separator: "\n").utf8),
        guesses: Array(known.joined(separator: "\n").utf8)))
    let season = (0..<1000).lazy.map { SeasonKey(hashing: "\($0)".utf8) }.first { key in
      (try? source.puzzle(for: Day(number: 324), season: key, settings: Wordle.Settings()))?.answer == answers.first
    }
    let storage =
      stores
      ? try SQLiteStorage(folder: ":memory:", options: World.storageOptions) : nil
    self.init(
      games: [GameModule(source)] + others, season: try #require(season), seed: seed, storage: storage,
      keepsBoards: keepsBoards, autoShare: autoShare,
      limits: change, stopwatch: stopwatch)
  }

  package init(
    games: [GameModule], season: SeasonKey = SeasonKey(hashing: "test".utf8), seed: UInt64 = 1,
    storage: SQLiteStorage? = nil, keepsBoards: Bool = false, autoShare: Bool = false, houseBots: [String] = [],
    damaged: [DocumentID] = [],
    hasFeatures: Bool = true, others features: [any Feature] = [],
    limits change: (inout Limits) -> Void = { _ in },
    stopwatch: (@Sendable () -> Int64)? = nil
  ) {
    var configuration = ServerConfiguration(games: games, season: season, epoch: "e1", server: "parlor test")
    configuration.autoShare = autoShare
    configuration.houseBots = houseBots
    configuration.houseToken = AccessToken("tokens")
    configuration.stopwatch = stopwatch
    self.storage = storage
    configuration.entropy = SeededGenerator(seed: seed)
    // Nothing can be loaded again where nothing is stored.
    if storage == nil || keepsBoards { configuration.boardSeconds = 1_000_000_000 }
    // People type slower than tests; the limit has tests of its own.
    configuration.limits.burst = 1_000_000_000
    configuration.limits.passwordCost = 4
    // Most tests of a new day look at midnight itself.
    configuration.limits.dailyGraceSeconds = 0
    configuration.limits.scores = 100
    change(&configuration.limits)
    let settings = FeatureList.Settings(operatorToken: AccessToken("sesame"), limits: configuration.limits)
    configuration.features = (hasFeatures ? FeatureList.features(settings) : []) + features
    now = Self.morning
    var state = StoredState()
    state.damagedDocuments = damaged
    parlor = Parlor(configuration, restoring: state, now: now)
  }

  /// Of storage in memory.
  package static let storageOptions = StorageOptions(
    documents: Parlor.documents() + FeatureList.documents, now: morning, today: 324)

  package static let vocabulary = [
    "train", "ponds", "blume", "nymph", "crane", "slate", "brine", "fjord", "quick", "vexes", "stale", "least", "tales",
  ]

  package func connect(_ names: String...) { for name in names { connect(name, from: "test") } }

  @discardableResult
  package func connect(_ name: String, from address: String) -> [Line] { connect(name, .network(address)) }

  /// A session of the console.
  @discardableResult
  package func connectConsole(_ name: String) -> [Line] { connect(name, .console(user: "root")) }

  private func connect(_ name: String, _ origin: SessionOrigin) -> [Line] {
    nextGeneration += 1
    let taken = Set(names.keys.map(\.slot))
    let slot = (0...UInt32(taken.count)).first { !taken.contains($0) } ?? 0
    let id = SessionID(slot: slot, generation: nextGeneration)
    names[id] = name
    ids[name] = id
    parlor.open(id, from: origin, at: now)
    carryOut()
    return take(name)
  }

  @discardableResult
  package func logIn(_ name: String) -> String {
    connect(name)
    return send(name, #"{"type":"login","name":"\#(name)"}"#).last?["token"]?.stringValue ?? ""
  }

  @discardableResult
  package func send(_ name: String, _ line: String) -> [Line] {
    post(name, Array(line.utf8))
    return take(name)
  }

  package func post(_ name: String, _ line: String) { post(name, Array(line.utf8)) }

  package func post(_ name: String, _ bytes: [UInt8]) {
    guard let id = ids[name] else { return }
    if bytes.contains(where: { ![0x09, 0x0D, 0x20].contains($0) }), bytes.first != UInt8(ascii: "{") {
      // Somebody at a terminal does not count: whoever switches back begins with the next event.
      lastSeen[id] = nil
      uncounted.insert(id)
    }
    bytes.withUnsafeBytes { parlor.receive($0, from: id, at: now, stopwatch: stopwatch) }
    carryOut()
  }

  /// Handles a line as ``post(_:_:)-(_,[UInt8])`` does, and returns what `reading` gives before the core takes the line
  /// in and after it has: what this world does with the effects is not between them.
  package func post<Reading>(
    _ name: String, _ line: String, around reading: () -> Reading
  ) -> (before: Reading, after: Reading)? {
    guard let id = ids[name] else { return nil }
    let bytes = Array(line.utf8)
    let before = reading()
    bytes.withUnsafeBytes { parlor.receive($0, from: id, at: now, stopwatch: stopwatch) }
    let after = reading()
    carryOut()
    return (before, after)
  }

  package func refuse(_ name: String, _ fault: LineFault) -> [Line] {
    guard let id = ids[name] else { return [] }
    parlor.refuse(fault, from: id, at: now)
    carryOut()
    return take(name)
  }

  package func becomeSlow(_ name: String) { if let id = ids[name] { parlor.becameSlow(id) } }

  @discardableResult
  package func becomeReady(_ name: String) -> [Line] {
    if let id = ids[name] { parlor.becameReady(id, at: now) }
    carryOut()
    return take(name)
  }

  package func drop(_ name: String) {
    guard let id = ids.removeValue(forKey: name) else { return }
    names[id] = nil
    closed.insert(id)
    parlor.close(id, at: now)
    carryOut()
  }

  package func wait(milliseconds: Int64) {
    let end = now.adding(milliseconds: milliseconds)
    while parlor.nextDeadline <= end {
      now = max(now, parlor.nextDeadline)
      parlor.reachTime(now)
      carryOut()
    }
    now = end
  }

  /// Advances the clock; the server is told with the next line.
  package func advance(seconds: Int) { now = now.adding(milliseconds: Int64(seconds) * 1000) }

  package func wait(seconds: Int) { wait(milliseconds: Int64(seconds) * 1000) }

  /// The messages of a session since the last call.
  @discardableResult
  package func take(_ name: String) -> [Line] {
    String(decoding: output.removeValue(forKey: name) ?? [], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { Line(String($0)) }
  }

  package func takeBytes(_ name: String) -> [UInt8] { output.removeValue(forKey: name) ?? [] }

  package func clear() { output = [:] }

  package func isConnected(_ name: String) -> Bool {
    guard let id = ids[name] else { return false }
    return !closed.contains(id)
  }

  package var connected: [String] { ids.keys.filter(isConnected).sorted() }

  package func player(_ name: String) -> Player? { ids[name].flatMap { parlor.player(of: $0) } }

  /// The players that a start would load.
  package func storedPlayers() throws -> [StoredPlayer]? { try storage?.load().players }

  private func carryOut() {
    parlor.drainEffects { effects in
      log += effects.log
      for effect in effects.list {
        switch effect {
        case .send(let range, let recipients, let ticket):
          for id in effects.recipients[recipients] { receive(effects.bytes[range], id, after: ticket) }
        case .close(let id):
          if closed.contains(id) { faults.append("closed twice") }
          closed.insert(id)
        case .pause(let id, let milliseconds):
          if let name = names[id] { pauses[name, default: []].append(milliseconds) }
        case .resume: break
        }
      }
    }
    if stallsCommits {
      stalled = stalled ?? parlor.takeBatch(at: now)
    } else if let batch = stalled ?? parlor.takeBatch(at: now) {
      stalled = nil
      if batch.ticket != lastTicket + 1 { faults.append("commit \(batch.ticket) follows \(lastTicket)") }
      if failsNextCommit {
        failsNextCommit = false
        isFailing = true
        parlor.failed(batch.ticket, StorageFailure(message: "as asked for"), at: now)
        return carryOut()
      }
      lastTicket = batch.ticket
      isFailing = false
      if listsLog {
        let entries = batch.entries(from: LogPosition(batch.ticket))
        listing += entries.map { String(decoding: $0.text(withSecrets: false), as: UTF8.self) }
        lines += batch.lines
      }
      if let storage {
        let stored = awaitResult { storage.commit(batch, completion: $0) }
        if (try? stored.get()) != [] { faults.append("a commit is refused: \(stored)") }
      }
      parlor.succeeded(batch.ticket, at: now)
    }
    if let (number, queries) = parlor.takeQueries() {
      let failure = StorageFailure(message: "this world keeps nothing")
      let answers =
        storage.map { storage in awaitResult { storage.answer(queries, completion: $0) } }
        ?? queries.map { _ in StoredAnswer.failure(failure) }
      parlor.answered(number, with: answers, at: now)
      return carryOut()
    }
    if !holdsPasswords, let (number, task) = parlor.takePasswordTask() {
      parlor.finishedPasswordTask(number, task.run(), at: now)
      return carryOut()
    }
    heldQuestions += parlor.takeGameQuestions()
    if !holdsGames, !heldQuestions.isEmpty { return askGames() }
    // The edge reports a closed connection at the end of its turn.
    for id in closed where names[id] != nil {
      parlor.close(id, at: now)
      if let name = names.removeValue(forKey: id), ids[name] == id { ids[name] = nil }
    }
  }

  /// Asks games in other processes what is to be asked of them by now.
  package func askGames() {
    let questions = heldQuestions
    heldQuestions = []
    for outgoing in questions {
      parlor.finishedGameQuestion(outgoing.number, fault: outgoing.question.ask(), at: now)
      carryOut()
    }
  }

  private func receive(_ bytes: ArraySlice<UInt8>, _ id: SessionID, after ticket: CommitTicket) {
    if closed.contains(id) { faults.append("sent to closed \(names[id] ?? "session")") }
    let last = lastTicket + (stalled == nil && !isFailing ? 0 : 1)
    if ticket > last + 1 { faults.append("output depends on commit \(ticket) after \(last)") }
    guard let name = names[id] else { return }
    effectBytes += bytes.count
    tickets.append(ticket)
    output[name, default: []].append(contentsOf: bytes)
    if bytes.last != 0x0A { faults.append("an output to \(name) does not end a line") }
    if bytes.first == UInt8(ascii: "{") { check(bytes, id, name) } else { called[id] = player(name)?.name }
  }

  private func check(_ bytes: ArraySlice<UInt8>, _ id: SessionID, _ name: String) {
    guard let message = try? JSON(parsing: bytes.dropLast()) else {
      return faults.append("\(name) got a line that is no JSON: \(String(decoding: bytes, as: UTF8.self))")
    }
    if let fault = message.objectValue.flatMap(MessageMembers.fault) {
      faults.append("A message to \(name) \(fault): \(message.text)")
    }
    if let you = message["you"]?.stringValue { called[id] = you }
    guard let room = message["room"]?.stringValue, let type = message["type"]?.stringValue else { return }
    if type == "joined" || type == "trial", let seq = message["seq"]?.intValue {
      if let from = message["from"]?.intValue, let last = lastSeen[id]?[room], from > last + 1 || from > seq {
        faults.append("\(name) has missed \(last + 1)..<\(from) of \(room): \(message.text)")
      }
      lastSeen[id, default: [:]][room] = seq
    } else if let seq = message["seq"]?.intValue {
      // The answer to a repeated move is old and begins nothing.
      if lastSeen[id]?[room] == nil, uncounted.contains(id), type == "moved", message["re"] != nil { return }
      guard let last = lastSeen[id]?[room] ?? (uncounted.contains(id) ? seq : nil) else {
        return faults.append("\(name) hears of \(room) before joined: \(message.text)")
      }
      let from = message["from"]?.intValue ?? seq
      if from > seq { faults.append("\(name): from \(from) is after seq \(seq)") }
      if from > last + 1 { faults.append("\(name) has missed \(last + 1)..<\(from) of \(room): \(message.text)") }
      lastSeen[id, default: [:]][room] = max(last, seq)
      if type == "left", seq > last, message["player"]?.stringValue == called[id] { lastSeen[id]?[room] = nil }
    }
  }
}

package struct Line: CustomStringConvertible, Equatable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  package var json: JSON { (try? JSON(parsing: text)) ?? .null }

  package subscript(key: String) -> JSON? { json[key] }

  package var type: String? { json["type"]?.stringValue }
  /// An error's code and, after a space, its subject if it has one.
  package var code: String? {
    json["code"]?.stringValue.map { code in json["what"]?.stringValue.map { "\(code) \($0)" } ?? code }
  }
}

extension [Line] {
  /// The text with sentences in one line that were broken at 80 columns.
  package var sentences: String { text.replacing("\n  ", with: " ") }

  package var types: [String] { compactMap(\.type) }

  package func first(_ type: String) -> Line? { first { $0.type == type } }

  package func last(_ type: String) -> Line? { last { $0.type == type } }

  package var text: String { map(\.text).joined(separator: "\n") }
}
