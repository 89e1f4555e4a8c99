internal import WireProtocol

/// A player's distribution of tries as bars.
struct Histogram {
  let bars: [(label: String, count: Int)]

  /// A bar for each number of tries from 1 to at least 6, if the player never needs more than ten.
  init(_ stats: StatsAnswer) {
    let counts = Dictionary(stats.distribution.map { (Int($0.name) ?? 0, $0.count) }, uniquingKeysWith: max)
    let most = counts.keys.max() ?? 0
    let tries = most == 0 ? [] : most <= 10 ? Array(1...max(6, most)) : counts.keys.sorted()
    let lost = max(0, stats.played - stats.won)
    bars = tries.map { ("\($0)", counts[$0] ?? 0) } + (tries.isEmpty && lost == 0 ? [] : [("X", lost)])
  }

  /// A bar of at most so many columns, with its count.
  func text(of bar: (label: String, count: Int), to columns: Int) -> String {
    let most = max(1, bars.map(\.count).max() ?? 1)
    let length = bar.count == 0 ? 0 : max(1, bar.count * max(1, columns) / most)
    return String(repeating: "█", count: length) + (length == 0 ? "" : " ") + "\(bar.count)"
  }

  /// - Parameter marked: the bar of the last game.
  func draw(_ area: Area, marked: String? = nil, _ look: Look, on frame: inout Frame) {
    for (line, bar) in bars.prefix(max(0, area.height)).enumerated() {
      let y = area.y + line
      let isMarked = bar.label == marked
      let label = String(repeating: " ", count: max(0, 2 - bar.label.count)) + bar.label
      let x = frame.put(label, area.x, y, isMarked ? look.good : .plain) + 1
      let (blocks, count) = (text(of: bar, to: min(60, area.width - 8)), "\(bar.count)")
      let end = frame.put(blocks.dropLast(count.count), x, y, look.bar(bar.label == "X" ? .absent : .right))
      frame.put(count, end, y, isMarked ? look.good : .bold, limit: area.right)
    }
  }
}
