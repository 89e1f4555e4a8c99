internal import CPoll
internal import ClientKit
internal import GameKit
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Measures how long a restart of a server takes until everybody plays again: many players in one room lose their
/// links, reconnect as clients do, and move.
///
/// The clock starts with the command that restarts the server.
final class RestartRun {
  private final class Seat {
    var player: ReturningPlayer
    var descriptor: Int32 = -1
    var partial: [UInt8] = []
    var attempt = 0
    /// When the link was lost, and when the player will reconnect.
    var lostAt: UInt64 = 0
    var due: UInt64?

    init(_ player: ReturningPlayer) { self.player = player }
  }

  private let options: LoadOptions
  private let words: [String]
  private let seats: [Seat]
  private let poller: Int32
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
  private var events = [cpoll_event](repeating: cpoll_event(), count: 256)
  private let document = JSONDocument()
  private var random: SeededGenerator
  private let backoff = Backoff()
  private var rejections = 0
  private var firstRefusal: String?

  private static let room = "wordle"
  /// The players per address; each thousand has 50 addresses.
  private static let playersPerAddress = 20
  /// The size of a group of players that connect for the first time.
  private static let connectBatch = 100

  init(_ options: LoadOptions) throws(Failure) {
    self.options = options
    random = SeededGenerator(seed: options.seed)
    words = try LineConnection(to: options.endpoint).acceptedWords(of: "wordle")
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    let isLocal = options.endpoint.host.hasPrefix("127.")
    seats = (0..<options.connections).map { index in
      let address = index / Self.playersPerAddress
      let source = isLocal ? "127.1.\(address / 250).\(address % 250 + 1)" : nil
      return Seat(ReturningPlayer(source: source, name: "r\(run)-\(index)"))
    }
    poller = cpoll_create()
    guard poller >= 0 else { throw Failure("waiting for many sockets", result: Int(poller)) }
  }

  deinit {
    for seat in seats where seat.descriptor >= 0 { cpoll_close(seat.descriptor) }
    if poller >= 0 { cpoll_close(poller) }
    buffer.deallocate()
  }

  func measure() throws(Failure) -> Measurement {
    try connectAll()
    rejections = 0
    firstRefusal = nil
    let began = cpoll_nanoseconds()
    let own = cpoll_processor_nanoseconds()
    let restart = try options.restart.map { command throws(Failure) in try BotProcess(["/bin/sh", "-c", command]) }
    let end = began &+ Self.timeoutNanoseconds
    while !seats.allSatisfy({ $0.lostAt > 0 && $0.player.isPlaying }) {
      guard cpoll_nanoseconds() < end else {
        let rest = seats.count { $0.lostAt == 0 || !$0.player.isPlaying }
        let why = firstRefusal.map { "; the first refusal: \($0)" } ?? ""
        throw Failure("\(rest) of \(seats.count) players do not play again after two minutes\(why)")
      }
      try turn()
    }
    return withExtendedLifetime(restart) { measurement(since: began, own: cpoll_processor_nanoseconds() &- own) }
  }

  private static let timeoutNanoseconds: UInt64 = 120_000_000_000

  /// Connects all players for the first time.
  private func connectAll() throws(Failure) {
    var next = 0
    let end = cpoll_nanoseconds() &+ Self.timeoutNanoseconds
    while next < seats.count {
      let group = next..<min(seats.count, next + Self.connectBatch)
      for index in group { seats[index].due = 0 }
      while !seats[group].allSatisfy(\.player.isPlaying) {
        guard cpoll_nanoseconds() < end else {
          throw Failure("players do not get in\(firstRefusal.map { ": \($0)" } ?? "")")
        }
        try turn()
      }
      next = group.upperBound
    }
    for seat in seats { seat.lostAt = 0 }
  }

  // MARK: - One turn

  private func turn() throws(Failure) {
    let now = cpoll_nanoseconds()
    for index in seats.indices {
      guard let due = seats[index].due, due <= now else { continue }
      connect(index, at: now)
    }
    let ready = cpoll_wait(poller, &events, Int32(events.count), 1_000_000)
    guard ready >= 0 else { throw Failure("waiting for many sockets", result: Int(ready)) }
    for place in 0..<Int(ready) {
      let (event, index) = (events[place], Int(events[place].tag))
      guard seats[index].descriptor >= 0 else { continue }
      if event.readable != 0 {
        receive(index)
      } else if event.writable != 0 {
        _ = cpoll_set_writable(poller, seats[index].descriptor, event.tag, 0)
        seats[index].player.connected(at: cpoll_nanoseconds())
      }
    }
  }

  private func connect(_ index: Int, at now: UInt64) {
    let seat = seats[index]
    seat.due = nil
    seat.attempt += 1
    seat.partial = []
    seat.player.begin()
    let endpoint = options.endpoint
    let descriptor =
      seat.player.source.map { cpoll_begin_connect($0, endpoint.host, endpoint.port) }
      ?? cpoll_begin_connect(nil, endpoint.host, endpoint.port)
    guard descriptor >= 0 else {
      return noteRejection(index, Failure("no connection", result: Int(descriptor)), at: now)
    }
    seat.descriptor = descriptor
    let tag = UInt32(truncatingIfNeeded: index)
    _ = cpoll_add(poller, descriptor, tag)
    _ = cpoll_set_writable(poller, descriptor, tag, 1)
  }

  private func receive(_ index: Int) {
    let seat = seats[index]
    let count = cpoll_receive(seat.descriptor, buffer.baseAddress, buffer.count)
    if count == Int(0 - EAGAIN) { return }
    let now = cpoll_nanoseconds()
    guard count > 0 else {
      return linkEnded(index, count == 0 ? Failure("closed") : Failure("reading", result: count), at: now)
    }
    seat.player.connected(at: now)
    seat.partial += UnsafeRawBufferPointer(rebasing: buffer[..<count])
    do throws(Failure) {
      try readLines(of: seat, at: now)
    } catch {
      linkEnded(index, error, at: now)
    }
  }

  private func readLines(of seat: Seat, at now: UInt64) throws(Failure) {
    var start = 0
    while let end = seat.partial[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard (try? document.parse(seat.partial[start..<end])) != nil else { throw Failure("a line that is not JSON") }
      start = end + 1
      let word = words[random.number(below: words.count)]
      if let request = try seat.player.receive(document.root, in: Self.room, moving: word, at: now) {
        let bytes = Array((JSON.object(request).text + "\n").utf8)
        // A few dozen bytes always fit into the buffer of a socket that waits for an answer.
        let sent = bytes.withUnsafeBytes { cpoll_send(seat.descriptor, $0.baseAddress, $0.count) }
        guard sent == bytes.count else { throw Failure("sending", result: sent) }
      }
    }
    seat.partial.removeFirst(start)
  }

  // MARK: - Reconnecting

  /// A link has ended: a playing player has lost it with the server, any other one was rejected.
  private func linkEnded(_ index: Int, _ why: Failure, at now: UInt64) {
    let seat = seats[index]
    cpoll_close(seat.descriptor)
    seat.descriptor = -1
    guard seat.player.isPlaying, seat.lostAt == 0 else { return noteRejection(index, why, at: now) }
    seat.lostAt = now
    seat.attempt = 0
    let announced = options.reconnectsAtOnce ? nil : seat.player.announcedWait
    let wait = announced.map { backoff.delay(announced: .milliseconds($0), using: &random) }
    seat.due =
      now &+ Self.nanoseconds(options.reconnectsAtOnce ? .zero : wait ?? backoff.delay(before: 0, using: &random))
    seat.player.begin()
  }

  private func noteRejection(_ index: Int, _ why: Failure, at now: UInt64) {
    rejections += 1
    firstRefusal = firstRefusal ?? why.description
    seats[index].due = now &+ Self.nanoseconds(backoff.delay(before: seats[index].attempt - 1, using: &random))
  }

  private static func nanoseconds(_ duration: Duration) -> UInt64 {
    UInt64(clamping: duration.components.seconds) &* 1_000_000_000
      &+ UInt64(clamping: duration.components.attoseconds / 1_000_000_000)
  }

  // MARK: - Figures

  private func measurement(since began: UInt64, own: UInt64) -> Measurement {
    func milliseconds(_ time: UInt64) -> Double { time > began ? Double(time &- began) / 1e6 : 0 }
    func figure(_ key: String, _ times: [UInt64]) -> Measurement.Figure {
      Measurement.Figure(key: key, value: milliseconds(times.max() ?? 0))
    }
    let moved = seats.map { $0.player.done[ReturningPlayer.Step.move.rawValue] }.sorted()
    var result = Measurement(
      mix: options.mix.rawValue, target: options.target.rawValue, connections: seats.count,
      seconds: milliseconds(moved.last ?? 0) / 1000, headline: figure("all_moved_ms", moved))
    result.others = [
      Measurement.Figure(key: "half_moved_ms", value: milliseconds(moved[moved.count / 2])),
      Measurement.Figure(key: "first_lost_ms", value: milliseconds(seats.map(\.lostAt).min() ?? 0)),
      figure("last_lost_ms", seats.map(\.lostAt)),
    ]
    for (step, key) in zip(ReturningPlayer.Step.allCases, ["connected", "greeted", "logged_in", "joined", "moved"]) {
      let times = seats.map { $0.player.done[step.rawValue] }
      result.others += [
        Measurement.Figure(key: "first_\(key)_ms", value: milliseconds(times.min() ?? 0)),
        figure("last_\(key)_ms", times),
      ]
    }
    result.others += [
      Measurement.Figure(key: "turned_away", value: Double(rejections)),
      Measurement.Figure(key: "recovered", value: Double(seats.count { $0.player.hasRecovered })),
      Measurement.Figure(key: "generator_cpu_ms", value: Double(own) / 1e6),
    ]
    return result
  }
}
