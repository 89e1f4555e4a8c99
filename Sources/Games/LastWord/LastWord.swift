public import GameKit
import WireProtocol

/// All players guess the same words, one after the other, as fast as they can. A found word takes time from the others;
/// the last player with time left wins.
///
/// The time that a word takes is divided among all other remaining players, so that a match of a hundred is not over at
/// once: a word found at the first try takes ``Rules/firstTry`` in all, and each further try ``Rules/reductionPerTry``
/// less.
public struct LastWord: Game {
  /// The words, in the order in which all players get them.
  public struct Puzzle: Codable, Hashable, Sendable {
    /// Of five letters each, `a` to `z`.
    public let words: [String]

    /// Words to find.
    public init(words: [String]) { self.words = words }
  }

  /// The duration of a match.
  public struct Settings: GameSettings {
    /// The initial time of each player in seconds.
    public var seconds = 180

    public init() {}

    public func validate() throws(Rejection) {
      guard (30...1800).contains(seconds) else { throw .badSettings("\"seconds\" is a number from 30 to 1800") }
    }
  }

  /// A guess.
  public struct Move: Codable, Hashable, Sendable {
    /// Five letters in lower case.
    public let guess: String

    /// A guess in any case.
    public init(guess: String) { self.guess = guess.lowercased() }

    public init(from decoder: any Decoder) throws {
      self.init(guess: try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .guess))
    }
  }

  /// The constants of the game.
  public enum Rules {
    /// Guesses at each word.
    public static let tries = 6
    /// The time that a word found at the first try takes from all others together, in milliseconds.
    public static let firstTry: Int64 = 30_000
    /// The reduction of that time per further try, in milliseconds.
    public static let reductionPerTry: Int64 = 4_000
    /// The time that a player loses with a word not found, in milliseconds.
    public static let missed: Int64 = 15_000
  }

  let words: [String]
  let settings: Settings
  /// In the order of their seats.
  private(set) var contestants: [Contestant] = []
  /// Whether the match has begun: the contestants are known from then on.
  private var hasBegun = false

  public init(puzzle: Puzzle, settings: Settings) {
    words = puzzle.words
    self.settings = settings
  }

  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.words.joined(separator: "-")) }

  /// No solution: the words of a match do not end by being solved.
  public static func solution(of puzzle: Puzzle) -> [Move] { [] }

  public static func parse(_ line: String) throws(Rejection) -> Move { Move(guess: line) }

  // MARK: - Playing

  /// The remaining players.
  var standing: [Int] { contestants.indices.filter { contestants[$0].place == nil } }

  /// A remaining player's index among the contestants; `nil` for others.
  private func index(of player: PlayerID) -> Int? { standing.first { contestants[$0].id == player } }

  var isOver: Bool { hasBegun && standing.count < 2 }

  public mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    switch event {
    case .begin(let players):
      hasBegun = true
      contestants = players.map { Contestant(id: $0, timeIsUp: Int64(settings.seconds) * 1000) }
      return Turn(open: [:], spentTry: false)
    case .time:
      let late = dropLate(at: elapsed)
      var open: JSONObject = ["out": .int(late.count)]
      var gone = "The time of \(late.count) players is up"
      if late.count <= Self.mostNamed {
        open[Turn.players] = .array(late.map { .int(Int($0.number)) })
        gone = "\(late.count == 1 ? "is" : "are") out of time"
      }
      return Turn(open: open, spentTry: false, remark: gone, openRemark: gone)
    case .leave(let player), .resign(let player):
      guard let index = index(of: player) else { throw .notHere }
      drop([index])
      return Turn(open: [:], spentTry: false, remark: "gives up", openRemark: "gives up")
    case .join, .draw, .flag, .pause, .unpause, .skip, .stop: throw .notHere
    }
  }

  public mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard !isOver, let index = index(of: player) else { throw .gameOver }
    let guess = try PackedWord(checking: move.guess)
    guard let word = word(contestants[index].position) else {
      throw Rejection("no_more_words", "There are no more words for you: hold out")
    }
    let judged = JudgedGuess(guess, at: PackedWord(word) ?? .blank)
    let tiles = judged.tiles
    contestants[index].guesses.append(judged)
    let tries = contestants[index].guesses.count
    if move.guess == word { return find(index, word, tiles, tries, at: elapsed) }
    var turn = Turn(
      open: ["tiles": .string(tiles), "tries": .int(tries)], hands: [hand(player, move)])
    guard tries == Rules.tries else {
      turn.isQuiet = true
      return turn
    }
    contestants[index].timeIsUp -= Rules.missed
    contestants[index].nextWord(word, found: false)
    turn.open["lost_ms"] = .int(Int(Rules.missed))
    turn.hands[0].fields["answer"] = .string(word)
    turn.openRemark = "misses a word and loses \(Rules.missed / 1000) s"
    dropLate(at: elapsed)
    return turn
  }

  /// A player has found a word: takes time from the others.
  private mutating func find(
    _ index: Int, _ word: String, _ tiles: String, _ tries: Int, at elapsed: Elapsed
  ) -> Turn {
    contestants[index].nextWord(word, found: true)
    let others = standing.filter { $0 != index }
    let all = Rules.firstTry - Int64(tries - 1) * Rules.reductionPerTry
    let each = all / Int64(max(1, others.count))
    for other in others { contestants[other].timeIsUp -= each }
    var turn = Turn(
      open: ["tiles": .string(tiles), "tries": .int(tries), "took_ms": .int(Int(each))],
      hands: [hand(contestants[index].id, Move(guess: word))])
    turn.openRemark = "finds a word and takes \(Self.seconds(each)) s from everybody else"
    turn.remark = turn.openRemark
    dropLate(at: elapsed)
    return turn
  }

  private func hand(_ player: PlayerID, _ move: Move) -> Turn.Hand {
    Turn.Hand(for: [player], ["guess": .string(move.guess)])
  }

  /// A word of the sequence; `nil` if there are no more.
  func word(_ position: Int) -> String? { words.indices.contains(position) ? words[position] : nil }

  /// `1.5`, or `30`.
  static func seconds(_ milliseconds: Int64) -> String {
    let tenths = (milliseconds + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  // MARK: - Time

  public var deadline: Elapsed? {
    guard !isOver else { return nil }
    return standing.map { contestants[$0].timeIsUp }.min().map { Elapsed(milliseconds: $0) }
  }

  public func timeIsUp(for player: PlayerID) -> Elapsed? {
    guard !isOver, let index = index(of: player) else { return nil }
    return Elapsed(milliseconds: contestants[index].timeIsUp)
  }

  /// Drops the players whose time is up, however they lost it.
  ///
  /// - Returns: the dropped players.
  @discardableResult
  private mutating func dropLate(at elapsed: Elapsed) -> [PlayerID] {
    let late = standing.filter { contestants[$0].timeIsUp <= elapsed.milliseconds }
    drop(late)
    return late.map { contestants[$0].id }
  }

  /// The most dropped players that a turn names; others are only counted.
  private static let mostNamed = 8

  /// Drops some players together, ranked among each other by the number of words found.
  private mutating func drop(_ gone: [Int]) {
    let left = standing.count - gone.count
    for index in gone {
      let better = gone.count { contestants[$0].found > contestants[index].found }
      contestants[index].place = left + 1 + better
    }
    if left == 1, let last = standing.first { contestants[last].place = 1 }
  }
}

/// The state of one player.
struct Contestant: Codable, Hashable, Sendable {
  let id: PlayerID
  /// When this player's time is up, in milliseconds since the beginning.
  var timeIsUp: Int64
  /// The index of the word that is being guessed.
  private(set) var position = 0
  private(set) var found = 0
  var guesses: [JudgedGuess] = []
  /// The result of the previous word: `found CRANE`.
  private(set) var last: String?
  /// 1 for the winner; `nil` for a remaining player.
  var place: Int?

  init(id: PlayerID, timeIsUp: Int64) {
    self.id = id
    self.timeIsUp = timeIsUp
  }

  /// Continues with the next word.
  mutating func nextWord(_ word: String, found isFound: Bool) {
    position += 1
    found += isFound ? 1 : 0
    last = "\(isFound ? "found" : "missed") \(word.uppercased())"
    guesses = []
  }
}
