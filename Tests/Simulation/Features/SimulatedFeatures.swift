import GameKit
import Kernel
import ParlorCore

/// The tables of a feature, said as plainly as they can be: from what players have finished.
protocol SimulatedTables: Sendable {
  /// `nil` for a question that is not this feature's.
  func answer(to query: any StoredQuery, _ results: (PlayerID) -> [StoredResult]) -> (any Sendable)?
}

/// The features whose questions a simulated disk answers: each has a folder here, and a line.
enum SimulatedFeatures {
  // swift-format-ignore
  static let tables: [any SimulatedTables] = [
    SimulatedStatistics(),
  ]
}
