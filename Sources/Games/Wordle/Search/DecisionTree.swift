package import GameKit

/// A guessing strategy: the first guess, and the next guess for each sequence of colours.
///
/// In text form each line is a guess, indented by one space per previous guess, after the colours that lead to it: `.`
/// absent, `?` elsewhere, `!` right. Lines that begin with `#` describe its origin; `# words` is the ``WordChecksum``
/// of the accepted words it was made for, `# rule` the ``GuessRule`` of its guesses.
package struct DecisionTree: Sendable {
  private struct Node: Sendable {
    let guess: PackedWord
    var children: [UInt8: Int] = [:]
  }

  private var nodes: [Node] = []
  package var checksum = ""
  package var rule = GuessRule.free

  package struct Place: Sendable {
    fileprivate let node: Int
    package let guess: PackedWord
  }

  /// The root; `nil` for an empty tree.
  package var root: Place? { nodes.first.map { Place(node: 0, guess: $0.guess) } }

  /// The node for the colours of a node's guess; `nil` if the tree has none.
  package func place(after place: Place, _ colours: PackedColours) -> Place? {
    nodes[place.node].children[colours.code].map { Place(node: $0, guess: nodes[$0].guess) }
  }

  /// The number of guesses for a word from a place on, or from the root; `nil` if the tree does not find it.
  package func guesses(for answer: PackedWord, from start: Place? = nil) -> Int? {
    var place = start ?? root
    var count = 0
    while let here = place {
      count += 1
      let colours = PackedColours(of: here.guess, against: answer)
      if colours == .solved { return count }
      place = self.place(after: here, colours)
    }
    return nil
  }

  package init?(opening: Int, of table: PatternTable, tries: Int, _ search: TreeSearch) {
    let start = TreeSearch.Position(set: table.answers, tries: tries)
    guard grow(opening, start, table, search) != nil else { return nil }
  }

  private mutating func grow(
    _ guess: Int, _ position: TreeSearch.Position, _ table: PatternTable, _ search: TreeSearch
  ) -> Int? {
    let number = nodes.count
    nodes.append(Node(guess: table.guesses[guess]))
    // A word that is not found with the last try is lost.
    guard position.tries > 1 else { return number }
    for part in table.parts(of: position.set, by: guess) {
      // An uninformative guess makes no progress.
      guard part.answers.count < position.set.count else { return nil }
      let place = search.position(after: position, guess, part.colours, leaving: part.answers)
      guard let next = search.guess(for: place), let child = grow(next, place, table, search) else { return nil }
      nodes[number].children[part.colours.code] = child
    }
    return number
  }

  /// One line per guess, without the lines that begin with `#`.
  package var text: String {
    var lines: [String] = []
    func write(_ number: Int, _ depth: Int, _ colours: String) {
      lines.append(String(repeating: " ", count: depth) + colours + nodes[number].guess.text)
      for (code, child) in nodes[number].children.sorted(by: { $0.key < $1.key }) {
        write(child, depth + 1, PackedColours.all[Int(code)].marks + " ")
      }
    }
    if !nodes.isEmpty { write(0, 0, "") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Parses ``text``; `nil` if a line is invalid.
  package init?(text: String) {
    // The latest guess at each depth.
    var path: [Int] = []
    for line in text.split(separator: "\n") {
      if line.first == "#" {
        if line.hasPrefix("# words ") { checksum = String(line.dropFirst("# words ".count)) }
        if line.hasPrefix("# rule ") {
          guard let rule = GuessRule(rawValue: String(line.dropFirst("# rule ".count))) else { return nil }
          self.rule = rule
        }
        continue
      }
      let depth = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      let parts = line.dropFirst(depth).split(separator: " ")
      guard depth <= path.count, parts.count == (depth == 0 ? 1 : 2), depth > 0 || nodes.isEmpty,
        let guess = parts.last.flatMap({ PackedWord(String($0)) })
      else { return nil }
      if depth > 0 {
        guard let colours = PackedColours(marks: parts[0]) else { return nil }
        nodes[path[depth - 1]].children[colours.code] = nodes.count
      }
      path.removeSubrange(depth...)
      path.append(nodes.count)
      nodes.append(Node(guess: guess))
    }
  }
}

extension PackedColours {
  /// Parses `.?..!`: absent, elsewhere, right; `nil` for anything else.
  package init?(marks: some StringProtocol) {
    guard marks.utf8.count == PackedWord.length else { return nil }
    var code = 0
    for mark in marks.utf8.reversed() {
      guard let digit = Self.marks.firstIndex(of: mark) else { return nil }
      code = code * 3 + digit
    }
    self = Self.all[code]
  }

  package var marks: String {
    var rest = Int(code)
    let marks = (0..<PackedWord.length).map { _ in
      defer { rest /= 3 }
      return Self.marks[rest % 3]
    }
    return String(decoding: marks, as: UTF8.self)
  }

  private static let marks = Array(".?!".utf8)
}

/// Whether two lists contain the same words, in any order.
package enum WordChecksum {
  /// The number of words, and the 64-bit FNV-1a of the sorted words, each with a newline.
  package static func of(_ words: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      for byte in word.utf8 + [0x0A] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return "\(words.count) \(String(hash, radix: 16))"
  }
}
