import Testing
import WireProtocol

@testable import TextMode

@Suite("Past results in text")
struct LookingBackTests {
  private func history(_ outcome: JSONObject) -> String {
    let result = PastResult(
      match: "7", game: "quordle", mode: "daily", day: "2026-11-20", puzzle: 324, outcome: outcome,
      elapsedMilliseconds: 1000, share: "Parlor Quordle 324 1️⃣")
    return HistoryAnswer(player: "ana", results: [result]).drawn()
  }

  @Test("The words of a match with several are shown in its block, or below it if there are many")
  func words() {
    let four: JSON = ["crane", "slate", "nymph", "fjord"]
    #expect(history(["won": true, "answers": four, "found": 4]).contains("match 7 · crane slate nymph fjord"))
    let eight: JSON = ["crane", "slate", "nymph", "fjord", "train", "ponds", "blume", "quick"]
    let drawn = history(["won": true, "answers": eight])
    #expect(!drawn.contains("match 7 ·") && drawn.contains("\ncrane slate nymph fjord train ponds blume quick"))
    #expect(history(["won": true, "tries": 3]).contains("match 7\n") || history(["won": true]).hasSuffix("match 7"))
  }
}
