import GameKit
import WireProtocol

/// Everyone has a board of their own on the day's puzzle, kept across reconnects, once a day.
struct DailyMode: Mode {
  let kind = ModeKind.daily
  let sharesBoard = false
  let playsTheDay = true

  func isPlaying(_ rounds: Rounds) -> Bool { true }

  func checkStart(_ situation: ModeSituation) throws(WireError) {
    throw WireError(.alreadyPlaying, "The day's puzzle needs no start: just play")
  }

  /// There is nothing to begin and nothing to end: the room deals the day's board to whoever sits down.
  func action(after event: ModeEvent, in situation: ModeSituation, at now: Instant) -> ModeAction? { nil }
}
