import Foundation
import GameKit
import ServerHarness
import WireProtocol

/// Random play on a server process that is killed again and again during requests. After each restart on the same
/// folder all clients resume, and every acknowledged event must be there exactly once.
final class CrashRun {
  let crowd: CrashCrowd
  private let folder: URL
  private var server: ServerProcess?
  private var life = 0

  init(seed: UInt64) {
    crowd = CrashCrowd(seed: seed)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-crash-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func run(kills: Int) throws {
    for _ in 0..<kills {
      try begin()
      guard crowd.faults.isEmpty else { return }
      play()
      guard crowd.faults.isEmpty else { return }
    }
    try begin()
    crash()
  }

  private func begin() throws {
    life += 1
    let (dayNumber, part) = (life / 6, life % 6)
    let date = String(format: "2026-%02d-%02d", 1 + (dayNumber / 28) % 12, 1 + dayNumber % 28)
    let clock = "\(2026 + dayNumber / 336)-\(date.dropFirst(5))T08:\(part < 3 ? "0" : "1")\(part):00Z"
    let server = try ServerProcess(["--data", folder.path, "--limits", "bench", "--clock", clock])
    self.server = server
    let before = crowd.boards
    for client in crowd.everyone { try client.connect(port: server.port) }
    if crowd.epoch.isEmpty { try crowd.learn(port: server.port) }
    crowd.day = String(clock.prefix(10))
    try crowd.logIn()
    try crowd.look(since: before)
  }

  private func play() {
    let guest = CrashClient("guest")
    if let server { try? guest.connect(port: server.port) }
    guest.ask("join", ["room": "talk"])
    for _ in 0..<crowd.random.number(below: 60) { crowd.step(guest) }
    crash()
    guest.readRest(into: &crowd.ledger)
  }

  private func crash() {
    guard let server else { return }
    server.killNow()
    self.server = nil
    crowd.close()
  }
}
