import GameKit
import Kernel

/// A player's goal: one document per player. It is small and changed by each finished puzzle, so it stays in memory.
enum GoalDocument: ResidentKind {
  enum Fact: Codable {
    /// The games of the goal, which replace the earlier ones.
    case chose(games: [String])
    /// A game's puzzle of a day is finished.
    case played(game: String, day: Int)
    /// A day's work is due, or is done.
    case worked(work: GoalState.Work)
    /// A day's goal is reached.
    case reached(day: Int)
    /// Weeks are shared from this Monday on; `nil` for no week.
    case sharing(from: Int?)
    /// The state, in a snapshot.
    case stands(goal: GoalState)
  }

  static let number: UInt8 = 23
  static let name = "goal"
  static let belongsToPlayer = true

  static func initialState(_ key: Int64) -> GoalState { GoalState() }

  static func apply(_ fact: Fact, to state: inout GoalState) {
    switch fact {
    case .chose(let games): state.chosen = games
    case .played(let game, let day): state.play(game, on: day)
    case .worked(let work): state.note(work)
    case .reached(let day): state.reach(day...day)
    case .sharing(let monday): state.sharedBefore = monday
    case .stands(let snapshot): state = snapshot
    }
  }

  static func pack(_ state: GoalState) -> [Fact] { state == GoalState() ? [] : [.stands(goal: state)] }
}
