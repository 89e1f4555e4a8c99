package import GameKit
import Kernel
import TextMode
package import WireProtocol

/// A player on the server's civil days, for features that count days, also without a session.
package struct PlayerDay: HubContext {
  package let hub: Hub
  package let player: Player

  /// The civil day.
  package var today: Day { hub.today }
  /// The first day whose puzzles may still be finished: today, or yesterday during the grace period.
  package var openSince: Day { hub.openSince }
  /// The day on which the player took a name; for guests the present one.
  package var namedOn: Day { player.namedAt.map(hub.configuration.calendar.day(at:)) ?? hub.today }
  /// The games with a daily, in the server's order.
  package var dailies: [GameInfo] { hub.puzzles.dailyGames.map(\.info) }
  /// Whether a change can be stored soon.
  package var canStore: Bool { !hub.journal.isStalled(at: hub.now) }

  /// Whether the player has finished a game's daily of a recent day.
  package func hasFinished(_ game: String, on day: Day) -> Bool {
    hub.knowledge.hasFinished(player.id, .day(game: game, day))
  }

  /// Sends the player an unsolicited message; nothing to an absent one.
  package func send(_ message: some Drawable) {
    if let session = player.session { hub.send(message, to: session) }
  }

  /// Sends a sentence to a player in text mode.
  package func tell(_ sentence: String) { send(Sentence(sentence)) }

  /// Stores a result without a match: see ``FeatureContext/record(_:)``.
  package func record(_ result: RecordedResult) -> (match: Int64, share: String) { hub.record(result, of: player) }

  /// Stores such a result and shares it in the channel; neither if the player is muted there, or nothing is shared.
  package func share(_ result: RecordedResult) { hub.kernel.sharedResults?.share(result, on: self) }
}

/// A player has finished a daily.
package struct DailyDone {
  package let day: PlayerDay
  /// Whether its game has analyses.
  package let hasAnalysis: Bool
  package let board: FinishedBoard
  /// Whether the server shares it automatically.
  package let isShared: Bool
}

/// A player's end of a match in the form in which it is shared.
package struct FinishedBoard {
  package let match: Int64
  package let game: GameInfo
  package let outcome: Outcome
  /// The label of the puzzle in share texts: its number, or the mode.
  package let label: String
  /// The number of a daily's puzzle.
  package let puzzle: Int?
  /// The number of the civil day for which it counts.
  package let day: Int
  package let mode: ModeKind?

  package init(
    match: Int64, game: GameInfo, outcome: Outcome, label: String, puzzle: Int?, day: Int, mode: ModeKind?
  ) {
    (self.match, self.game, self.outcome, self.label) = (match, game, outcome, label)
    (self.puzzle, self.day, self.mode) = (puzzle, day, mode)
  }
}

/// The amount of a feature's work due today for a present player: published when the player logs in, and after each
/// change.
package struct WorkDue {
  package let day: PlayerDay
  /// The work's id, under which its results are recorded.
  package let id: String
  /// Its name for people.
  package let title: String
  package let count: Int
}

extension FeatureContext {
  /// The player on the server's days.
  package var day: PlayerDay { PlayerDay(hub: hub, player: player) }

  /// Publishes the amount of a feature's work due today.
  package func publishDue(_ game: RecordedGame, _ count: Int) {
    parlor.kernel.publish(WorkDue(day: day, id: game.id, title: game.title, count: count))
  }
}

extension DayBegan {
  /// A player on the day that has begun; `nil` for a deleted player.
  package func day(ofPlayer number: Int64) -> PlayerDay? {
    parlor.players.withID(PlayerID(number)).map { PlayerDay(hub: hub, player: $0) }
  }
}

/// Publishes finished dailies to features.
struct DailyNews: MatchReaction {
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room) {
    guard case .day(_, let day) = seat.played.scope, let game = room.plan.game else { return }
    let board = FinishedBoard(
      match: seat.played.id, game: game.info, outcome: outcome, label: room.state.label(of: seat.played.scope),
      puzzle: day.number, day: day.number, mode: room.mode.kind)
    let hub = room.hub
    hub.kernel.publish(
      DailyDone(
        day: PlayerDay(hub: hub, player: seat.player), hasAnalysis: seat.played.match.hasAnalysis, board: board,
        isShared: hub.configuration.autoShare))
  }
}
