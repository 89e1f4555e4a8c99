import GameKit
import Kernel

/// A player's goal: one document a player. It is small and each finished puzzle may change it, so that it is in memory.
enum GoalDocument: ResidentKind {
  enum Fact: Codable {
    /// The games of the goal, in place of those before.
    case chose(games: [String])
    /// A game's puzzle of a day is finished.
    case played(game: String, day: Int)
    /// Work of a day is due, or was due and is done.
    case worked(work: GoalState.Work)
    /// All of a day's goal is done.
    case reached(day: Int)
    /// From this Monday on weeks are shared; `nil` for no week.
    case sharing(from: Int?)
    /// A snapshot.
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
