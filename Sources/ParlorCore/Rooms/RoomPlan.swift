import GameKit
import Names
import WireProtocol

/// The properties of a room that are not the work of its members: constant, except for what its owner sets.
struct RoomPlan {
  var name: PlayerName
  /// `nil` for a room for talking.
  var game: GameModule?
  var settings: JSON = [:]
  var mode: any Mode = TalkMode()
  var code: String?
  /// Whether only players with a name may join.
  var isNamedOnly = false
  /// Whether nobody new may join, until the owner unlocks the room.
  var isLocked = false
  /// Chosen by the client; its matches are unranked.
  var seed: UInt64?
  /// The past day whose daily the first round deals; each later round deals that of the day before.
  var archiveDay: Int?
  /// A custom puzzle: the first round deals it, and there is no other.
  var authored: AuthoredPuzzle?
  var roundSeconds: Int?
  /// The terms of matches against others.
  var terms = MatchTerms()

  /// The players for whom a feature has opened the room: only they have seats, and others watch; `nil` for anybody.
  var seatedPlayers: Set<PlayerID>?
  /// Whether the room has an owner who may lead its rounds.
  var isOwned = true

  /// Whether there is no round after the first: rooms that a feature leads have one.
  var hasOneRound: Bool { mode.hasOneRound || !isOwned }

  /// The opener's own words, from which its puzzles are made.
  var words: OwnWords?

  /// A match on the puzzle of a seed.
  func match(seed: UInt64, excluding: PuzzleSet = []) throws(Rejection) -> Match {
    guard let game else { throw .noPuzzlesLeft }
    return try game.match(seed: seed, settings: settings, excluding: excluding, words: words)
  }

  /// Whether a player may have a seat.
  func seats(_ player: PlayerID) -> Bool { seatedPlayers?.contains(player) != false }

  /// Whether a player who joins during a round gets a board of it.
  var seatsLatecomers: Bool { mode.seats?.areOpenLate != false }

  /// The time control, in games with turns.
  var clock: ClockRules? { terms.clock }

  /// Whether matches are rated: those against others that count at all.
  var isRated: Bool { mode.seats != nil && isRanked }

  /// Whether its matches count for statistics and leaderboards: on puzzles that the server chose, and against others if
  /// they are meant to count. The owner knows custom words.
  var isRanked: Bool {
    mode.isRanked && isChosenByServer && words == nil && (mode.seats == nil || terms.isRated)
  }

  /// Whether the server chooses the puzzles.
  var isChosenByServer: Bool { seed == nil && archiveDay == nil && authored == nil }

  /// The day whose daily a round deals, in a room for past dailies.
  func archiveDay(in round: Int) -> Day? { archiveDay.map { Day(number: $0 &- (round &- 1)) } }

  /// The label of a round's puzzle in share texts: `race`, `archive 323`.
  func label(of round: Int) -> String {
    archiveDay(in: round).map { ShareGrid.archiveText($0.number) } ?? mode.shareLabel
  }
}
