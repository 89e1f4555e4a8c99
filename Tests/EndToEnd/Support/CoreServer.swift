import Callbacks
import Catalogue
import GameKit
import Kernel
import ParlorCore
import Passwords
import ServerHarness
import Storage
import WireProtocol

@testable import LineServer
@testable import OddGamesServer
@testable import ParlorServer

/// A core in this process, configured by server flags. Its clock stands still until a client waits, and then jumps to
/// the core's next deadline.
final class CoreServer: TranscriptServer {
  private final class Client {
    let id: SessionID
    var framer = LineFramer()
    var output: [UInt8] = []
    var isOpen = true
    /// The end of the pause in reading its lines, if it is over a limit.
    var pausedUntil: Instant?

    init(_ id: SessionID) { self.id = id }
  }

  /// Output that is released once the commit is durable.
  private enum Held {
    case bytes([UInt8], to: Client)
    case end(Client)
  }

  /// The time in milliseconds that a client of a process would wait.
  private static let patience = Int64(Patience.seconds * 1000)
  /// The most deadlines within one wait.
  private static let mostDeadlines = 10_000

  private let options: ServerOptions
  private let core: Parlor
  private let storage: SQLiteStorage
  private var now: Instant
  private var clients: [String: Client] = [:]
  private var sessions: [SessionID: Client] = [:]
  private var nextSlot: UInt32 = 0
  private var held: [Held] = []
  private var log: [String] = []

  private static let games = Result { try Catalogue.games(ResourceFolder(option: nil).read) }
  private static let calendar = ZoneCalendar(zone: "UTC")

  init(_ transcript: Transcript) throws {
    guard case .run(let options) = try ServerOptions.parse(transcript.serverArguments, environment: []),
      let calendar = Self.calendar
    else { throw Transcript.Malformed(description: "these are no flags of a server") }
    self.options = options
    now = options.clock ?? ServerClock.systemTime
    let games = try Self.games.get() + (transcript.program == "OddGamesServer" ? ServedGames.all : [])
    let today = calendar.day(at: now)
    storage = try SQLiteStorage(
      folder: ":memory:",
      options: StorageOptions(documents: ParlorServer.documents(options.limits), now: now, today: today.number))
    let identity = try storage.identity(makingWith: ParlorServer.randomBytes)
    var configuration = ParlorServer.coreConfiguration(
      options, HostedGames(games), calendar, season: options.seasonKey.map { Array($0.utf8) } ?? identity.seasonSecret,
      epoch: identity.epoch, token: ScoresToken(given: options.httpToken ?? ""))
    configuration.entropy = SeededGenerator(seed: 1)
    core = CoreStart(storage: storage, configuration: configuration, restoreGuard: nil)
      .core(from: try storage.load(at: now, today: today.number), at: now)
    carryOut()
  }

  deinit { storage.close() }

  func connect(_ name: String) { open(name, from: .network("127.0.0.1")) }

  func connectConsole(_ name: String) { open(name, from: .console(user: SocketClient.userName)) }

  private func open(_ name: String, from origin: SessionOrigin) {
    disconnect(name)
    let client = Client(SessionID(slot: nextSlot, generation: 1))
    nextSlot += 1
    clients[name] = client
    sessions[client.id] = client
    core.open(client.id, from: origin, at: now)
    carryOut()
  }

  func disconnect(_ name: String) {
    guard let client = clients.removeValue(forKey: name), client.isOpen else { return }
    client.isOpen = false
    forget(client, because: .byPeer)
    carryOut()
  }

  func send(_ bytes: [UInt8], from name: String) throws {
    guard let client = clients[name] else { throw TranscriptRunner.Mismatch(description: "\(name) is not connected") }
    // Later input has a later time, since timelines are sorted by time.
    now = now.adding(milliseconds: 1)
    read(bytes, from: client)
  }

  func next(_ name: String) throws -> LineReader.Outcome {
    guard let client = clients[name] else { throw TranscriptRunner.Mismatch(description: "\(name) is not connected") }
    let end = now.adding(milliseconds: Self.patience)
    for _ in 0..<Self.mostDeadlines {
      if let line = takeLine(of: client) { return .line(line) }
      guard client.isOpen else { return .end }
      guard reachDeadline(before: end) else { return .timeout }
    }
    return .timeout
  }

  /// A line that has already arrived.
  func takeLine(_ name: String) -> String? { clients[name].flatMap(takeLine) }

  /// Advances the clock.
  func wait(seconds: Double) {
    let end = now.adding(milliseconds: Int64(seconds * 1000))
    for _ in 0..<Self.mostDeadlines where !reachDeadline(before: end) { break }
    now = end
  }

  func stop() -> [String] {
    core.announceClosing(reason: "restart", backInSeconds: options.backInSeconds)
    carryOut()
    for client in clients.values { client.isOpen = false }
    return log
  }

  private func takeLine(of client: Client) -> String? {
    guard let end = client.output.firstIndex(of: 0x0A) else { return nil }
    defer { client.output.removeSubrange(...end) }
    return String(decoding: client.output[..<end], as: UTF8.self)
  }

  /// - Returns: whether a deadline was reached by then.
  private func reachDeadline(before end: Instant) -> Bool {
    let due = sessions.values.compactMap(\.pausedUntil).reduce(core.nextDeadline) { min($0, $1) }
    guard due <= end else { return false }
    now = max(now, due)
    core.reachTime(now)
    carryOut()
    for client in sessions.values.sorted(by: { $0.id.slot < $1.id.slot }) {
      guard let until = client.pausedUntil, until <= now else { continue }
      client.pausedUntil = nil
      read([], from: client)
    }
    return true
  }

  /// Frames input into lines as the server's loop does.
  private func read(_ bytes: [UInt8], from client: Client) {
    let kept = client.framer.keptCount
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: kept + bytes.count + 1, alignment: 1)
    defer { buffer.deallocate() }
    _ = client.framer.restore(into: buffer)
    UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]).copyBytes(from: bytes)
    var pass = client.framer.admit(bytes.count, in: buffer)
    scan: while client.isOpen, client.pausedUntil == nil {
      switch client.framer.next(in: buffer, &pass, limit: options.limits.lineBytes) {
      case .line(let range):
        core.receive(UnsafeRawBufferPointer(rebasing: buffer[range]), from: client.id, at: now)
        carryOut()
      case .tooLong:
        core.refuse(.tooLong, from: client.id, at: now)
        carryOut()
      case .httpRequest:
        core.refuse(.http, from: client.id, at: now)
        carryOut()
        client.isOpen = false
        forget(client, because: .byServer)
        carryOut()
      case .empty: continue
      case .end, .ping, .closed, .violation: break scan
      }
    }
    client.framer.keep(pass, in: UnsafeRawBufferPointer(buffer))
  }

  /// Reports a closed connection, as the loop does at the end of its turn.
  private func forget(_ client: Client, because reason: CloseReason) {
    guard sessions.removeValue(forKey: client.id) != nil else { return }
    core.close(client.id, at: now, because: reason.word)
  }

  /// Executes the core's effects until there are none.
  private func carryOut() {
    repeat { drain() } while work() || release()
  }

  private func drain() {
    core.drainEffects { effects in
      log += effects.log.map { entry in
        var object: JSONObject = ["event": .string(entry.event)]
        object.merge(entry.fields)
        return JSON.object(object).text
      }
      for effect in effects.list {
        switch effect {
        case .send(let range, let recipients, let ticket):
          for client in effects.recipients[recipients].compactMap({ sessions[$0] }) {
            if ticket == Effects.overtaking {
              client.output += effects.bytes[range]
            } else {
              held.append(.bytes(Array(effects.bytes[range]), to: client))
            }
          }
        case .close(let id): if let client = sessions[id] { held.append(.end(client)) }
        case .pause(let id, let milliseconds):
          sessions[id]?.pausedUntil = now.adding(milliseconds: Int64(milliseconds))
        case .resume(let id): sessions[id]?.pausedUntil = now
        }
      }
    }
  }

  /// - Returns: whether the core had a batch, a query or a password task.
  private func work() -> Bool {
    if let batch = core.takeBatch(at: now) {
      switch awaitResult({ storage.commit(batch, completion: $0) }) {
      case .success(let refused): core.succeeded(batch.ticket, refusing: refused, at: now)
      case .failure(let failure): core.failed(batch.ticket, failure, at: now)
      }
      _ = release()
    } else if let (number, queries) = core.takeQueries() {
      core.answered(number, with: awaitResult { storage.answer(queries, completion: $0) }, at: now)
    } else if let (number, task) = core.takePasswordTask() {
      core.finishedPasswordTask(number, task.run(), at: now)
    } else {
      return false
    }
    return true
  }

  /// - Returns: whether a session has ended.
  private func release() -> Bool {
    let released = held
    var hasEnded = false
    held = []
    for one in released {
      switch one {
      case .bytes(let bytes, let client): if client.isOpen { client.output += bytes }
      case .end(let client):
        client.isOpen = false
        forget(client, because: .byServer)
        hasEnded = true
      }
    }
    return hasEnded
  }
}
