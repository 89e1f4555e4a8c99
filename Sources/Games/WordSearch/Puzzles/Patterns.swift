/// Finds many words in a grid at once: a trie in one array, walked from each cell in each direction.
struct Patterns {
  /// The kind of a word.
  enum Kind: Equatable {
    /// A hidden word, by its index in the caller's list.
    case hidden(Int)
    case blocked
  }

  struct Occurrence {
    let kind: Kind
    let start: Int
    let step: Int
    let count: Int
  }

  /// The children of the nodes, ``width`` for each: the offset of the child's own children, negative if a word ends
  /// there; 0: no child. A node's first child belongs to the border of ``BorderedLetters`` and is always 0.
  private var children: [Int32]
  /// The kind of the word that ends at a node, by the offset of its children.
  private var ends: [Int32: Kind] = [:]
  private let width: Int
  private let blocked: [[UInt8]]
  /// The length of the longest word: an occurrence through a cell starts within this distance.
  private(set) var longest = 0

  /// - Parameter blocked: words as plain codes below `letterCount`; a word with a letter that no grid has (255) is
  ///   ignored.
  init(blocked: [[UInt8]], letterCount: Int) {
    width = letterCount + 1
    self.blocked = blocked.filter { $0.allSatisfy { Int($0) < letterCount } }
    children = Array(repeating: 0, count: width)
    for word in self.blocked { insert(word, .blocked) }
  }

  /// These patterns and the hidden words of one grid, compared without accents. A word that is both hidden and blocked
  /// counts as hidden.
  func adding(_ hidden: [HiddenWord]) -> Patterns {
    let letterCount = Int(hidden.flatMap(\.plain).max() ?? 0) + 1
    // Letters outside the language need wider nodes.
    var all = letterCount < width ? self : Patterns(blocked: blocked, letterCount: letterCount)
    for word in hidden { all.insert(word.plain, .hidden(word.index)) }
    return all
  }

  private mutating func insert(_ word: [UInt8], _ kind: Kind) {
    longest = max(longest, word.count)
    var (node, slot) = (0, 0)
    for code in word {
      slot = node + Int(code) + 1
      if children[slot] == 0 {
        children[slot] = Int32(children.count)
        children += repeatElement(0, count: width)
      }
      node = Int(children[slot].magnitude)
    }
    guard node > 0 else { return }
    children[slot] = 0 - Int32(node)
    ends[Int32(node)] = kind
  }

  /// Calls `body` with each occurrence that starts at a cell, until it returns `false`. All letters of the grid must be
  /// below the number of letters of these patterns.
  func forEachOccurrence(at start: Int, in letters: BorderedLetters, _ body: (Occurrence) -> Bool) {
    let first = letters.place(of: start)
    let root = children[Int(letters.codes[first])]
    guard root != 0 else { return }
    if root < 0, let kind = ends[0 - root] {
      guard body(Occurrence(kind: kind, start: start, step: 1, count: 1)) else { return }
    }
    for direction in letters.strides.indices {
      let stride = letters.strides[direction]
      var (node, place) = (Int(root.magnitude), first &+ stride)
      while true {
        let child = children[node &+ Int(letters.codes[place])]
        guard child != 0 else { break }
        node = Int(child.magnitude)
        if child < 0, let kind = ends[0 - child] {
          let count = (place - first) / stride + 1
          let found = Occurrence(kind: kind, start: start, step: letters.steps[direction], count: count)
          guard body(found) else { return }
        }
        place &+= stride
      }
    }
  }
}

/// The codes of a square grid, each one more than the letter's, surrounded by a border of zeros, at which a walk ends.
struct BorderedLetters {
  private let size: Int
  /// Row by row: each ends with one border cell, which is also the left border of the next.
  private(set) var codes: [UInt8]
  /// The distance of neighbours in ``codes``, for each of the eight directions.
  let strides: [Int]
  /// The distance of neighbours in cells, for each of the eight directions.
  let steps: [Int]

  init(size: Int) {
    self.size = size
    codes = Array(repeating: 0, count: (size + 2) * (size + 1) + 1)
    strides = Level.eight.map { $0.y * (size + 1) + $0.x }
    steps = Level.eight.map { $0.y * size + $0.x }
  }

  func place(of cell: Int) -> Int { cell + cell / size + size + 2 }

  mutating func set(_ cell: Int, to letter: UInt8) { codes[place(of: cell)] = letter + 1 }
}
