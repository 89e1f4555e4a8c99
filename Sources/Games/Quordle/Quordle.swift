public import GameKit
public import WireProtocol

/// Several words at once: each guess is one at all of them, and all have to be found.
///
/// There are five guesses more than words, as in the games whose names these are:
/// [Quordle](https://www.merriam-webster.com/games/quordle/) has four words,
/// [Octordle](https://www.britannica.com/games/octordle-daily/) eight. Both names are trademarks of their publishers,
/// and say here which rules apply.
public struct WordsAtOnce<Size: WordCount>: Game {
  public struct Puzzle: Codable, Hashable, Sendable {
    /// Of five letters each, `a` to `z`.
    public let words: [String]
  }

  public typealias Move = WordGuess

  /// The number of guesses.
  static var maximumTries: Int { Size.words + 5 }

  let answers: [PackedWord]
  private(set) var guesses: [PackedWord] = []
  private var isGivenUp = false
  private var givingUp = Agreement()

  public init(puzzle: Puzzle, settings: NoSettings) {
    answers = puzzle.words.prefix(Size.words).map { PackedWord($0) ?? .blank }
  }

  public static var info: GameInfo { Size.info }

  /// Each word is a part of the key, so that no word is asked for twice.
  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.words.joined(separator: " ")) }

  public static func solution(of puzzle: Puzzle) -> [Move] { puzzle.words.map { Move(guess: $0) } }

  public static func parse(_ line: String) throws(Rejection) -> Move { Move(typed: line) }

  public mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard !isOver else { throw .gameOver }
    guard case .word(let text) = move else { return givingUp.giveUp(&isGivenUp, by: player, at: elapsed) }
    let word = try PackedWord(checking: text)
    givingUp.note(player, at: elapsed)
    let words = answers.map { JSON.string(isFound($0) ? "" : JudgedGuess(word, at: $0).tiles) }
    guesses.append(word)
    let tiles = String(answers.map { isFound($0) ? Tile.right.rawValue : Tile.open.rawValue })
    return Turn(
      secret: ["guess": .string(text)],
      open: ["tiles": .string(tiles), "tries": .int(guesses.count), "words": .array(words)])
  }

  /// The guesses at a word, up to the one that has found it.
  func tries(at answer: PackedWord) -> [JudgedGuess] {
    guesses.prefix((guesses.firstIndex(of: answer) ?? guesses.count) + 1).map { JudgedGuess($0, at: answer) }
  }

  func isFound(_ answer: PackedWord) -> Bool { guesses.contains(answer) }

  var found: Int { answers.count(where: isFound) }
  var isWon: Bool { !answers.isEmpty && answers.allSatisfy(isFound) }
  var isOver: Bool { isWon || isGivenUp || guesses.count >= Self.maximumTries }
}

extension WordsAtOnce {
  /// A part for each word. The keyboard has the colours of the words that have not been found.
  public func board(for viewer: Viewer) -> Board {
    let showsLetters = viewer != .outsider
    let open = answers.filter { isOver || !isFound($0) }
    var board = Board(
      title: Size.info.title, rows: [], keys: showsLetters ? GuessKeyboard(open.flatMap(tries)).keys : [],
      prompt: isOver ? "" : "Guess a five-letter word",
      notes: ["guess \(min(guesses.count + 1, Self.maximumTries))/\(Self.maximumTries)"],
      gestures: isOver ? [] : [Gesture(.key, "{letters}")])
    if isOver { board.notes = ["found \(found) of \(answers.count)"] + (showsLetters ? [praise] : []) }
    board.parts = answers.enumerated().map { index, answer in
      let rows = tries(at: answer).map { $0.row(showsLetters: showsLetters) }
      let next = isOver && showsLetters ? Board.Row(letters: answer.text, tiles: JudgedGuess.openRow.tiles) : nil
      return .tries("Word \(index + 1)", rows: isFound(answer) ? rows : rows + [next ?? JudgedGuess.openRow])
    }
    return board
  }

  /// A point for each word, and one for each guess that is left after the last one.
  public func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let words = JSON.array(answers.map { .string($0.text) })
    return Outcome(
      won: isWon, tries: isWon ? guesses.count : nil, score: found + (isWon ? Self.maximumTries - guesses.count : 0),
      open: ["found": .int(found)], secret: ["answers": words], praise: praise,
      grid: ShareGrid(headline: numbers, rows: rows))
  }

  public func missed(by player: PlayerID) -> [MissedWord] {
    answers.filter { !isFound($0) }.map {
      MissedWord(language: "English", word: WordDeck.Word(original: $0.text, translation: ""))
    }
  }

  private var praise: String {
    if isWon {
      return guesses.count == Self.maximumTries ? "Phew" : guesses.count < Size.words + 3 ? "Genius" : "Great"
    }
    let words = answers.filter { !isFound($0) }.map { $0.text.uppercased() }.joined(separator: ", ")
    return "Not found: \(words)"
  }

  /// The guess that has found each word, as those games write it: `4️⃣7️⃣🔟🟥`.
  private var numbers: String {
    let signs = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟", "🕚", "🕛", "🕐"]
    return answers.map { guesses.firstIndex(of: $0).map { signs[$0] } ?? "🟥" }.joined()
  }

  /// The colours of two words side by side; of more than four words the numbers are enough.
  private var rows: [String] {
    guard answers.count <= 4 else { return [] }
    let grids = answers.map { tries(at: $0).map(\.tiles) }
    return stride(from: 0, to: grids.count, by: 2).flatMap { first -> [String] in
      let pair = grids[first...].prefix(2)
      return (first == 0 ? [] : [""])
        + (0..<(pair.map(\.count).max() ?? 0)).map { row in
          pair.map { $0.indices.contains(row) ? $0[row] : JudgedGuess.openRow.tiles }.joined(separator: " ")
        }
    }
  }
}
