import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Requests that change arenas: creating, joining, ending.
extension ArenaHall {
  private static let mostNameCharacters = 40

  // MARK: - Creating

  func create(_ request: Request.CreateArena, _ context: SessionContext) throws(WireError) {
    try context.checkMaintenance()
    try context.checkNaming()
    let game = try context.game(request.game)
    let name = try name(request.name, game, context)
    let mode = try mode(of: game)
    let clock = mode == .together ? request.clock ?? ClockRules(seconds: 180, increment: 2) : request.clock
    let terms = try context.terms(
      of: Request.Create(game: game.info.id, mode: mode, settings: request.settings, clock: clock))
    try checkBounds(context)
    let now = context.now
    let startsAt = now.adding(milliseconds: Int64(request.inMinutes) * 60_000)
    let arena = Tournament(
      creator: context.player.id, name: name, game: game.info.id, mode: mode, settings: terms.settings,
      clock: terms.clock?.text, admitsBots: request.admitsBots, isShared: request.isShared, address: context.address,
      createdAt: now.milliseconds, startsAt: startsAt.milliseconds,
      endsAt: startsAt.adding(milliseconds: Int64(request.minutes) * 60_000).milliseconds)
    var number = context.newNumber()
    while arenas.loaded(number) != nil { number = context.newNumber() }
    let document = arenas.new(number)
    change(document) { context.emit(.created(arena: arena), on: $0) }
    // A player who joins one that begins at once sees that it is running.
    floors[number] = ArenaFloor(isAnnounced: startsAt <= now)
    context.server.setAlarm(of: document.id, at: startsAt)
    context.log(
      "arena_created",
      [
        "arena": .int(Int(number)), "game": .string(arena.game), "minutes": .int(request.minutes),
        "by": .string(context.player.name),
      ])
    context.answer(message(of: document, context.server, for: context.player.id))
  }

  private func name(_ text: String?, _ game: GameModule, _ context: SessionContext) throws(WireError) -> String {
    guard let text else { return game.info.title }
    let name = try context.line(text, as: "An arena's name", maximum: Self.mostNameCharacters)
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    for game in context.games where !game.refusedWords.isEmpty && words.contains(where: game.refusedWords.contains) {
      throw WireError(.badText, "A word of this name is one that no puzzle here has")
    }
    return name
  }

  /// How two players play a game.
  private func mode(of game: GameModule) throws(WireError) -> ModeKind {
    if let seats = game.info.seats {
      if seats.count.lowerBound == 2 { return .together }
    } else if game.info.modes.contains(.race) {
      return .race
    }
    throw WireError(
      .notFound, .mode, "\(game.info.title) is not played one against one, as an arena takes: no match, and no race")
  }

  private func checkBounds(_ context: SessionContext) throws(WireError) {
    let (limits, player) = (context.limits, context.player.id)
    guard open.count < limits.arenas else {
      throw WireError(.tooMany, .arena, "There are \(limits.arenas) arenas, as many as may be: /arenas lists them")
    }
    guard !context.mayKeepOrder else { return }
    if let own = open.first(where: { $0.state?.creator == player }) {
      throw WireError(.tooMany, .arena, "Your arena \(own.id.key) is not over: one at a time")
    }
    let dayBefore = context.now.adding(milliseconds: -86_400_000).milliseconds
    let created = arenas.all.count {
      $0.state?.creator == player && ($0.state?.createdAt ?? 0) > dayBefore
    }
    guard created < limits.arenasPerDay else {
      throw WireError(
        .tooMany, .arena, "You have created \(limits.arenasPerDay) arenas in a day, as many as one may")
    }
    let fromAddress = open.count { $0.state?.address == context.address }
    guard limits.arenasPerAddress == 0 || fromAddress < limits.arenasPerAddress else {
      throw WireError(
        .tooMany, .arena, "\(limits.arenasPerAddress) arenas from your address are not over, as many as may be")
    }
  }

  // MARK: - Taking part

  func join(_ number: Int?, _ context: SessionContext) throws(WireError) {
    let player = context.player
    let document = if let number { try arena(Int64(number)) } else { try arenaToJoin(player.id) }
    try document.checkSound()
    let code = document.id.key
    guard let arena = document.state, arena.endedAt == nil, context.now.milliseconds < arena.endsAt else {
      throw WireError(.notPlaying, "Arena \(code) is over: /arena \(code) shows how it went")
    }
    guard arena.admitsBots || !player.isBot else {
      throw WireError(.forbidden, "Arena \(code) is for people: its creator has not said bots")
    }
    let known = arena.entrant(player.id)
    guard known != nil || arena.entrants.count < context.limits.arenaPlayers else {
      throw WireError(.tooMany, .arena, "Arena \(code) has \(arena.entrants.count) players, as many as may be")
    }
    for other in open where other !== document && other.state?.entrant(player.id)?.isPaused == false {
      try other.checkSound()
      change(other) { context.emit(.paused(player: player.id), on: $0) }
    }
    if known?.isPaused != false {
      let entrant = Tournament.Entrant(player.id, isBot: player.isBot, rating: rating(of: player.id, in: arena.game))
      change(document) { context.emit(.joined(entrant: entrant), on: $0) }
    }
    context.answer(message(of: document, context.server, for: player.id))
  }

  /// The arena that the player has joined, or else the one that runs or begins next.
  private func arenaToJoin(_ player: PlayerID) throws(WireError) -> Document<ArenaDocument> {
    let next = open.min { ($0.state?.startsAt ?? 0, $0.id.key) < ($1.state?.startsAt ?? 0, $1.id.key) }
    if let document = arena(of: player) ?? next { return document }
    throw WireError(.notFound, .arena, "There is no arena to take part in: /new-arena lastword opens one")
  }

  /// The player's rating after the last arena of the game.
  private func rating(of player: PlayerID, in game: String) -> ArenaRating {
    arenas.all.compactMap(\.state).filter { $0.game == game }.sorted { $0.startsAt < $1.startsAt }
      .last { $0.entrant(player).map { $0.games > 0 } ?? false }?.entrant(player)?.rating ?? .initial
  }

  func pause(_ context: SessionContext) throws(WireError) {
    guard let document = arena(of: context.player.id) else { throw Self.noArena }
    try document.checkSound()
    if document.state?.entrant(context.player.id)?.isPaused == false {
      change(document) { context.emit(.paused(player: context.player.id), on: $0) }
      floors[document.id.key]?.occupy([context.player.id])
    }
    context.answer(message(of: document, context.server, for: context.player.id))
  }

  // MARK: - Ending

  func end(_ request: Request.EndArena, _ context: SessionContext) throws(WireError) {
    let why = try context.reason(request.reason)
    let document = try arena(Int64(request.code))
    try document.checkSound()
    guard let arena = document.state, arena.endedAt == nil || context.mayKeepOrder else {
      throw WireError(.notPlaying, "Arena \(request.code) is over")
    }
    let isCreator = arena.creator == context.player.id && context.now.milliseconds < arena.startsAt
    guard isCreator || context.mayKeepOrder else {
      throw WireError(.forbidden, "Who has created an arena ends it before it begins, or those who keep order")
    }
    if !isCreator {
      try context.checkActs()
      _ = context.act(.endArena, on: arena.creator, target: "\(request.code)", text: why)
    }
    let isOver = arena.endedAt != nil
    if !isOver { finish(document, context.server) }
    context.answer(message(of: document, context.server, for: context.player.id))
    if isOver { remove(document, context.server) }
  }

  // MARK: - Finding

  static let noArena = WireError(.notFound, .arena, "You take part in no arena: /arenas lists them")

  func arena(_ number: Int64) throws(WireError) -> Document<ArenaDocument> {
    if let document = arenas.loaded(number), document.state != nil { return document }
    throw WireError(.notFound, .arena, "There is no arena \(number), or its results are no longer kept")
  }

  /// The arena of a player: one that is not over, preferably one in which the player is not paused.
  func arena(of player: PlayerID) -> Document<ArenaDocument>? {
    let own = open.filter { $0.state?.entrant(player) != nil }
    return own.first { $0.state?.entrant(player)?.isPaused == false } ?? own.last
  }
}

extension ActKind {
  /// An arena (the target is its number) was ended early.
  fileprivate static let endArena = ActKind(rawValue: "end_arena")
}
