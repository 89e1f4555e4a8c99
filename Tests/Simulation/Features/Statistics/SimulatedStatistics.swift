import GameKit
import Kernel
import ParlorCore

@testable import Statistics

struct SimulatedStatistics: SimulatedTables {
  func answer(to query: any StoredQuery, _ results: (PlayerID) -> [StoredResult]) -> (any Sendable)? {
    switch query {
    case let query as StatisticsQuery:
      let own = results(query.player).filter { $0.game == query.game && $0.isRanked }
      var statistics = PlayerStatistics()
      statistics.played = own.count
      statistics.won = own.count { $0.won }
      return statistics
    case is LeaderboardQuery: return [LeaderboardEntry]()
    case is ComparisonQuery: return Comparison()
    default: return nil
    }
  }
}
