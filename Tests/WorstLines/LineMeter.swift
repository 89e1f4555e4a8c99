import FeatureList
public import GameKit
import Kernel
import LineServer
import ParlorCore
import WireProtocol

/// Measures the cost of lines to a core's thread, without the generation of puzzles, which has a separate budget.
public final class LineMeter {
  /// The state of the session that sends the line.
  public enum Place: String, CaseIterable, Sendable {
    case nowhere, talkRoom, daily, wordSearch, dailySort, trial, channel
  }

  private let parlor: Parlor
  private let puzzles: PuzzleClock
  private var now = Instant(milliseconds: 1_795_161_600_000)
  private var generation: UInt32 = 0
  private var current: [Place: SessionID] = [:]
  private var names = 0

  /// A core with default limits, except for the rate and the budget of puzzles, which would refuse the lines, and with
  /// as many rooms as a list shows.
  public init(games: [GameModule]) {
    let puzzles = PuzzleClock()
    self.puzzles = puzzles
    var configuration = ServerConfiguration(
      games: games, season: SeasonKey(hashing: "cost".utf8), epoch: "e1", server: "parlor")
    configuration.isDurable = true
    configuration.entropy = SeededGenerator(seed: 1)
    configuration.stopwatch = { puzzles.read() }
    configuration.limits.burst = 1_000_000_000
    configuration.limits.puzzleMillisecondsPerSecond = 1_000_000
    configuration.limits.newNamesPerAddress = 1_000_000
    configuration.limits.roomsPerAddress = 0
    configuration.limits.roomsPerPlayer = 100_000
    configuration.features = FeatureList.features(
      FeatureList.Settings(operatorToken: AccessToken("sesame"), limits: configuration.limits))
    parlor = Parlor(configuration, now: now)
    // Listed rooms, each with its owner in it, and many more than are listed.
    for number in 0..<250 {
      let id = open()
      for part in 0..<8 { say(id, #"{"type":"create","room":"meeting-room-\#(number)-\#(part)"}"#) }
    }
    // A room with many listeners, some of them in text mode.
    for number in 0..<63 {
      let id = open()
      say(id, number == 0 ? #"{"type":"create","room":"hall"}"# : #"{"type":"join","room":"hall"}"#)
      if number % 2 == 1 { say(id, "/who") }
    }
  }

  /// The processor time in microseconds that a line takes in a session's state: the minimum of several readings.
  ///
  /// - Parameter enough: a reading at which measuring stops.
  public func microseconds(_ line: [UInt8], in place: Place, enough: Double) -> Double {
    var least = Double.infinity
    for _ in 0..<5 where least > enough {
      let id = session(in: place)
      let before = (MonotonicClock.threadNanoseconds, puzzles.nanoseconds)
      say(id, line)
      let (time, made) = (MonotonicClock.threadNanoseconds &- before.0, puzzles.nanoseconds &- before.1)
      least = min(least, Double(time &- min(time, made)) / 1000)
    }
    return least
  }

  private func session(in place: Place) -> SessionID {
    // A session that was moved by a line is replaced.
    if let id = current[place] { parlor.close(id, at: now) }
    now = now.adding(milliseconds: 10)
    names += 1
    // Rooms keep places of disconnected players, whose number must not grow.
    if names % 100 == 0 {
      now = now.adding(milliseconds: 150_000)
      parlor.reachTime(now)
      carryOut()
    }
    let id = open()
    if place != .nowhere { say(id, #"{"type":"login","name":"n\#(names)x"}"#) }
    switch place {
    case .nowhere: break
    case .talkRoom: say(id, #"{"type":"join","room":"hall"}"#)
    case .daily: say(id, #"{"type":"join","room":"wordle"}"#)
    case .wordSearch: say(id, #"{"type":"create","game":"wordsearch","mode":"practice","seed":7}"#)
    case .dailySort: say(id, #"{"type":"create","game":"dailysort","mode":"practice","seed":7}"#)
    case .trial: say(id, #"{"type":"trial","game":"wordle","seed":7}"#)
    case .channel: say(id, #"{"type":"join","room":"shares"}"#)
    }
    current[place] = id
    return id
  }

  private func open() -> SessionID {
    generation += 1
    let id = SessionID(slot: generation & 0xFFFF, generation: generation)
    parlor.open(id, from: .network("127.0.0.1"), at: now)
    carryOut()
    return id
  }

  private func say(_ id: SessionID, _ line: String) { say(id, Array(line.utf8)) }

  private func say(_ id: SessionID, _ line: [UInt8]) {
    line.withUnsafeBytes { parlor.receive($0, from: id, at: now) }
    carryOut()
  }

  private func carryOut() {
    parlor.drainEffects { _ in }
    if let batch = parlor.takeBatch(at: now) { parlor.succeeded(batch.ticket, at: now) }
    while let (number, queries) = parlor.takeQueries() {
      let failure = StorageFailure(message: "nothing is kept here")
      parlor.answered(number, with: queries.map { _ in .failure(failure) }, at: now)
    }
    parlor.drainEffects { _ in }
  }
}

/// Accumulates the time between two readings, which the core takes before and after it makes a puzzle.
///
/// Unchecked: used by a single thread.
private final class PuzzleClock: @unchecked Sendable {
  private(set) var nanoseconds: UInt64 = 0
  private var began: UInt64?

  func read() -> Int64 {
    let now = MonotonicClock.threadNanoseconds
    if let began {
      nanoseconds &+= now &- began
      self.began = nil
    } else {
      began = now
    }
    return Int64(now / 1000)
  }
}
