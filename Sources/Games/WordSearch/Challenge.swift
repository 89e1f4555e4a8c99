public import GameKit
import WireProtocol

extension WordSearch {
  /// One grid: a word, the letters, and the positions of its translations.
  public struct Challenge: Codable, Hashable, Sendable {
    /// The language of the word, `en`.
    public var sourceLanguage: String
    /// The language of the grid, `es`.
    public var targetLanguage: String
    public var word: String
    /// The meaning in question: `noun`, `noun and verb`, `for a drink`; `nil` if there is only one.
    public var sense: String?
    /// The letters, row by row, in lower case.
    public var rows: [String]
    /// The hidden translations, the most common one first.
    public var targets: [Target]

    private enum CodingKeys: String, CodingKey {
      case sourceLanguage = "from"
      case targetLanguage = "to"
      case word, sense, rows, targets
    }

    /// A challenge; nothing is validated.
    public init(
      sourceLanguage: String, targetLanguage: String, word: String, sense: String? = nil, rows: [String],
      targets: [Target]
    ) {
      self.sourceLanguage = sourceLanguage
      self.targetLanguage = targetLanguage
      self.word = word
      self.sense = sense
      self.rows = rows
      self.targets = targets
    }

    /// `en-es:house`.
    var name: String { "\(sourceLanguage)-\(targetLanguage):\(word)" }

    /// Whether a player has chosen the words, which are no translations: ``word`` is what they have in common.
    var isAuthored: Bool { sourceLanguage == targetLanguage }

    /// `water (noun and verb)`.
    var wordAndSense: String { sense.map { "\(word) (\($0))" } ?? word }

    /// `house is la casa, el hogar`.
    var answer: String { "\(word)\(isAuthored ? ":" : " is") \(targets.map(\.text).joined(separator: ", "))" }

    static let longestWord = 30
  }

  /// A hidden translation, and the cells of its first and its last letter.
  public struct Target: Codable, Hashable, Sendable {
    /// The translation, in lower case.
    public var word: String
    /// The written form with article, `das Haus`, shown when it is found; `nil` if that is the word itself.
    public var written: String?
    public var from: Cell
    public var to: Cell

    public init(word: String, written: String? = nil, from: Cell, to: Cell) {
      self.word = word
      self.written = written
      self.from = from
      self.to = to
    }

    var text: String { written ?? word }
  }

  struct Path: Hashable, Sendable {
    let first: Cell
    let last: Cell
    /// The direction of the path; both 0 for a path of one cell.
    let step: (x: Int, y: Int)
    let count: Int

    static func == (left: Path, right: Path) -> Bool { left.first == right.first && left.last == right.last }

    func hash(into hasher: inout Hasher) {
      hasher.combine(first)
      hasher.combine(last)
    }

    var cells: [Cell] { (0..<count).map { Cell(x: first.x + $0 * step.x, y: first.y + $0 * step.y) } }

    /// - Throws: `out_of_grid`, `not_straight`.
    init(from first: Cell, to last: Cell, width: Int, height: Int) throws(Rejection) {
      for cell in [first, last] where !(0..<width).contains(cell.x) || !(0..<height).contains(cell.y) {
        let end = Cell(x: width - 1, y: height - 1)
        throw Rejection("out_of_grid", "The grid goes from A1 to \(end.name), or from 0,0 to \(end.x),\(end.y)")
      }
      let (across, down) = (last.x - first.x, last.y - first.y)
      guard across == 0 || down == 0 || abs(across) == abs(down) else {
        throw Rejection("not_straight", "Select a straight line: along a row, a column or a diagonal")
      }
      self.first = first
      self.last = last
      step = (across.signum(), down.signum())
      count = max(abs(across), abs(down)) + 1
    }
  }
}

typealias Challenge = WordSearch.Challenge
typealias Path = WordSearch.Path
typealias Target = WordSearch.Target

extension Cell {
  var json: JSON { [.int(x), .int(y)] }
}

extension WordSearch.Challenge {
  var width: Int { rows.first?.count ?? 0 }

  func path(from first: Cell, to last: Cell) throws(Rejection) -> Path {
    try Path(from: first, to: last, width: width, height: rows.count)
  }

  /// The letters along a line; rows that are too short (a stored puzzle may be damaged) yield spaces.
  func letters(on path: Path) -> [Character] {
    path.cells.map { cell in
      let row = rows[cell.y]
      let index = row.index(row.startIndex, offsetBy: cell.x, limitedBy: row.endIndex) ?? row.endIndex
      return index < row.endIndex ? row[index] : " "
    }
  }

  /// The target that a line spells, forwards or backwards: at its hidden position, or at any other one in a grid from
  /// elsewhere.
  func target(on path: Path) -> Int? {
    let placed = targets.firstIndex { target in
      (target.from, target.to) == (path.first, path.last) || (target.from, target.to) == (path.last, path.first)
    }
    if let placed { return placed }
    let letters = letters(on: path)
    return targets.firstIndex { Array($0.word) == letters || Array($0.word.reversed()) == letters }
  }

  /// Whether a word is somewhere in a straight line, ignoring accents, visible to everybody.
  func shows(_ text: String) -> Bool {
    let lower = text.lowercased().composed
    // Words that no grid can contain are not searched: longer than it, or with letters of several scalars.
    let scalars = lower.unicodeScalars.count
    guard scalars <= max(width, rows.count), scalars == lower.count else { return false }
    let spellings = Folding.spellings(of: lower).union([String(lower.map(Folding.base))]).map(Array.init)
      .filter { spelling in spelling.allSatisfy { $0.unicodeScalars.count == 1 } }
    let letters = rows.map { $0.map(Folding.base) }
    for spelling in spellings {
      // The empty word is found wherever there is a cell.
      guard let first = spelling.first else { return width > 0 && !rows.isEmpty }
      for y in letters.indices {
        for x in letters[y].indices where x < width && letters[y][x] == first {
          let start = Cell(x: x, y: y)
          if Level.eight.contains(where: { matches(spelling, from: start, step: $0, in: letters) }) { return true }
        }
      }
    }
    return false
  }

  private func matches(
    _ word: [Character], from start: Cell, step: (x: Int, y: Int), in letters: [[Character]]
  ) -> Bool {
    for index in word.indices {
      let (x, y) = (start.x + step.x * index, start.y + step.y * index)
      guard letters.indices.contains(y), letters[y].indices.contains(x), letters[y][x] == word[index] else {
        return false
      }
    }
    return true
  }

  /// The target that `text` names, ignoring accents: preferably an open one.
  func target(named text: String, isOpen: (Int) -> Bool) -> Int? {
    let lower = text.lowercased().composed
    // A letter may be typed as two, and each is one scalar.
    let scalars = lower.unicodeScalars.count
    guard scalars <= 2 * max(width, rows.count), scalars == lower.count else { return nil }
    if let exact = targets.firstIndex(where: { $0.word.utf8.elementsEqual(lower.utf8) }), isOpen(exact) { return exact }
    let spellings = Folding.spellings(of: lower)
    let meant = targets.indices.filter { index in
      targets[index].word == lower || !Folding.spellings(of: targets[index].word).isDisjoint(with: spellings)
    }
    let open = meant.filter(isOpen)
    let candidates = open.isEmpty ? meant : open
    return candidates.first { targets[$0].word == lower } ?? candidates.first
  }
}
