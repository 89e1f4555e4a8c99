import GameKit
import WireProtocol

/// The reserved puzzles of a game, which rounds do not deal: the dailies of a block of days, and ten times as many
/// decoys.
///
/// A player who practises to the end knows what is left out, and which dailies have been. So the reserved puzzles are
/// the same for a whole block: the difference of two days would reveal a daily. The decoys of a block are drawn by the
/// season's secret from all later dailies, independently for each block: having been reserved before reveals nothing
/// about a word. On any day of a block today's puzzle is one of more than ten times ``blockDays``, or of all that have
/// not been dailies in this order, if those are fewer.
struct ReservedPuzzles {
  /// Days per block, if there are enough puzzles.
  static let blockDays = 60
  /// Decoys per daily.
  static let decoys = 10
  /// The least number of puzzles per daily of a block: with its decoys that leaves at least five in sixteen for
  /// practice. A game with fewer has no blocks: nothing can be hidden among so few, and reserving only today's would
  /// reveal it.
  private static let puzzlesPerDaily = 16

  /// The number of the block, in blocks of this size.
  private let block: Int
  /// All reserved puzzles.
  let all: Set<PuzzleKey>
  /// The same, in the form for sources.
  let puzzles: PuzzleSet

  /// - Parameters:
  ///   - dayCount: the days after which dailies repeat; `nil` for very many: then nobody gets to the end, and no decoys
  ///     are needed.
  ///   - key: the key of a day's puzzle; `nil` if there is none.
  init(on day: Day, game: String, dayCount: Int?, season: SeasonKey, key: (Day) -> PuzzleKey?) {
    let size = Self.size(dayCount)
    let block = Self.block(of: day, size: size)
    self.block = block
    guard size > 0 else {
      all = []
      puzzles = []
      return
    }
    let own = block * size + 1..<(block + 1) * size + 1
    let decoys = Self.bounded(dayCount).map { Self.decoyDays(of: block, own, game, $0, season) } ?? []
    all = Set((Array(own) + decoys).compactMap { key(Day(number: $0)) })
    puzzles = PuzzleSet(all)
  }

  /// Whether a day belongs to this block.
  func holds(_ day: Day, dayCount: Int?) -> Bool { Self.block(of: day, size: Self.size(dayCount)) == block }

  /// Nobody gets to the end of puzzles for three centuries.
  private static func bounded(_ dayCount: Int?) -> Int? { dayCount.flatMap { $0 > 100_000 ? nil : max(1, $0) } }

  /// Days per block of a game; 0 for no blocks.
  private static func size(_ dayCount: Int?) -> Int {
    bounded(dayCount).map { min(blockDays, $0 / puzzlesPerDaily) } ?? blockDays
  }

  private static func block(of day: Day, size: Int) -> Int { size > 0 ? floored(day.number - 1, by: size) : 0 }

  private static func floored(_ number: Int, by divisor: Int) -> Int {
    number >= 0 ? number / divisor : (number - divisor + 1) / divisor
  }

  /// The days whose dailies are decoys of a block: later days of the same order of dailies. At the order's end these
  /// are all; a block that reaches into the next order draws from that one.
  private static func decoyDays(
    of block: Int, _ own: Range<Int>, _ game: String, _ dayCount: Int, _ season: SeasonKey
  ) -> [Int] {
    var end = (floored(own.lowerBound - 1, by: dayCount) + 1) * dayCount + 1
    if own.upperBound > end { end += dayCount }
    var days = Array(own.upperBound..<max(own.upperBound, end))
    var generator = season.generator(for: "\(game)/decoys/\(block)")
    generator.shuffle(&days)
    return Array(days.prefix(decoys * own.count))
  }
}
