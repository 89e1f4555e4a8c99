internal import CPoll
internal import Catalogue
internal import GameKit
internal import ParlorCore
internal import Passwords
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A server in this process with one session: the same core as the real one, without sockets and without a disk, so that
/// a bot sees exactly a server's lines.
final class LocalServer {
  private let core: Parlor
  private let session = SessionID(slot: 0, generation: 0)
  private let start: Instant
  private let began = cpoll_nanoseconds()
  private let lineBytes: Int
  /// When the present turn began, on the stopwatch of the core.
  private var turnMicroseconds: Int64 = 0
  private var said: [UInt8] = []
  private(set) var isClosed = false

  /// - Parameter resources: where the games' word lists are; `nil` beside the executable or in the checkout.
  init(resources: String?) throws {
    let games = try Catalogue.games(ResourceFolder(option: resources).read)
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    start = Instant(milliseconds: Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000)
    var generator = SystemRandomNumberGenerator()
    var configuration = ServerConfiguration(
      games: games, season: SeasonKey(hashing: "run \(generator.next())".utf8),
      epoch: Hex.text(of: (0..<3).map { _ in .random(in: 0...255) }), server: "parlor-bots 0.1.0")
    configuration.isDurable = false
    lineBytes = configuration.limits.lineBytes
    core = Parlor(configuration, now: start)
    core.open(session, from: "127.0.0.1", at: now)
    carryOut()
  }

  private var microseconds: Int64 { Int64(clamping: (cpoll_nanoseconds() &- began) / 1000) }

  /// What came together is heard at one moment, as a server's loop does it: a move that was sent before its puzzle could
  /// be read is refused here as there.
  func beginTurn() { turnMicroseconds = microseconds }

  private var now: Instant { start.adding(milliseconds: microseconds / 1000) }

  func receive(_ line: [UInt8]) {
    if line.count > lineBytes {
      core.refuse(.tooLong, from: session, at: now)
    } else {
      line.withUnsafeBytes { core.receive($0, from: session, at: now, stopwatch: turnMicroseconds) }
    }
    carryOut()
  }

  func takeOutput() -> [UInt8] {
    defer { said.removeAll(keepingCapacity: true) }
    return said
  }

  /// Milliseconds until the server does something by itself.
  var millisecondsToDeadline: Int { Int(clamping: core.nextDeadline.milliseconds(since: now)) }

  func reachTime() {
    core.reachTime(now)
    carryOut()
  }

  private func carryOut() {
    // Nothing is kept, so that each commit is done at once.
    while let batch = core.takeBatch(at: now) { core.succeeded(batch.ticket, at: now) }
    if let (number, queries) = core.takeQueries() {
      let failure = StorageFailure(message: "this server keeps nothing")
      core.answered(number, with: queries.map { _ in .unavailable(failure) }, at: now)
    }
    if let (number, task) = core.takePasswordTask() { core.finishedPasswordTask(number, task.run(), at: now) }
    core.drainEffects { effects in
      for effect in effects.list {
        switch effect {
        case .send(let range, _, _): said += effects.bytes[range]
        case .close: isClosed = true
        case .pause, .resume: break
        }
      }
    }
  }
}
