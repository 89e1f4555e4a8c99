import GameKit
import WireProtocol

/// Where one player stands in a quiz.
struct Contestant: Codable, Hashable, Sendable {
  struct Answer: Codable, Hashable, Sendable {
    /// The place of what was chosen.
    let choice: Int
    /// The time that was left, in milliseconds.
    let left: Int64
  }

  let id: PlayerID
  private(set) var points = 0
  /// What the last question has earned.
  private(set) var earned = 0
  /// How many answers were right.
  private(set) var right = 0
  /// How many were right in a row, up to the last one.
  private(set) var streak = 0
  private(set) var longestStreak = 0
  /// The answer to the question that is asked, or whose answer is shown.
  var answer: Answer?
  /// A tile a question: right, wrong, or open where there was no answer.
  var marks = ""
  var isGone = false
  /// 1 for the best.
  var place = 1

  init(id: PlayerID) { self.id = id }

  /// The question is over: what was the right choice, and how long there was to choose.
  mutating func settle(_ right: Int, of limit: Int64) {
    earned = 0
    guard let answer else {
      streak = 0
      return marks.append(Tile.open.rawValue)
    }
    guard answer.choice == right else {
      streak = 0
      return marks.append(Tile.absent.rawValue)
    }
    earned = Quiz.Rules.points(left: answer.left, of: limit, before: streak)
    points += earned
    self.right += 1
    streak += 1
    longestStreak = max(longestStreak, streak)
    marks.append(Tile.right.rawValue)
  }

  /// The question counts for nobody.
  mutating func pass() {
    earned = 0
    answer = nil
    marks.append(Tile.open.rawValue)
  }
}
