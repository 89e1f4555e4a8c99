package import GameKit
package import Kernel
import WireProtocol

/// A finished match of a player.
package struct FinishedMatchQuery: StoredQuery {
  package let player: PlayerID
  package let wanted: FinishedMatch
  package let replayer: MatchReplayer

  private static let last = """
    SELECT match FROM result WHERE player = ? AND instr(?, ' ' || game || ' ') = 0
    ORDER BY finished_at DESC, match DESC LIMIT 1
    """

  private static let inRoom = """
    SELECT result.match FROM result INDEXED BY result_finished CROSS JOIN match ON match.id = result.match
    WHERE result.player = ? AND match.room = ? ORDER BY result.finished_at DESC, result.match DESC LIMIT 1
    """

  private static let withText = """
    SELECT match FROM result
    WHERE player = ? AND share IN (fingerprint(?), fingerprint(?), fingerprint(?), fingerprint(?))
    ORDER BY finished_at DESC, match DESC LIMIT 1
    """

  /// - Returns: `nil` if the player has finished no such match.
  package func answer(from rows: any TableReader) throws(DatabaseError) -> ReplayedMatch? {
    guard let match = try match(in: rows) else { return nil }
    return try rows.wholeMatch(match).map { replayer.replay($0) }
  }

  private func match(in rows: any TableReader) throws(DatabaseError) -> Int64? {
    switch wanted {
    case .last(let besides): return try rows.keys(Self.last, player.number, besides).first
    case .lastInRoom(let room): return try rows.keys(Self.inRoom, player.number, room).first
    case .match(let match):
      return try rows.keys("SELECT match FROM result WHERE player = ? AND match = ?", player.number, match).first
    case .text(let texts):
      let four = (0..<4).map { $0 < texts.count ? texts[$0] : texts.last ?? "" }
      return try rows.keys(Self.withText, player.number, four[0], four[1], four[2], four[3]).first
    }
  }
}

/// Identifies a finished match of a player.
package enum FinishedMatch: Hashable, Sendable {
  /// The latest, except results of some games: their ids, each between spaces.
  case last(besides: String)
  /// The latest in a room, by the room's number.
  case lastInRoom(Int64)
  /// This one.
  case match(Int64)
  /// The latest whose share text is one of these.
  case text([String])
}

extension FinishedMatchQuery {
  /// The error for a missing match.
  var nothingFinished: WireError {
    switch wanted {
    case .last: WireError(.nothingFinished, "You have finished nothing yet")
    case .lastInRoom: WireError(.nothingFinished, "You have finished nothing there yet")
    case .match(let match): WireError(.notFound, .match, "There is no match \(match) that you have finished")
    case .text: WireError(.notAResult, "You have finished no match here that ended like this")
    }
  }
}
