import GameKit
import ParlorCore
import WireProtocol

/// The result of a run of cards, as it is shared.
struct CardScore: Hashable, Sendable {
  /// In the order of the cards.
  private(set) var ratings: [Rating] = []

  /// A result with these ratings.
  init(_ ratings: [Rating] = []) { self.ratings = ratings }

  /// Adds a card.
  mutating func add(_ rating: Rating) { ratings.append(rating) }

  /// Removes the last card.
  mutating func removeLast() { _ = ratings.popLast() }

  /// The number of recalled cards, with difficulty or without.
  var remembered: Int { ratings.count { $0 != .again } }

  /// Whether it counts as won in statistics: at least half of the cards were recalled.
  var isWon: Bool { 2 * remembered >= ratings.count }

  /// `18/20`, and the cards in rows of ten: green for recalled, yellow for recalled with difficulty, black for not
  /// recalled.
  var share: ShareGrid {
    let tiles = ratings.map { rating -> Tile in
      switch rating {
      case .again: .absent
      case .hard: .elsewhere
      case .good, .easy: .right
      }
    }
    let rows = stride(from: 0, to: tiles.count, by: Self.rowLength).map { start in
      String(tiles[start..<min(start + Self.rowLength, tiles.count)].map(\.rawValue))
    }
    return ShareGrid(headline: "\(remembered)/\(ratings.count)", rows: rows)
  }

  /// The game under which results are recorded.
  static var game: RecordedGame { RecordedGame(id: "cards", title: "Cards", link: .init("study", Request.Languages())) }

  private static let rowLength = 10
}
