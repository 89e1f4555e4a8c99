import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("The calendar")
struct CalendarTests {
  private static func days(_ solved: [Int: Int], lost: [Int] = []) -> CalendarAnswer {
    let all = solved.map { ($0.key, true, Optional($0.value)) } + lost.map { ($0, false, nil) }
    let entries = all.sorted { $0.0 < $1.0 }.map { day, won, tries in
      CalendarAnswer.Entry(
        day: "2026-11-" + (day < 10 ? "0\(day)" : "\(day)"), puzzle: 304 + day, won: won, tries: tries)
    }
    return CalendarAnswer(player: "ana", game: "wordle", month: "2026-11", entries: entries)
  }

  private func stage(_ width: Int = 80, _ height: Int = 24, look: Look = .signs) -> Stage {
    var stage = Stage(width: width, height: height, look: look)
    stage.press(.character("m"))
    let answer = Self.days([2: 3, 3: 4, 4: 4, 8: 2, 9: 5, 20: 6], lost: [5])
    stage.happen(.answered(.request("calendar"), .success(.of(answer))))
    return stage
  }

  @Test("A month without colours: tries, losses, today, and lines through consecutive days")
  func month() {
    let expected = [
      "           Mo       Tu       We       Th       Fr       Sa       Su",
      "                                                                  1", "",
      "            2        3        4        5        6        7        8",
      "           [3]━━━━━━[4]━━━━━━[4]      ·X·                        [2]━━━",
      "            9       10       11       12       13       14       15", "        ━━━[5]",
    ]
    let stage = stage()
    #expect(Array(stage.lines[4...10]) == expected)
    let text = stage.text
    for part in ["›20‹", "solved 6 of 7 · longest run 3", "←→ day"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("A streak continues over the end of a week", arguments: [(80, 24), (40, 15)])
  func overTheWeek(width: Int, height: Int) {
    let lines = stage(width, height).lines
    // The 8th is a Sunday, the 9th a Monday.
    let sunday = lines.first { $0.contains(height > 20 ? "[2]" : "[ 8]") } ?? ""
    let monday = lines.first { $0.contains(height > 20 ? "[5]" : "[ 9]") } ?? ""
    #expect(sunday.hasSuffix("━"))
    #expect(monday.drop { $0 == " " }.hasPrefix("━"))
  }

  @Test("A whole month and its summary are visible in every window and look", arguments: ViewTests.sizes)
  func everySize(width: Int, height: Int) {
    for look in [Look.colour, .light, .contrast, .signs] {
      let text = stage(width, height, look: look).text
      for day in 1...30 { #expect(text.contains("\(day)"), "\(width)×\(height) \(look): \(day)") }
      for part in ["November 2026", "Mo", "Su", "›20", "solved 6 of 7", "? help"] {
        #expect(text.contains(part), "\(width)×\(height) \(look): \(part)")
      }
    }
  }

  @Test("Arrows move by days across months, but not into the future, and Tab to the next game")
  func moving() {
    var stage = stage()
    func asked() -> [String] {
      stage.asked.filter { $0.type == "calendar" }.map { "\($0["game"] ?? "") \($0["month"] ?? "now")" }
    }
    stage.press(.right)
    #expect(asked() == ["wordle now"])
    #expect(stage.text.contains("Today is as far as it goes."))
    stage.press(.left, .up, .up)
    #expect(asked() == ["wordle now"])
    #expect(stage.app.lookingBack.chosen(stage.app.shell)?.day == 5)
    stage.press(.up, .right, .right, .right, .pageUp, .pageDown, .home, .tab)
    #expect(
      asked() == [
        "wordle now", "wordle 2026-10", "wordle 2026-11", "wordle 2026-10", "wordle 2026-11", "field 2026-11",
      ])
  }

  @Test("A chosen day is played: today's in its room, a past one as practice")
  func playing() throws {
    var stage = stage()
    stage.press(.enter)
    #expect(stage.asked.last == .request("join", ["room": "wordle"]))
    stage.press(.left, .enter)
    let question = try #require(stage.asked.last)
    #expect(question == .request("create", ["game": "wordle", "mode": "practice", "day": "2026-11-19"]))
    var joined = Joined(room: "p", seq: 1, viewer: "ana", game: "wordle", mode: .practice, state: .playing, players: [])
    (joined.board, joined.owner) = (Stage.wordle(), "ana")
    stage.happen(.answered(question, .success(.of(joined))))
    #expect(stage.app.place == .room("p"))
    stage.press(.function(5), .up, .enter)
    #expect(
      stage.asked.suffix(2) == [
        .request("leave", ["room": "p"]),
        .request("create", ["game": "wordle", "mode": "practice", "day": "2026-11-13"]),
      ])
    // Other practice is separate from past days.
    stage.press(.escape, .escape, .escape)
    stage.app.shell.go(to: .lobby)
    stage.press(.character("p"))
    #expect(stage.asked.last == .request("create", ["game": "wordle", "mode": "practice"]))
  }

  @Test("A click chooses a day, and a second one plays it", arguments: [(80, 24), (40, 15), (200, 50)])
  func clicking(width: Int, height: Int) throws {
    var stage = stage(width, height)
    let month = try #require(Month("2026-11"))
    let area = CalendarView(shell: stage.app.shell, lookingBack: stage.app.lookingBack).area
    let place = CalendarGrid(month, in: area).place(9)
    let click = AppEvent.input(.mouse(Mouse(act: .press, x: place.x + 1, y: place.y)))
    stage.happen(click)
    #expect(stage.app.lookingBack.chosen(stage.app.shell)?.day == 9)
    stage.happen(click)
    #expect(stage.asked.last == .request("create", ["game": "wordle", "mode": "practice", "day": "2026-11-09"]))
  }

  @Test("A long name and the streak do not overlap", arguments: ViewTests.sizes)
  func longName(width: Int, height: Int) {
    var stage = Stage(width: width, height: height)
    stage.press(.character("m"))
    let stats = StatsAnswer(
      player: "guest-12345678901", game: "wordle", played: 9, won: 8, streak: 4, bestStreak: 7, distribution: [],
      average: 4)
    let calendar = CalendarAnswer(player: stats.player, game: "wordle", month: "2026-11", entries: [])
    stage.happen(.answered(.request("calendar"), .success(.of(calendar))))
    stage.happen(.answered(.request("stats"), .success(.of(stats))))
    #expect(stage.text.contains("guest-12345678901 · November 2026"))
    #expect(!stage.text.contains("2026streak"))
  }

  @Test("The present streak is shown beside the month")
  func streak() {
    var stage = stage()
    let stats = StatsAnswer(
      player: "ana", game: "wordle", played: 9, won: 8, streak: 4, bestStreak: 7, distribution: [], average: 4)
    stage.happen(.answered(.request("stats"), .success(.of(stats))))
    #expect(stage.lines[2].hasSuffix("streak 4 · best 7"))
  }

  @Test(
    "Months have the right days and weekdays",
    arguments: [
      ("2026-11", 6, 30), ("2026-02", 6, 28), ("2024-02", 3, 29), ("2000-02", 1, 29), ("1900-02", 3, 28),
      ("2027-01", 4, 31),
    ])
  func months(text: String, weekday: Int, days: Int) throws {
    let month = try #require(Month(text))
    #expect(month.firstWeekday == weekday)
    #expect(month.dayCount == days)
    #expect(month.text == text)
    #expect(month.later(by: 14).later(by: -14) == month)
  }

  @Test("An invalid month is refused", arguments: ["", "2026", "2026-13", "2026-00", "26-11", "x-y", "wordle"])
  func noMonth(text: String) { #expect(Month(text) == nil) }
}
