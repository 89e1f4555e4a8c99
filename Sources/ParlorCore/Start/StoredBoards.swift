import GameKit

/// What the facts of a room name, as a start finds it in storage. Whoever shares a board is given the same one.
final class StoredBoards {
  /// Players by number; nobody for guests who cannot come back.
  let player: (PlayerID) -> Player?
  /// By number; nothing for matches that cannot be played again.
  private var boards: [Int64: PlayedMatch?] = [:]

  init(player: @escaping (PlayerID) -> Player?) { self.player = player }

  func add(_ played: PlayedMatch?, number: Int64) { boards[number] = .some(played) }

  /// A board: as its moves have left it or, without any, as it was dealt; `nil` if it cannot be played again, or is one
  /// of a round before without a move.
  func board(_ number: Int64, on table: Boards.Table?, startedAt: Instant, _ plan: Room.Plan) -> PlayedMatch? {
    if let known = boards[number] { return known }
    guard let table else { return nil }
    let dealt = Boards.Table(scope: table.scope, match: table.match, dealtAt: startedAt)
    let fresh = PlayedMatch(id: number, of: dealt, isRanked: plan.isRanked, clock: plan.clock)
    boards[number] = fresh
    return fresh
  }

  /// As a snapshot names it.
  func board(_ board: RoomSnapshot.Board, _ table: Boards.Table?, _ plan: Room.Plan) -> PlayedMatch? {
    self.board(board.match, on: table, startedAt: board.startedAt, plan)
  }

  /// A board of which moves are stored.
  func board(_ number: Int64) -> PlayedMatch? { boards[number] ?? nil }
}
