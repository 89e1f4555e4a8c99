internal import ClientKit
internal import GameKit
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor-bots house`: an operator's bot that waits for invitations to tables.
struct HousePlay {
  private let client: Client
  private let options: HouseOptions
  private let games: BotGames
  private var tables: [String: Table] = [:]

  /// A joined table.
  private struct Table {
    var player: TablePlayer
    var isPlaying: Bool
    var since = ContinuousClock.now
    /// The event to react to, and when: in games with simultaneous moves it is no faster than people.
    var next: (event: Event, at: ContinuousClock.Instant)?
  }

  /// How long it stays at a table without play.
  private static let idleTimeout = Duration.seconds(60)

  /// An input of the main loop.
  private enum Signal: Sendable {
    case event(Event)
    case tick
  }

  init(_ options: HouseOptions, _ games: BotGames) async throws {
    self.options = options
    self.games = games
    client = try await Client.connect(to: options.server.address)
    try await client.login(as: options.name, token: options.token, isQuiet: false)
  }

  mutating func run() async throws {
    try await registerGames()
    let signals = signals()
    for await signal in signals {
      switch signal {
      case .event(let event): try await handle(event)
      case .tick:
        await playDueMoves()
        await leaveIdleTables()
      }
    }
  }

  private func signals() -> AsyncStream<Signal> {
    let (signals, continuation) = AsyncStream.makeStream(of: Signal.self)
    let events = client.events
    Task {
      for await event in events { continuation.yield(.event(event)) }
      continuation.finish()
    }
    Task {
      while (try? await Task.sleep(for: .seconds(1))) != nil { continuation.yield(.tick) }
    }
    return signals
  }

  /// Offers the games that it can be invited to.
  private func registerGames() async throws {
    let own = options.games.isEmpty ? games.playable : options.games
    guard !own.isEmpty else {
      throw Failure("this program finds moves in none of its games: name those that it is to play")
    }
    let answer = try await client.ask(Request.House(games: own, tables: options.tables))
    say("\(client.name) can be invited to \(answer.games.joined(separator: ", "))")
  }

  private mutating func handle(_ event: Event) async throws {
    switch event {
    case .invited(let invited): await join(invited)
    // After a lost link the server has lost the offer; a failure is retried on the next link.
    case .link(.online), .link(.takeover(.resumed)):
      // The operator's token needs the name, and a reconnecting client sends only its token.
      try? await client.login(as: options.name, token: options.token, isQuiet: true)
      try? await registerGames()
    case .shutOut(let room, _): tables[room] = nil
    case .presence(let presence) where presence.change == .left && presence.player == client.name:
      tables[presence.place.room] = nil
    default: break
    }
    guard let room = event.room, var table = tables[room] else { return }
    if let pause = pause(before: event) {
      table.next = (event, table.next?.at ?? .now + pause)
    } else {
      await react(to: event, at: &table)
    }
    if case .round = event { (table.isPlaying, table.since) = (true, .now) }
    if case .roundOver = event { (table.isPlaying, table.since, table.next) = (false, .now, nil) }
    if tables[room] != nil { tables[room] = table }
  }

  private func react(to event: Event, at table: inout Table) async {
    do {
      _ = try await table.player.react(to: event)
    } catch {
      // The link is being restored, or the room is gone: both are reported elsewhere.
      say("\(table.player.room): \(error)")
    }
  }

  /// The delay of a move; `nil` in games with turns, and for events without a board to move on.
  private func pause(before event: Event) -> Duration? {
    let board: Board? =
      switch event {
      case .joined(let joined), .resumed(let joined), .resynchronised(let joined):
        joined.state == .playing ? joined.board : nil
      case .round(let round): round.board
      case .moved(let moved): moved.board
      default: nil
      }
    guard let board, board.toMove.isEmpty, !board.prompt.isEmpty || !board.choices.isEmpty else { return nil }
    return min(options.pace, board.endsInMilliseconds.map { .milliseconds(max(0, $0) / 2) } ?? options.pace)
  }

  private mutating func playDueMoves() async {
    for room in tables.keys.sorted() {
      guard var table = tables[room], let next = table.next, next.at <= .now else { continue }
      table.next = nil
      await react(to: next.event, at: &table)
      if tables[room] != nil { tables[room] = table }
    }
  }

  private mutating func join(_ invited: Invited) async {
    do {
      let joined = try await client.join(invited.room, code: invited.code)
      // Somebody has taken the seat meanwhile.
      guard joined.state != .watching else { return try await client.leave(joined.room) }
      let chooser = MoveChooser(
        options.choice.method ?? .search, game: games[invited.game], budget: options.choice.budget,
        seed: .random(in: .min ... .max))
      tables[joined.room] = Table(
        player: TablePlayer(client, chooser, in: joined), isPlaying: joined.state == .playing)
      say("\(joined.room): invited by \(invited.player) to \(invited.game)")
    } catch {
      say("\(invited.room): \(error)")
    }
  }

  /// Leaves tables without play for a while, or without other players.
  private mutating func leaveIdleTables() async {
    for (room, table) in tables where !table.isPlaying {
      let others = (try? await client.ask(Request.Who(room: room)).players.count { $0 != client.name }) ?? 0
      guard others == 0 || table.since + Self.idleTimeout < .now else { continue }
      tables[room] = nil
      try? await client.leave(room)
      say("\(room): left")
    }
  }

  /// Prints a line at once, also into a pipe.
  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}
