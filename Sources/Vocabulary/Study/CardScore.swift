public import GameKit
import WireProtocol

/// How somebody did with some cards, as it is shared.
public struct CardScore: Hashable, Sendable {
  /// In the order of the cards.
  public private(set) var ratings: [Rating] = []

  /// Cards that went like this.
  public init(_ ratings: [Rating] = []) { self.ratings = ratings }

  /// Counts a card.
  public mutating func add(_ rating: Rating) { ratings.append(rating) }

  /// Takes the last card back.
  mutating func removeLast() { _ = ratings.popLast() }

  /// Cards that were remembered, with trouble or without.
  public var remembered: Int { ratings.count { $0 != .again } }

  /// Whether it counts as won in statistics: at least half of the cards were remembered.
  public var isWon: Bool { 2 * remembered >= ratings.count }

  /// `18/20`, and the cards in rows of ten: green for those that were remembered, yellow with trouble, black for those
  /// that were not.
  public var share: ShareGrid {
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

  /// The text that is shared: `Parlor Cards 326 18/20` and the rows.
  public func shareText(on day: Day) -> String {
    share.text(title: Self.title, label: ShareGrid.numberText(day.number))
  }

  /// What the practice is called; ``KnownNames/cards`` is what its results are stored under.
  public static let title = "Cards"
  private static let rowLength = 10
}
