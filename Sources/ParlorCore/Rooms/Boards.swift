import GameKit

/// The boards of a round or a day on successive puzzles, and archived ones.
///
/// Boards of a round are part of a room's state. Those of the day are no facts of the room: each is a match from its
/// first move on, and only the puzzle before, so they can be dealt and archived as the day goes. A start finds them by
/// their matches.
struct Boards {
  /// The puzzle of the round or of today; `nil` if there is none.
  private(set) var table: Table?
  private(set) var seats: [PlayerID: Seat] = [:]
  /// Archived boards: of players who have left the round, and of the previous round or day. A player who returns to the
  /// same puzzle gets the same board, and a repeated `move_id` its answer.
  private(set) var former: [PlayerID: Seat] = [:]
  /// The most boards of absent players.
  private let mostFormer: Int

  /// A dealt puzzle, copied for each seat.
  struct Table {
    let scope: PuzzleScope
    /// Before its first move.
    let match: Match
    let dealtAt: Instant
  }

  init(mostFormer: Int = .max) { self.mostFormer = mostFormer }

  /// A player's board, archived or not.
  subscript(player: PlayerID) -> Seat? { seats[player] ?? former[player] }

  mutating func deal(_ table: Table?) { self.table = table }

  /// Gives a player a board. One on another puzzle is archived.
  mutating func add(_ seat: Seat) {
    let old = seats.updateValue(seat, forKey: seat.player.id)
    if let old, old.played.scope != seat.played.scope { former[seat.player.id] = old }
  }

  /// Whether a player has an archived board on the present puzzle.
  func isKept(for player: PlayerID) -> Bool { former[player].map { $0.played.scope == table?.scope } ?? false }

  /// Restores a player's archived board.
  mutating func restore(_ player: PlayerID) { seats[player] = former.removeValue(forKey: player) }

  /// A player's board is done.
  mutating func finish(_ player: PlayerID, _ scope: PuzzleScope, _ result: Seat.Result) {
    if seats[player]?.played.scope == scope {
      seats[player]?.result = result
    } else if former[player]?.played.scope == scope {
      former[player]?.result = result
    }
  }

  /// Gives up a seat.
  mutating func archive(_ player: PlayerID) {
    guard let seat = seats.removeValue(forKey: player) else { return }
    former[player] = seat
    dropFormer()
  }

  /// Archives a board.
  mutating func keep(_ seat: Seat) { former[seat.player.id] = seat }

  /// A round is over: archives its boards. Of earlier rounds only the last is kept, for clients that resume across its
  /// end.
  mutating func archiveRound() {
    let last = table?.scope
    func isKept(_ seat: Seat) -> Bool { seat.played.scope == last && seat.played.moveCount > 0 }
    for (id, seat) in seats { former[id] = seat }
    seats.removeAll(keepingCapacity: true)
    if !former.values.allSatisfy(isKept) { former = former.filter { isKept($0.value) } }
    dropFormer()
  }

  /// A day is over: archives its boards except those that may be finished.
  mutating func archiveDay(keeping isKept: (Seat) -> Bool) {
    former = seats.filter { !isKept($0.value) }
    seats = seats.filter { isKept($0.value) }
    table = nil
  }

  /// Archives the boards of a past day.
  ///
  /// - Returns: their players.
  mutating func archive(_ scope: PuzzleScope) -> [Player] {
    let late = seats.filter { $0.value.played.scope == scope }
    for (id, seat) in late { (seats[id], former[id]) = (nil, seat) }
    return late.values.map(\.player)
  }

  /// Drops the boards of a player who cannot return.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func drop(_ player: PlayerID) -> Bool {
    let seat = seats.removeValue(forKey: player)
    let former = former.removeValue(forKey: player)
    return seat != nil || former != nil
  }

  /// Frees memory after many boards have left: a dictionary keeps its capacity.
  mutating func shrink() {
    seats.shrink()
    former.shrink()
  }

  /// Drops the oldest players' boards beyond the limit, unfinished ones first.
  private mutating func dropFormer() {
    while former.count > mostFormer,
      let (id, _) = former.min(by: { ($0.value.isDone ? 1 : 0, $0.key) < ($1.value.isDone ? 1 : 0, $1.key) })
    {
      former[id] = nil
    }
  }
}

extension Dictionary {
  /// Reduces the capacity if most of it is unused.
  mutating func shrink() {
    guard capacity > 1024, count < capacity / 8 else { return }
    self = reduce(into: Dictionary(minimumCapacity: count)) { $0[$1.key] = $1.value }
  }
}
