import GameKit
import WireProtocol

/// Everyone has a board of their own on the day's puzzle, kept across reconnects, once a day.
struct DailyMode: Mode {
  let kind = ModeKind.daily
  let sharesBoard = false
  let playsTheDay = true
  let isPlaying = true

  func checkStart() throws(WireError) {
    throw WireError(.alreadyPlaying, "The day's puzzle needs no start: just play")
  }

  /// There is nothing to begin and nothing to end: the room deals the day's board to whoever sits down.
  mutating func react(to event: ModeEvent, at now: Instant) -> [ModeAction] { [] }
}
