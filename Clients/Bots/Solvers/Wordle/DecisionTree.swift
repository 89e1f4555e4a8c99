/// A way to guess: what to guess first, and after each answer's colours what to guess next.
///
/// As text it is a guess a line, indented by as many spaces as guesses came before, behind the colours that lead to
/// it: `.` not in the word, `?` elsewhere, `!` right. Lines that begin with `#` say where it comes from; `# words` is
/// the ``WordChecksum`` of the accepted words for which it was made, `# rule` the ``GuessRule`` that its guesses keep.
struct DecisionTree: Sendable {
  private struct Node: Sendable {
    let guess: Word
    var children: [UInt8: Int] = [:]
  }

  private var nodes: [Node] = []
  var checksum = ""
  var rule = GuessRule.free

  struct Place: Sendable {
    fileprivate let node: Int
    let guess: Word
  }

  /// Where every puzzle begins; `nil` for a tree without guesses.
  var root: Place? { nodes.first.map { Place(node: 0, guess: $0.guess) } }

  /// Where the colours of a place's guess lead; `nil` where the tree has nothing to say.
  func place(after place: Place, _ colours: Colours) -> Place? {
    nodes[place.node].children[colours.code].map { Place(node: $0, guess: nodes[$0].guess) }
  }

  /// How many guesses a word takes; `nil` if the tree does not find it.
  func guesses(for answer: Word) -> Int? {
    var place = root
    var count = 0
    while let here = place {
      count += 1
      let colours = Colours(of: here.guess, against: answer)
      if colours == .solved { return count }
      place = self.place(after: here, colours)
    }
    return nil
  }

  init?(opening: Int, of table: PatternTable, tries: Int, _ search: TreeSearch) {
    let start = TreeSearch.Position(set: table.answers, tries: tries)
    guard grow(opening, start, table, search) != nil else { return nil }
  }

  private mutating func grow(
    _ guess: Int, _ position: TreeSearch.Position, _ table: PatternTable, _ search: TreeSearch
  ) -> Int? {
    let number = nodes.count
    nodes.append(Node(guess: table.guesses[guess]))
    // What is not found with the last try is lost.
    guard position.tries > 1 else { return number }
    for part in table.parts(of: position.set, by: guess) {
      // A guess that tells nothing leads nowhere.
      guard part.answers.count < position.set.count else { return nil }
      let place = search.position(after: position, guess, part.colours, leaving: part.answers)
      guard let next = search.guess(for: place), let child = grow(next, place, table, search) else { return nil }
      nodes[number].children[part.colours.code] = child
    }
    return number
  }

  /// A line a guess, without the lines that begin with `#`.
  var text: String {
    var lines: [String] = []
    func write(_ number: Int, _ depth: Int, _ colours: String) {
      lines.append(String(repeating: " ", count: depth) + colours + nodes[number].guess.text)
      for (code, child) in nodes[number].children.sorted(by: { $0.key < $1.key }) {
        write(child, depth + 1, Colours.all[Int(code)].marks + " ")
      }
    }
    if !nodes.isEmpty { write(0, 0, "") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads what ``text`` writes; `nil` if a line is broken.
  init?(text: String) {
    // The latest guess of each depth.
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
        let guess = parts.last.flatMap({ Word(String($0)) })
      else { return nil }
      if depth > 0 {
        guard let colours = Colours(marks: parts[0]) else { return nil }
        nodes[path[depth - 1]].children[colours.code] = nodes.count
      }
      path.removeSubrange(depth...)
      path.append(nodes.count)
      nodes.append(Node(guess: guess))
    }
  }
}

/// Says whether two lists have the same words, in whichever order.
enum WordChecksum {
  /// The number of words and the 64-bit FNV-1a of the words in order, each with a newline.
  static func of(_ words: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      for byte in word.utf8 + [0x0A] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return "\(words.count) \(String(hash, radix: 16))"
  }
}
