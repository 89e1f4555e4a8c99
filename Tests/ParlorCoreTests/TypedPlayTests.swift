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

  /// The cards of the last `Your hand: 4, 12, 30`.
  private func hand(in text: String) -> [String] {
    let line = text.split(separator: "\n").last { $0.hasPrefix("Your hand: ") }
    return line?.split(separator: ": ").last?.split(separator: ", ").map(String.init) ?? []
  }

  @Test("A card game without a board is played to its end: hand, draws, table and turn are shown")
  func cards() throws {
    let world = table(highCard)
    world.clear()
    world.post("ana", "/start")
    var seen = ["ana": world.take("ana").text, "ben": world.take("ben").text]
    for text in seen.values { #expect(hand(in: text).count == 3 && text.contains("▸ana 0   ben 0"), "\(text)") }
    for turn in 0..<10 {
      let mover = turn % 2 == 0 && turn == 0 ? "ana" : ["ana", "ben"].first { seen[$0]?.contains("▸\($0)") == true }
      let name = try #require(mover)
      let card = try #require(hand(in: seen[name] ?? "").first)
      world.post(name, card)
      for player in ["ana", "ben"] { seen[player] = world.take(player).text }
      let (own, other) = (seen[name] ?? "", seen[name == "ana" ? "ben" : "ana"] ?? "")
      #expect(other.contains("\(name) plays \(card)"), "\(other)")
      guard !own.contains("is over") else { break }
      #expect(own.contains("card \(card)") && own.contains("drawn "), "\(own)")
      #expect(hand(in: own).count == 3 && hand(in: other).count == 3, "\(own)\n\(other)")
    }
    #expect(seen["ana"]?.contains("Round 1 is over.") == true && seen["ben"]?.contains("Round 1 is over.") == true)
    #expect(world.faults == [])
  }

  /// Both have hidden their ships, and it is ana's turn.
  private func ships() -> World {
    let world = table(battleship, settings: " size=4")
    for name in ["ana", "ben"] { for ship in ["a1 b1", "d4 d4"] { world.post(name, ship) } }
    return world
  }

  @Test("Battleship shows two seas side by side, and both again after each shot, to the end")
  func seas() {
    let world = ships()
    world.clear()
    world.post("ana", "a1")
    let seas = """
      Their sea    Your sea
         A B C D      A B C D
      1  X · · ·   1  # # · ·
      2  · · · ·   2  · · · ·
      3  · · · ·   3  · · · ·
      4  · · · ·   4  · · · #
      X hit, # ship
      """
    let own = world.take("ana").text
    #expect(own.contains(seas) && own.contains("A1  hit"), "\(own)")
    let other = world.take("ben").text
    #expect(other.contains("1  · · · ·   1  X # · ·") && other.contains("Shoot at a cell"), "\(other)")
    for (name, shot) in [("ben", "c3"), ("ana", "b1"), ("ben", "c4"), ("ana", "d4")] { world.post(name, shot) }
    #expect(world.take("ana").text.contains("won"))
    let lost = world.take("ben").text
    #expect(lost.contains("has lost") || lost.contains("lost"), "\(lost)")
    #expect(lost.contains("1  # # · ·   1  X X · ·"), "the other's ships are shown in the end: \(lost)")
    #expect(world.faults == [])
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

  @Test("Connect Four is played to its end")
  func connectFour() {
    let world = table(TableGames.connectFour)
    for (turn, column) in [1, 2, 1, 2, 1, 2].enumerated() { world.post(turn % 2 == 0 ? "ana" : "ben", "\(column)") }
    world.clear()
    world.post("ana", "1")
    #expect(world.take("ana").text.contains("3  O · · · · · ·"))
    #expect(world.take("ben").text.contains("Round 1 is over."))
    #expect(world.faults == [])
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
