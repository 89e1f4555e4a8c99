internal import ClientKit
internal import GameKit
internal import WireProtocol

/// A bot in an arena: plays each game that it is brought to, and notes how long it has waited and how games went.
struct ArenaBot {
  /// A game as one of its players has seen it.
  struct Game: Sendable {
    let room: String
    let opponent: String
    /// `won`, `drawn`, `lost` or `void`.
    let result: String
  }

  /// The result of a bot.
  struct Report: Sendable {
    let name: String
    var games: [Game] = []
    /// From being free to being brought to a game; the last one to the end.
    var waits: [Wait] = []
  }

  /// A time without a game.
  struct Wait: Sendable {
    let begin: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    /// Whether it ended with a game.
    let isOver: Bool
  }

  private let client: Client
  private let code: Int
  private let moves: Bool
  private let pace: Duration
  private let chooser: MoveChooser
  private var players: [String: TablePlayer] = [:]
  private var report: Report
  private var freeSince: ContinuousClock.Instant?
  private var game: ArenaGame?

  /// - Parameter moves: whether it plays at all.
  init(_ client: Client, in code: Int, moves: Bool, pace: Duration, _ chooser: MoveChooser) {
    (self.client, self.code, self.moves, self.pace, self.chooser) = (client, code, moves, pace, chooser)
    report = Report(name: client.name)
  }

  /// Participates until a moment.
  mutating func play(until end: ContinuousClock.Instant) async throws -> Report {
    let events = client.events
    _ = try await client.ask(Request.JoinArena(code: code))
    freeSince = .now
    let closing = Task { [client] in
      try await Task.sleep(until: end, clock: .continuous)
      await client.close()
    }
    defer { closing.cancel() }
    for await event in events {
      do {
        try await handle(event)
      } catch is RequestError {
        // The room is gone, or the time is over: the next event says so.
        continue
      }
    }
    endWait(withGame: false)
    return report
  }

  private mutating func handle(_ event: Event) async throws {
    if case .other(let message) = event { return try handle(message) }
    guard let room = event.room else { return }
    if case .joined(let joined) = event, players[room] == nil {
      players[room] = TablePlayer(client, chooser, in: joined)
    }
    if case .shutOut = event { players[room] = nil }
    guard moves, var player = players[room], let board = Self.board(of: event), isToMove(on: board) else { return }
    try await Task.sleep(for: pace)
    _ = try await player.react(to: event)
    players[room] = player
  }

  private static func board(of event: Event) -> Board? {
    switch event {
    case .joined(let joined), .resumed(let joined), .resynchronised(let joined): joined.board
    case .round(let round): round.board
    case .moved(let moved): moved.board
    default: nil
    }
  }

  private func isToMove(on board: Board) -> Bool {
    !board.prompt.isEmpty && (board.toMove.isEmpty || board.toMove.contains(client.name))
  }

  private mutating func handle(_ message: Message) throws {
    switch message.type {
    case "arena_game":
      let begun: ArenaGame = try message.read()
      endWait(withGame: true)
      game = begun
    case "arena_score":
      let score: ArenaScored = try message.read()
      report.games.append(Game(room: game?.room ?? "", opponent: score.player, result: score.result))
      if let room = game?.room { players[room] = nil }
      (game, freeSince) = (nil, score.isPaused ? nil : .now)
    default: break
    }
  }

  private mutating func endWait(withGame isOver: Bool) {
    if let since = freeSince { report.waits.append(Wait(begin: since, end: .now, isOver: isOver)) }
    freeSince = nil
  }
}
