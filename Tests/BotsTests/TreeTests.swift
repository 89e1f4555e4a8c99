import GameKit
import Catalogue
import Testing
import WireProtocol

@testable import ParlorBots
@testable import WordleSearch

@Suite("Decision trees for guessing")
struct TreeTests {
  @Test("The project's tree finds every answer within five guesses, 3.4126 on average")
  func wholeTree() throws {
    let bytes = try #require(Files.find("Sources/Games/Wordle/Resources/wordle.tree").flatMap(FileContents.read))
    let tree = try #require(DecisionTree(text: String(decoding: bytes, as: UTF8.self)))
    let answers = try Self.list("answers.txt")
    let report = TreeReport(tree, over: answers.compactMap { PackedWord($0) })
    #expect(answers.count == 2259 && report.lost == 0)
    #expect(report.total == 7709 && report.distribution[5] == 0)
    let all = Set(answers + (try Self.list("guesses.txt")))
    #expect(tree.checksum == WordChecksum.of(Array(all)))
    #expect(DecisionTree(text: tree.text)?.text == tree.text)
  }

  /// The rules in the words of the game, independent of the search's implementation.
  private static func isAllowed(_ word: String, after guesses: [(word: String, tiles: [Tile])], ultra: Bool) -> Bool {
    let letters = Array(word)
    func count(_ letter: Character, _ text: [Character]) -> Int { text.count { $0 == letter } }
    for (guess, tiles) in guesses.map({ (Array($0.word), $0.tiles) }) {
      for (place, letter) in guess.enumerated() {
        let shown = zip(guess, tiles).count { $0 == letter && $1 != .absent }
        let isCapped = zip(guess, tiles).contains { $0 == letter && $1 == .absent }
        if tiles[place] == .right, letters[place] != letter { return false }
        if count(letter, letters) < shown { return false }
        if ultra, tiles[place] != .right, letters[place] == letter { return false }
        if ultra, isCapped, count(letter, letters) > shown { return false }
      }
    }
    return true
  }

  @Test(
    "The trees of the stricter modes keep their rule and find every answer",
    arguments: [(GuessRule.hard, 7899), (.ultra, 7901)])
  func strictTrees(_ rule: GuessRule, _ total: Int) throws {
    let path = "Sources/Games/Wordle/Resources/wordle-\(rule.rawValue).tree"
    let bytes = try #require(Files.find(path).flatMap(FileContents.read))
    let tree = try #require(DecisionTree(text: String(decoding: bytes, as: UTF8.self)))
    #expect(tree.rule == rule)
    let answers = try Self.list("answers.txt")
    let accepted = Set(answers + (try Self.list("guesses.txt")))
    #expect(tree.checksum == WordChecksum.of(Array(accepted)))
    let report = TreeReport(tree, over: answers.compactMap { PackedWord($0) })
    #expect(report.lost == 0 && report.total == total)
    for answer in try answers.map({ try #require(PackedWord($0)) }) {
      var guesses: [(word: String, tiles: [Tile])] = []
      var place = tree.root
      while let here = place {
        let word = here.guess.text
        #expect(accepted.contains(word) && Self.isAllowed(word, after: guesses, ultra: rule == .ultra), "\(guesses)")
        let colours = PackedColours(of: here.guess, against: answer)
        guesses.append((word, (0..<PackedWord.length).map { colours[$0] }))
        place = colours == .solved ? nil : tree.place(after: here, colours)
      }
      #expect(guesses.count <= 6)
    }
  }

  private static func list(_ file: String) throws -> [String] {
    let bytes = try #require(Files.find("Sources/Games/Wordle/Resources/\(file)").flatMap(FileContents.read))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static let lists: [(answers: [String], others: [String])] = [
    (["light", "night", "might", "fight", "sight", "right"], ["flown", "mansr", "crane", "slate"]),
    (["crane", "brine", "grape", "slate", "crate", "trace", "react"], ["moult", "spiel", "gnarl"]),
    (["aback", "abase", "abate", "abbey", "abbot", "abhor", "abide", "abled"], []),
    (["vivid", "zonal", "mummy"], ["gamma"]),
    (["baker", "maker", "taker", "waker", "laker"], ["blimp"]),
  ]

  private static func table(_ list: (answers: [String], others: [String])) -> PatternTable {
    PatternTable(answers: list.answers.compactMap { PackedWord($0) }, others: list.others.compactMap { PackedWord($0) })
  }

  private static func all(_ table: PatternTable, _ tries: Int) -> TreeSearch.Position {
    TreeSearch.Position(set: table.answers, tries: tries)
  }

  /// The fewest guesses by exhaustive search, without bounds and order. It never makes an uninformative guess.
  private static func leastCost(_ set: [UInt16], _ table: PatternTable) -> Int {
    var known: [[UInt16]: Int] = [[]: 0]
    func cost(_ set: [UInt16]) -> Int {
      if let cost = known[set] { return cost }
      var best = Int.max
      for guess in table.guesses.indices {
        let parts = Dictionary(grouping: set) { table.code(guess, $0) }
        guard parts.values.allSatisfy({ $0.count < set.count }) || set == [UInt16(guess)] else { continue }
        let rest = parts.filter { $0.key != Int(PackedColours.solved.code) }.values
        best = min(best, set.count + rest.reduce(0) { $0 + cost($1) })
      }
      known[set] = best
      return best
    }
    return cost(set)
  }

  @Test("The search finds the least cost, as exhaustive search does", arguments: lists.indices)
  func exact(number: Int) {
    let table = Self.table(Self.lists[number])
    let least = Self.leastCost(table.answers, table)
    #expect(TreeSearch(table).cost(of: Self.all(table, 20)) == least)
    #expect(TreeSearch(table, width: SearchWidth(2)).cost(of: Self.all(table, 20)) >= least)
    for limit in 1...least {
      let bound = TreeSearch(table).cost(of: Self.all(table, 20), below: limit)
      #expect(bound >= limit && bound <= least)
    }
    #expect(TreeSearch(table).cost(of: Self.all(table, 20), below: least + 1) == least)
  }

  /// The fewest guesses under a rule by exhaustive search, with `loss` added for each lost answer.
  private static func leastCost(
    _ set: [UInt16], _ table: PatternTable, _ rule: GuessRule, _ guesses: [(word: String, tiles: [Tile])], tries: Int
  ) -> Int {
    if set.isEmpty { return 0 }
    if tries == 0 { return set.count * loss }
    var best = Int.max
    for (number, guess) in table.guesses.enumerated() {
      guard rule == .free || isAllowed(guess.text, after: guesses, ultra: rule == .ultra) else { continue }
      let parts = Dictionary(grouping: set) { table.code(number, $0) }
      guard parts.values.allSatisfy({ $0.count < set.count }) || set == [UInt16(number)] else { continue }
      let rest = parts.filter { $0.key != Int(PackedColours.solved.code) }
      let cost = rest.reduce(set.count) { sum, part in
        let tiles = (0..<PackedWord.length).map { PackedColours.all[part.key][$0] }
        return sum + leastCost(part.value, table, rule, guesses + [(guess.text, tiles)], tries: tries - 1)
      }
      best = min(best, cost)
    }
    return best
  }

  private static let loss = 1000

  @Test(
    "Under every rule the search finds the least cost, losses included", arguments: lists.indices, GuessRule.allCases)
  func ruled(number: Int, rule: GuessRule) throws {
    let table = Self.table(Self.lists[number])
    for tries in [3, 6] {
      let search = TreeSearch(table, rule: rule, loss: Self.loss)
      let least = Self.leastCost(table.answers, table, rule, [], tries: tries)
      #expect(search.cost(of: Self.all(table, tries)) == least, "\(tries) tries")
      let opening = try #require(search.guess(for: Self.all(table, tries)))
      let tree = try #require(DecisionTree(opening: opening, of: table, tries: tries, search))
      let answers = table.guesses.prefix(table.answerCount)
      let costs = answers.map { tree.guesses(for: $0) ?? tries + Self.loss }
      #expect(costs.reduce(0, +) == least, "\(tree.text)")
    }
  }

  @Test("A proof gives the true bound", arguments: lists.indices)
  func proof(number: Int) async {
    let table = Self.table(Self.lists[number])
    let least = Self.leastCost(table.answers, table)
    let openings = Openings(table, tries: 6)
    for opening in table.guesses.indices {
      let parts = table.parts(of: table.answers, by: opening).map(\.answers)
      guard parts.allSatisfy({ $0.count < table.answerCount }) else { continue }
      let cost = table.answerCount + parts.reduce(0) { $0 + Self.leastCost($1, table) }
      #expect(openings.quickBound(of: opening, enough: .max) <= cost)
    }
    #expect(await openings.proof(of: least, threads: 2).bound == least)
    #expect(await openings.proof(of: least + 3, threads: 1).bound <= least)
    #expect(await openings.proof(of: least - 1, threads: 1).bound == least - 1)
  }

  @Test("A tree has the cost that the search has found", arguments: lists.indices)
  func grown(number: Int) async throws {
    let table = Self.table(Self.lists[number])
    let best = try #require(await Openings(table, tries: 6).best(of: 20, width: .max, threads: 1))
    let answers = table.guesses.prefix(table.answerCount)
    let guesses = try answers.map { try #require(best.tree.guesses(for: $0)) }
    #expect(guesses.reduce(0, +) == best.cost && best.cost == Self.leastCost(table.answers, table))
    #expect((guesses.max() ?? 7) <= 6)
  }

  @Test("With too few tries there is no strategy")
  func tooFewTries() {
    let table = Self.table(Self.lists[4])
    #expect(TreeSearch(table).cost(of: Self.all(table, 1)) == TreeSearch.impossible)
    #expect(TreeSearch(table).cost(of: .init(set: [0], tries: 0)) == TreeSearch.impossible)
  }

  @Test(
    "A broken tree is refused",
    arguments: ["crane\nslate\n", "cran", " ..... crane", "crane\n ....x slate", "crane\n  ..... slate"])
  func broken(text: String) {
    #expect(DecisionTree(text: text) == nil)
  }

  @Test("Colours are parsed and written as marks")
  func marks() {
    for colours in PackedColours.all { #expect(PackedColours(marks: colours.marks) == colours) }
    #expect(
      PackedColours.solved.marks == "!!!!!" && PackedColours(marks: "....") == nil
        && PackedColours(marks: "....,") == nil)
  }

  @Test("A bot uses the tree only for its words, and continues by itself where it ends")
  func bot() throws {
    let list = ["crane", "brine", "grape", "slate", "crate", "trace", "react"]
    var tree = try #require(DecisionTree(text: "slate\n ..!.! crane\n"))
    #expect(WordleBot(words: list, trees: [tree]).usesTree(for: .free) == false)
    tree.checksum = WordChecksum.of(list.reversed())
    var bot = WordleBot(words: list, trees: [tree])
    bot.begin(Board(title: "", rows: []), settings: nil)
    #expect(bot.next()?.move["guess"]?.stringValue == "slate")
    bot.begin(Board(title: "", rows: [.init(letters: "slate", tiles: "⬛⬛🟩⬛🟩")]), settings: nil)
    #expect(bot.next()?.move["guess"]?.stringValue == "crane")
    bot.begin(Board(title: "", rows: [.init(letters: "slate", tiles: "⬛⬛🟩🟨🟨")]), settings: nil)
    #expect(bot.next()?.move["guess"]?.stringValue == "react")
    bot.begin(Board(title: "", rows: []), settings: ["hard": true])
    #expect(bot.next() != nil)
  }
}
