internal import GameKit
internal import Catalogue
internal import WordleSearch

struct TreeOptions {
  /// The folder with `answers.txt` and `guesses.txt`; `nil` for the project's.
  var lists: String?
  var output: String?
  var openings = 60
  var width = 20
  var threads = 2
  var rule = GuessRule.free
  /// The bound to prove, in thousandths of the tree's guesses; 0 for no proof.
  var proof = 995

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> TreeOptions {
    var options = TreeOptions()
    try Flag.parse(arguments, with: flags, over: &options)
    return options
  }

  static var flags: [Flag<TreeOptions>] {
    [
      Flag(name: "lists", value: "FOLDER", summary: "holds answers.txt and guesses.txt (default the project's)") {
        $0.lists = $1
      },
      Flag(name: "out", value: "FILE", summary: "where the tree goes (default nowhere: only the figures)") {
        $0.output = $1
      },
      .choice("rule", "which guesses are allowed: hints bind in hard mode (default free)") { $0.rule = $1 },
      .number("openings", 1...100_000, "how many openings are tried (default 60)") { $0.openings = $1 },
      .number("width", 1...100_000, "guesses tried at each step (default 20)") { $0.width = $1 },
      .number("threads", 1...256, "how many tasks share the work (default 2)") { $0.threads = $1 },
      .number("proof", 0...1000, "prove so many thousandths of the tree's guesses as a bound (default 995; 0: none)") {
        $0.proof = $1
      },
    ]
  }
}

/// `parlor-bots tree`: computes a guessing strategy for Wordle's answers, and its distance from the optimum.
enum TreeCommand {
  static let tries = 6
  /// The cost of a word that is not found: more than all guesses over all words.
  private static let lossCost = 1 << 16

  static func run(_ options: TreeOptions) async throws {
    let answers = try words("answers.txt", options)
    let table = PatternTable(answers: answers, others: try words("guesses.txt", options))
    print("\(answers.count) answers, \(table.guesses.count) accepted words")
    // If hints bind, there may be no strategy that finds all words: then the one that loses fewest is best.
    let loss = options.rule == .free ? TreeSearch.impossible : lossCost
    let openings = Openings(table, tries: tries, rule: options.rule, loss: loss)
    guard
      var best = await openings.best(of: options.openings, width: options.width, threads: options.threads)
    else {
      throw Failure("no way to guess finds every word within \(tries) guesses: try more openings or a greater width")
    }
    best.tree.rule = options.rule
    let report = TreeReport(best.tree, over: answers)
    print(report.text)
    if let output = options.output {
      let checksum = WordChecksum.of(table.guesses.map(\.text))
      try Files.write(Array((notice(report, checksum, options) + best.tree.text).utf8), to: output)
    }
    // A bound for free guessing also holds if hints bind.
    guard options.proof > 0, options.rule == .free else { return }
    // Rounded up to a whole number of guesses.
    let claim = (report.total * options.proof + 999) / 1000
    let proof = await openings.proof(of: claim, threads: options.threads)
    let bound = Double(proof.bound) / Double(answers.count)
    print(
      """
      proved: no way to guess takes fewer than \(proof.bound) guesses, \(FigureText.text(bound, digits: 4)) on average
        openings that had to be worked out: \(proof.computedCount)
        the tree takes \(FigureText.text((Double(report.total) / Double(proof.bound) - 1) * 100, digits: 2)) % more
      """)
  }

  private static func words(_ file: String, _ options: TreeOptions) throws(Failure) -> [PackedWord] {
    let path = options.lists.map { "\($0)/\(file)" } ?? Files.find("Sources/Games/Wordle/Resources/\(file)")
    guard let path, let bytes = FileContents.read(path) else {
      throw Failure("\(file) is not to be found; say where with --lists FOLDER")
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { PackedWord(String($0)) }
  }

  private static func notice(_ report: TreeReport, _ checksum: String, _ options: TreeOptions) -> String {
    let output = options.output ?? ""
    return """
      # How parlor-bots guesses Wordle: a guess a line, behind the colours that lead to it.
      # Made by: swift run -c release parlor-bots tree --rule \(options.rule.rawValue) --openings \(options.openings) \
      --width \(options.width) --out \(output)
      # from the project's own word lists. \(report.summary)
      # words \(checksum)
      # rule \(options.rule.rawValue)

      """
  }
}

struct TreeReport {
  /// The number of answers found with one guess, two and so on.
  let distribution: [Int]
  let lost: Int
  private let opening: String

  init(_ tree: DecisionTree, over answers: [PackedWord]) {
    var distribution = [Int](repeating: 0, count: TreeCommand.tries)
    var lost = 0
    for answer in answers {
      if let guesses = tree.guesses(for: answer), guesses <= TreeCommand.tries {
        distribution[guesses - 1] += 1
      } else {
        lost += 1
      }
    }
    self.distribution = distribution
    self.lost = lost
    opening = tree.root?.guess.text ?? ""
  }

  var total: Int { distribution.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element } }

  var average: Double { Double(total) / Double(max(1, distribution.reduce(0, +))) }

  var summary: String {
    "Opening \(opening), \(FigureText.text(average, digits: 4)) guesses on average, \(lost) lost."
  }

  var text: String {
    let rows = distribution.enumerated().map { "  \($0.offset + 1)  \($0.element)" }
    return ([summary, "\(total) guesses over all answers"] + rows).joined(separator: "\n")
  }
}
