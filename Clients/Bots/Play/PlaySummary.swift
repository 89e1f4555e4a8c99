internal import WireProtocol

struct PlaySummary {
  var game = "wordle"
  /// The number of puzzles solved in one try, in two and so on; for games that count tries.
  private(set) var distribution: [Int] = []
  private(set) var solved = 0
  private(set) var failed = 0
  /// Selections without a find, for games that count them.
  var misses = 0

  mutating func record(won: Bool, tries: Int?) {
    guard won else {
      failed += 1
      return
    }
    solved += 1
    guard let tries, (1...Self.mostTries).contains(tries) else { return }
    if distribution.count < tries { distribution += repeatElement(0, count: tries - distribution.count) }
    distribution[tries - 1] += 1
  }

  /// Larger numbers of tries are not distinguished.
  private static let mostTries = 1000

  var played: Int { solved + failed }

  private var percent: Double { played == 0 ? 0 : Double(solved) / Double(played) * 100 }

  var average: Double {
    let tries = distribution.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
    let counted = distribution.reduce(0, +)
    return counted == 0 ? 0 : Double(tries) / Double(counted)
  }

  var text: String {
    var head = "solved \(solved) of \(played) (\(FigureText.text(percent, digits: 1)) %)"
    if !distribution.isEmpty { head += ", \(FigureText.text(average, digits: 2)) tries on average" }
    if misses > 0 { head += ", \(misses) misses" }
    guard !distribution.isEmpty else { return head }
    let bars = distribution.enumerated().map { index, number in "  \(index + 1)  \(bar(number))" }
    return ([head] + bars + ["  X  \(bar(failed))"]).joined(separator: "\n")
  }

  private func bar(_ number: Int) -> String {
    let greatest = max(1, distribution.max() ?? 1, failed)
    return String(repeating: "🟩", count: number * 20 / greatest) + " \(number)"
  }

  var json: JSONObject {
    [
      "game": .string(game), "played": .int(played), "solved": .int(solved),
      "solved_percent": FigureText.json(percent, digits: 1), "average_tries": FigureText.json(average, digits: 4),
      "distribution": .array(distribution.map(JSON.int)),
      "misses": .int(misses),
    ]
  }
}
