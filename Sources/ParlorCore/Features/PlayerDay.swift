package import GameKit
import Kernel
import TextMode
package import WireProtocol

/// A player on the server's civil days: what a feature needs that counts days, also where no session is served.
package struct PlayerDay: HubContext {
  package let hub: Hub
  package let player: Player

  /// The civil day.
  package var today: Day { hub.today }
  /// The first day whose puzzles may still be finished: today, or for a while after midnight the day before.
  package var openSince: Day { hub.openSince }
  /// The day on which the player took a name; for guests the present one.
  package var namedOn: Day { player.namedAt.map(hub.configuration.calendar.day(at:)) ?? hub.today }
  /// The games that have a puzzle of the day, in the server's order.
  package var dailies: [GameInfo] { hub.puzzles.dailyGames.map(\.info) }
  /// Whether a change can be stored soon.
  package var canStore: Bool { !hub.journal.isStalled(at: hub.now) }

  /// Whether the player is done with a game's puzzle of a day, which is at most a few days ago.
  package func hasFinished(_ game: String, on day: Day) -> Bool {
    hub.knowledge.hasFinished(player.id, .day(game: game, day))
  }

  /// Sends the player what is no answer; nothing to one who is away.
  package func send(_ message: some Drawable) {
    if let session = player.session { hub.send(message, to: session) }
  }

  /// Tells the player a sentence, where the player reads text.
  package func tell(_ sentence: String) { send(Sentence(sentence)) }

  /// Stores a result of the player's that came of no match: see ``FeatureContext/record(_:)``.
  package func record(_ result: RecordedResult) -> (match: Int64, share: String) { hub.record(result, of: player) }

  /// Stores such a result, and shares it in the channel; neither if the player is silent there, or nothing is shared.
  package func share(_ result: RecordedResult) { hub.kernel.sharedResults?.share(result, on: self) }
}

/// A player is done with a puzzle of the day.
package struct DailyDone {
  package let day: PlayerDay
  /// Whether its game can tell what each move was worth.
  package let hasAnalysis: Bool
  package let board: FinishedBoard
  /// Whether the server shares it without being asked.
  package let isShared: Bool
}

/// How a match of a game has ended for a player, as it is shared.
package struct FinishedBoard {
  package let match: Int64
  package let game: GameInfo
  package let outcome: Outcome
  /// The label of the puzzle in share texts: its number, or the mode.
  package let label: String
  /// The number of the puzzle of a day.
  package let puzzle: Int?
  /// The number of the civil day on which it counts.
  package let day: Int
  package let mode: ModeKind?

  package init(
    match: Int64, game: GameInfo, outcome: Outcome, label: String, puzzle: Int?, day: Int, mode: ModeKind?
  ) {
    (self.match, self.game, self.outcome, self.label) = (match, game, outcome, label)
    (self.puzzle, self.day, self.mode) = (puzzle, day, mode)
  }
}

/// A feature has found how much of its work is due today for a player who is here: when the player comes, and after
/// each change of it.
package struct WorkDue {
  package let day: PlayerDay
  /// Names the work: the id under which its results are recorded.
  package let id: String
  /// What people call it.
  package let title: String
  package let count: Int
}

extension FeatureContext {
  /// The player on the server's days.
  package var day: PlayerDay { PlayerDay(hub: hub, player: player) }

  /// Tells other features how much of a feature's work is due today.
  package func publishDue(_ game: RecordedGame, _ count: Int) {
    parlor.kernel.publish(WorkDue(day: day, id: game.id, title: game.title, count: count))
  }
}

extension DayBegan {
  /// A player on the day that has begun; `nil` for somebody who is gone.
  package func day(ofPlayer number: Int64) -> PlayerDay? {
    parlor.players.withID(PlayerID(number)).map { PlayerDay(hub: hub, player: $0) }
  }
}

/// Lets features react to a finished puzzle of the day.
struct DailyNews: MatchReaction {
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room) {
    guard case .day(_, let day) = seat.played.scope, let game = room.plan.game else { return }
    let board = FinishedBoard(
      match: seat.played.id, game: game.info, outcome: outcome, label: seat.label, puzzle: day.number, day: day.number,
      mode: room.mode.kind)
    let hub = room.hub
    hub.kernel.publish(
      DailyDone(
        day: PlayerDay(hub: hub, player: seat.player), hasAnalysis: seat.played.match.hasAnalysis, board: board,
        isShared: hub.configuration.autoShare))
  }
}
