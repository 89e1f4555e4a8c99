public import GameKit
import WireProtocol

/// The player sorts the tiles of the day's word; its meaning is the reward.
public struct DailySort: Game {
  public struct Puzzle: Codable, Hashable, Sendable {
    /// Lower case, `a` to `z`.
    public var word: String
    /// The letters in their initial order: at most one of them is in its place.
    public var scramble: String
    public var meaning: Meaning
    /// Rarer words with the same letters; none of them is the solution. `nil` if there are none.
    public var anagrams: [String]?
    /// The version of the rules: a stored match replays by those it was played by. `nil` counts as 1.
    public var rules: Int?
    /// Whether every word has come once before this one, which begins a new order of the dailies.
    public var beginsNewOrder: Bool

    public init(
      word: String, scramble: String, meaning: Meaning, anagrams: [String]? = nil, beginsNewOrder: Bool = false,
      rules: Int? = Puzzle.currentRules
    ) {
      self.word = word
      self.scramble = scramble
      self.meaning = meaning
      self.anagrams = anagrams
      self.beginsNewOrder = beginsNewOrder
      self.rules = rules
    }

    /// Since version 2, the initial row cannot be submitted: it is never the word. Since version 3, a hint tells no
    /// letter that a try has shown in its place.
    public static let currentRules = 3

    var isByFirstRules: Bool { rules ?? 1 < 2 }
  }

  public enum Move: Hashable, Sendable {
    /// Arranges all letters; judged.
    case arrange(String)
    /// Swaps two positions of the working row, counted from 1; not judged.
    case swap(Int, Int)
    /// Submits the working row; judged.
    case submit
    /// Puts the next unknown letter of the word into its place in the working row, and all before it; counted.
    case hint
    /// Ends the match and reveals the word, when all players agree who have moved in the last two minutes.
    case giveUp
  }

  let puzzle: Puzzle
  private(set) var row: String
  private(set) var tried: [Arrangement] = []
  private(set) var hints = 0
  /// The number of letters that hints have told, from the word's first on.
  private(set) var told = 0
  private(set) var isGivenUp = false
  private var givingUp = Agreement()

  public init(puzzle: Puzzle, settings: NoSettings) {
    self.puzzle = puzzle
    row = puzzle.scramble
  }

  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.word) }

  public static func solution(of puzzle: Puzzle) -> [Move] { [.arrange(puzzle.word)] }

  public mutating func play(
    _ move: Move, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    guard !isOver else { throw .gameOver }
    givingUp.note(player, at: elapsed)
    switch move {
    case .swap(let first, let second): return try swapTiles(first, second)
    case .submit: return try submit()
    case .arrange(let text): return try judge(text.lowercased())
    case .hint: return try giveHint()
    case .giveUp: return giveUp(player, at: elapsed)
    }
  }

  /// 20 points, minus 1 per try and 3 per hint; at least 1 for a player who has found the word.
  public func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let tries = tried.count
    let points = isSolved ? max(1, Self.mostPoints - tries - 3 * hints) : 0
    return Outcome(
      won: isSolved, tries: isSolved ? tries : nil, score: points, open: hints > 0 ? ["hints": .int(hints)] : [:],
      secret: puzzle.meaning.fields(of: puzzle.word), praise: praise,
      grid: ShareGrid(headline: "· \(effort)", rows: shownTries.map(\.tiles)))
  }

  public func missed(by player: PlayerID) -> [MissedWord] {
    // A player's custom word need not be learnt.
    isSolved || puzzle.meaning.part.isEmpty
      ? [] : [MissedWord(language: "English", word: puzzle.meaning.card(of: puzzle.word))]
  }

  private var praise: String {
    if !isSolved { return "The word was \(puzzle.word.uppercased())" }
    return tried.count <= Self.praises.count ? Self.praises[tried.count - 1] : "Not bad"
  }

  /// The row after a swap is secret: the swaps of a player who knows the word spell it.
  private mutating func swapTiles(_ first: Int, _ second: Int) throws(Rejection) -> Turn {
    var letters = Array(row)
    // A stored puzzle may be damaged: without letters there is no range from 1.
    guard first > 0, first <= letters.count, second > 0, second <= letters.count, first != second else {
      throw Rejection("no_such_tile", "Name two different tiles from 1 to \(letters.count), such as 1 3")
    }
    letters.swapAt(first - 1, second - 1)
    row = String(letters)
    return Turn(secret: ["row": .string(row)], open: ["sorting": true], spentTry: false, openRemark: "is sorting")
  }

  private mutating func judge(_ letters: String) throws(Rejection) -> Turn {
    // The first comparison bounds the sort.
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
      remark: isSolved ? puzzle.meaning.text : remark(on: letters))
  }

  private mutating func submit() throws(Rejection) -> Turn {
    guard puzzle.isByFirstRules || !tried.isEmpty || row != puzzle.scramble else {
      throw Rejection(
        "not_sorted", "Nothing is sorted yet, so this costs nothing: 3 5 swaps two tiles, . submits the row")
    }
    return try judge(row)
  }

  private func remark(on letters: String) -> String {
    guard puzzle.anagrams?.contains(letters) == true else { return "" }
    return "\(letters.uppercased()) is a word too, but not the one that is asked for"
  }

  /// The revealed letters come first in the working row; the others keep their order.
  private mutating func giveHint() throws(Rejection) -> Turn {
    let hidden = told..<max(told, puzzle.word.count - 1)
    guard let next = hidden.first(where: { puzzle.rules ?? 1 < 3 || !isShown($0) }) else {
      throw Rejection("no_more_hints", "There are no more hints: \"give up\" shows the word")
    }
    hints += 1
    told = next + 1
    let beginning = Array(puzzle.word.prefix(told))
    var rest = Array(row)
    for letter in beginning { if let index = rest.firstIndex(of: letter) { rest.remove(at: index) } }
    row = String(beginning + rest)
    return Turn(
      secret: ["row": .string(row)], open: ["hints": .int(hints)], spentTry: false,
      remark: "took a hint: the word begins with \(String(beginning).uppercased())", openRemark: "took a hint")
  }

  private mutating func giveUp(_ player: PlayerID, at elapsed: Elapsed) -> Turn {
    if let wish = givingUp.propose(to: "give up", as: "wants_to_give_up", by: player, at: elapsed) { return wish }
    isGivenUp = true
    return Turn(
      secret: ["word": .string(puzzle.word)], open: ["gave_up": true], spentTry: false,
      remark: puzzle.meaning.text.isEmpty ? "gave up" : "gave up · \(puzzle.meaning.text)", openRemark: "gave up")
  }

  /// Whether a try has shown the letter at a position, counted from 0.
  private func isShown(_ position: Int) -> Bool {
    tried.contains { $0.tiles.dropFirst(position).first == Tile.right.rawValue }
  }

  func hasTried(_ letters: String) -> Bool { tried.contains { $0.letters == letters } }

  var isSolved: Bool { tried.last?.letters == puzzle.word }

  var isOver: Bool { isSolved || isGivenUp }

  /// `3 tries`, `1 try, 2 hints`, `gave up after 4 tries`.
  var effort: String {
    let tries = tried.count == 1 ? "1 try" : "\(tried.count) tries"
    let helped = hints == 0 ? tries : "\(tries), \(hints == 1 ? "1 hint" : "\(hints) hints")"
    return isGivenUp ? "gave up after \(helped)" : helped
  }

  /// Tries are unlimited, but not all of them are drawn.
  var shownTries: ArraySlice<Arrangement> { tried.suffix(Self.rowsShown) }

  static let rowsShown = 20
  private static let mostPoints = 20
  private static let praises = [
    "Genius", "Magnificent", "Impressive", "Splendid", "Great", "Nice", "Good effort", "You got it!",
  ]
}

struct Arrangement: Hashable, Codable, Sendable {
  let letters: String
  /// One tile per letter: right in its place, otherwise elsewhere.
  let tiles: String

  init(letters: String, of word: String) {
    self.letters = letters
    tiles = String(zip(letters, word).map { ($0 == $1 ? Tile.right : .elsewhere).rawValue })
  }
}
