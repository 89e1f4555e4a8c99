import Foundation
import GameKit
import ServerHarness
import Synchronization
import WireProtocol

/// Random play on a server process, backups during it, and a server on each restored folder. Everything acknowledged
/// before a backup began must be there, and nothing that was never requested.
final class BackupRun {
  /// When a backup is made.
  enum Moment: CaseIterable {
    /// The server keeps running.
    case running
    /// The server is killed during the backup.
    case killedMeanwhile
    /// The server was killed before.
    case killedBefore
  }

  let crowd: CrashCrowd
  private(set) var faults: [String] = []
  /// The number of restored and checked backups, and of requests sent while backups were made.
  private(set) var (looked, meanwhile) = (0, 0)
  private let home: URL
  private var server: ServerProcess?
  private var life = 0

  init(seed: UInt64) throws {
    crowd = CrashCrowd(seed: seed)
    home = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-backups-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  private var data: String { home.appendingPathComponent("data").path }

  func run(backups: Int) throws {
    for number in 0..<backups {
      try begin()
      for _ in 0..<30 + crowd.random.number(below: 60) { crowd.step(nil) }
      try backUp(at: Moment.allCases[number % Moment.allCases.count])
      crash()
      guard crowd.faults.isEmpty, faults.isEmpty else { return }
    }
  }

  /// Each start is half a minute later on the same day, so that the daily continues.
  private func flags(_ folder: String) -> [String] {
    let time = String(format: "2026-11-20T08:%02d:%02dZ", life / 2, life % 2 * 30)
    return ["--data", folder, "--limits", "bench", "--clock", time]
  }

  private func begin() throws {
    life += 1
    let server = try ServerProcess(flags(data))
    self.server = server
    if crowd.epoch.isEmpty { try crowd.learn(port: server.port) }
    crowd.day = "2026-11-20"
    try Self.look(crowd, at: server)
  }

  private static func look(_ crowd: CrashCrowd, at server: ServerProcess) throws {
    let before = crowd.boards
    for client in crowd.everyone { try client.connect(port: server.port) }
    try crowd.logIn()
    try crowd.look(since: before)
  }

  private func backUp(at moment: Moment) throws {
    if moment == .killedBefore { crash() } else { crowd.receive() }
    crowd.notePassingRoom()
    let books = CrashCrowd(copying: crowd)
    let file = home.appendingPathComponent("\(life).backup").path
    let backup = PendingBackup(["backup", "--to", file] + flags(data))
    var steps = 0
    while !backup.isDone(within: 0.001) {
      guard moment != .killedBefore else { continue }
      if moment == .killedMeanwhile, steps == 5 { server?.killNow() }
      steps += 1
      meanwhile += crowd.ask() ? 1 : 0
    }
    guard backup.status == 0 else { return faults.append("\(moment): no backup: \(backup.errors)") }
    try restore(file, books)
  }

  private func restore(_ file: String, _ books: CrashCrowd) throws {
    let folder = home.appendingPathComponent("restored-\(life)").path
    let ending = try ServerProcess.run(["restore", file] + flags(folder))
    guard ending.status == 0 else { return faults.append("not restored: \(ending.errors)") }
    let restored = try ServerProcess(flags(folder))
    let before = try books.meet(port: restored.port)
    if before == books.epoch { faults.append("the epoch is the same") }
    // Requests sent during the backup may be included or not.
    books.mayFind(crowd)
    try Self.look(books, at: restored)
    faults += books.faults
    looked += 1
    restored.killNow()
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.removeItem(atPath: file)
  }

  private func crash() {
    guard let server else { return }
    server.killNow()
    self.server = nil
    crowd.close()
  }
}

/// The backup command, running in parallel to the test.
private final class PendingBackup: Sendable {
  private let ending = Mutex<(status: Int32?, errors: [String])>((nil, []))
  private let done = DispatchSemaphore(value: 0)

  init(_ arguments: [String]) {
    Thread.detachNewThread { [self] in
      let found = Result { try ServerProcess.run(arguments) }
      ending.withLock { ending in
        switch found {
        case .success(let end): ending = (end.status, end.errors)
        case .failure(let error): ending.errors = ["\(error)"]
        }
      }
      done.signal()
    }
  }

  func isDone(within seconds: Double) -> Bool { done.wait(timeout: .now() + seconds) == .success }

  var status: Int32? { ending.withLock { $0.status } }
  var errors: [String] { ending.withLock { $0.errors } }
}

extension CrashCrowd {
  /// Records all answers and events that have arrived.
  func receive() { for client in everyone { client.read(atMost: .max, into: &ledger) } }

  /// Sends a request whose result may be in the backup or not, without a contradiction.
  ///
  /// - Returns: whether a request was sent.
  func ask() -> Bool {
    let client = players[random.number(below: players.count)]
    guard client.isLoggedIn, client.isOpen else { return false }
    switch random.number(below: 6) {
    case 0...2:
      client.move(["wordle", "race", "pair", practice(client)][random.number(below: 4)], nextWord(), day: day)
    case 3: client.ask("start", ["room": .string(practice(client))])
    case 4: client.ask("ping")
    default:
      sent += 1
      client.ask("say", ["room": "talk", "text": .string("line \(sent)")], detail: "line \(sent)")
    }
    client.read(atMost: 4, into: &ledger)
    return true
  }

  /// Adds the later requests of other players' copies as unanswered ones.
  func mayFind(_ later: CrashCrowd) {
    for (client, other) in zip(players, later.players) {
      for var move in other.moves where !client.moves.contains(where: { $0.id == move.id }) {
        move.answer = nil
        client.moves.append(move)
      }
      client.nextID = max(client.nextID, other.nextID)
    }
    sent = max(sent, later.sent)
  }
}
