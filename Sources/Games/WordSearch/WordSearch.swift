public import GameKit
import WireProtocol

/// Find every translation of a word in a grid of letters, one grid after another.
public struct WordSearch: Game {
  public struct Puzzle: Codable, Hashable, Sendable {
    /// The grids; never empty in a puzzle that the source has made.
    public var challenges: [Challenge]
    /// The version of the rules: a stored match replays by those it was played by. `nil` counts as 1.
    public var rules: Int?

    public init(challenges: [Challenge], rules: Int? = Puzzle.currentRules) {
      self.challenges = challenges
      self.rules = rules
    }

    /// Since version 2, a word that is nowhere in the grid is not a miss, and a found target is marked where it was
    /// read.
    public static let currentRules = 2

    var isByFirstRules: Bool { rules ?? 1 < 2 }
  }

  public enum Move: Hashable, Sendable {
    /// From the first cell to the last.
    case select(from: Cell, to: Cell)
    case word(String)
    /// Gives the grid up, when all players agree who have moved in the last two minutes.
    case skip

    /// The line between two cells, whichever is given first: from the upper one, or the left one of a row.
    static func line(_ one: Cell, _ other: Cell) -> Move {
      (one.y, one.x) < (other.y, other.x) ? .select(from: one, to: other) : .select(from: other, to: one)
    }
  }

  let puzzle: Puzzle
  /// The state of each grid so far, the current one last; at most as many as the puzzle has.
  private(set) var grids: [GridState]
  /// All players who have moved, in that order, which is the order of their colours.
  private(set) var players: [Tally] = []
  private(set) var skipping = Agreement()
  private(set) var endedAt: Elapsed?

  public init(puzzle: Puzzle, settings: Settings) {
    self.puzzle = puzzle
    grids = [GridState()]
  }

  /// The pair of languages and the words: puzzles that share a word reveal part of each other.
  public static func key(of puzzle: Puzzle) -> PuzzleKey { key(naming: puzzle.challenges.map(\.name)) }

  static func key(naming challenges: [String]) -> PuzzleKey { PuzzleKey(challenges.joined(separator: " ")) }

  public static func solution(of puzzle: Puzzle) -> [Move] {
    puzzle.challenges.flatMap { challenge in challenge.targets.map { .word($0.word) } }
  }

  public mutating func play(
    _ move: Move, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    guard let challenge, !isOver else { throw .gameOver }
    let turn: Turn
    switch move {
    case .select(let first, let last): turn = try select(first, last, in: challenge, by: player)
    case .word(let text): turn = try name(text, in: challenge, by: player)
    case .skip: turn = skip(challenge, by: player, at: elapsed)
    }
    skipping.note(player, at: elapsed)
    advance(past: challenge, at: elapsed)
    return turn
  }

  private mutating func select(
    _ first: Cell, _ last: Cell, in challenge: Challenge, by player: PlayerID
  ) throws(Rejection) -> Turn {
    let path = try challenge.path(from: first, to: last)
    guard let index = challenge.target(on: path) else {
      return miss(by: player, .path(path, challenge.letters(on: path)))
    }
    return try find(index, at: puzzle.isByFirstRules ? nil : path, in: challenge, by: player)
  }

  private mutating func name(
    _ text: String, in challenge: Challenge, by player: PlayerID
  ) throws(Rejection) -> Turn {
    // Scalars are counted first: finding characters is slow.
    guard !text.isEmpty, text.unicodeScalars.count <= 2 * Challenge.longestWord, text.count <= Challenge.longestWord,
      text.allSatisfy(\.isLetter)
    else {
      throw .badMove("A word has 1 to \(Challenge.longestWord) letters and nothing else")
    }
    let index = challenge.target(named: text) { index in !grid.finds.contains { $0.target == index } }
    if let index { return try find(index, at: nil, in: challenge, by: player) }
    guard puzzle.isByFirstRules || challenge.shows(text) else {
      throw Rejection(
        "not_in_grid", "\(text.uppercased()) is not in this grid, so it costs nothing; skip gives the grid up")
    }
    return miss(by: player, .word(text.lowercased().composed))
  }

  private mutating func find(
    _ index: Int, at path: Path?, in challenge: Challenge, by player: PlayerID
  ) throws(Rejection) -> Turn {
    var target = challenge.targets[index]
    if grid.finds.contains(where: { $0.target == index }) {
      throw Rejection("already_found", "\(target.word.uppercased()) has been found already")
    }
    let seat = seat(of: player)
    players[seat].found += 1
    var find = Find(target: index, player: player)
    if let path, ![path.first, path.last].contains(target.from) || ![path.first, path.last].contains(target.to) {
      (find.from, find.to) = (path.first, path.last)
      (target.from, target.to) = (path.first, path.last)
    }
    update { $0.finds.append(find) }
    update { $0.marks.append(.find(seat)) }
    let count = grid.finds.count
    var secret: JSONObject = ["word": .string(target.word), "from": target.from.json, "to": target.to.json]
    if let written = target.written { secret["written"] = .string(written) }
    return Turn(
      secret: secret,
      open: [
        "hit": true, "found": .int(count), "targets": .int(challenge.targets.count), "challenge": .int(grids.count),
      ],
      spentTry: false, remark: remark(on: target, count, of: challenge),
      openRemark: "found a word (\(count) of \(challenge.targets.count))")
  }

  private func remark(on target: Target, _ count: Int, of challenge: Challenge) -> String {
    let place = "\(target.from.name) \(target.to.name)"
    guard count == challenge.targets.count else {
      return "found \(target.text) at \(place), \(count) of \(challenge.targets.count)"
    }
    return "found \(target.text) at \(place): \(challenge.answer)"
  }

  private enum Attempt {
    case path(Path, [Character])
    case word(String)
  }

  private mutating func miss(by player: PlayerID, _ attempt: Attempt) -> Turn {
    players[seat(of: player)].misses += 1
    // At most `missesShown` consecutive misses are kept: the share grid shows no more.
    if !grid.marks.suffix(Self.missesShown).allSatisfy({ $0 == .miss }) || grid.marks.count < Self.missesShown {
      update { $0.marks.append(.miss) }
    }
    let secret: JSONObject =
      switch attempt {
      case .path(let path, _): ["from": path.first.json, "to": path.last.json]
      case .word(let word): ["word": .string(word)]
      }
    let tried =
      switch attempt {
      case .path(_, let letters): String(letters)
      case .word(let word): word
      }
    let missed = challenge?.isAuthored == true ? "one of them" : "a translation"
    return Turn(
      secret: secret, open: ["hit": false, "challenge": .int(grids.count)], remark: "tried \(tried): not \(missed)",
      openRemark: "missed")
  }

  private mutating func skip(_ challenge: Challenge, by player: PlayerID, at elapsed: Elapsed) -> Turn {
    if var wish = skipping.propose(to: "skip this grid", as: "wants_to_skip", by: player, at: elapsed) {
      wish.open["challenge"] = .int(grids.count)
      return wish
    }
    let left = hidden(in: challenge)
    let words = left.map { challenge.targets[$0].word }
    update { $0.isSkipped = true }
    return Turn(
      secret: ["words": .array(words.map(JSON.string))],
      open: ["skipped": true, "challenge": .int(grids.count)], spentTry: false,
      remark: "skipped the grid; still hidden: \(left.map { challenge.targets[$0].text }.joined(separator: ", "))",
      openRemark: "skipped the grid")
  }

  func hidden(in challenge: Challenge) -> [Int] {
    challenge.targets.indices.filter { index in !grid.finds.contains { $0.target == index } }
  }

  private mutating func advance(past challenge: Challenge, at elapsed: Elapsed) {
    guard grid.isSkipped || grid.finds.count == challenge.targets.count else { return }
    skipping.reset()
    if grids.count < puzzle.challenges.count { grids.append(GridState()) } else { endedAt = elapsed }
  }

  var challenge: Challenge? {
    puzzle.challenges.indices.contains(grids.count - 1) ? puzzle.challenges[grids.count - 1] : nil
  }

  var isOver: Bool { endedAt != nil }

  var grid: GridState { grids.last ?? GridState() }

  private mutating func update(_ change: (inout GridState) -> Void) {
    guard !grids.isEmpty else { return }
    change(&grids[grids.count - 1])
  }

  private mutating func seat(of player: PlayerID) -> Int {
    if let index = players.firstIndex(where: { $0.player == player }) { return index }
    players.append(Tally(player: player))
    return players.count - 1
  }

  func tile(of seat: Int) -> Tile { Tile.players[seat % Tile.players.count] }
}

struct Tally: Codable, Hashable, Sendable {
  let player: PlayerID
  var found = 0
  var misses = 0
}

struct Find: Codable, Hashable, Sendable {
  /// The index in the challenge's list.
  let target: Int
  let player: PlayerID
  /// The cells where it was read, if they differ from the hidden position.
  var from: Cell?
  var to: Cell?
}

struct GridState: Codable, Hashable, Sendable {
  enum Mark: Codable, Hashable, Sendable {
    /// A find by the player at this index.
    case find(Int)
    case miss
  }

  var finds: [Find] = []
  /// Finds and misses in order.
  var marks: [Mark] = []
  var isSkipped = false
}
