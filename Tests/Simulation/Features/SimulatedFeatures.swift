import GameKit
import Kernel
import ParlorCore

/// A simple model of a feature's tables on a simulated disk.
protocol SimulatedTables: SendableMetatype {
  init(plant: Plant?)
  /// A kind of documents that name players, and are not deleted with them.
  static var namingForm: DocumentForm? { get }
  /// The greatest keys of documents, by their kinds.
  var lastKeys: [UInt8: Int64] { get }
  /// - Returns: the inconsistency of a line, if any.
  mutating func follow(_ line: DocumentLine) -> String?
  /// Whether a planted bug loses a line.
  func loses(_ line: DocumentLine) -> Bool
  mutating func forget(_ player: PlayerID)
  /// `nil` for a query of another feature.
  func answer(to query: any StoredQuery, _ company: Company) -> (any Sendable)?
}

extension SimulatedTables {
  static var namingForm: DocumentForm? { nil }
  var lastKeys: [UInt8: Int64] { [:] }
  mutating func follow(_ line: DocumentLine) -> String? { nil }
  func loses(_ line: DocumentLine) -> Bool { false }
  mutating func forget(_ player: PlayerID) {}
}

/// The core's tables for features.
struct Company {
  /// A player's finished matches, the last one first.
  var finished: (PlayerID) -> [StoredResult]
  var history: (Int64) -> StoredMatchHistory?
  var player: (PlayerID) -> StoredPlayer?
  /// Whether a player has a result of a round.
  var hasFinished: (PlayerID, _ room: Int64, _ round: Int) -> Bool
  var finishedMatch: (FinishedMatchQuery) -> ReplayedMatch?
}

/// The features whose tables are simulated: each has a folder here, and a line.
enum SimulatedFeatures {
  // swift-format-ignore
  static let tables: [any SimulatedTables.Type] = [
    SimulatedChannel.self,
    SimulatedStatistics.self,
  ]
}
