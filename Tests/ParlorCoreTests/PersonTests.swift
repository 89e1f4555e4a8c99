import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore
@testable import TextMode

@Suite("Text mode for people")
struct PersonTests {
  /// Whether a line speaks of the protocol: a field in quotation marks, an object.
  private func speaksOfProtocol(_ text: String) -> Bool {
    text.contains("{\"") || text.contains("\" of \"") || text.contains("must be an integer")
      || text.contains("needs a field") || text.contains("_s\"")
  }

  @Test("Every command is answered in plain words", arguments: TextCommand.names)
  func plainWords(_ command: String) throws {
    let arguments = [
      "", "x", "1 x", "99999", "-1", "0", "1.5", "2026-13-45", "2026-11-19", "ana ben kim", "💥", "wordle", "wordle ana",
      "1 1 1 1", "a b c d e f", "room=1 seed=-1 time=1", "lunch nothing", "264 99", "99999999999999999999",
    ]
    let world = try World.finished(by: ["ana"])
    world.send("ana", "/join wordle")
    world.send("ana", "/share")
    for (index, argument) in arguments.enumerated() {
      // Some commands end what they are typed in.
      let name = world.isConnected("ana") ? "ana" : "guest \(index)"
      if name != "ana" { world.connect(name) }
      world.send(name, "/join wordle")
      world.clear()
      world.post(name, "/\(command) \(argument)")
      world.wait(seconds: 2)
      let told = world.take(name).text
      #expect(!speaksOfProtocol(told), "/\(command) \(argument): \(told)")
      #expect(!told.isEmpty, "/\(command) \(argument)")
      // Behind `/import` what is typed is the file, up to its end.
      if let end = told.firstMatch(of: #/with the line: (end \d+)/#)?.output.1 { world.send(name, String(end)) }
    }
  }

  @Test("Every command, game and topic that help names has help", arguments: TextCommand.names)
  func help(_ command: String) throws {
    let world = try World()
    world.connect("tom")
    // A feature that is left out has no commands, but a topic of its name may stay.
    let isKnown = world.parlor.parts.handled.commandNames.contains(command) || HelpTopic(command) != nil
    #expect(world.send("tom", "/help \(command)").text.contains("There is no help") == !isKnown)
  }

  @Test("Help fits a window of 24 lines of 80 columns, in the lobby, in a room, and on every topic")
  func screens() throws {
    let world = try World()
    world.connect("tom")
    var screens = [world.send("tom", "help")]
    for topic in HelpTopic.allCases { screens.append(world.send("tom", "help \(topic.rawValue)")) }
    world.send("tom", "wordle")
    screens.append(world.send("tom", "/help"))
    for screen in screens {
      #expect(screen.count <= 24 && screen.count > 3, "\(screen.text)")
      for line in screen { #expect(TextWidth.of(line.text) <= 80, "\(line.text)") }
    }
    for topic in HelpTopic.allCases { #expect(screens[0].text.contains(topic.rawValue)) }
  }

  @Test("quit leaves at once: others are not told of a lost connection, and no seat is reserved")
  func quit() throws {
    let world = try World()
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", "/create lunch wordle race")
    world.send("ben", "/join lunch")
    world.clear()
    #expect(world.send("ben", "/quit").map(\.text) == ["Bye!"])
    #expect(world.take("ana").text == "ben has left lunch")
    world.wait(seconds: 200)
    #expect(world.take("ana") == [])
  }

  @Test("A program's bye keeps its seat, and others are told that it has disconnected")
  func bye() throws {
    let world = try World()
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("kim", "/join lunch")
    world.clear()
    world.send("ben", #"{"type":"bye"}"#)
    let away = try #require(world.take("ana").last)
    #expect(away.type == "away")
    #expect(away["reason"] == "bye")
    #expect(world.take("kim").text == "ben has gone")
  }

  @Test("Login alone gives a guest a token")
  func login() throws {
    let world = try World()
    world.connect("tom")
    #expect(world.send("tom", "/login").text.contains("/login guest-"))
  }

  @Test("Replays and past puzzles are shown as text")
  func lookingBack() throws {
    let world = try World.finished(by: ["ana"])
    let match = try #require(
      world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue?.first?["match"]?.stringValue)
    let replay = world.send("ana", "/replay \(match)").map(\.text)
    #expect(replay.first == "Match \(match) · wordle · daily of 2026-11-20 · 4 moves")
    #expect(replay.dropFirst().first == "  1  0:00  train")
    #expect(replay.last == "ana has solved it in 4 tries, 0:00")
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.clear()
    #expect(world.send("ana", "/opened 2026-11-20").text == "The puzzles of 2026-11-20:\nwordle: nymph")
  }

  @Test("A replay shows each move's effect, and a modified turn is detected")
  func replayedTurns() throws {
    let world = try World.finished(by: ["ana"])
    let match = try #require(
      world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue?.first?["match"]?.stringValue)
    let lines = world.send("ana", #"{"type":"replay","match":"\#(match)"}"#).dropFirst().map(\.json)
    let turns = lines.filter { $0["type"] == "replay_move" }.map { $0["turn"] }
    #expect(turns.count == 4 && turns.last == ["guess": "nymph", "tiles": "🟩🟩🟩🟩🟩", "tries": 4])
    #expect(try ReplayFile.check(lines, games: world.parlor.hub.configuration.games).moves == 4)
    var changed = lines
    changed[1] = try JSON(parsing: lines[1].text.replacing(#""tries":1"#, with: #""tries":2"#))
    #expect(throws: ReplayFile.Fault.self) {
      try ReplayFile.check(changed, games: world.parlor.hub.configuration.games)
    }
  }

  @Test("Complete sentences are not joined by commas: a word and its definition read like a dictionary")
  func sentences() {
    #expect(Drawing.sentences(["tale", "noun", "A story.", "She told it."]) == "tale, noun, A story. She told it.")
  }

  @Test("A move that leaves the board unchanged is answered too")
  func unchanged() {
    let board = Board(title: "DailySort", rows: [Board.Row(letters: "susscec", tiles: "⬜⬜⬜⬜⬜⬜⬜")])
    let message = Moved(place: EventPlace(room: "r", seq: 1), player: "ana", turn: ["sorting": true], board: board)
    let move = ShownMove(message: message, isOwn: true, redrawsBoard: true, remark: "", before: board)
    #expect(move.drawn() == "⬜⬜⬜⬜⬜⬜⬜  SUSSCEC     this looks as it did before")
  }

  @Test("Watchers need no slash, and players are told of it if a command with arguments was meant")
  func withoutSlash() throws {
    let world = try World()
    world.logIn("ana")
    world.send("ana", "/create lunch wordle together")
    world.connect("tom")
    world.send("tom", "watch lunch")
    #expect(world.send("tom", "board").text.hasPrefix("Wordle round 1"))
    #expect(world.send("tom", "crane").text.hasPrefix("You are only watching lunch"))
    #expect(world.send("tom", "leave").text == "You have left lunch")
    #expect(world.send("ana", "join lunch tacos").text.hasSuffix("(if you meant the command: /join lunch tacos)"))
  }
}
