import GameKit
import Kernel
import WireProtocol

/// The latest past day whose puzzle a player has solved neither on the day nor in the archive.
struct UnsolvedDayQuery: StoredQuery {
  let player: PlayerID
  let game: String
  /// The last finished day.
  let last: Int

  /// Days and results per read.
  private static let pageLength = 50
  /// The most practice matches that are examined, the newest first.
  private static let mostPractice = 500

  /// - Returns: `nil` if all are solved.
  func answer(from rows: any TableReader) throws(DatabaseError) -> Int? {
    let practised = try solvedInArchive(rows)
    var end = last
    while end >= 1 {
      let days = max(1, end - Self.pageLength + 1)...end
      let dailies = try DailiesQuery(player: player, game: game, days: days).answer(from: rows)
      let solved = practised.union(dailies.filter(\.won).map(\.day))
      if let day = days.last(where: { !solved.contains($0) }) { return day }
      end -= Self.pageLength
    }
    return nil
  }

  private func solvedInArchive(_ rows: any TableReader) throws(DatabaseError) -> Set<Int> {
    let sql = """
      SELECT match FROM result WHERE player = ? AND game = ? AND puzzle_day IS NULL
      ORDER BY finished_at DESC, match DESC LIMIT ?
      """
    var days: Set<Int> = []
    for match in try rows.keys(sql, player.number, game, Self.mostPractice) {
      let state = try rows.document(MatchDocument.id(match))?.state as? MatchState
      guard let day = state?.match?.archiveDay, let results = state?.results else { continue }
      if results.contains(where: { $0.player == player && $0.won }) { days.insert(day) }
    }
    return days
  }
}

extension Fetcher {
  /// The word for the latest past daily that is not solved.
  private static let nextUnsolved = "next"

  /// A request with its past daily resolved to a day.
  func settled(_ request: Request.Create, for player: Player) throws(WireError) -> Request.Create {
    guard request.day?.lowercased() == Self.nextUnsolved, let name = request.game else { return request }
    let game = try hub.configuration.game(named: name).info
    let query = UnsolvedDayQuery(player: player.id, game: game.id, last: hub.openSince.number - 1)
    guard let day = try fetch(query, for: player) else {
      throw WireError(.notFound, .mode, "You have solved all past puzzles of \(game.title)")
    }
    var request = request
    request.day = Day(number: day).text
    return request
  }
}
