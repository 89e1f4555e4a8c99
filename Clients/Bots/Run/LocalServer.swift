internal import CPoll
internal import Catalogue
internal import FeatureList
internal import GameKit
internal import Kernel
internal import ParlorCore
internal import Passwords
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A server in this process: the real core without sockets and disk, so that a bot sees exactly a server's lines.
final class LocalServer {
  private let core: Parlor
  private let lineBytes: Int
  private var clock: LocalClock
  /// When the present turn began, on the core's stopwatch.
  private var turnMicroseconds: Int64 = 0
  /// Each session's unread output.
  private var output: [[UInt8]] = []
  private var matches: MatchMemory?
  private(set) var isClosed = false

  /// A server with one session, on this machine's clock, without storage.
  ///
  /// - Parameter resources: the folder with the games' word lists; `nil` beside the executable or in the checkout.
  convenience init(resources: String?) throws {
    var generator = SystemRandomNumberGenerator()
    try self.init(resources: resources, season: "run \(generator.next())", entropy: generator, clock: .running())
    open()
  }

  /// A deterministic server: all randomness comes from the seed, and time passes only in ``pass(milliseconds:)``. It
  /// stores matches, so that they can be replayed; sessions must be opened.
  convenience init(resources: String?, seed: UInt64) throws {
    try self.init(
      resources: resources, season: "match", entropy: SeededGenerator(seed: seed), clock: .simulatedAtStart,
      matches: MatchMemory())
  }

  private init(
    resources: String?, season: String, entropy: any RandomNumberGenerator & Sendable, clock: LocalClock,
    matches: MatchMemory? = nil
  ) throws {
    let games = try Catalogue.games(ResourceFolder(option: resources).read)
    var entropy = entropy
    var configuration = ServerConfiguration(
      games: games, season: SeasonKey(hashing: season.utf8),
      epoch: Hex.text(of: (0..<3).map { _ in UInt8.random(in: 0...255, using: &entropy) }),
      server: "parlor-bots \(ParlorRelease.version)")
    configuration.isDurable = false
    configuration.entropy = entropy
    configuration.features = FeatureList.features(
      FeatureList.Settings(operatorToken: AccessToken("\(entropy.next())"), limits: configuration.limits))
    self.clock = clock
    self.matches = matches
    lineBytes = configuration.limits.lineBytes
    core = Parlor(configuration, now: clock.now)
  }

  /// Opens a session.
  ///
  /// - Returns: its number, from 0 on.
  @discardableResult
  func open() -> Int {
    let number = output.count
    output.append([])
    core.open(Self.session(number), from: .network("127.0.0.1"), at: clock.now)
    execute()
    return number
  }

  private static func session(_ number: Int) -> SessionID {
    SessionID(slot: UInt32(truncatingIfNeeded: number), generation: 0)
  }

  /// Lines that arrive together have one time, as in a server's loop: a move sent before its puzzle could be read is
  /// refused here as well.
  func beginTurn() { turnMicroseconds = clock.microseconds }

  func receive(_ line: [UInt8], from number: Int = 0) {
    let session = Self.session(number)
    if line.count > lineBytes {
      core.refuse(.tooLong, from: session, at: clock.now)
    } else {
      line.withUnsafeBytes { core.receive($0, from: session, at: clock.now, stopwatch: turnMicroseconds) }
    }
    execute()
  }

  func takeOutput(of number: Int = 0) -> [UInt8] {
    defer { output[number].removeAll(keepingCapacity: true) }
    return output[number]
  }

  /// Milliseconds until the server acts by itself.
  var millisecondsToDeadline: Int { Int(clamping: core.nextDeadline.milliseconds(since: clock.now)) }

  func runDeadlines() {
    core.reachTime(clock.now)
    execute()
  }

  /// Advances the simulated clock: due actions happen at their times.
  func advance(milliseconds: Int) {
    let end = clock.now.adding(milliseconds: Int64(max(0, milliseconds)))
    while core.nextDeadline <= end {
      clock.turn(to: core.nextDeadline)
      runDeadlines()
    }
    clock.turn(to: end)
  }

  private func execute() {
    // There is no disk, so each commit is done at once.
    while let batch = core.takeBatch(at: clock.now) {
      matches?.keep(batch.lines)
      core.succeeded(batch.ticket, at: clock.now)
    }
    if let (number, queries) = core.takeQueries() {
      core.answered(number, with: queries.map { matches?.answer($0) ?? MatchMemory.nothing }, at: clock.now)
    }
    if let (number, task) = core.takePasswordTask() { core.finishedPasswordTask(number, task.run(), at: clock.now) }
    core.drainEffects { effects in
      for effect in effects.list {
        switch effect {
        case .send(let range, let recipients, _):
          for recipient in effects.recipients[recipients] { output[Int(recipient.slot)] += effects.bytes[range] }
        case .close: isClosed = true
        case .pause, .resume: break
        }
      }
    }
  }
}

/// The clock of a server in this process.
enum LocalClock {
  /// The machine's clock: the start, and the monotonic clock from there on.
  case running(from: Instant, at: UInt64)
  /// A simulated clock, advanced by the server's owner.
  case simulated(at: Instant)

  static func running() -> LocalClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Instant(milliseconds: Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000)
    return .running(from: now, at: cpoll_nanoseconds())
  }

  /// A simulated clock at 2026-01-01T00:00:00Z, the first day of the dailies.
  static let simulatedAtStart = LocalClock.simulated(at: Instant(milliseconds: 1_767_225_600_000))

  var now: Instant {
    switch self {
    case .running(let start, _): start.adding(milliseconds: microseconds / 1000)
    case .simulated(let now): now
    }
  }

  /// Since an unspecified moment.
  var microseconds: Int64 {
    switch self {
    case .running(_, let began): Int64(clamping: (cpoll_nanoseconds() &- began) / 1000)
    case .simulated(let now): now.milliseconds &* 1000
    }
  }

  /// A running clock is not changed.
  mutating func turn(to moment: Instant) {
    if case .simulated(let now) = self { self = .simulated(at: max(now, moment)) }
  }
}
