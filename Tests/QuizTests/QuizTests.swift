import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import Quiz

@Suite("Quiz")
struct QuizTests {
  private let ana = PlayerID(1)
  private let ben = PlayerID(2)
  private let cleo = PlayerID(3)
  private let questions = [
    Quiz.Question(text: "casa", choices: ["house", "dog", "cat", "tree"], answer: 0),
    Quiz.Question(text: "perro", choices: ["house", "dog", "cat", "tree"], answer: 1),
    Quiz.Question(text: "gato", choices: ["house", "dog", "cat", "tree"], answer: 2),
  ]

  private func game(_ players: PlayerID..., seconds: Int = 20) throws -> Quiz {
    var settings = Quiz.Settings()
    settings.seconds = seconds
    var game = Quiz(puzzle: Quiz.Puzzle(deck: "spanish", language: "Spanish", questions: questions), settings: settings)
    _ = try game.handle(.begin(players), at: .zero)
    return game
  }

  private func answer(_ choice: Int, _ player: PlayerID, at milliseconds: Int64, in game: inout Quiz) throws {
    _ = try game.play(Quiz.Move(choice: choice), by: player, at: Elapsed(milliseconds: milliseconds))
  }

  @discardableResult
  private func time(in game: inout Quiz) throws -> Turn {
    try game.handle(.time, at: try #require(game.deadline))
  }

  private func points(_ game: Quiz, _ players: PlayerID...) -> [Int?] { players.map { game.contestant($0)?.points } }

  private func refusal(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Rejection)?.code }
    return nil
  }

  @Test(
    "A right answer earns 500, up to 500 for the time left, and 50 for each of up to five preceding right answers",
    arguments: [
      (20_000, 20_000, 0, 1000), (0, 20_000, 0, 500), (10_000, 20_000, 0, 750), (15_000, 20_000, 2, 975),
      (20_000, 20_000, 5, 1250), (20_000, 20_000, 49, 1250), (-7, 20_000, 0, 500), (99_999, 20_000, 0, 1000),
    ])
  func formula(left: Int64, limit: Int64, before: Int, points: Int) {
    #expect(Quiz.Rules.points(left: left, of: limit, before: before) == points)
  }

  @Test("Earlier right answers earn more, wrong ones nothing, and the answer is hidden until time is up")
  func race() throws {
    var game = try game(ana, ben, cleo)
    let turn = try game.play(Quiz.Move(choice: 1), by: ana, at: Elapsed(milliseconds: 4000))
    #expect(turn.open == ["answered": 1] && turn.secret == [:] && turn.isQuiet)
    #expect(turn.hands == [Turn.Hand(for: [ana], ["choice": 1])])
    try answer(1, ben, at: 10_000, in: &game)
    #expect(points(game, ana, ben, cleo) == [0, 0, 0])
    #expect(game.deadline == Elapsed(milliseconds: 20_000))
    let shown = try time(in: &game)
    #expect(shown.open["answer"] == 1 && shown.open["right"] == 2)
    #expect(points(game, ana, ben, cleo) == [900, 750, 0])
    #expect([ana, ben, cleo].map { game.contestant($0)?.place } == [1, 2, 3])
    #expect(game.board(for: .outsider).choices.map(\.tile) == [.right, .absent, .absent, .absent])
  }

  @Test("An outcome's score is points for fifty questions, so that a long quiz is worth no more than a short one")
  func score() throws {
    var game = try game(ana, ben)
    try answer(1, ana, at: 4000, in: &game)
    for _ in 0..<6 where !game.isOver { try time(in: &game) }
    #expect(game.outcome(for: ana)?.open["points"] == 900 && game.outcome(for: ana)?.score == 15_000)
  }

  @Test("When all have answered, time is up, and the next question comes after five seconds")
  func early() throws {
    var game = try game(ana, ben)
    try answer(1, ana, at: 1000, in: &game)
    try answer(2, ben, at: 3000, in: &game)
    #expect(game.deadline == Elapsed(milliseconds: 3001))
    try time(in: &game)
    #expect(game.deadline == Elapsed(milliseconds: 8001) && game.isAnswered)
    #expect(refusal { try answer(1, ana, at: 4000, in: &game) } == "too_late")
    try time(in: &game)
    #expect(game.question == questions[1] && game.deadline == Elapsed(milliseconds: 28_001))
  }

  @Test("A player who has left is not waited for, keeps the points, and may return")
  func leaving() throws {
    var game = try game(ana, ben)
    try answer(1, ana, at: 0, in: &game)
    _ = try game.handle(.leave(ben), at: Elapsed(milliseconds: 500))
    #expect(game.deadline == Elapsed(milliseconds: 501))
    try time(in: &game)
    try time(in: &game)
    #expect(refusal { try answer(2, ben, at: 6000, in: &game) } == "game_over")
    _ = try game.handle(.join(ben), at: Elapsed(milliseconds: 6000))
    try answer(2, ben, at: 6000, in: &game)
    #expect(refusal { _ = try game.handle(.join(ben), at: Elapsed(milliseconds: 6500)) } == "not_here")
  }

  @Test("A late player answers the current question")
  func late() throws {
    var game = try game(ana)
    try answer(2, ana, at: 0, in: &game)
    try time(in: &game)
    try time(in: &game)
    _ = try game.handle(.join(ben), at: Elapsed(milliseconds: 6000))
    try answer(2, ben, at: 6000, in: &game)
    try answer(2, ana, at: 6000, in: &game)
    try time(in: &game)
    #expect(game.contestant(ben)?.marks == "⬜🟩" && game.contestant(ana)?.marks == "⬛🟩")
    #expect(game.contestant(ben)?.place == 1)
  }

  @Test("A pause discards the open question and shows its answer; the next question comes after the pause")
  func paused() throws {
    var game = try game(ana, ben)
    try answer(1, ben, at: 1000, in: &game)
    let turn = try game.handle(.pause(ana), at: Elapsed(milliseconds: 5000))
    #expect(turn.open["answer"] == 1 && turn.open["right"] == nil)
    #expect(game.deadline == nil && game.isAnswered && points(game, ana, ben) == [0, 0])
    #expect(game.board(for: .seat(ana)).choices.allSatisfy { $0.move.isEmpty })
    #expect(refusal { try answer(1, ana, at: 6000, in: &game) } == "paused")
    #expect(refusal { _ = try game.handle(.pause(ana), at: Elapsed(milliseconds: 6000)) } == "not_here")
    _ = try game.handle(.unpause(ana), at: Elapsed(milliseconds: 105_000))
    #expect(refusal { try answer(1, ana, at: 105_001, in: &game) } == "too_late")
    #expect(game.deadline == Elapsed(milliseconds: 110_000))
    try time(in: &game)
    #expect(game.question == questions[1] && game.deadline == Elapsed(milliseconds: 130_000))
  }

  @Test("A pause after a restart is nobody's: its remarks are sentences")
  func pausedByServer() throws {
    var game = try game(ana, ben)
    let server = PlayerID(0)
    let paused = try game.handle(.pause(server), at: Elapsed(milliseconds: 5000))
    #expect(paused.openRemark == "The server was away; this question counts for nobody: casa = house")
    #expect(try game.handle(.unpause(server), at: Elapsed(milliseconds: 5000)).openRemark == "The quiz goes on")
    #expect(game.deadline == Elapsed(milliseconds: 10_000))
  }

  @Test("A pause while an answer is shown costs nobody points")
  func pausedBetween() throws {
    var game = try game(ana, ben)
    try answer(1, ana, at: 10_000, in: &game)
    try time(in: &game)
    _ = try game.handle(.pause(cleo), at: Elapsed(milliseconds: 21_000))
    _ = try game.handle(.unpause(cleo), at: Elapsed(milliseconds: 90_000))
    #expect(points(game, ana) == [750] && game.deadline == Elapsed(milliseconds: 94_000))
  }

  @Test("A pause at the last question ends the quiz")
  func pausedAtTheEnd() throws {
    var game = try game(ana)
    for _ in 0..<4 { try time(in: &game) }
    #expect(game.question == questions[2] && !game.isAnswered)
    _ = try game.handle(.pause(ana), at: Elapsed(milliseconds: 99_000))
    #expect(game.isOver && game.deadline == nil && game.outcome(for: ana)?.verdict == .lost)
  }

  @Test("Skipping an open question scores it as if time were up; while an answer is shown, the next question comes")
  func skipped() throws {
    var game = try game(ana, ben, cleo)
    try answer(1, ana, at: 0, in: &game)
    try answer(2, ben, at: 0, in: &game)
    let turn = try game.handle(.skip(cleo), at: Elapsed(milliseconds: 1000))
    #expect(points(game, ana, ben, cleo) == [1000, 0, 0] && game.isAnswered && turn.open["right"] == 1)
    #expect([ana, ben, cleo].map { game.contestant($0)?.marks } == ["🟩", "⬛", "⬜"])
    _ = try game.handle(.skip(cleo), at: Elapsed(milliseconds: 1500))
    #expect(game.question == questions[1] && game.deadline == Elapsed(milliseconds: 21_500))
  }

  @Test("Players without points share a place as any equals do, or have none if nobody has points")
  func pointless() throws {
    var game = try game(ana, ben, cleo)
    func notes(_ player: PlayerID) -> [String] { game.board(for: .seat(player)).notes }
    try answer(2, ana, at: 0, in: &game)
    try time(in: &game)
    #expect(notes(ana).contains("no points yet") && notes(ben).contains("no points yet"))
    try time(in: &game)
    let now = try #require(game.deadline).milliseconds - 20_000
    try answer(questions[1].answer + 1, ben, at: now, in: &game)
    try time(in: &game)
    #expect(notes(ben).contains("+1000, place 1 of 3") && notes(cleo).contains("no points yet"))
    try time(in: &game)
    try time(in: &game)
    #expect(notes(ben).contains("place 1 of 3") && notes(ana).contains("place 2 of 3"))
    var nobody = try self.game(ana, ben, cleo)
    for _ in 0..<5 { try time(in: &nobody) }
    #expect(nobody.isOver)
    for player in [ana, ben, cleo] {
      let outcome = try #require(nobody.outcome(for: player))
      #expect(outcome.verdict == .lost && outcome.open["place"] == nil && outcome.grid.headline.hasPrefix("-/3 · 0 "))
      #expect(nobody.board(for: .seat(player)).data["place"] == nil)
      #expect(nobody.board(for: .seat(player)).notes.contains("nobody has points"))
    }
  }

  @Test("A quiz ended in an open question is one of the questions before; equal points share a place")
  func stopped() throws {
    var game = try game(ana, ben, cleo)
    try answer(1, ana, at: 0, in: &game)
    try answer(2, ben, at: 0, in: &game)
    try time(in: &game)
    #expect(game.board(for: .informed).data["chosen_by"] == [1, 1, 0, 0])
    try time(in: &game)
    try answer(questions[1].answer + 1, ben, at: try #require(game.deadline).milliseconds - 20_000, in: &game)
    _ = try game.handle(.stop(cleo), at: Elapsed(milliseconds: 20_000))
    #expect(game.isOver && game.deadline == nil && game.outcome(for: ana)?.won == true)
    #expect([ana, ben, cleo].map { game.outcome(for: $0)?.open["place"] } == [1, 2, 2])
    #expect(game.outcome(for: ana)?.grid.headline == "1/3 · 1000 points · 1/1")
    #expect(game.missed(by: ben).map(\.word.original) == ["casa"])
    #expect(refusal { _ = try game.handle(.stop(cleo), at: Elapsed(milliseconds: 20_000)) } == "not_here")
  }

  @Test("A quiz ended in its first question is a draw, also for one player alone")
  func stoppedAtOnce() throws {
    for players in [[ana], [ana, ben]] {
      let puzzle = Quiz.Puzzle(deck: "spanish", language: "Spanish", questions: questions)
      var game = Quiz(puzzle: puzzle, settings: Quiz.Settings())
      _ = try game.handle(.begin(players), at: .zero)
      _ = try game.handle(.stop(cleo), at: Elapsed(milliseconds: 500))
      #expect(game.outcome(for: ana)?.verdict == .drawn && game.outcome(for: ana)?.open["of"] == 0)
      #expect(game.outcome(for: ana)?.grid.headline == "ended before a question counted")
    }
  }

  @Test("After the last answer there are places, and the best player has won")
  func end() throws {
    var game = try game(ana, ben, cleo)
    for (position, question) in questions.enumerated() {
      let now = try #require(game.deadline).milliseconds - 20_000
      try answer(question.answer + 1, ana, at: now, in: &game)
      try answer(position == 0 ? 1 : 4, ben, at: now, in: &game)
      try time(in: &game)
      if position < 2 { try time(in: &game) }
    }
    #expect(game.isOver && game.deadline == nil)
    #expect([ana, ben, cleo].map { game.outcome(for: $0)?.verdict } == [.won, .lost, .lost])
    #expect([ana, ben, cleo].map { game.outcome(for: $0)?.open["place"] } == [1, 2, 3])
    let best = try #require(game.outcome(for: ana))
    #expect(best.open["points"] == 3150 && best.open["right"] == 3 && best.open["longest_streak"] == 3)
    #expect(best.grid.headline == "1/3 · 3150 points · 3/3" && best.grid.rows == ["🟩🟩🟩"])
    #expect(game.missed(by: ben).map(\.word.original) == ["perro", "gato"] && game.missed(by: ana).isEmpty)
    #expect(game.board(for: .outsider).seats.map(\.mark) == ["🥇", "🥈", ""])
    #expect(refusal { try answer(1, ana, at: 99_999, in: &game) } == "game_over")
  }

  @Test("A single player wins with half of the answers", arguments: [(2, Outcome.Verdict.won), (1, .lost)])
  func alone(right: Int, verdict: Outcome.Verdict) throws {
    var game = try game(ana)
    for (position, question) in questions.enumerated() {
      let choice = position < right ? question.answer + 1 : 4
      try answer(choice, ana, at: try #require(game.deadline).milliseconds - 20_000, in: &game)
      try time(in: &game)
      if position < 2 { try time(in: &game) }
    }
    #expect(game.outcome(for: ana)?.verdict == verdict)
  }

  @Test(
    "An invalid answer is refused at no cost",
    arguments: [(0, 1, "bad_move"), (5, 1, "bad_move"), (-3, 1, "bad_move"), (1, 2, "too_late"), (1, 0, "too_late")])
  func refused(choice: Int, question: Int, code: String) throws {
    var game = try game(ana, ben)
    let move = Quiz.Move(choice: choice, question: question)
    #expect(refusal { _ = try game.play(move, by: ana, at: .zero) } == code)
    try answer(2, ana, at: 0, in: &game)
    #expect(refusal { try answer(1, ana, at: 1, in: &game) } == "already_answered")
  }

  @Test("The rules name every setting, in lines that fit 80 columns with their margin")
  func rules() {
    let rules = Quiz.info.rules + Quiz.info.typing
    for line in rules { #expect(TextWidth.of(line) <= 78, "\(line)") }
    let settings = Quiz.info.settingsSchema["properties"]?.objectValue?.members.map(\.key) ?? []
    #expect(settings.count == 5)
    for name in settings { #expect(rules.contains { $0.contains(name) }, "\(name)") }
  }

  @Test("An answer is typed as its number or its letter", arguments: [("2", 2), ("b", 2), ("A", 1), ("6", 6)])
  func typed(line: String, choice: Int) throws {
    #expect(try Quiz.parse(line).choice == choice)
  }

  @Test("Any other text is refused with the form of an answer", arguments: ["z", "house", "2 3", "é", "🟩"])
  func mistyped(line: String) { #expect(refusal { _ = try Quiz.parse(line) } == "bad_move") }

  @Test("Others' choices, and the right one, are hidden until the answer is shown")
  func secrecy() throws {
    var (one, other) = (try game(ana, ben), try game(ana, ben))
    try answer(1, ana, at: 10, in: &one)
    try answer(3, ana, at: 10, in: &other)
    for viewer in [Viewer.seat(ben), .outsider, .informed] {
      #expect(one.board(for: viewer) == other.board(for: viewer))
    }
    #expect(one.board(for: .seat(ana)).choices[0].tile == .blue)
    #expect(!one.board(for: .seat(ben)).choices.contains { $0.tile != nil })
  }
}
