/// A player's ratings, by game.
public struct PlayerRatings: Hashable, Sendable {
  /// A player's rating in one game.
  public struct Entry: Hashable, Sendable {
    /// As of the last match.
    public let rating: GlickoRating
    /// The day of the last match, by its number.
    public let day: Int
    /// The number of rated matches.
    public let matches: Int
    /// The value before that day.
    public let valueBefore: Double

    /// The entry of a new player.
    static let initial = Entry(rating: .initial, day: 0, matches: 0, valueBefore: GlickoRating.initial.value)

    /// An entry, rounded to its stored form: three digits of the values and the deviation, six of the volatility.
    init(rating: GlickoRating, day: Int, matches: Int, valueBefore: Double) {
      self.rating = GlickoRating(
        value: (rating.value * 1000).rounded() / 1000, deviation: (rating.deviation * 1000).rounded() / 1000,
        volatility: (rating.volatility * 1_000_000).rounded() / 1_000_000)
      (self.day, self.matches) = (day, matches)
      self.valueBefore = (valueBefore * 1000).rounded() / 1000
    }

    /// The value before a day, on which there may have been matches.
    func value(before day: Int) -> Double { day == self.day ? valueBefore : rating.value }

    /// With the uncertainty of the days that have passed.
    func rating(on day: Int) -> GlickoRating {
      matches == 0 ? rating : rating.after([], periods: Double(max(0, day &- self.day)))
    }
  }

  private var entries: [String: Entry] = [:]

  /// No ratings.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool { entries.isEmpty }

  /// The rating in a game; `nil` without a rated match.
  public internal(set) subscript(game: String) -> Entry? {
    get { entries[game] }
    set { entries[game] = newValue }
  }

  /// Replaces the ratings of these games.
  mutating func merge(_ others: PlayerRatings) { entries.merge(others.entries) { $1 } }

  /// `connectfour 1512345 210200 60000 20661 4 1500000`, a line per game: value and deviation in thousandths,
  /// volatility in millionths, the day, the matches, the value before that day in thousandths.
  public var text: String {
    entries.sorted { $0.key < $1.key }.map { game, entry in
      let numbers = [
        Int((entry.rating.value * 1000).rounded()), Int((entry.rating.deviation * 1000).rounded()),
        Int((entry.rating.volatility * 1_000_000).rounded()), entry.day, entry.matches,
        Int((entry.valueBefore * 1000).rounded()),
      ]
      return ([game] + numbers.map(String.init)).joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// Parses ``text``; invalid lines are skipped.
  public init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard words.count == 7, numbers.count == 6 else { continue }
      let rating = GlickoRating(
        value: Double(numbers[0]) / 1000, deviation: Double(numbers[1]) / 1000,
        volatility: Double(numbers[2]) / 1_000_000)
      let before = GlickoRating(value: Double(numbers[5]) / 1000, deviation: 350, volatility: 0.06)
      entries[String(words[0])] = Entry(
        rating: rating, day: numbers[3], matches: max(0, numbers[4]), valueBefore: before.value)
    }
  }
}
