import GameKit
import WireProtocol

/// The state of one player in a quiz.
struct Contestant: Codable, Hashable, Sendable {
  struct Answer: Codable, Hashable, Sendable {
    /// The index of the chosen answer.
    let choice: Int
    /// The time left, in milliseconds.
    let left: Int64
  }

  let id: PlayerID
  private(set) var points = 0
  /// The points of the last question.
  private(set) var earned = 0
  /// The number of right answers.
  private(set) var right = 0
  /// The current number of consecutive right answers.
  private(set) var streak = 0
  private(set) var longestStreak = 0
  /// The player's answer to the current question.
  var answer: Answer?
  /// One tile per question: right, wrong, or empty without an answer.
  var marks = ""
  var isGone = false
  /// 1 for the best.
  var place = 1

  init(id: PlayerID) { self.id = id }

  /// Scores the question: the right choice, and the time that there was to choose.
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

  /// Ends the question without a score.
  mutating func pass() {
    earned = 0
    answer = nil
    marks.append(Tile.open.rawValue)
  }
}
