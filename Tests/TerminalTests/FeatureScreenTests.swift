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
    0 votes so far
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

  @Test("An open poll is shown above the talk until it is closed", arguments: WatchingTests.Window.sizes)
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

  @Test("A refused vote requests the poll's state, and a removed poll is not shown any more")
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

  @Test("The lobby shows a player's goal, and announces when it is reached", arguments: WatchingTests.Window.sizes)
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

  @Test("At the end F7 shows skill and luck")
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

  @Test("When the room of an arena's game closes, its reason and the present standing are shown")
  func arena() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "race-4f1a", mode: .race, players: ["ana", "ben"])
    stage.hear(ArenaGame(code: 7, room: "race-4f1a", player: "ben", place: 1, points: 2), "Arena 7: you play ben")
    let why = "This game is over: the next opponent comes by itself"
    stage.happen(.heard(.announcement(Announcement(room: "race-4f1a", text: why))))
    let place = EventPlace(room: "race-4f1a", seq: 2)
    stage.happen(.heard(.presence(Presence(place: place, change: .left, player: "ana", reason: Presence.closed))))
    #expect(stage.text.contains(why) && !stage.text.contains("those who run the server"), "\(stage.text)")
    #expect(stage.app.place == .page && stage.asked.contains(.request("arena", ["code": 7, "limit": 100])))
  }

  // MARK: - Opponents

  private func lobby(_ width: Int = 80, _ height: Int = 24) throws -> Stage {
    var stage = Stage(width: width, height: height)
    stage.app.shell.name = "ana"
    let lines = #"""
      {"type":"seeks","seeks":[{"player":"ben","rating":1480,"game":"wordle","mode":"race","clock":{"match_s":180,"increment_s":2},\
      "settings":{"hard":true},"rated":true,"waited_s":65}],"seek_count":1,"here":["ana","kim","robo"],"bots":["robo"],"player_count":4}
      """#
    let json = try #require(JSON(parsing: Array(lines.replacing("\\\n", with: "").utf8)).objectValue)
    stage.happen(.answered(.request("seeks"), .success(.message(Message(json)))))
    return stage
  }

  @Test(
    "The lobby counts seeks, and its key lists them",
    arguments: WatchingTests.Window.sizes)
  func opponents(width: Int, height: Int) throws {
    var stage = try lobby(width, height)
    #expect(stage.text.contains("1 looking · 2 here"), "\(stage.text)")
    stage.press(.character("f"))
    #expect(stage.app.place == .page && stage.asked.last == .request("seeks"))
  }

  @Test("A challenge is announced with the client's key instead of commands, and is accepted or declined from the list")
  func challenged() throws {
    var stage = try lobby()
    let challenge = PairingAnswer(
      player: "ben", isChallenge: true, terms: PairingTerms(game: "wordle", mode: .race), state: .asked,
      expiresInSeconds: 60)
    stage.hear(challenge, "ben challenges you: wordle race (60 s)")
    #expect(stage.text.contains("ben challenges you: wordle race (60 s) · ^G accepts"))
    stage.press(.character("f"))
    let page = Answer.object("seeks", ["drawn": "Nobody looks\nNobody is here\n1 player in all"])
    stage.happen(.answered(.request("seeks"), .success(page)))
    #expect(stage.text.contains("ben challenges you: wordle race") && stage.text.contains("d decline"))
    stage.press(.character("d"))
    #expect(stage.asked.last == .request("decline", ["player": "ben"]))
    stage.press(.character("y"))
    #expect(stage.asked.last == .request("accept", ["player": "ben"]))
    stage.hear(challenge, "ben challenges you: wordle race (60 s)")
    stage.press(.control("g"))
    #expect(stage.asked.last == .request("accept", ["player": "ben"]))
    #expect(!stage.text.contains("^G accepts"), "\(stage.text)")
  }

  @Test("The goal is requested again once words are due, and a command that lacks its room gets the client's own error")
  func dueAndRooms() {
    var stage = Stage()
    stage.app.shell.name = "ana"
    stage.hear(Due(words: 3), "3 words are due today")
    #expect(stage.asked.last == .request("goal"))
    for room in ["one", "two"] { stage.enter(Stage.wordle(), room: room) }
    stage.app.shell.go(to: .lobby)
    let failure = Failure(code: "which_room", message: "You are in 2 rooms: say which room is meant.")
    stage.happen(.answered(.command("/board", room: nil), .failure(failure)))
    #expect(stage.text.contains("Go there first"), "\(stage.text)")
  }

  @Test("An arena's notice leads to its standing, which is asked for anew", arguments: WatchingTests.Window.sizes)
  func arenaScreen(width: Int, height: Int) {
    var stage = Stage(width: width, height: height)
    stage.app.shell.name = "ana"
    let scored = ArenaScored(code: 7, player: "ben", result: "won", gained: 2, points: 2, place: 2)
    stage.hear(scored, "Arena 7: you won against ben, +2. Place 2, 2 points.\nWait for the next opponent: 10 s at most")
    #expect(stage.text.contains("^G the standing"), "\(stage.text)")
    stage.press(.control("g"))
    let question = Question.request("arena", ["code": 7, "limit": 100])
    #expect(stage.asked.last == question)
    let again: JSON = [
      "role": "again", "key": "r", "text": "ask again", "request": ["type": "arena", "code": 7, "limit": 100],
    ]
    let standing = Answer.object("arena", ["drawn": "Arena 7: Friday", "links": .array([again]), "code": 7])
    stage.happen(.answered(question, .success(standing)))
    #expect(stage.text.contains("Friday"))
    let asked = stage.asked.count
    stage.hear(scored, "Arena 7: you won against ben, +2.")
    #expect(stage.asked.count == asked + 1, "the standing is asked for anew")
  }

  @Test("A seek that was lost with the connection is reported")
  func lostSeek() throws {
    var stage = try lobby()
    stage.app.shell.name = "ben"
    let hello = Hello(server: "parlor", epoch: "e", you: "ben", day: "2026-11-20", lineBytes: 16_384, welcome: "")
    for expected in [true, false] {
      stage.happen(.heard(.link(.lost(.closedByServer))))
      stage.happen(.heard(.link(.online(hello))))
      #expect(stage.text.contains("Your seek has ended with it.") == expected)
    }
  }

  @Test("The help has the rules of a game into whose room one was brought")
  func broughtIn() {
    var stage = Stage()
    let joined = Joined(
      room: "race-4f1a", seq: 1, viewer: "ana", game: "wordle", mode: .race, state: .waiting, players: ["ana", "ben"])
    stage.happen(.heard(.joined(joined)))
    #expect(stage.asked.contains { $0.type == "command" && $0["text"] == "/help wordle" })
  }

  @Test("Whoever wants to play once more is joined by a key")
  func rematch() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "race-4f1a", mode: .race, players: ["ana", "ben"])
    let place = EventPlace(room: "race-4f1a", seq: 2)
    stage.happen(
      .heard(.finished(Finished(place: place, player: "ana", outcome: ["won": true, "tries": 3], share: ""))))
    stage.hear(
      RematchAnswer(room: "race-4f1a", wanted: ["ben"], missing: ["ana"]),
      "ben wants to play once more")
    #expect(
      stage.text.contains("↵ once more") && stage.app.room?.talk.last?.text == "ben wants to play once more: ^N agrees")
    stage.press(.enter)
    #expect(stage.asked.last == .request("rematch", ["room": "race-4f1a"]))
  }

  @Test("The owner of a room with rated matches asks for the next one as well")
  func ratedRematch() {
    var stage = Stage()
    var joined = Joined(
      room: "duel", seq: 1, viewer: "ana", game: "lastword", mode: .together, state: .finished, players: ["ana", "ben"])
    joined.owner = "ana"
    joined.terms = MatchTerms()
    stage.happen(.heard(.joined(joined)))
    stage.happen(.answered(.request("join", ["room": "duel"]), .success(.of(joined))))
    stage.press(.enter)
    #expect(stage.asked.last == .request("rematch", ["room": "duel"]))
  }

  @Test("Practice has no winner and no standings")
  func practice() {
    var stage = Stage()
    stage.enter(Stage.wordle(), room: "practice-4f1a", mode: .practice)
    let place = EventPlace(room: "practice-4f1a", seq: 2)
    let outcome: JSONObject = ["won": true, "tries": 3]
    stage.happen(.heard(.finished(Finished(place: place, player: "ana", outcome: outcome, share: ""))))
    let standing = RoundOver.Standing(place: 1, player: "ana", outcome: outcome, wins: 1)
    let over = RoundOver(place: EventPlace(room: "practice-4f1a", seq: 3), number: 1, standings: [standing])
    stage.happen(.heard(.roundOver(over), text: "Round 1 is over: ana has won"))
    #expect(!stage.text.contains("won the round") && !stage.text.contains("is over"), "\(stage.text)")
    #expect(stage.text.contains("Solved in 3"))
  }

  @Test("A refused command stays in the line, and its refusal is removed by another answer")
  func refusedPoll() {
    var stage = talking()
    let line = "/poll Where to lunch? thai"
    stage.type(line)
    stage.press(.enter)
    let asked = Question.command(line, room: "patio")
    #expect(stage.asked.last == asked)
    stage.happen(.answered(asked, .failure(Failure(code: "bad_field", message: "Two options at least."))))
    #expect(stage.app.room?.talkLine.text == line && stage.text.contains("Two options at least."))
    let made = Answer.object("puzzle", ["drawn": "Your puzzle is ready\nIts code\nand link\nare here"])
    stage.happen(.answered(.command("/make wordle brisk", room: nil), .success(made)))
    #expect(stage.text.contains("Your puzzle is ready") && !stage.text.contains("Two options at least."))
  }
}

extension Stage {
  /// A message that is no event of a room, as sent by the server.
  fileprivate mutating func hear(_ message: some ServerMessage, _ drawn: String) {
    guard case .message(let message) = Answer.of(message) else { return }
    happen(.heard(.other(message), text: drawn))
  }
}
