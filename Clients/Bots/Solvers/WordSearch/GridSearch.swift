/// Searches a grid of letters for many words at once, in all eight directions, ignoring accents.
///
/// The words form a trie: from each cell the search continues in each direction while the letters are a prefix of some
/// word. The cost depends on the grid, not on the number of words.
struct GridSearch: Sendable {
  /// A word at its position; columns and rows from 0.
  struct Find: Hashable, Sendable {
    let word: String
    let from: Cell
    let to: Cell
  }

  struct Cell: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  private struct Node: Sendable {
    var children: [Character: Int] = [:]
    /// The words that end here: several if they differ only in accents.
    var words: [String] = []
  }

  private var nodes = [Node()]
  private static let directions = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)]

  init(_ words: some Sequence<String>) {
    for word in words where !word.isEmpty {
      var node = 0
      for letter in word.lowercased().map(Self.plain) {
        if let child = nodes[node].children[letter] {
          node = child
        } else {
          nodes[node].children[letter] = nodes.count
          node = nodes.count
          nodes.append(Node())
        }
      }
      if !nodes[node].words.contains(word) { nodes[node].words.append(word) }
    }
  }

  /// All words at all positions; a palindrome is found twice.
  func finds(in rows: [String]) -> [Find] {
    let cells = rows.map { $0.lowercased().map(Self.plain) }
    var finds: [Find] = []
    for y in cells.indices {
      for x in cells[y].indices {
        for (stepX, stepY) in Self.directions { follow(cells, Cell(x: x, y: y), stepX, stepY, &finds) }
      }
    }
    return finds
  }

  private func follow(
    _ cells: [[Character]], _ start: Cell, _ stepX: Int, _ stepY: Int, _ finds: inout [Find]
  ) {
    var (node, here) = (0, start)
    while cells.indices.contains(here.y), cells[here.y].indices.contains(here.x),
      let child = nodes[node].children[cells[here.y][here.x]]
    {
      node = child
      for word in nodes[node].words {
        // A single letter is the same in every direction.
        if here != start || stepX == 1 && stepY == 0 { finds.append(Find(word: word, from: start, to: here)) }
      }
      here = Cell(x: here.x + stepX, y: here.y + stepY)
    }
  }

  static func plain(_ letter: Character) -> Character { bases[letter] ?? letter }

  private static let bases: [Character: Character] = {
    var bases: [Character: Character] = [:]
    let groups: [(Character, String)] = [
      ("a", "áàâäãå"), ("c", "ç"), ("e", "éèêë"), ("i", "íìîï"), ("n", "ñ"), ("o", "óòôöõ"), ("u", "úùûü"), ("y", "ýÿ"),
    ]
    for (base, letters) in groups {
      for letter in letters { bases[letter] = base }
    }
    return bases
  }()
}
