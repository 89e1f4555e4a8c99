public import GameKit
import WireProtocol

/// Unscramble the day's word by sorting its tiles; colours tell which are in their place, and the word's meaning is
/// the reward.
public struct DailySort: Game {
  /// The hidden word, its scramble, and what it means.
  public struct Puzzle: Codable, Hashable, Sendable {
    /// Lower case, `a` to `z`.
    public var word: String
    /// The letters as they are first shown: at most one of them stands in its place.
    public var scramble: String
    /// What solving it earns.
    public var meaning: Meaning
    /// Whether every word has come once before, and a new order of the dailies begins with this one.
    public var beginsNewOrder: Bool

    /// A puzzle; the source makes them.
    public init(word: String, scramble: String, meaning: Meaning, beginsNewOrder: Bool = false) {
      self.word = word
      self.scramble = scramble
      self.meaning = meaning
      self.beginsNewOrder = beginsNewOrder
    }
  }

  /// A full arrangement, a swap of two tiles of the working row, or its submission.
  public enum Move: Hashable, Sendable {
    /// All the letters in a new order; judged.
    case arrange(String)
    /// Two places of the working row, counted from 1; shown and not judged.
    case swap(Int, Int)
    /// The working row as it stands; judged.
    case submit
  }

  let puzzle: Puzzle
  /// The working row.
  private(set) var row: String
  private(set) var tried: [Arrangement] = []

  public init(puzzle: Puzzle, settings: NoSettings) {
    self.puzzle = puzzle
    row = puzzle.scramble
  }

  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.word) }

  public static func solution(of puzzle: Puzzle) -> [Move] { [.arrange(puzzle.word)] }

  public mutating func play(
    _ move: Move, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    guard !isSolved else { throw .gameOver }
    switch move {
    case .swap(let first, let second): return try swapTiles(first, second)
    case .submit: return try judge(row)
    case .arrange(let text): return try judge(text.lowercased())
    }
  }

  public func outcome(for player: PlayerID) -> Outcome? {
    guard isSolved else { return nil }
    let tries = tried.count
    return Outcome(
      won: true, tries: tries, score: max(1, Self.mostPoints - tries), secret: puzzle.meaning.fields(of: puzzle.word),
      praise: tries <= Self.praises.count ? Self.praises[tries - 1] : "Not bad",
      grid: ShareGrid(headline: "· \(triesText)", rows: shownTries.map(\.tiles)))
  }

  /// A swap says nothing to others: whoever saw all of a solver's swaps could repeat them.
  private mutating func swapTiles(_ first: Int, _ second: Int) throws(Rejection) -> Turn {
    var letters = Array(row)
    // A recorded puzzle may be broken: without letters there is no range from 1.
    guard first > 0, first <= letters.count, second > 0, second <= letters.count, first != second else {
      throw Rejection("no_such_tile", "Name two different tiles from 1 to \(letters.count), such as 1 3")
    }
    letters.swapAt(first - 1, second - 1)
    row = String(letters)
    return Turn(secret: ["row": .string(row)], open: ["sorting": true], spentTry: false)
  }

  private mutating func judge(_ letters: String) throws(Rejection) -> Turn {
    // Sorting takes long for what is long.
    guard letters.utf8.count == row.utf8.count, letters.sorted() == row.sorted() else {
      let tiles = puzzle.scramble.uppercased().map(String.init).joined(separator: " ")
      throw Rejection("not_these_letters", "Use exactly the letters \(tiles)")
    }
    let arrangement = Arrangement(letters: letters, of: puzzle.word)
    guard !hasTried(arrangement.letters) else {
      throw Rejection("already_tried", "You have tried \(arrangement.letters.uppercased()) before")
    }
    tried.append(arrangement)
    row = letters
    return Turn(
      secret: ["letters": .string(arrangement.letters)],
      open: ["tiles": .string(arrangement.tiles), "tries": .int(tried.count)],
      remark: isSolved ? puzzle.meaning.text : "")
  }

  func hasTried(_ letters: String) -> Bool { tried.contains { $0.letters == letters } }

  var isSolved: Bool { tried.last?.letters == puzzle.word }

  var triesText: String { tried.count == 1 ? "1 try" : "\(tried.count) tries" }

  /// Tries are unlimited, but what is drawn of them is not.
  var shownTries: ArraySlice<Arrangement> { tried.suffix(Self.rowsShown) }

  static let rowsShown = 20
  private static let mostPoints = 20
  /// What a solver is told, by number of tries.
  private static let praises = [
    "Genius", "Magnificent", "Impressive", "Splendid", "Great", "Nice", "Good effort", "You got it!",
  ]
}

/// A judged arrangement of the letters.
struct Arrangement: Hashable, Codable, Sendable {
  let letters: String
  /// A tile a letter: right in its place, elsewhere if not.
  let tiles: String

  init(letters: String, of word: String) {
    self.letters = letters
    tiles = String(zip(letters, word).map { ($0 == $1 ? Tile.right : .elsewhere).rawValue })
  }
}
