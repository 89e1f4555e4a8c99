import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Polls, goals, analyses and puzzles by players")
struct FeatureScreenTests {
  private static let open = """
    Poll by ben: Where to lunch?
      1 thai
      2 pizza
    /vote NUMBER votes; 0 votes so far
    """
  private static let closed = """
    Poll by ben (closed): Where to lunch?
      1 thai: 0 votes
      2 pizza: 1 vote (your vote)
    """

  private func poll(_ number: Int = 1, own: Int? = nil, isClosed: Bool = false) -> PollAnswer {
    PollAnswer(
      room: "patio", number: number, player: "ben", question: "Where to lunch?", options: ["thai", "pizza"],
      votes: isClosed ? 1 : 0, own: own, counts: isClosed ? [0, 1] : [], isClosed: isClosed)
  }

  private func talking(_ width: Int = 80, _ height: Int = 24) -> Stage {
    var stage = Stage(width: width, height: height)
    var joined = Joined(room: "patio", seq: 1, viewer: "ana", game: nil, mode: nil, state: .talking, players: [])
    (joined.players, joined.playerCount) = (["ana", "ben"], 2)
    stage.happen(.heard(.joined(joined)))
    stage.happen(.answered(.request("join", ["room": "patio"]), .success(.of(joined))))
    return stage
  }

  @Test("An open poll stands above the talk until it is closed", arguments: WatchingTests.Window.sizes)
  func openPoll(width: Int, height: Int) {
    var stage = talking(width, height)
    stage.hear(poll(), Self.open)
    for text in ["Where to lunch?", "1 thai", "2 pizza"] { #expect(stage.text.contains(text), "\(stage.text)") }
    for line in 0..<40 {
      stage.happen(
        .heard(.said(Said(place: EventPlace(room: "patio", seq: line + 2), player: "ben", text: "line \(line)"))))
    }
    #expect(stage.text.contains("2 pizza") && stage.text.contains("line 39"), "\(stage.text)")
    stage.hear(poll(own: 2, isClosed: true), Self.closed)
    #expect(stage.app.room?.poll == nil)
    #expect(stage.text.contains("2 pizza: 1 vote (your vote)"), "\(stage.text)")
  }

  @Test("A click on an answer votes for it, and F8 with its digit as well")
  func vote() throws {
    var stage = talking()
    stage.hear(poll(), Self.open)
    let y = try #require(stage.lines.firstIndex { $0.contains("2 pizza") })
    stage.happen(.input(.mouse(Mouse(act: .press, x: 4, y: y))))
    let request: JSONObject = ["room": "patio", "option": 2, "n": 1]
    #expect(stage.asked.last == .request("vote", request))
    stage.happen(
      .answered(
        .request("vote", request),
        .success(.of(poll(own: 2), drawn: Self.open.replacing("2 pizza", with: "2 pizza (your vote)")))))
    #expect(stage.text.contains("2 pizza (your vote)"))
    stage.press(.function(8), .character("1"), .enter)
    #expect(stage.asked.last == .request("vote", ["room": "patio", "n": 1, "option": 1]))
  }

  @Test("A refused vote asks how the poll stands, and a removed poll is not shown any more")
  func ended() {
    var stage = talking()
    stage.hear(poll(), Self.open)
    let vote = Question.request("vote", ["room": "patio", "option": 1, "n": 1])
    stage.happen(.answered(vote, .failure(Failure(code: "not_found", message: "The poll is closed."))))
    #expect(stage.asked.last == .request("poll", ["room": "patio"]))
    stage.hear(PollRemoved(room: "patio", number: 1), "The poll in patio was taken away")
    #expect(!stage.text.contains("2 pizza") && stage.text.contains("was taken away"))
    stage.press(.function(8))
    #expect(stage.app.dialog == nil)
  }

  @Test("The lobby shows a player's goal, and tells when it is reached", arguments: WatchingTests.Window.sizes)
  func goal(width: Int, height: Int) {
    var stage = Stage(width: width, height: height, isSettled: false)
    #expect(!stage.asked.contains { $0.type == "goal" }, "guests have none")
    let login = LoginAnswer(you: "ana", token: nil)
    stage.happen(.answered(.comeBack(name: nil, token: nil, asGuest: false), .success(.login(login))))
    #expect(stage.asked.contains(.request("goal")))
    func goal(_ isReached: Bool) -> GoalAnswer {
      GoalAnswer(day: "2026-11-20", parts: [], isReached: isReached, streak: 12, bestStreak: 12, freezes: 1)
    }
    let text = "Goal: DailySort ✓, WordSearch –, Absurdle – · streak 12 (1 freeze)"
    stage.happen(.answered(.request("goal"), .success(.of(goal(false), drawn: text))))
    #expect(stage.text.contains("Goal: DailySort ✓") && stage.text.contains("(1 freeze)"), "\(stage.text)")
    stage.hear(goal(true), text.replacing("Goal", with: "Goal reached"))
    #expect(stage.app.notice?.text.hasPrefix("Goal reached") == true)
  }

  @Test("At the end F7 shows skill and luck, and a digit what was left")
  func analysis() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.press(.function(7))
    #expect(!stage.asked.contains { $0.type == "analysis" }, "before the end there is nothing to ask")
    stage.app.shell.notice = nil
    stage.happen(
      .heard(
        .finished(
          Finished(
            place: EventPlace(room: "wordle", seq: 2), player: "ana", outcome: ["won": true, "tries": 3], share: ""))))
    #expect(stage.lines.last?.contains("F7 skill and luck") == true, "\(stage.text)")
    stage.press(.function(7))
    let asked = Question.request("analysis", ["room": "wordle"])
    #expect(stage.asked.last == asked)
    stage.happen(
      .answered(asked, .success(.object("analysis", ["drawn": "Solved in 3 guesses; 3.4 were to be expected."]))))
    #expect(stage.text.contains("Solved in 3 guesses"))
    stage.press(.character("1"))
    #expect(stage.asked.last == .request("words_left", ["room": "wordle", "n": 1]))
  }

  @Test("A puzzle by a player shows its clue, and no other round is offered at its end")
  func authored() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "practice-4f1a", mode: .practice)
    let made = MadePuzzle(
      code: "k7q2m-9xw4d", game: "wordle", player: "ben", clue: "what tea should be", day: "2026-11-20", played: 0)
    stage.hear(PuzzleAnswer(room: "practice-4f1a", puzzle: made), "Puzzle k7q2m-9xw4d by ben: what tea should be")
    #expect(stage.text.contains("what tea should be"))
    let place = EventPlace(room: "practice-4f1a", seq: 2)
    stage.happen(
      .heard(.finished(Finished(place: place, player: "ana", outcome: ["won": true, "tries": 3], share: ""))))
    let asked = stage.asked.count
    stage.press(.enter, .control("n"))
    #expect(stage.asked.count == asked && !stage.text.contains("↵ start"), "\(stage.text)")
  }

  @Test("When the room of an arena's game closes, its reason and the standing of now are shown")
  func arena() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "race-4f1a", mode: .race, players: ["ana", "ben"])
    stage.hear(ArenaGame(code: 7, room: "race-4f1a", player: "ben", place: 1, points: 2), "Arena 7: you play ben")
    let why = "This game is over: the next opponent comes by itself"
    stage.happen(.heard(.announcement(Announcement(room: "race-4f1a", text: why))))
    let place = EventPlace(room: "race-4f1a", seq: 2)
    stage.happen(.heard(.presence(Presence(place: place, change: .left, player: "ana", reason: Presence.closed))))
    #expect(stage.text.contains(why) && !stage.text.contains("those who run the server"), "\(stage.text)")
    #expect(stage.app.place == .page && stage.asked.contains(.request("arena", ["code": 7])))
  }
}

extension Stage {
  /// A message that is no event of a room, as sent by the server.
  fileprivate mutating func hear(_ message: some ServerMessage, _ drawn: String) {
    guard case .message(let message) = Answer.of(message) else { return }
    happen(.heard(.other(message), text: drawn))
  }
}
