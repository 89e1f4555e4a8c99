import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// All arenas, and the memory of those that are not over. Requests are in ArenaHall+Requests, games in ArenaHall+Games.
final class ArenaHall {
  let arenas = DocumentTable<ArenaDocument>()
  var floors: [Int64: ArenaFloor] = [:]
  /// The arena of each room with a game in progress.
  var arenaOfRoom: [Int64: Int64] = [:]
  /// Sorted standings, until the next fact.
  private var standings: [Int64: [Tournament.Entrant]] = [:]

  /// The game under which results are shared.
  static var recordedGame: RecordedGame {
    RecordedGame(id: "arena", title: "Arena", link: .init("arenas", Request.Arenas()))
  }

  /// Arenas that are not over, by number.
  var open: [Document<ArenaDocument>] { arenas.all.filter { $0.state.map { $0.endedAt == nil } ?? false } }

  /// All changes of documents go through here, so that no sorted standing is outdated.
  func change(_ document: Document<ArenaDocument>, _ emit: (Document<ArenaDocument>) -> Void) {
    standings[document.id.key] = nil
    emit(document)
  }

  func standing(of document: Document<ArenaDocument>) -> [Tournament.Entrant] {
    let key = document.id.key
    if let known = standings[key] { return known }
    let standing = document.state?.standing ?? []
    standings[key] = standing
    return standing
  }

  // MARK: - Life

  private func forget(_ player: PlayerID, in document: Document<ArenaDocument>, _ server: ServerContext) {
    guard !document.isDamaged else { return }
    let isCreator = document.state?.creator == player
    change(document) { server.emit(.forgot(player: player), on: $0) }
    // Nobody else ends one that has not begun: without a creator it would take a place for hours.
    guard isCreator, let arena = document.state, server.now.milliseconds < arena.startsAt else { return }
    finish(document, server)
    if document.state != nil { remove(document, server) }
  }

  /// Continues with stored arenas. Lines written before a player was forgotten may still name the player.
  func resume(_ server: ServerContext) {
    for document in arenas.all {
      for player in (document.state?.named ?? []).sorted() where server.player(player) == nil {
        forget(player, in: document, server)
      }
    }
    for document in open {
      for game in document.state?.running ?? [] { arenaOfRoom[game.room] = document.id.key }
      floors[document.id.key] = ArenaFloor()
      server.setAlarm(of: document.id, at: server.now)
    }
  }

  /// Does what is due in an arena.
  func advance(_ alarm: DocumentAlarm) {
    guard alarm.document.kind == ArenaDocument.number, let document = arenas.loaded(alarm.document.key),
      !document.isDamaged
    else { return }
    let server = alarm.server
    tellFinished(document, server)
    guard let arena = document.state, arena.endedAt == nil else { return closeRest(document, server) }
    voidLost(document, server)
    let now = server.now.milliseconds
    if now >= arena.startsAt, floors[document.id.key, default: ArenaFloor()].isAnnounced == false {
      floors[document.id.key]?.isAnnounced = true
      if arena.played == 0, now < arena.endsAt { tellAll(document, server) }
    }
    if now >= arena.endsAt {
      floors[document.id.key]?.pairs = []
      let isOver = document.state?.running.isEmpty == true || now >= arena.endsAt &+ Self.longestRest
      if isOver { return finish(document, server) }
    } else if now >= arena.startsAt {
      pair(document, server)
    }
    server.setAlarm(of: document.id, at: next(document, server))
  }

  /// How long games may be played on after the end, in milliseconds; unfinished ones then count for nobody.
  private static let longestRest: Int64 = 600_000

  private func next(_ document: Document<ArenaDocument>, _ server: ServerContext) -> Instant? {
    guard let arena = document.state, let floor = floors[document.id.key] else { return nil }
    let now = server.now
    if now.milliseconds < arena.startsAt { return Instant(milliseconds: arena.startsAt) }
    if !floor.pairs.isEmpty { return now.adding(milliseconds: 10) }
    let isPairing = now.milliseconds < arena.endsAt
    let wave = isPairing ? floor.nextWave : Instant(milliseconds: arena.endsAt &+ Self.longestRest)
    let closing = floor.finished.map(\.closesAt).min()
    let due = [wave, closing, isPairing ? Instant(milliseconds: arena.endsAt) : nil].compactMap { $0 }.min()
    return due.map { max($0, now.adding(milliseconds: 1)) }
  }

  /// Ends an arena: the standing is final.
  func finish(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    guard let arena = document.state, arena.endedAt == nil else { return }
    for game in arena.running { arenaOfRoom[game.room] = nil }
    change(document) { server.emit(.ended(at: server.now.milliseconds), on: $0) }
    tellAll(document, server)
    share(document, server)
    server.log(
      "arena_ended",
      [
        "arena": .int(Int(document.id.key)), "players": .int(arena.entrants.count), "games": .int(arena.played),
      ])
    closeRest(document, server)
    dropOldest(server)
  }

  /// Closes the rooms of the last games when they are due, then drops the memory.
  private func closeRest(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    guard let closing = floors[document.id.key]?.finished.map(\.closesAt).min() else {
      return floors[document.id.key] = nil
    }
    server.setAlarm(of: document.id, at: max(closing, server.now.adding(milliseconds: 1)))
  }

  /// Beyond the limit the oldest finished arenas are removed, first those without a game.
  private func dropOldest(_ server: ServerContext) {
    let over = arenas.all.filter { $0.state?.endedAt != nil && !$0.isDamaged }
      .sorted { Self.age($0) < Self.age($1) }
    for document in over.dropLast(server.limits.arenasKept) { remove(document, server) }
  }

  private static func age(_ document: Document<ArenaDocument>) -> (Int, Int64, Int64) {
    (document.state?.played == 0 ? 0 : 1, document.state?.endedAt ?? 0, document.id.key)
  }

  /// Removes a finished arena.
  func remove(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    (standings[document.id.key], floors[document.id.key]) = (nil, nil)
    server.end(document, with: .removed)
  }

  /// Shares the results of the first three in the channel, if the creator wants that: each as the player's own, so that
  /// none contains another's name, which it would outlive.
  private func share(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    guard let arena = document.state, arena.isShared else { return }
    for (place, entrant) in zip(["first", "second", "third"], standing(of: document)) where entrant.points > 0 {
      guard let day = server.day(of: entrant.player), day.canStore else { continue }
      day.share(
        RecordedResult(
          of: Self.recordedGame, won: place == "first", score: entrant.points, label: day.today.text,
          grid: ShareGrid(
            headline: "· \(arena.game) · \(place) of \(arena.entrants.count) with \(entrant.points) points",
            rows: [])))
    }
  }

  // MARK: - Players who go

  /// Removes a deleted player from all standings, and ends the player's game.
  func forget(_ player: PlayerID, _ server: ServerContext) {
    for document in open where !document.isDamaged {
      if let game = document.state?.game(of: player) { void(game, in: document, server) }
    }
    for document in arenas.all where document.state?.names(player) == true { forget(player, in: document, server) }
    standings = [:]
    for (key, _) in floors { floors[key]?.occupy([player]) }
    let rooms = Set(open.flatMap { $0.state?.running.map(\.room) ?? [] })
    arenaOfRoom = arenaOfRoom.filter { rooms.contains($0.key) }
  }

  func addRecords(to asked: PersonalRecords) {
    for document in arenas.all {
      guard let arena = document.state, let entrant = arena.entrant(asked.player.id) else { continue }
      asked.add("arena") { json in
        json.field("code", Int(document.id.key))
        json.field("name", arena.name)
        json.field("points", entrant.points)
        json.field("games", entrant.games)
        json.field("rating", entrant.rating.shown)
      }
    }
  }
}
