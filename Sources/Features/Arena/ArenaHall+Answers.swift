import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Arenas on the wire.
extension ArenaHall {
  private static let firstPage = 20

  // MARK: - Requests

  func list(_ context: inout Context) -> ArenasAnswer {
    guard let server = context.server else { return ArenasAnswer(arenas: []) }
    for document in arenas.all { _ = context.read(document.id.key, in: arenas) }
    let all = arenas.all.filter { $0.state != nil }
    let open = all.filter { $0.state?.endedAt == nil }.sorted { ($0.state?.startsAt ?? 0) < ($1.state?.startsAt ?? 0) }
    let over = all.filter { $0.state?.endedAt != nil && $0.state?.played != 0 }
      .sorted { ($0.state?.endedAt ?? 0) > ($1.state?.endedAt ?? 0) }
    return ArenasAnswer(arenas: (open + over.prefix(Self.mostOver)).compactMap { info(of: $0, server) })
  }

  private static let mostOver = 10

  func show(_ request: Request.Arena, _ context: inout Context) throws(WireError) -> ArenaAnswer {
    let document = try arena(request.code.map(Int64.init), &context)
    guard let server = context.server else { throw Self.noArena }
    return message(
      of: document, server, for: context.player?.id, after: request.after ?? 0, limit: request.limit)
  }

  /// The arena of a request, on whose commit the answer depends.
  func arena(_ number: Int64?, _ context: inout Context) throws(WireError) -> Document<ArenaDocument> {
    let document: Document<ArenaDocument>
    if let number {
      document = try arena(number)
    } else if let own = context.player.flatMap({ arena(of: $0.id) }) {
      document = own
    } else {
      throw Self.noArena
    }
    return context.read(document.id.key, in: arenas)
  }

  // MARK: - Messages

  func message(
    of document: Document<ArenaDocument>, _ server: ServerContext, for viewer: PlayerID?, after: Int = 0,
    limit: Int = firstPage
  ) -> ArenaAnswer {
    let standing = standing(of: document)
    let start = min(max(0, after), standing.count)
    let end = min(start + max(1, limit), standing.count)
    let own = viewer.flatMap { viewer in standing.firstIndex { $0.player == viewer } }
    return ArenaAnswer(
      arena: info(of: document, server) ?? Self.nothing,
      rows: (start..<end).map { row($0, standing[$0], server) }, next: end < standing.count ? end : nil,
      own: own.map { row($0, standing[$0], server) })
  }

  /// Sends the standing to all participants.
  func tellAll(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    for entrant in document.state?.entrants ?? [] {
      guard let session = server.session(of: entrant.player) else { continue }
      session.send(message(of: document, server, for: entrant.player, limit: Self.placesTold))
    }
  }

  static let placesTold = 3

  private func row(_ index: Int, _ entrant: Tournament.Entrant, _ server: ServerContext) -> ArenaRow {
    ArenaRow(
      place: index + 1, player: server.player(entrant.player)?.name ?? "somebody", isBot: entrant.isBot,
      points: entrant.points, games: entrant.games, wins: entrant.wins, draws: entrant.draws,
      performance: entrant.performance, rating: entrant.rating.shown, isOnFire: entrant.isOnFire,
      isPaused: entrant.isPaused)
  }

  private func info(of document: Document<ArenaDocument>, _ server: ServerContext) -> ArenaInfo? {
    guard let arena = document.state else { return nil }
    let now = server.now.milliseconds
    let state: ArenaState =
      arena.endedAt != nil ? .over : now < arena.startsAt ? .waiting : now < arena.endsAt ? .running : .ending
    let next: Int64? =
      switch state {
      case .waiting: arena.startsAt
      case .running: arena.endsAt
      case .ending, .over: nil
      }
    return ArenaInfo(
      code: Int(document.id.key), name: arena.name, game: arena.game, mode: arena.mode, clock: arena.clock,
      settings: arena.settings.objectValue.flatMap { $0.isEmpty ? nil : $0 },
      player: arena.creator.flatMap { server.player($0)?.name }, state: state, startsAt: Int(arena.startsAt),
      endsAt: Int(arena.endsAt), nextInSeconds: next.map { Int(max(0, $0 - now) + 999) / 1000 },
      players: arena.entrants.count, playing: arena.running.count, played: arena.played, admitsBots: arena.admitsBots,
      link: server.hasPages ? "/arena/\(document.id.key)" : nil)
  }

  private static var nothing: ArenaInfo {
    ArenaInfo(
      code: 0, name: "", game: "", mode: .race, state: .over, startsAt: 0, endsAt: 0, players: 0, playing: 0, played: 0)
  }

  // MARK: - Table

  /// The whole standing as CSV.
  func table(_ document: Document<ArenaDocument>, _ server: ServerContext?) -> String {
    let headings = ["place", "player", "bot", "points", "games", "wins", "draws", "losses", "performance", "rating"]
    let lines = standing(of: document).enumerated().map { index, entrant in
      [
        "\(index + 1)", server?.player(entrant.player)?.name ?? "somebody", entrant.isBot ? "true" : "false",
        "\(entrant.points)", "\(entrant.games)", "\(entrant.wins)", "\(entrant.draws)", "\(entrant.losses)",
        entrant.performance.map { "\($0)" } ?? "", "\(entrant.rating.shown)",
      ]
    }
    return DelimitedRecord.csv([headings] + lines)
  }
}
