import GameKit
import Names
import TextMode
import WireProtocol

/// Plans of requested rooms.
extension RoomOpening {
  /// The plan of a room that a request opens.
  ///
  /// - Parameter words: the player's own, if the game takes some.
  func plan(_ request: Request.Create, _ words: OwnWords?) throws(WireError) -> Room.Plan {
    let game = try request.game.map { name throws(WireError) in try hub.configuration.game(named: name) }
    if game != nil { try hub.puzzles.checkBudget() }
    let mode = request.mode ?? game?.usualMode ?? .race
    let name = try PlayerName(
      request.room ?? freeName(game, mode), as: .room, maximum: hub.limits.nameCharacters)
    guard rooms.missingSoloRooms[name.folded] == nil else {
      throw WireError(
        .exists, .room, "\(name.folded) is the name of everybody's own \(name.folded): choose another name")
    }
    var plan = Room.Plan(name: name, game: game, roundSeconds: request.roundSeconds, terms: request.terms)
    if game != nil, let mode = Modes.named(mode.rawValue, for: game) { plan.mode = mode }
    plan.words = words
    if plan.mode.seats == nil, plan.clock != nil || plan.terms.bestOf != nil {
      throw WireError(
        .badField, "A clock and a number of matches are for games against others: \(game?.info.title ?? "talk") is none"
      )
    }
    if let code = request.code { plan.code = try CleanText.line(code, as: "A code", maximum: 64) }
    plan.seed = request.seed.map { UInt64($0) }
    plan.isNamedOnly = request.isNamedOnly
    if let seconds = request.voteSeconds {
      guard mode == .together, game?.info.seats == nil, game != nil else {
        throw WireError(.badField, "Votes are for one board that all share: /create ROOM wordle together vote")
      }
      plan.mode = VoteMode(seconds: seconds)
    }
    if let game { try choosePuzzles(of: game, in: mode, as: request, &plan) }
    return plan
  }

  /// Chooses the settings of a room's puzzles.
  private func choosePuzzles(
    of game: GameModule, in mode: ModeKind, as request: Request.Create, _ plan: inout Room.Plan
  ) throws(WireError) {
    guard mode != .daily else {
      throw WireError(.notFound, .mode, "The day's puzzle has its own room: /join \(game.info.id)")
    }
    guard game.info.modes.contains(mode) else {
      throw WireError(.notFound, .mode, "\(game.info.title) is not played in mode \(mode.rawValue)")
    }
    if let day = request.pastDay {
      guard mode == .practice, plan.seed == nil else {
        throw WireError(.badField, "Past dailies are for practice, without a seed: /practice \(game.info.id) day=DATE")
      }
      plan.archiveDay = try hub.puzzles.archiveDay(try CleanText.line(day, as: "A day", maximum: 64), of: game)
    }
    do {
      var chosen = plan.archiveDay == nil ? [:] : hub.configuration.dailySettings[game.info.id] ?? [:]
      chosen.merge(request.settings ?? [:])
      plan.settings = try game.settings(from: chosen)
      // A room whose puzzles cannot be made is refused here and not at the first start. If the first round begins as
      // soon as somebody sits down, its puzzle shows it.
      guard !plan.mode.dealsAtOnce else { return }
      let planned = plan
      _ = try hub.puzzles.making { () throws(Rejection) in
        try planned.match(seed: planned.seed ?? 0)
      }
    } catch {
      if error == .gameHasNotAnswered, let remote = game.remote { throw hub.lackAnswer(of: remote) }
      throw WireError(error)
    }
  }

  /// A free room name.
  func freeName(_ game: GameModule?, _ mode: ModeKind) -> String {
    let stem = game == nil ? "room" : mode.rawValue
    while true {
      let name = "\(stem)-\(String(hub.randomNumber() & 0xFFFFF, radix: 16))"
      if rooms[name] == nil, !rooms.isQuarantined(name) { return name }
    }
  }
}

extension GameModule {
  /// The mode of a room whose owner names none: a race, or else the first that anybody can open.
  fileprivate var usualMode: ModeKind? {
    info.modes.contains(.race) ? .race : info.modes.first { $0 != .daily }
  }
}
