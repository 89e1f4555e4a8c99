import GameKit
import Kernel
import ParlorCore

@testable import Statistics

struct SimulatedStatistics: SimulatedTables {
  init(plant: Plant?) {}

  func answer(to query: any StoredQuery, _ company: Company) -> (any Sendable)? {
    switch query {
    case let query as StatisticsQuery:
      let own = company.finished(query.player).filter { $0.game == query.game && $0.isRanked }
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
