import GameKit

/// The boards on one puzzle after another, of a round or of a day, and those that were put away.
///
/// Boards of a round are part of a room's state. Those of the day are no facts of the room: each is a match from its
/// first move on, and until then it is the puzzle and nothing else, so that boards can be dealt and put away as the day
/// goes. A start finds them by their matches.
struct Boards {
  /// The puzzle of the round or of today; `nil` where there is none.
  private(set) var table: Table?
  private(set) var seats: [PlayerID: Seat] = [:]
  /// Boards put away: of those who have left the round, and of the round or day before. Somebody who comes back to the
  /// same puzzle finds the same board, and a repeated `move_id` its answer.
  private(set) var former: [PlayerID: Seat] = [:]
  /// How many boards are kept of players who are not here.
  private let mostFormer: Int

  /// A puzzle as it is dealt: copied for each seat.
  struct Table {
    let scope: PuzzleScope
    /// Before its first move.
    let match: Match
    let dealtAt: Instant
  }

  init(mostFormer: Int = .max) { self.mostFormer = mostFormer }

  /// A player's board, be it put away.
  subscript(player: PlayerID) -> Seat? { seats[player] ?? former[player] }

  mutating func deal(_ table: Table?) { self.table = table }

  /// Gives somebody a board. One on another puzzle is put away.
  mutating func sit(_ seat: Seat) {
    let old = seats.updateValue(seat, forKey: seat.player.id)
    if let old, old.played.scope != seat.played.scope { former[seat.player.id] = old }
  }

  /// Whether a board on the present puzzle was put away for a player.
  func isKept(for player: PlayerID) -> Bool { former[player].map { $0.played.scope == table?.scope } ?? false }

  /// Gives a player the board back that was put away.
  mutating func sitAgain(_ player: PlayerID) { seats[player] = former.removeValue(forKey: player) }

  /// A player's board is done.
  mutating func finish(_ player: PlayerID, _ scope: PuzzleScope, _ result: Seat.Result) {
    if seats[player]?.played.scope == scope {
      seats[player]?.result = result
    } else if former[player]?.played.scope == scope {
      former[player]?.result = result
    }
  }

  /// A seat is given up.
  mutating func putAway(_ player: PlayerID) {
    guard let seat = seats.removeValue(forKey: player) else { return }
    former[player] = seat
    dropFormer()
  }

  /// Puts a board among those that were put away.
  mutating func keep(_ seat: Seat) { former[seat.player.id] = seat }

  /// A round is over: its boards are put away. Of earlier rounds only the last is remembered, for those who resume
  /// across its end.
  mutating func putAwayRound() {
    let last = table?.scope
    former = former.filter { $0.value.played.scope == last }.merging(seats) { $1 }
      .filter { $0.value.played.moveCount > 0 }
    seats = [:]
    dropFormer()
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

  /// Gives memory back after many boards have left: a dictionary keeps the room that it has had.
  mutating func shrink() {
    seats.shrink()
    former.shrink()
  }

  /// Drops the oldest players' boards when too many are put away, those that are not finished first.
  private mutating func dropFormer() {
    while former.count > mostFormer,
      let (id, _) = former.min(by: { ($0.value.isDone ? 1 : 0, $0.key) < ($1.value.isDone ? 1 : 0, $1.key) })
    {
      former[id] = nil
    }
  }
}

extension Dictionary {
  /// Takes as much memory as there are entries, where most of the room is empty.
  mutating func shrink() {
    guard capacity > 1024, count < capacity / 8 else { return }
    self = reduce(into: Dictionary(minimumCapacity: count)) { $0[$1.key] = $1.value }
  }
}
