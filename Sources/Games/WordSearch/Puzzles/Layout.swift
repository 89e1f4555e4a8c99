import GameKit

struct Layout {
  private struct Placement {
    let start: Int
    let step: Int
    let count: Int

    var end: Int { start + step * (count - 1) }

    func contains(_ occurrence: Patterns.Occurrence) -> Bool {
      let cells = stride(from: start, through: end, by: step)
      let last = occurrence.start + occurrence.step * (occurrence.count - 1)
      return abs(occurrence.step) == abs(step) && cells.contains(occurrence.start) && cells.contains(last)
    }

    func isSame(as occurrence: Patterns.Occurrence) -> Bool {
      let last = occurrence.start + occurrence.step * (occurrence.count - 1)
      return (start, end) == (occurrence.start, last) || (start, end) == (last, occurrence.start)
    }
  }

  private static let empty: UInt8 = 255

  private let size: Int
  private let alphabet: Alphabet
  private var cells: [UInt8]
  /// The same letters without accents.
  private var plain: BorderedLetters
  private var isHidden: [Bool]
  private var placements: [Int: Placement] = [:]
  /// The number of cells searched for accidents: the cost of filling.
  private(set) var searches = 0

  init(size: Int, _ alphabet: Alphabet) {
    self.size = size
    self.alphabet = alphabet
    cells = Array(repeating: Self.empty, count: size * size)
    plain = BorderedLetters(size: size)
    isHidden = Array(repeating: false, count: size * size)
  }

  /// Places all words, the longest first; `false` if one does not fit.
  mutating func place(
    _ words: [HiddenWord], steps: [(x: Int, y: Int)], using generator: inout SeededGenerator
  ) -> Bool {
    let ordered = words.sorted { ($1.letters.count, $0.index) < ($0.letters.count, $1.index) }
    for word in ordered where !place(word, steps, using: &generator) { return false }
    return true
  }

  /// Tries random positions first, then takes the first free one after a random start.
  private mutating func place(
    _ word: HiddenWord, _ steps: [(x: Int, y: Int)], using generator: inout SeededGenerator
  ) -> Bool {
    for _ in 0..<Self.guesses {
      let step = steps[generator.number(below: steps.count)]
      if put(word, at: generator.number(below: cells.count), step) { return true }
    }
    let count = cells.count * steps.count
    let offset = generator.number(below: count)
    for number in 0..<count {
      let slot = (number + offset) % count
      if put(word, at: slot / steps.count, steps[slot % steps.count]) { return true }
    }
    return false
  }

  private static let guesses = 24

  private mutating func put(_ word: HiddenWord, at start: Int, _ step: (x: Int, y: Int)) -> Bool {
    let last = word.letters.count - 1
    let (endX, endY) = (start % size + step.x * last, start / size + step.y * last)
    guard (0..<size).contains(endX), (0..<size).contains(endY) else { return false }
    let stride = step.y * size + step.x
    var cell = start
    for letter in word.letters {
      guard cells[cell] == Self.empty || cells[cell] == letter else { return false }
      cell += stride
    }
    cell = start
    for (letter, plainLetter) in zip(word.letters, word.plain) {
      cells[cell] = letter
      plain.set(cell, to: plainLetter)
      isHidden[cell] = true
      cell += stride
    }
    placements[word.index] = Placement(start: start, step: stride, count: word.letters.count)
    return true
  }

  /// Fills the free cells so that no word occurs by accident; `false` if that fails.
  ///
  /// Accidents are repaired in the order of the cells where they start. A new letter can change only words that start
  /// on the eight lines through its cell, so only these cells are searched again.
  mutating func fill(avoiding patterns: Patterns, using generator: inout SeededGenerator) -> Bool {
    for cell in cells.indices where !isHidden[cell] { fill(cell, using: &generator) }
    var isChecked = Array(repeating: false, count: cells.count)
    var (start, repairs) = (0, 0)
    while start < cells.count {
      guard !isChecked[start] else {
        start += 1
        continue
      }
      searches += 1
      guard let accident = unintended(at: start, patterns) else {
        isChecked[start] = true
        continue
      }
      let free = (0..<accident.count).map { accident.start + $0 * accident.step }.filter { !isHidden[$0] }
      // Crossing words can spell another word between them: no filler can repair that.
      guard !free.isEmpty else { return false }
      let cell = free[generator.number(below: free.count)]
      fill(cell, using: &generator)
      repairs += 1
      guard repairs < Self.mostRepairs else { return false }
      for near in starts(through: cell, within: patterns.longest) {
        isChecked[near] = false
        start = min(start, near)
      }
    }
    return true
  }

  /// The cells on the eight lines through a cell within a distance, including the cell.
  private func starts(through cell: Int, within distance: Int) -> [Int] {
    let (x, y) = (cell % size, cell / size)
    var found = [cell]
    for step in Level.eight {
      let columns = step.x > 0 ? size - 1 - x : step.x < 0 ? x : Int.max
      let rows = step.y > 0 ? size - 1 - y : step.y < 0 ? y : Int.max
      let most = min(columns, rows, distance - 1)
      guard most > 0 else { continue }
      found += (1...most).map { cell + $0 * (step.y * size + step.x) }
    }
    return found
  }

  private static let mostRepairs = 100

  private mutating func fill(_ cell: Int, using generator: inout SeededGenerator) {
    let code = alphabet.fillers[generator.number(below: alphabet.fillers.count)]
    cells[cell] = code
    plain.set(cell, to: alphabet.plain[Int(code)])
  }

  /// A word that starts at a cell by accident: a second occurrence of a hidden word, or a blocked word that is not part
  /// of a hidden one.
  private func unintended(at start: Int, _ patterns: Patterns) -> Patterns.Occurrence? {
    var found: Patterns.Occurrence?
    patterns.forEachOccurrence(at: start, in: plain) { occurrence in
      let isMeant =
        switch occurrence.kind {
        case .hidden(let index): placements[index]?.isSame(as: occurrence) ?? false
        case .blocked: placements.values.contains { $0.contains(occurrence) }
        }
      if !isMeant { found = occurrence }
      return isMeant
    }
    return found
  }

  func grid(of words: [String]) -> GridGenerator.Grid {
    // Bytes are joined, since building a string from characters takes ten times as long.
    let letters = alphabet.letters.map { Array(String($0).utf8) }
    let rows = (0..<size).map { y in
      String(decoding: cells[y * size..<(y + 1) * size].flatMap { letters[Int($0)] }, as: UTF8.self)
    }
    let targets = words.indices.compactMap { index in
      placements[index].map { placement in
        WordSearch.Target(word: words[index], from: cell(placement.start), to: cell(placement.end))
      }
    }
    return GridGenerator.Grid(rows: rows, targets: targets)
  }

  private func cell(_ number: Int) -> Cell { Cell(x: number % size, y: number / size) }
}
