package import GameKit

/// A match whose guesses are judged one after the other.
package struct JudgedMatch {
  /// The effect of a guess.
  package struct Step: Sendable {
    /// The number of guesses to be expected with this guess and with the best, this one included.
    package let expected: Double
    package let best: (guess: PackedWord, expected: Double)
    /// The number of guesses to be expected after it.
    package let expectedAfter: Double
    /// The number of answers that it has left.
    package let left: Int
  }

  private let store: GuessValues
  private let rule: GuessRule
  private let tree: DecisionTree?
  private let table: PatternTable
  private let search: TreeSearch
  private var position: TreeSearch.Position
  /// The place in the tree, while it was followed.
  private var treePlace: DecisionTree.Place?
  /// The value of the position.
  private var now: GuessValues.Value
  private var isOpening = true

  init(_ rule: GuessRule, tree: DecisionTree?, _ store: GuessValues) {
    (self.rule, self.tree, self.store) = (rule, tree, store)
    let answers = Set(store.answers)
    table = PatternTable(answers: store.answers, others: store.accepted.filter { !answers.contains($0) })
    search = TreeSearch(table, width: store.width, rule: rule)
    position = TreeSearch.Position(set: table.answers, tries: table.answerCount)
    treePlace = tree?.root
    now = GuessValues.Value(cost: 0, guess: .blank)
    now = treePlace.map { value(of: position.set, at: $0) } ?? value(of: position)
  }

  /// The number of guesses to be expected now.
  package var expected: Double { mean(now.cost, over: position.set.count) }

  /// The number of possible answers.
  package var answersLeft: Int { position.set.count }

  /// Judges the next guess.
  ///
  /// - Returns: `nil` if no answer of the list agrees with its colours.
  package mutating func judge(_ guess: JudgedGuess) -> Step? {
    var parts = [[UInt16]](repeating: [], count: PackedColours.count)
    for answer in position.set {
      parts[Int(PackedColours(of: guess.word, against: table.guesses[Int(answer)]).code)].append(answer)
    }
    let left = parts[Int(guess.colours.code)]
    guard !left.isEmpty else { return nil }
    let found = values(of: parts, after: guess.word)
    let count = position.set.count
    let expected = mean(count + found.reduce(0) { $0 + $1.value.cost }, over: count)
    let best = (guess: now.guess, expected: self.expected)
    go(to: left, after: guess, found[guess.colours.code])
    return Step(expected: expected, best: best, expectedAfter: self.expected, left: left.count)
  }

  private mutating func go(to left: [UInt16], after guess: JudgedGuess, _ value: GuessValues.Value?) {
    isOpening = false
    treePlace = place(after: guess.word, guess.colours)
    guard let value, guess.colours != .solved else {
      position = TreeSearch.Position(set: left, tries: table.answerCount)
      now = GuessValues.Value(cost: 0, guess: .blank)
      return
    }
    position = self.position(leaving: left, after: guess.word, guess.colours)
    now = value
  }

  /// The values of what a guess can leave, by the codes of its colours.
  private func values(of parts: [[UInt16]], after guess: PackedWord) -> [UInt8: GuessValues.Value] {
    let opening = isOpening ? GuessValues.Opening(rule: rule, guess: guess) : nil
    if let opening, let known = store.values(after: opening) { return known }
    var found: [UInt8: GuessValues.Value] = [:]
    for colours in PackedColours.all where colours != .solved {
      let part = parts[Int(colours.code)]
      if !part.isEmpty { found[colours.code] = value(of: part, after: guess, colours) }
    }
    if let opening { store.keep(found, after: opening) }
    return found
  }

  private func value(of set: [UInt16], after guess: PackedWord, _ colours: PackedColours) -> GuessValues.Value {
    if let place = place(after: guess, colours) { return value(of: set, at: place) }
    // An uninformative guess changes nothing.
    if set.count == position.set.count, rule == .free { return now }
    if set.count <= 2 { return GuessValues.Value(cost: 2 * set.count - 1, guess: table.guesses[Int(set[0])]) }
    // Finding what the rule allows then is slow, and makes no difference.
    if let answer = search.splitter(of: set) {
      return GuessValues.Value(cost: 2 * set.count - 1, guess: table.guesses[answer])
    }
    return value(of: position(leaving: set, after: guess, colours))
  }

  private func value(of position: TreeSearch.Position) -> GuessValues.Value {
    let cost = search.cost(of: position)
    return GuessValues.Value(cost: cost, guess: search.guess(for: position).map { table.guesses[$0] } ?? .blank)
  }

  /// The tree's value from a place on.
  private func value(of set: [UInt16], at place: DecisionTree.Place) -> GuessValues.Value {
    let costs = set.map { tree?.guesses(for: table.guesses[Int($0)], from: place) ?? 0 }
    return GuessValues.Value(cost: costs.reduce(0, +), guess: place.guess)
  }

  private func place(after guess: PackedWord, _ colours: PackedColours) -> DecisionTree.Place? {
    treePlace.flatMap { $0.guess == guess ? tree?.place(after: $0, colours) : nil }
  }

  /// As many tries as might be needed are available, so that the rest of a lost match is counted as well.
  private func position(
    leaving set: [UInt16], after guess: PackedWord, _ colours: PackedColours
  ) -> TreeSearch.Position {
    var next = search.position(after: position, guess, colours, leaving: set)
    next.tries = table.answerCount
    return next
  }

  private func mean(_ cost: Int, over count: Int) -> Double { Double(cost) / Double(max(1, count)) }
}
