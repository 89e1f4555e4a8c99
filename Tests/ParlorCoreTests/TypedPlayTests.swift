import CoreHarness
import GameKit
import LastWord
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

/// What somebody at `nc` needs beyond the rules: to see what has come of a move, and to be understood.
@Suite("Play at nc")
struct TypedPlayTests {
  private func table(_ game: GameModule, _ names: [String] = ["ana", "ben"], settings: String = "") -> World {
    let world = World(games: [game])
    for name in names {
      world.connect(name)
      world.send(name, "/name \(name)")
    }
    world.send(names[0], "/create corner \(game.info.id) seed=7\(settings)")
    for name in names.dropFirst() { world.send(name, "/join corner") }
    return world
  }

  /// Both have hidden their ships, and it is ana's turn.
  private func ships() -> World {
    let world = table(battleship, settings: " size=4")
    for name in ["ana", "ben"] { for ship in ["a1 b1", "d4 d4"] { world.post(name, ship) } }
    return world
  }

  @Test("Watchers are told whose sea is whose, see no ship, and are offered no moves")
  func seasWatched() throws {
    let world = ships()
    world.connect("cleo")
    world.send("cleo", "/name cleo")
    let drawn = world.send("cleo", "/watch corner").text
    #expect(drawn.contains("Sea · ana    Sea · ben") && !drawn.contains("#"), "\(drawn)")
    let parts = try #require(world.send("cleo", #"{"type":"board","room":"corner"}"#).first?["board"]?["parts"])
    #expect(parts.arrayValue?.map { $0["player"] } == ["ana", "ben"])
    #expect(parts.arrayValue?.allSatisfy { $0["drag"] == nil } == true)
    #expect(world.faults == [])
  }

  @Test("A hand is shown to its player, with a move for each card when it is the player's turn; watchers see none")
  func hands() throws {
    let world = table(highCard)
    world.connect("cleo")
    world.send("cleo", "/watch corner")
    world.post("ana", "/start")
    world.clear()
    func board(_ name: String) throws -> [JSON] {
      let board = try #require(world.send(name, #"{"type":"board","room":"corner"}"#).first?["board"])
      return board["parts"]?.arrayValue ?? []
    }
    for (name, isAsked) in [("ana", true), ("ben", false)] {
      let hand = try #require(try board(name).first { $0["title"] == "Your hand" }?["cards"]?.arrayValue)
      #expect(hand.count == 3)
      #expect(hand.allSatisfy { isAsked ? $0["move"] == $0["face"] : $0["move"] == nil })
    }
    #expect(try board("cleo").map { $0["title"] } == ["Deck"])
    #expect(try board("cleo").first?["cards"]?.arrayValue?.allSatisfy { $0 == [:] } == true)
  }

  @Test("Last Word shows the next word to its finder and the found word to rivals, and all at the end")
  func lastWord() throws {
    let words = ["crane", "slate", "nymph", "fjord"].sorted()
    let list = Array(words.joined(separator: "\n").utf8)
    let game = GameModule(try LastWordSource(GuessLists(answers: list, guesses: list)))
    let world = table(game, settings: " seconds=60")
    world.send("ana", "/start")
    let puzzle = try #require(try world.parlor.rooms["corner"]?.table?.match.puzzle())
    let stream = (puzzle["words"]?.arrayValue ?? []).compactMap(\.stringValue)
    world.clear()
    let found = world.send("ana", stream[0]).text
    let rival = world.take("ben").text
    #expect(found.contains("🟩🟩🟩🟩🟩  \(stream[0].uppercased())"), "\(found)")
    #expect(found.contains("Guess word 2 ("), "\(found)")
    #expect(rival.contains("finds a word and takes 30 s") && !rival.contains("_ms"), "\(rival)")
    world.wait(seconds: 31)
    let (won, lost) = (world.take("ana").text, world.take("ben").text)
    #expect(won.contains("You won. The word was \(stream[1].uppercased())"), "\(won)")
    #expect(lost.contains("The word was \(stream[0].uppercased())"), "\(lost)")
    let board = world.send("ben", #"{"type":"board","room":"corner"}"#).first?["board"]
    #expect(board?["data"]?["answer"]?.stringValue == stream[0])
    #expect(world.faults == [])
  }

  @Test("In a room help is the command, unless it could be a move")
  func help() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", "wordle")
    #expect(world.send("ana", "help").text == world.send("ana", "/help").text)
    #expect(world.send("ana", "help").text.contains("/help"))
  }
}
