import GameKit
import WireProtocol

/// The puzzles of one game that rounds keep clear of: the dailies of this block of days and of the next, and decoys.
///
/// Whoever practises to the end knows what is left out. So what is left out stays the same for a whole block, and with
/// the dailies of a block go as many other puzzles, for as long: else the difference of two days would name one daily,
/// and the last day of a block would be known by elimination.
struct ReservedPuzzles {
  /// Days in a block where there are puzzles enough: so many days ahead dailies are kept out of rounds at least.
  static let blockDays = 60

  /// With fewer puzzles than this nothing is hidden by leaving some out, and little would be left: only the day's own is.
  private static let fewest = 20

  /// Which block this is, counted in blocks of its own size.
  let block: Int
  /// All that are left out.
  let all: Set<PuzzleKey>
  /// The dailies of this block, by the number of their day.
  private let dailies: [Int: PuzzleKey]

  /// - Parameters:
  ///   - dayCount: for how many days dailies do not come again; `nil` for very many: then nobody gets to the end, and
  ///     no decoys are needed.
  ///   - key: what names a day's puzzle; `nil` where there is none.
  init(on day: Day, game: String, dayCount: Int?, season: SeasonKey, key: (Day) -> PuzzleKey?) {
    let dayCount = Self.bounded(dayCount)
    let size = Self.size(dayCount)
    block = Self.block(of: day, size: size)
    if let dayCount, dayCount < Self.fewest {
      let daily = key(day)
      dailies = daily.map { [day.number: $0] } ?? [:]
      all = Set(dailies.values)
      return
    }
    var dailies: [Int: PuzzleKey] = [:]
    var all: Set<PuzzleKey> = []
    for block in [block, block + 1] {
      for number in Self.days(of: block, size: size) {
        guard let daily = key(Day(number: number)) else { continue }
        if block == self.block { dailies[number] = daily }
        all.insert(daily)
      }
      guard let dayCount else { continue }
      let decoys = Decoys(game: game, size: size, dayCount: dayCount, season: season)
      for number in decoys.days(with: block) {
        if let decoy = key(Day(number: number)) { all.insert(decoy) }
      }
    }
    self.all = all
    self.dailies = dailies
  }

  /// The daily of a day of this block.
  func daily(of day: Day) -> PuzzleKey? { dailies[day.number] }

  /// Whether a day belongs to this block.
  func holds(_ day: Day, dayCount: Int?) -> Bool {
    Self.block(of: day, size: Self.size(Self.bounded(dayCount))) == block
  }

  /// Of puzzles for three centuries nobody gets to the end.
  private static func bounded(_ dayCount: Int?) -> Int? {
    dayCount.flatMap { $0 > 100_000 ? nil : max(1, $0) }
  }

  /// Two blocks and their decoys leave at least a fifth of all puzzles to practise.
  private static func size(_ dayCount: Int?) -> Int {
    guard let dayCount else { return blockDays }
    return dayCount < fewest ? 1 : min(blockDays, dayCount / 5)
  }

  private static func block(of day: Day, size: Int) -> Int {
    let zeroBased = day.number - 1
    return zeroBased >= 0 ? zeroBased / size : (zeroBased - size + 1) / size
  }

  fileprivate static func days(of block: Int, size: Int) -> Range<Int> { block * size + 1..<(block + 1) * size + 1 }
}

/// Which puzzles are left out together with a block's dailies, for as long.
///
/// They are dailies of days to come, chosen by the season's secret: a puzzle that has been a daily already would be no
/// decoy. They do not depend on settings that leave the puzzles the same, or asking with others would tell them apart.
private struct Decoys {
  let game: String
  let size: Int
  let dayCount: Int
  let season: SeasonKey

  /// The days whose dailies go with a block: none that goes with the next block as well, for what is left out for three
  /// blocks would be known for a decoy.
  func days(with block: Int) -> [Int] {
    let others = shuffled(block + 1)
    let next = Set(others.prefix(min(2 * size, others.count / 2)))
    return Array(shuffled(block).lazy.filter { !next.contains($0) }.prefix(size))
  }

  /// The days from the block after the next to the end of the order, in an order of this block's own.
  private func shuffled(_ block: Int) -> [Int] {
    let own = ReservedPuzzles.days(of: block, size: size)
    let first = own.upperBound + size
    let zeroBased = own.lowerBound - 1
    let cycle = zeroBased >= 0 ? zeroBased / dayCount : (zeroBased - dayCount + 1) / dayCount
    // At an order's end there are few left; then the next order's serve as well.
    var end = (cycle + 1) * dayCount + 1
    if end < first + 2 * size { end = first + 4 * size }
    var days = Array(first..<end)
    var generator = season.generator(for: "\(game)/decoys/\(block)")
    generator.shuffle(&days)
    return days
  }
}

extension Hub {
  /// The puzzles of a game with these settings that rounds keep clear of today: none where the dailies are of another
  /// set (another language, another file), whose puzzles these settings never deal.
  func reserved(of game: GameModule, settings: JSON) -> ReservedPuzzles {
    let asked = ReservedKey(game: game.info.id, settings: settings)
    let dayCount = game.dayCount(settings: settings)
    if let known = reservedPuzzles[asked], known.holds(today, dayCount: dayCount) { return known }
    // Settings come from clients, so the number of those remembered is bounded.
    if reservedPuzzles.count >= 64 { reservedPuzzles.removeAll() }
    let season = configuration.season
    let isOfDailies = dealsDailies(game, settings: settings)
    let reserved = ReservedPuzzles(on: today, game: game.info.id, dayCount: dayCount, season: season) { day in
      isOfDailies ? try? game.puzzleKey(on: day, season: season, settings: settings) : nil
    }
    reservedPuzzles[asked] = reserved
    return reserved
  }

  /// Whether the day's puzzle is the same with these settings as in the game's daily room.
  private func dealsDailies(_ game: GameModule, settings: JSON) -> Bool {
    guard game.info.modes.contains(.daily) else { return false }
    let daily = dailySettings(of: game)
    if settings == daily { return true }
    func key(_ settings: JSON) -> PuzzleKey? {
      try? game.puzzleKey(on: today, season: configuration.season, settings: settings)
    }
    return key(settings) == key(daily)
  }
}

/// Whose reserved puzzles have been found out.
struct ReservedKey: Hashable {
  let game: String
  let settings: JSON
}
