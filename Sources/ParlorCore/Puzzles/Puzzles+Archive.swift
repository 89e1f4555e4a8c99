import GameKit
import WireProtocol

/// Past dailies, for practice: their boards are those of a round, so the day's result stays unchanged.
extension Puzzles {
  /// The day of a request for a past daily, by date or by number.
  ///
  /// - Throws: `bad_field`; `not_over` for today and later days.
  func archiveDay(_ text: String, of game: GameModule) throws(WireError) -> Int {
    guard let day = Day(text) ?? Int(text).map(Day.init(number:)), day.number >= 1 else {
      throw WireError(.badField, "A past day is a date like 2026-11-19 or the number of its puzzle, from 1 on")
    }
    guard game.info.modes.contains(.daily) else {
      throw WireError(.notFound, .mode, "\(game.info.title) has no puzzle of the day")
    }
    guard day < clock.openSince else {
      if day < clock.today { throw Self.notOpened(day) }
      throw WireError(.notOver, "\(day.text) is not over yet: /join \(game.info.id) plays today's puzzle")
    }
    return day.number
  }

  /// The error for the puzzle of a day whose grace period is not over.
  static func notOpened(_ day: Day) -> WireError {
    WireError(.notOver, "The puzzle of \(day.text) may still be finished by those who have begun it: ask again later")
  }

  /// A match on the daily of a past day.
  ///
  /// - Throws: `bad_settings` for settings with which that day's puzzle would have been another one.
  func archived(_ game: GameModule, of day: Day, settings: JSON) throws(Rejection) -> Match {
    guard day.number >= 1, day < clock.openSince else {
      throw Rejection("no_puzzles_left", "There is no puzzle before number 1: choose another day")
    }
    return try making { () throws(Rejection) in
      let match = try game.match(on: day, season: configuration.season, settings: settings)
      let daily = dailySettings(of: game)
      guard settings != daily else { return match }
      let dealt = try game.match(on: day, season: configuration.season, settings: daily)
      guard (try? match.puzzle()) == (try? dealt.puzzle()) else {
        throw .badSettings("A day's puzzle is the same for everybody: these settings are for practice without day=")
      }
      return match
    }
  }
}
