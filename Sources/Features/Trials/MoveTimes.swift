/// The times of moves: counts in cells whose width is a 64th of their value, so that memory is small and constant, and
/// percentiles are exact to two per cent.
struct MoveTimes {
  /// Cells per doubling of the time.
  private static let cells = 64
  private var counts: [Int] = []
  private(set) var total = 0
  private(set) var longest = 0

  /// Counts a time in microseconds; negative ones count as 0.
  mutating func add(_ microseconds: Int64) {
    let time = Int(clamping: max(0, microseconds))
    let cell = Self.cell(of: time)
    if cell >= counts.count { counts.append(contentsOf: repeatElement(0, count: cell + 1 - counts.count)) }
    counts[cell] += 1
    total += 1
    longest = max(longest, time)
  }

  /// The time that this per mille of all moves does not exceed; 0 without moves.
  func percentile(_ perMille: Int) -> Int {
    guard total > 0 else { return 0 }
    let rank = max(1, (total * perMille + 999) / 1000)
    var seen = 0
    for (cell, count) in counts.enumerated() {
      seen += count
      if seen >= rank { return min(Self.lowest(of: cell), longest) }
    }
    return longest
  }

  /// Times below 128 have a cell each; then each doubling has 64.
  private static func cell(of time: Int) -> Int {
    guard time >= cells else { return time }
    let shift = Int.bitWidth - 1 - time.leadingZeroBitCount - 6
    return shift * cells + (time >> shift)
  }

  private static func lowest(of cell: Int) -> Int {
    guard cell >= 2 * cells else { return cell }
    let shift = cell / cells - 1
    return (cell - shift * cells) << shift
  }
}
