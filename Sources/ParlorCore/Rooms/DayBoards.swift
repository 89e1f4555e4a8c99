import GameKit

/// The boards of a room in which the day's puzzle is played, kept across reconnects, once a day.
///
/// They are no facts of the room: each is a match from its first move on, and until then it is the puzzle and nothing
/// else, so that boards can be dealt and put away as the day goes. A start finds them by their matches.
struct DayBoards {
  /// The puzzle of today; `nil` where there is none.
  private(set) var table: RoomState.Table?
  private(set) var seats: [PlayerID: Seat] = [:]
  /// Boards put away, for whoever repeats a `move_id`.
  private(set) var former: [PlayerID: Seat] = [:]

  mutating func deal(_ table: RoomState.Table?) { self.table = table }

  /// Gives somebody a board. One of the day before is put away.
  mutating func sit(_ seat: Seat) {
    let old = seats.updateValue(seat, forKey: seat.player.id)
    if let old, old.played.scope != seat.played.scope { former[seat.player.id] = old }
  }

  /// A player's board is done.
  mutating func finish(_ player: PlayerID, _ scope: PuzzleScope, _ result: Seat.Result) {
    if seats[player]?.played.scope == scope {
      seats[player]?.result = result
    } else if former[player]?.played.scope == scope {
      former[player]?.result = result
    }
  }

  /// A day is over: its boards are put away but for those that may be finished.
  mutating func putAwayDay(keeping isKept: (Seat) -> Bool) {
    former = seats.filter { !isKept($0.value) }
    seats = seats.filter { isKept($0.value) }
    table = nil
  }

  /// The boards of a day before are put away.
  ///
  /// - Returns: whose they were.
  mutating func putAway(_ scope: PuzzleScope) -> [Player] {
    let late = seats.filter { $0.value.played.scope == scope }
    for (id, seat) in late { (seats[id], former[id]) = (nil, seat) }
    return late.values.map(\.player)
  }

  /// Drops the boards of a player who cannot come back.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func drop(_ player: PlayerID) -> Bool {
    let seat = seats.removeValue(forKey: player)
    let former = former.removeValue(forKey: player)
    return seat != nil || former != nil
  }
}
