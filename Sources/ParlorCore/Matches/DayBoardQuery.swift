import GameKit
package import Kernel
import TextMode
import WireProtocol

/// Fetches a board of the day by replaying its moves.
package struct DayBoardQuery: StoredQuery {
  package let board: StoredDayBoard
  let place: DayBoardPlace

  /// A board has one place.
  package static func == (left: Self, right: Self) -> Bool { left.board == right.board }
  package func hash(into hasher: inout Hasher) { hasher.combine(board) }

  package var scope: QueryScope { .document(MatchDocument.id(board.match)) }

  package func answer(from rows: any TableReader) throws(DatabaseError) -> ReplayedBoard {
    answer(of: try rows.match(board.match))
  }

  /// - Parameter history: `nil` if there is no such match.
  package func answer(of history: StoredMatchHistory?) -> ReplayedBoard {
    guard let history else { return .quarantined("it is not stored") }
    do throws(Quarantine) {
      return .played(LoadedMatch(played: try place.replay(history, of: board.day), results: history.results))
    } catch {
      return .quarantined(error.reason)
    }
  }
}

/// The result of loading a board.
package enum ReplayedBoard: Sendable {
  case played(LoadedMatch)
  /// Why it cannot be replayed.
  case quarantined(String)
}

/// A match that was replayed off the loop.
///
/// Unchecked, because the compiler cannot see that the loop takes over the only reference: the query that makes it
/// keeps none, and one answer is given once.
package struct LoadedMatch: @unchecked Sendable {
  let played: PlayedMatch
  let results: [StoredResult]
}

/// A board's room and player, and what is shown with the answers to its moves.
struct DayBoardPlace: Sendable {
  let game: GameModule
  let room: String
  let title: String
  /// Whose it is.
  let playerName: String
  /// Whether its moves may be carried into a login.
  let isGuests: Bool
  /// Why it must not be replayed.
  let trap: String?
  /// See ``ServerConfiguration/replayWatch``.
  let watch: (@Sendable (Int64?) -> Void)?

  func replay(_ history: StoredMatchHistory, of day: Int) throws(Quarantine) -> PlayedMatch {
    if let trap { throw Quarantine(reason: trap) }
    watch?(history.match.id)
    defer { watch?(nil) }
    return try PlayedMatch.replaying(
      history, game, scope: .day(game: game.info.id, Day(number: day)), keepsMoves: isGuests, in: room, title: title
    ) { _ in playerName }
  }
}
