/// Looks for many words in a grid at once: a tree of letters in one array, walked from each cell in each direction.
struct Patterns {
  /// What stands at the end of a word.
  enum Kind: Equatable {
    /// A hidden word, by its place in the caller's list.
    case hidden(Int)
    case blocked
  }

  struct Occurrence {
    let kind: Kind
    let start: Int
    let step: Int
    let count: Int
  }

  /// A node's children begin at its number times ``width``; 0 is none.
  private var children: [Int32]
  private var kinds: [Kind?] = [nil]
  private let width: Int
  private let blocked: [[UInt8]]

  /// - Parameter blocked: words as plain codes below `letterCount`; one with a letter that no grid has (255) is left out.
  init(blocked: [[UInt8]], letterCount: Int) {
    width = max(1, letterCount)
    self.blocked = blocked.filter { $0.allSatisfy { Int($0) < letterCount } }
    children = Array(repeating: 0, count: width)
    for word in self.blocked { insert(word, .blocked) }
  }

  /// These patterns and the words of one grid, compared without accents. A word that is both hidden and blocked counts
  /// as hidden.
  func adding(_ hidden: [HiddenWord]) -> Patterns {
    let highest = Int(hidden.flatMap(\.plain).max() ?? 0)
    // Letters that the language does not have need wider nodes.
    var all = highest < width ? self : Patterns(blocked: blocked, letterCount: highest + 1)
    for word in hidden { all.insert(word.plain, .hidden(word.index)) }
    return all
  }

  private mutating func insert(_ word: [UInt8], _ kind: Kind) {
    var node = 0
    for code in word {
      let slot = node * width + Int(code)
      if children[slot] == 0 {
        children[slot] = Int32(kinds.count)
        kinds.append(nil)
        children += repeatElement(0, count: width)
      }
      node = Int(children[slot])
    }
    kinds[node] = kind
  }

  /// Calls `body` with every occurrence in a square grid of plain codes, until it returns `false`.
  func forEachOccurrence(in cells: [UInt8], size: Int, _ body: (Occurrence) -> Bool) {
    for start in cells.indices {
      let first = child(of: 0, cells[start])
      guard first != 0 else { continue }
      let (x, y) = (start % size, start / size)
      for step in Level.eight {
        let columns = step.x > 0 ? size - 1 - x : step.x < 0 ? x : Int.max
        let rows = step.y > 0 ? size - 1 - y : step.y < 0 ? y : Int.max
        let stride = step.y * size + step.x
        var (node, cell, count) = (first, start, 1)
        while true {
          if let kind = kinds[node],
            !body(Occurrence(kind: kind, start: start, step: stride, count: count))
          {
            return
          }
          guard count <= min(columns, rows) else { break }
          cell += stride
          node = child(of: node, cells[cell])
          guard node != 0 else { break }
          count += 1
        }
      }
    }
  }

  private func child(of node: Int, _ code: UInt8) -> Int {
    Int(code) < width ? Int(children[node * width + Int(code)]) : 0
  }
}
