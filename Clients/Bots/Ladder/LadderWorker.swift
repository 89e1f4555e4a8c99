internal import Dispatch
internal import WireProtocol

/// Plays meetings one after the other, on a thread of its own.
struct LadderWorker: Sendable {
  enum Player {
    case program([String])
    /// A bot of this project, as it is before its first game.
    case builtIn(any PuzzleBot)
  }

  /// Two players at a server.
  private struct Seats {
    let server: any MatchServer
    let sessions: [MatchSession]
  }

  /// By name.
  let players: [String: Player]
  let options: Referee.Options
  let isTable: Bool
  /// `nil` for a server in this process.
  let endpoint: Endpoint?
  let resources: String?
  let desk: LadderDesk

  /// Runs so many at once, until the ladder is over.
  func run(_ count: Int) async {
    let group = DispatchGroup()
    for number in 0..<max(1, count) {
      DispatchQueue(label: "parlor.ladder.\(number)").async(group: group) { work() }
    }
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// In milliseconds: how long a worker waits before it asks again for a meeting.
  private static let pause = 50

  private func work() {
    var seats: Seats?
    while true {
      switch desk.next() {
      case .over: return
      case .wait: rest(milliseconds: Self.pause)
      case .meeting(let meeting):
        seats = play(meeting, at: seats)
        desk.finish(meeting)
      }
    }
  }

  /// - Returns: the seats for the next meeting; `nil` if it needs others.
  private func play(_ meeting: LadderMeeting, at seats: Seats?) -> Seats? {
    do {
      let seats = try seats ?? open(meeting)
      try play(meeting, at: seats)
      // A server in this process is made for one meeting, whose games so depend on nothing else.
      return endpoint == nil ? nil : seats
    } catch let failure as CommandFailure {
      let names = meeting.pair.names.filter { name in
        if case .program(failure.command)? = players[name] { return true }
        return false
      }
      desk.remove(names, failure.description)
    } catch is MatchStopped {
    } catch {
      desk.postpone("\(error)")
    }
    return nil
  }

  private func open(_ meeting: LadderMeeting) throws -> Seats {
    let seed = UInt64(bitPattern: Int64(meeting.games.first?.seed ?? 0))
    let server: any MatchServer =
      try endpoint.map { RemoteMatchServer($0) } ?? LocalMatchServer(resources: resources, seed: seed)
    return Seats(server: server, sessions: try (0..<2).map { _ in try MatchSession(try server.open()) })
  }

  private func play(_ meeting: LadderMeeting, at seats: Seats) throws {
    var options = options
    options.games = meeting.games.count
    let bots = zip(meeting.pair.names, seats.sessions).compactMap { bot($0, at: $1, options) }
    let referee = Referee(options, isTable: isTable, at: seats.server, seats.sessions, bots, scout: nil)
    for game in meeting.games {
      guard desk.record(try referee.play(game), of: meeting.pair) else { break }
    }
    for bot in bots { bot.end() }
  }

  private func bot(_ name: String, at session: MatchSession, _ options: Referee.Options) -> (any MatchBot)? {
    switch players[name] {
    case .program(let command):
      ProgramBot(command, at: session, options, trial: isTable ? nil : PlayedAsTrial(options))
    case .builtIn(let bot): BuiltInBot(bot, at: session)
    case nil: nil
    }
  }
}
