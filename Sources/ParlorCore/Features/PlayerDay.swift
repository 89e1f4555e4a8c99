package import GameKit
package import Kernel
import TextMode
package import WireProtocol

/// A player on the server's civil days: what a feature needs that counts days, also where no session is served.
package struct PlayerDay {
  let hub: Hub
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

  /// Changes a document.
  package func emit<Kind: DocumentKind>(_ fact: Kind.Fact, on document: Document<Kind>) {
    document.emit(fact, through: hub)
  }

  /// Sends the player what is no answer; nothing to one who is away.
  package func send(_ message: some Drawable) {
    if let session = player.session { hub.send(message, to: session) }
  }

  /// Tells the player a sentence, where the player reads text.
  package func tell(_ sentence: String) { send(Sentence(sentence)) }

  /// Stores a result of the player's that came of no match, and shares it in the channel unless the player is silent.
  package func share(_ result: RecordedResult) { hub.share(result, of: player) }
}

/// A player is done with a puzzle of the day.
package struct DailyDone {
  package let day: PlayerDay
  /// Whether its game can tell what each move was worth.
  package let hasAnalysis: Bool
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
  package var day: PlayerDay { PlayerDay(hub: parlor.hub, player: player) }

  /// Tells other features how much of a feature's work is due today.
  package func publishDue(_ game: RecordedGame, _ count: Int) {
    parlor.kernel.publish(WorkDue(day: day, id: game.id, title: game.title, count: count))
  }
}

extension DayBegan {
  /// A player on the day that has begun; `nil` for somebody who is gone.
  package func day(ofPlayer number: Int64) -> PlayerDay? {
    parlor.players.withID(PlayerID(number)).map { PlayerDay(hub: parlor.hub, player: $0) }
  }
}

/// Lets features react to a finished puzzle of the day.
struct DailyNews: MatchReaction {
  func boardIsDone(_ seat: Seat, _ outcome: Outcome, in room: Room) {
    guard case .day = seat.played.scope else { return }
    room.hub.kernel.publish(
      DailyDone(day: PlayerDay(hub: room.hub, player: seat.player), hasAnalysis: seat.played.match.hasAnalysis))
  }
}
