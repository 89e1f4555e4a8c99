import GameKit
import WireProtocol

/// Everyone has a board of their own on the day's puzzle, kept across reconnects, once a day.
struct DailyMode: Mode {
  let kind: ModeKind? = .daily
  let isPermanent = true
  let listPlace = 0
  let playsTheDay = true
  let roundNoun = "day"

  func noResults(in room: String) -> String { "The day's results are in /leaderboard" }

  func adviceWhenDone(in room: RoomView) -> String? {
    let game = room.plan.game?.info
    let more = game?.modes.contains(.practice) == true ? ", /practice \(room.name) to play another" : ""
    return "You have finished this \(room.state.noun): /share to post it\(more); /say TEXT to talk"
  }

  func isPlaying(_ rounds: Rounds) -> Bool { true }

  func checkStart(in room: RoomState, with players: Int) throws(WireError) {
    throw WireError(.alreadyPlaying, "The day's puzzle needs no start: just play")
  }
}
