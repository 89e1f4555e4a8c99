import GameKit
import WireProtocol

/// The state of an arena: a fold of its facts, without a clock. Times are milliseconds since 1970.
struct Tournament: Codable, Equatable {
  /// A participant, with all points so far.
  struct Entrant: Codable, Equatable {
    let player: PlayerID
    let isBot: Bool
    var rating: ArenaRating
    var isPaused = false
    var points = 0
    var wins = 0
    var draws = 0
    var losses = 0
    /// The present run of wins that count in full.
    var streak = 0
    /// When the points last rose; 0 before the first.
    var scoredAt: Int64 = 0
    var lastOpponent: PlayerID?
    /// The opponents of wins and draws, each once.
    var scoredAgainst: [PlayerID] = []
    /// The sum of the opponents' ratings, 400 more for a win and 400 less for a loss.
    var performances = 0

    init(_ player: PlayerID, isBot: Bool = false, rating: ArenaRating = .initial) {
      (self.player, self.isBot, self.rating) = (player, isBot, rating)
    }

    var games: Int { wins + draws + losses }
    /// Whether the next game counts double: the last two were won.
    var isOnFire: Bool { streak >= 2 }
    /// The rating at which these results would be expected; `nil` before the first game.
    var performance: Int? { games > 0 ? performances / games : nil }
  }

  /// A game in progress.
  struct Game: Codable, Equatable {
    /// The number of its room.
    let room: Int64
    let players: [PlayerID]
    let at: Int64
  }

  /// `nil` for a deleted player.
  private(set) var creator: PlayerID?
  /// The creator's address, until it is over: open arenas are limited by address, also those of deleted creators.
  private(set) var address: String?
  /// As its creator chose, until the creator is deleted.
  private(set) var name: String
  /// The game's id.
  let game: String
  let mode: ModeKind
  let settings: JSON
  /// The time control in a game with turns, as typed: `3+2`.
  let clock: String?
  let admitsBots: Bool
  /// Whether the results of the first three are shared in the channel.
  let isShared: Bool
  let createdAt: Int64
  let startsAt: Int64
  let endsAt: Int64
  /// In the order of joining.
  private(set) var entrants: [Entrant] = []
  /// By room, in the order of their beginning.
  private(set) var running: [Game] = []
  /// How many games were played.
  private(set) var played = 0
  /// When the standing became final; `nil` before.
  private(set) var endedAt: Int64?

  init(
    creator: PlayerID, name: String, game: String, mode: ModeKind, settings: JSON, clock: String? = nil,
    admitsBots: Bool = false, isShared: Bool = false, address: String? = nil, createdAt: Int64 = 0, startsAt: Int64,
    endsAt: Int64
  ) {
    self.address = address
    (self.creator, self.name, self.game, self.mode) = (creator, name, game, mode)
    (self.settings, self.clock, self.admitsBots, self.isShared) = (settings, clock, admitsBots, isShared)
    (self.createdAt, self.startsAt, self.endsAt) = (createdAt, startsAt, endsAt)
  }

  func entrant(_ player: PlayerID) -> Entrant? { entrants.first { $0.player == player } }

  /// All players that it names: participants and the creator.
  var named: Set<PlayerID> { Set(entrants.map(\.player)).union(creator.map { [$0] } ?? []) }

  func names(_ player: PlayerID) -> Bool { creator == player || entrant(player) != nil }

  func game(of player: PlayerID) -> Game? { running.first { $0.players.contains(player) } }

  // MARK: - Facts

  /// Adds a participant. One who returns keeps points, streak and rating.
  mutating func join(_ entrant: Entrant) {
    guard endedAt == nil else { return }
    if let index = index(of: entrant.player) { entrants[index].isPaused = false } else { entrants.append(entrant) }
  }

  mutating func pause(_ player: PlayerID) {
    if let index = index(of: player) { entrants[index].isPaused = true }
  }

  mutating func begin(_ game: Game) {
    guard endedAt == nil, game.players.count == 2, !running.contains(where: { $0.room == game.room }) else { return }
    running.append(game)
    for (player, opponent) in zip(game.players, game.players.reversed()) {
      if let index = index(of: player) { entrants[index].lastOpponent = opponent }
    }
  }

  /// Ends a game. One that is not in progress is ignored, so that none counts twice.
  mutating func end(_ room: Int64, winner: PlayerID?, at time: Int64) {
    guard let game = void(room) else { return }
    played += 1
    let ratings = game.players.map { entrant($0)?.rating ?? .initial }
    for (own, other) in [(0, 1), (1, 0)] {
      guard let index = index(of: game.players[own]) else { continue }
      let score: ArenaScore = winner.map { $0 == game.players[own] ? .win : .loss } ?? .draw
      entrants[index].add(score, against: game.players[other], rated: ratings[other], at: time)
    }
  }

  @discardableResult
  mutating func void(_ room: Int64, quitter: PlayerID? = nil) -> Game? {
    if let index = quitter.flatMap(index) { entrants[index].streak = 0 }
    return running.firstIndex { $0.room == room }.map { running.remove(at: $0) }
  }

  mutating func close(at time: Int64) {
    running = []
    address = nil
    endedAt = endedAt ?? time
    for index in entrants.indices { entrants[index].streak = 0 }
  }

  mutating func forget(_ player: PlayerID) {
    if creator == player { (creator, name) = (nil, game) }
    running.removeAll { $0.players.contains(player) }
    entrants.removeAll { $0.player == player }
    for index in entrants.indices {
      if entrants[index].lastOpponent == player { entrants[index].lastOpponent = nil }
      entrants[index].scoredAgainst.removeAll { $0 == player }
    }
  }

  private func index(of player: PlayerID) -> Int? { entrants.firstIndex { $0.player == player } }
}

/// A game's result for one of its players.
enum ArenaScore { case win, draw, loss }

extension Tournament.Entrant {
  /// The most wins and draws against one opponent that count in full, so that losing on purpose helps nobody for long.
  private static let mostFull = 3

  fileprivate mutating func add(
    _ score: ArenaScore, against player: PlayerID, rated opponent: ArenaRating, at time: Int64
  ) {
    let factor = isOnFire ? 2 : 1
    if score != .loss { scoredAgainst.append(player) }
    let isFull = scoredAgainst.count { $0 == player } <= Self.mostFull
    switch score {
    case .win:
      (wins, scoredAt) = (wins + 1, time)
      (streak, points) = isFull ? (streak + 1, points + 2 * factor) : (0, points + 1)
      performances += opponent.shown + 400
    case .draw:
      (draws, streak) = (draws + 1, 0)
      if isFull { (points, scoredAt) = (points + factor, time) }
      performances += opponent.shown
    case .loss:
      (losses, streak) = (losses + 1, 0)
      performances += opponent.shown - 400
    }
    rating = rating.after(score, against: opponent)
  }
}

// MARK: - Standing

extension Tournament {
  /// All participants, the first first: by points, then performance, then who had the points earlier, then who joined
  /// earlier.
  var standing: [Entrant] {
    entrants.enumerated().sorted { Self.comes($0, before: $1) }.map(\.element)
  }

  /// The place of a player, from 1 on.
  func place(of player: PlayerID) -> Int? {
    guard let index = index(of: player) else { return nil }
    let own = (offset: index, element: entrants[index])
    return 1 + entrants.enumerated().count { Self.comes($0, before: own) }
  }

  private static func comes(
    _ first: (offset: Int, element: Entrant), before second: (offset: Int, element: Entrant)
  ) -> Bool {
    func key(_ entrant: Entrant) -> (Int, Int, Int64) {
      (-entrant.points, -(entrant.performance ?? Int.min / 2), entrant.scoredAt)
    }
    let (one, other) = (key(first.element), key(second.element))
    return one == other ? first.offset < second.offset : one < other
  }
}
