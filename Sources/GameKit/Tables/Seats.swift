/// How many sit at one board of a game that is played with others. A game without seats is a puzzle: whoever comes
/// plays.
public struct Seats: Hashable, Sendable {
  /// How many play a match: it begins by itself once all seats are taken, and on request from the fewest on.
  public let count: ClosedRange<Int>
  /// Whether somebody may sit down at a match that is under way, as ``TableEvent/join(_:)`` says.
  public let areOpenLate: Bool

  /// Seats for so many; at least one, at most 1,000.
  public init(_ count: ClosedRange<Int>, areOpenLate: Bool = false) {
    let fewest = min(max(1, count.lowerBound), 1000)
    self.count = fewest...min(max(fewest, count.upperBound), 1000)
    self.areOpenLate = areOpenLate
  }

  /// Seats for exactly so many.
  public static func exactly(_ count: Int) -> Seats { Seats(count...count) }

  /// `2`, or `2 to 6`.
  public var text: String {
    count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
  }
}
