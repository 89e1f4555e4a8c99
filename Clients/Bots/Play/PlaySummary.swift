internal import WireProtocol

/// How the bot has done.
struct PlaySummary {
  /// The room in which practice goes on.
  var practiceRoom: String?
  /// How many puzzles were solved in one try, in two, up to six.
  private(set) var distribution = [Int](repeating: 0, count: 6)
  private(set) var failed = 0

  /// Counts one puzzle; `nil` if it was not solved, else the tries from 1 to 6.
  mutating func record(tries: Int?) {
    if let tries, distribution.indices.contains(tries - 1) {
      distribution[tries - 1] += 1
    } else {
      failed += 1
    }
  }

  var solved: Int { distribution.reduce(0, +) }
  var played: Int { solved + failed }

  private var percent: Double { played == 0 ? 0 : Double(solved) / Double(played) * 100 }

  private var average: Double {
    let tries = distribution.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
    return solved == 0 ? 0 : Double(tries) / Double(solved)
  }

  /// For people.
  var text: String {
    let bars = distribution.enumerated().map { index, number in "  \(index + 1)  \(bar(number))" }
    let head =
      "solved \(solved) of \(played) (\(Numbers.text(percent, digits: 1)) %),"
      + " \(Numbers.text(average, digits: 2)) tries on average"
    return ([head] + bars + ["  X  \(bar(failed))"]).joined(separator: "\n")
  }

  private func bar(_ number: Int) -> String {
    let greatest = max(1, distribution.max() ?? 1, failed)
    return String(repeating: "🟩", count: number * 20 / greatest) + " \(number)"
  }

  /// For programs.
  var json: JSONObject {
    [
      "played": .int(played), "solved": .int(solved), "solved_percent": Numbers.json(percent, digits: 1),
      "average_tries": Numbers.json(average, digits: 2), "distribution": .array(distribution.map(JSON.int)),
    ]
  }
}
