internal import Dispatch
public import GameKit
public import GameProcess
internal import Synchronization
internal import WireProtocol

/// A game's throughput in whole matches of random moves. Each move also draws the boards of all players and one
/// spectator, as a room needs them.
public struct GameSpeed: Sendable, CustomStringConvertible {
  /// Moves and events played.
  public let moves: Int
  /// The duration of the measurement.
  public let seconds: Double
  /// Errors that ended the measurement early.
  public let failures: [String]

  /// `8123 moves a second (40615 in 5.0 s), 123 µs a move`.
  public var description: String {
    let rate = seconds > 0 ? Int(Double(moves) / seconds) : 0
    let time = moves > 0 ? Int(seconds * 1_000_000 / Double(moves)) : 0
    let tenths = Int(seconds * 10)
    return failures.map { "\($0)\n" }.joined()
      + "\(rate) moves a second (\(moves) in \(tenths / 10).\(tenths % 10) s), \(time) µs a move"
  }
}

/// Plays a program's game for some seconds, with one concurrent match per process.
public func measureProgram(_ program: GameProgram, seconds: Int) -> GameSpeed {
  measure(seconds, width: program.limits.processes) { until, random in
    try Player(program: program, players: players(program.description.info)).play(until, &random)
  }
}

/// Plays a game in this process for some seconds, on one thread.
public func measureModule(_ module: GameModule, seconds: Int) -> GameSpeed {
  measure(seconds, width: 1) { until, random in try play(module, players(module.info), until, &random) }
}

private func players(_ info: GameInfo) -> [PlayerID] {
  (0..<(info.seats?.count.lowerBound ?? 1)).map { PlayerID(Int64($0) + 1) }
}

private func measure(
  _ seconds: Int, width: Int, _ match: @Sendable (DispatchTime, inout SeededGenerator) throws -> Int
) -> GameSpeed {
  let count = Mutex(0)
  let failures = Mutex<[String]>([])
  let start = DispatchTime.now()
  DispatchQueue.concurrentPerform(iterations: width) { index in
    var random = SeededGenerator(seed: UInt64(index))
    var taken = 0
    do {
      while .now() < start + .seconds(seconds) { taken += try match(start + .seconds(seconds), &random) }
    } catch {
      failures.withLock { $0.append("\(error)") }
    }
    count.withLock { $0 += taken }
  }
  let nanoseconds = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
  return GameSpeed(
    moves: count.withLock { $0 }, seconds: Double(nanoseconds) / 1e9, failures: failures.withLock { $0 })
}

/// Plays matches of a program.
private struct Player {
  let program: GameProgram
  let players: [PlayerID]

  private var viewers: [Viewer] { players.map { .seat($0) } + [.outsider] }

  /// - Returns: the number of moves.
  func play(_ until: DispatchTime, _ random: inout SeededGenerator) throws -> Int {
    let settings = program.description.defaultSettings
    let puzzle: JSON =
      switch program.description.puzzles {
      case .none: .null
      case .chance: try JSON(encoding: Chance(seed: random.next()))
      case .numbered(let count): try program.puzzle(.number(random.number(below: count)), settings: settings).puzzle
      case .seeded: try program.puzzle(.seed(SHA256.hash("\(random.next())".utf8).hex), settings: settings).puzzle
      }
    let hasSeats = program.description.info.seats != nil
    var position = try program.start(puzzle, settings: settings, viewers: hasSeats ? [] : viewers)
    if hasSeats { position = try program.tick(.begin(players), from: position, at: .zero, viewers: viewers).after }
    var count = 0
    let document = JSONDocument()
    while .now() < until {
      guard let player = position.toMove.first ?? players.first,
        let moves = position.view(for: .seat(player))?.moves, !moves.isEmpty
      else { break }
      try document.parse(moves[random.number(below: moves.count)].text.utf8)
      position = try program.play(
        .typed(document.root), from: position, by: player, at: .zero, puzzle: puzzle, viewers: viewers
      ).after
      count += 1
    }
    return count
  }
}

/// Plays one match of a game in this process.
private func play(
  _ module: GameModule, _ players: [PlayerID], _ until: DispatchTime, _ random: inout SeededGenerator
) throws -> Int {
  var match = try module.match(seed: random.next(), settings: module.settings(from: [:]))
  if module.info.seats != nil { match = try match.attempt(.begin(players), at: .zero).after }
  let document = JSONDocument()
  var count = 0
  while .now() < until {
    guard let player = match.toMove.first ?? players.first else { break }
    let moves = match.candidates(for: player)
    if moves.isEmpty { break }
    try document.parse(moves[random.number(below: moves.count)].text.utf8)
    _ = try match.play(.typed(document.root), by: player, at: .zero)
    for viewer in players.map({ Viewer.seat($0) }) + [.outsider] { _ = match.board(for: viewer) }
    count += 1
  }
  return count
}
