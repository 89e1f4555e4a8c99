import GameKit
import WireProtocol
import TextMode

extension Parlor {
  /// A month of a player's dailies.
  func sendCalendar(_ request: Request.Calendar, to session: Session, re: RequestID?) throws(WireError) {
    let player = try subject(request.player, session)
    let game = try resultGame(request.game, session)
    let month = request.month ?? String(hub.today.text.prefix(7))
    guard let first = Day(month + "-01") else {
      throw WireError(.badField, "A month is written like 2026-11")
    }
    let last = Day(number: first.startOfNextMonth.number - 1)
    let query = DailiesQuery(player: player.id, game: game.id, days: first.number...last.number)
    ask(query, session, re) { [today = hub.today] results in
      let entries = results.map { result in
        CalendarAnswer.Entry(
          day: Day(number: result.day).text, puzzle: result.day, won: result.won, tries: result.tries)
      }
      return ShownCalendar(
        message: CalendarAnswer(player: player.name, game: game.id, month: month, entries: entries),
        title: game.title, first: first, last: last, today: today)
    }
  }
}

extension Day {
  /// The first day of the next month, seen from the first day of one: 31 days later it has begun, and is not over.
  fileprivate var startOfNextMonth: Day {
    Day(String(Day(number: number + 31).text.prefix(7)) + "-01") ?? Day(number: number + 31)
  }
}
