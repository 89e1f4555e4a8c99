/// A Wordle bot that answers at once: for each row of colours that it has seen before it knows what to guess next.
///
/// It is no better than it has to be: a guess is the word that fits and whose letters are frequent among the words that
/// fit. What it has thought out is remembered, as a tree of colours, so that most moves of a long trial cost nothing.
struct QuickWordle {
  /// What is known after some guesses.
  private struct Node {
    /// The words that fit, by number.
    let candidates: [Int32]
    let guess: Int32
    /// The node after each row of colours; 0 for none yet.
    var next: [UInt8: Int] = [:]
  }

  private let words: [Word]
  private var nodes: [Node] = []
  private var place = 0

  /// - Parameter words: the accepted words.
  init(words: [String]) {
    self.words = words.compactMap { Word($0) }
    nodes = [node(Array(self.words.indices.map(Int32.init)))]
  }

  /// The next puzzle begins.
  mutating func restart() { place = 0 }

  /// What to guess next; `nil` when no word fits.
  var guess: Word? { nodes[place].guess >= 0 ? words[Int(nodes[place].guess)] : nil }

  /// Takes note of the colours of the guess.
  mutating func note(_ colours: Colours) {
    guard let guess else { return }
    if let known = nodes[place].next[colours.code] {
      place = known
      return
    }
    let fitting = nodes[place].candidates.filter {
      Colours(of: guess, against: words[Int($0)]) == colours && words[Int($0)] != guess
    }
    nodes[place].next[colours.code] = nodes.count
    place = nodes.count
    nodes.append(node(fitting))
  }

  private func node(_ candidates: [Int32]) -> Node {
    var counts = [Double](repeating: 0, count: 26 * Word.length)
    var anywhere = [Double](repeating: 0, count: 26)
    for candidate in candidates {
      let word = words[Int(candidate)]
      let weight = Solver.likelihood(of: word)
      for index in 0..<Word.length {
        let letter = Int(word[index]) - 0x61
        counts[index * 26 + letter] += weight
        anywhere[letter] += weight
      }
    }
    var best: (word: Int32, score: Double) = (-1, -1)
    for candidate in candidates {
      let word = words[Int(candidate)]
      var score = 0.0
      var seen: UInt32 = 0
      for index in 0..<Word.length {
        let letter = Int(word[index]) - 0x61
        score += counts[index * 26 + letter]
        if seen & (1 << UInt32(letter)) == 0 { score += anywhere[letter] }
        seen |= 1 << UInt32(letter)
      }
      score *= Solver.likelihood(of: word)
      if score > best.score { best = (candidate, score) }
    }
    return Node(candidates: candidates, guess: best.word)
  }
}
