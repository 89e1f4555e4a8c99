import GameKit
import WireProtocol

/// The parts of a player's goal on a day.
struct GoalPlan {
  /// The number of puzzles of a goal, if the server has as many.
  static let size = 3

  let games: [GameInfo]
  let work: [GoalState.Work]

  /// The chosen games; then those that the player finished last before the day; then the server's first. What is
  /// finished on the day itself does not change its goal.
  init(_ state: GoalState, on day: Int, of dailies: [GameInfo]) {
    let recent = dailies.enumerated().compactMap { place, game in
      state.lastPlayed(game.id, before: day).map { (day: $0, place: place, game: game) }
    }
    .sorted { ($1.day, $0.place) < ($0.day, $1.place) }.map(\.game)
    var games: [GameInfo] = []
    for game in state.chosen.compactMap({ id in dailies.first { $0.id == id } }) + recent + dailies
    where games.count < Self.size && !games.contains(where: { $0.id == game.id }) {
      games.append(game)
    }
    self.games = games
    work = state.work.filter { $0.day == day }
  }

  /// Its parts for clients.
  func parts(_ state: GoalState, on day: Int) -> [GoalAnswer.Part] {
    games.map { GoalAnswer.Part(game: $0.id, title: $0.title, isDone: state.hasPlayed($0.id, on: day)) }
      + work.map { GoalAnswer.Part(game: $0.id, title: $0.title, isDone: $0.isDone) }
  }
}
