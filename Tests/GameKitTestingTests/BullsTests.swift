import GameKit
import GameKitTesting
import Testing

@testable import Bulls

@Test("Bulls keeps what GameKit promises of games")
func bullsIsSound() throws {
  let words = "barn\nbird\nbolt\ncold\ndart\nfilm\ngold\nhand\nlamp\nmoth\npalm\nsalt\nwind\n"
  let report = checkGame(
    Bulls.self, try BullsSource(words: Array(words.utf8)), settings: [Bulls.Settings(), Bulls.Settings(tries: 4)],
    twins: [(Bulls.Puzzle(word: "barn"), Bulls.Puzzle(word: "moth"))])
  try report.expectSound()
}
