import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Guessing by a tree")
struct TreeTests {
  @Test("The project's tree finds every answer within five guesses, 3.4126 on average")
  func wholeTree() throws {
    let bytes = try #require(Files.find("Clients/Bots/Tables/wordle.tree").flatMap(Files.read))
    let tree = try #require(DecisionTree(text: String(decoding: bytes, as: UTF8.self)))
    let answers = try Self.list("answers.txt")
    let report = TreeReport(tree, over: answers.compactMap { Word($0) })
    #expect(answers.count == 2259 && report.lost == 0)
    #expect(report.total == 7709 && report.distribution[5] == 0)
    let all = Set(answers + (try Self.list("guesses.txt")))
    #expect(tree.checksum == WordChecksum.of(Array(all)))
    #expect(DecisionTree(text: tree.text)?.text == tree.text)
  }

  private static func list(_ file: String) throws -> [String] {
    let bytes = try #require(Files.find("Sources/Games/Wordle/Resources/\(file)").flatMap(Files.read))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  // MARK: - Small lists, every way to guess tried

  static let lists: [(answers: [String], others: [String])] = [
    (["light", "night", "might", "fight", "sight", "right"], ["flown", "mansr", "crane", "slate"]),
    (["crane", "brine", "grape", "slate", "crate", "trace", "react"], ["moult", "spiel", "gnarl"]),
    (["aback", "abase", "abate", "abbey", "abbot", "abhor", "abide", "abled"], []),
    (["vivid", "zonal", "mummy"], ["gamma"]),
    (["baker", "maker", "taker", "waker", "laker"], ["blimp"]),
  ]

  private static func table(_ list: (answers: [String], others: [String])) -> PatternTable {
    PatternTable(answers: list.answers.compactMap { Word($0) }, others: list.others.compactMap { Word($0) })
  }

  /// The fewest guesses by trying everything: no bound and no order. It never guesses what tells nothing.
  private static func leastCost(_ set: [UInt16], _ table: PatternTable) -> Int {
    var known: [[UInt16]: Int] = [[]: 0]
    func cost(_ set: [UInt16]) -> Int {
      if let cost = known[set] { return cost }
      var best = Int.max
      for guess in table.guesses.indices {
        let parts = Dictionary(grouping: set) { table.code(guess, $0) }
        guard parts.values.allSatisfy({ $0.count < set.count }) || set == [UInt16(guess)] else { continue }
        let rest = parts.filter { $0.key != Int(Colours.solved.code) }.values
        best = min(best, set.count + rest.reduce(0) { $0 + cost($1) })
      }
      known[set] = best
      return best
    }
    return cost(set)
  }

  @Test("The search finds the least cost, as trying everything does", arguments: lists.indices)
  func exact(number: Int) {
    let table = Self.table(Self.lists[number])
    let least = Self.leastCost(table.answers, table)
    #expect(TreeSearch(table).cost(of: table.answers, tries: 20) == least)
    #expect(TreeSearch(table, width: 2).cost(of: table.answers, tries: 20) >= least)
    // A limit that is not above the cost gives a bound that is not above it either.
    for limit in 1...least {
      let bound = TreeSearch(table).cost(of: table.answers, tries: 20, below: limit)
      #expect(bound >= limit && bound <= least)
    }
    #expect(TreeSearch(table).cost(of: table.answers, tries: 20, below: least + 1) == least)
  }

  @Test("What is proved is true and as much as there is", arguments: lists.indices)
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

  @Test("A tree that was grown takes what the search has promised", arguments: lists.indices)
  func grown(number: Int) async throws {
    let table = Self.table(Self.lists[number])
    let best = try #require(await Openings(table, tries: 6).best(of: 20, width: .max, threads: 1))
    let answers = table.guesses.prefix(table.answerCount)
    let guesses = try answers.map { try #require(best.tree.guesses(for: $0)) }
    #expect(guesses.reduce(0, +) == best.cost && best.cost == Self.leastCost(table.answers, table))
    #expect((guesses.max() ?? 7) <= 6)
  }

  @Test("With too few tries there is no way")
  func tooFewTries() {
    let table = Self.table(Self.lists[4])
    #expect(TreeSearch(table).cost(of: table.answers, tries: 1) == TreeSearch.impossible)
    #expect(TreeSearch(table).cost(of: [0], tries: 0) == TreeSearch.impossible)
  }

  @Test(
    "A broken tree is refused",
    arguments: ["crane\nslate\n", "cran", " ..... crane", "crane\n ....x slate", "crane\n  ..... slate"])
  func broken(text: String) {
    #expect(DecisionTree(text: text) == nil)
  }

  @Test("Colours are read and written as marks")
  func marks() {
    for colours in Colours.all { #expect(Colours(marks: colours.marks) == colours) }
    #expect(Colours.solved.marks == "!!!!!" && Colours(marks: "....") == nil && Colours(marks: "....,") == nil)
  }

  @Test("A bot plays by the tree only where it was made for the words, and on by itself where it ends")
  func bot() throws {
    let list = ["crane", "brine", "grape", "slate", "crate", "trace", "react"]
    var tree = try #require(DecisionTree(text: "slate\n ..!.! crane\n"))
    #expect(WordleBot(words: list, tree: tree).usesTree == false)
    tree.checksum = WordChecksum.of(list.reversed())
    var bot = WordleBot(words: list, tree: tree)
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
