import GameKit
import WireProtocol

/// The puzzles of one game that rounds keep clear of: the dailies of a block of days, and ten times as many decoys.
///
/// Whoever practises to the end knows what is left out, and which dailies have been. So what is left out stays the same
/// for a whole block: the difference of two days would name a daily. The decoys of a block are drawn by the season's
/// secret from all dailies to come after it, each block's anew and without regard to any other's: to have been left out
/// before tells nothing about a word. On any day of a block today's puzzle is one of more than ten times ``blockDays``,
/// or of all that have not been dailies in this order, where those are fewer.
struct ReservedPuzzles {
  /// Days in a block, where there are puzzles enough.
  static let blockDays = 60
  /// Decoys for each daily.
  static let decoys = 10
  /// Puzzles for each daily of a block: with its decoys they leave at least five in sixteen to practise. A game that
  /// has fewer than this has no blocks: nothing can be hidden among so few, and to leave out today's alone would name
  /// it.
  private static let puzzlesPerDaily = 16

  /// Which block this is, counted in blocks of its own size.
  private let block: Int
  /// All that are left out.
  let all: Set<PuzzleKey>
  /// The same, as sources ask for it.
  let puzzles: PuzzleSet

  /// - Parameters:
  ///   - dayCount: for how many days dailies do not come again; `nil` for very many: then nobody gets to the end, and
  ///     no decoys are needed.
  ///   - key: what names a day's puzzle; `nil` where there is none.
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

  /// Of puzzles for three centuries nobody gets to the end.
  private static func bounded(_ dayCount: Int?) -> Int? { dayCount.flatMap { $0 > 100_000 ? nil : max(1, $0) } }

  /// Days in a block of a game; 0 for no blocks.
  private static func size(_ dayCount: Int?) -> Int {
    bounded(dayCount).map { min(blockDays, $0 / puzzlesPerDaily) } ?? blockDays
  }

  private static func block(of day: Day, size: Int) -> Int { size > 0 ? floored(day.number - 1, by: size) : 0 }

  private static func floored(_ number: Int, by divisor: Int) -> Int {
    number >= 0 ? number / divisor : (number - divisor + 1) / divisor
  }

  /// The days whose dailies are left out with a block's own: of those that come after it in the same order of dailies.
  /// At the order's end all of them are left out; a block that reaches into the next order draws from that one.
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
