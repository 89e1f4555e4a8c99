import GameKit
import TextMode
import WireProtocol

/// Seats, names and the next owner.
extension RoomState {
  /// Whether all seats are taken, so that newcomers can only watch.
  var isTableFull: Bool { plan.mode.seats.map { members.seatedCount >= $0.count.upperBound } ?? false }

  /// Whether a present player with a seat was not in the last round, or is a bot, which is always ready for another.
  var hasNewcomer: Bool {
    guard let last = roundBoards.table?.scope else { return members.presentPlayerCount > 0 }
    return members.all.contains { member in
      !member.isWatching && member.awaySince == nil
        && (member.player.isBot || roundBoards[member.player.id]?.played.scope != last)
    }
  }

  /// Whether a player may come into a locked room: who has been here and has a board or a won round, a seat that a
  /// feature has reserved, or the owner's leave.
  func belongsHere(_ player: PlayerID) -> Bool {
    boards[player] != nil || wins[player] != nil || plan.seatedPlayers?.contains(player) == true
      || readmitted.contains(player)
  }

  /// Whether a player has an unfinished board in the current round. Boards of the day stay in any case.
  func hasUnfinishedBoard(_ player: Player) -> Bool {
    rounds.isRunning && seats[player.id]?.isDone == false
  }

  /// The next owner after a player; `nil` for a room of the server's own, or of a feature.
  func heir(besides player: Player?) -> Member? {
    guard !plan.mode.isPermanent, plan.isOwned else { return nil }
    // Present before absent, players before watchers, then the longest membership.
    func rank(_ member: Member) -> (Int, Int, Int) {
      (member.awaySince == nil ? 0 : 1, member.isWatching ? 1 : 0, member.order)
    }
    return members.all.filter { $0.player !== player }.min { rank($0) < rank($1) }
  }

  func playerName(_ id: PlayerID) -> String {
    boards[id]?.player.name ?? members[id]?.player.name ?? Self.forgotten
  }

  /// The name of a guest who is unknown after a restart.
  static let forgotten = "somebody"

  /// All players of whom the room holds something; empty if it may hold something of anybody.
  var mentionedPlayers: Set<PlayerID> {
    guard dayBoards == nil else { return [] }
    return history.players.union(seats.keys).union(formerSeats.keys).union(wins.keys).union(kicked.players)
      .union(readmitted.players).union(muted.players).union(members.all.lazy.map(\.player.id))
  }
}
