import GameKit

/// What the facts of a room refer to, from storage at a start. All players of a shared board get the same one.
final class StoredBoards {
  /// Players by number; `nil` for guests who cannot return.
  let player: (PlayerID) -> Player?
  /// By number; `nil` for matches that cannot be replayed.
  private var boards: [Int64: PlayedMatch?] = [:]

  init(player: @escaping (PlayerID) -> Player?) { self.player = player }

  func add(_ played: PlayedMatch?, number: Int64) { boards[number] = .some(played) }

  /// A board: after its moves or, without any, as dealt; `nil` if it cannot be replayed, or is one of an earlier round
  /// without a move.
  func board(_ number: Int64, on table: Boards.Table?, startedAt: Instant, _ plan: Room.Plan) -> PlayedMatch? {
    if let known = boards[number] { return known }
    guard let table else { return nil }
    let dealt = Boards.Table(scope: table.scope, match: table.match, dealtAt: startedAt)
    let fresh = PlayedMatch(
      id: number, of: dealt, isRanked: plan.isRanked, isShared: plan.mode.sharesBoard, clock: plan.clock)
    boards[number] = fresh
    return fresh
  }

  /// A snapshot's board.
  func board(_ board: RoomSnapshot.Board, _ table: Boards.Table?, _ plan: Room.Plan) -> PlayedMatch? {
    self.board(board.match, on: table, startedAt: board.startedAt, plan)
  }

  /// A board with stored moves.
  func board(_ number: Int64) -> PlayedMatch? { boards[number] ?? nil }
}
