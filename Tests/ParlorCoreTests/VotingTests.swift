import CoreHarness
import DailySort
import GameKit
import Testing
import WireProtocol
import WordSearch
import Wordle

@testable import ParlorCore

@Suite("Voting rooms")
struct VotingTests {
  private static let open = #"{"type":"create","room":"class","game":"wordle","mode":"together","vote_s":10}"#
  private static let join = #"{"type":"join","room":"class"}"#

  private static func vote(_ word: String) -> String { #"{"type":"move","text":"\#(word)","id":7}"# }

  /// A room with those who sit in it.
  private func room(_ names: String..., limits: (inout Limits) -> Void = { _ in }) throws -> World {
    let world = try World(answers: ["nymph", "crane", "slate"], limits: limits)
    world.connect("ana")
    world.send("ana", Self.open)
    for name in names {
      world.connect(name)
      world.send(name, Self.join)
    }
    // Comings are told a little later, all at once.
    world.wait(seconds: 2)
    world.clear()
    return world
  }

  @Test("Ten seconds after the first vote the move with most votes is played, on behalf of nobody")
  func playsTheMost() throws {
    let world = try room("ben", "kim", "eve")
    let first = try #require(world.send("ana", Self.vote("train")).first("tally"))
    #expect(first["own"]?["text"] == "train" && first["own"]?["votes"] == 1 && first["re"] == 7)
    #expect(first["votes"] == 1 && first["players"] == 4 && first["ends_in_ms"] == 10_000)
    world.wait(seconds: 6)
    world.send("ben", Self.vote("ponds"))
    world.send("kim", Self.vote("PONDS"))
    world.wait(milliseconds: 3_999)
    #expect(!world.take("eve").types.contains("moved"))
    world.wait(milliseconds: 1)
    let moved = try #require(world.take("eve").first("moved"))
    #expect(moved["player"] == nil && moved["turn"]?["guess"] == "ponds" && moved["board"]?["notes"] == ["2/6"])
    #expect(world.faults == [])
  }

  @Test("Of moves with equal votes the one that was voted for first is played")
  func ties() throws {
    let world = try room("ben", "kim")
    for (name, word) in [("ana", "train"), ("ben", "ponds"), ("ana", "slate")] { world.send(name, Self.vote(word)) }
    world.wait(seconds: 10)
    // Nobody is left who is for the first one.
    #expect(world.take("kim").first("moved")?["turn"]?["guess"] == "ponds")
  }

  @Test("When all present players have voted the move is played at once; absent ones are not awaited")
  func endsEarly() throws {
    let world = try room("ben", "kim")
    world.send("ana", Self.vote("train"))
    world.clear()
    #expect(world.send("ben", Self.vote("train")).types == ["tally"])
    #expect(world.send("kim", Self.vote("ponds")).types == ["tally", "moved"])
    for word in ["blume", "slate"] {
      world.connect("eve")
      world.send("eve", Self.join)
      for name in ["ana", "ben", "kim"] { world.send(name, Self.vote(word)) }
      world.clear()
      if word == "blume" { world.send("eve", #"{"type":"leave"}"#) } else { world.drop("eve") }
      world.wait(milliseconds: 0)
      #expect(world.take("ana").first("moved")?["turn"]?["guess"]?.stringValue == word)
      world.drop("eve")
    }
    #expect(world.faults == [])
  }

  @Test("Without a vote nothing is played, however long it takes")
  func waits() throws {
    let world = try room("ben")
    world.wait(seconds: 300)
    #expect(!(world.take("ana") + world.take("ben")).types.contains("moved"))
    world.send("ana", Self.vote("train"))
    world.wait(seconds: 10)
    #expect(world.take("ben").first("moved") != nil)
  }

  @Test("Giving up needs more votes than any other move")
  func tie() throws {
    let world = try room("ben")
    world.send("ana", #"{"type":"move","move":{"give_up":true}}"#)
    world.send("ben", Self.vote("train"))
    #expect(world.take("ana").first("moved")?["turn"]?["guess"] == "train")
    #expect(world.faults == [])
  }

  @Test("Changing the only vote does not postpone the end")
  func changes() throws {
    let world = try room("ben")
    world.send("ana", Self.vote("train"))
    world.wait(seconds: 6)
    world.send("ana", Self.vote("ponds"))
    world.wait(seconds: 4)
    #expect(world.take("ben").first("moved")?["turn"]?["guess"] == "ponds")
  }

  @Test("A move that the game refuses is an error and no vote, and watchers cannot vote")
  func refuses() throws {
    let world = try room("ben", "kim")
    #expect(world.send("ana", Self.vote("zzzzz")).last?.code == "not_in_word_list")
    world.connect("eve")
    world.send("eve", #"{"type":"join","room":"class","watching":true}"#)
    #expect(world.send("eve", Self.vote("train")).last?.code == "watching")
    world.wait(seconds: 20)
    #expect(!world.take("ben").types.contains("tally"))
  }

  @Test("A repeated request is one vote, also after its move was played")
  func repeats() throws {
    let world = try room("ben")
    let line = #"{"type":"move","text":"train","move_id":"a"}"#
    #expect(world.send("ana", line).last?["votes"] == 1)
    #expect(world.send("ana", line).last?["votes"] == 1)
    world.wait(seconds: 10)
    #expect(world.send("ana", line).last?["votes"] == 0)
    world.wait(seconds: 1)
    // An answer may be lost for longer than one move.
    #expect(world.send("ana", #"{"type":"move","text":"blume","move_id":"m"}"#).last?["votes"] == 1)
    #expect(world.send("ana", line).last?["own"]?["text"] == "blume")
    world.wait(seconds: 11)
    let answer = try #require(world.answer(in: "class"))
    let last = #"{"type":"move","text":"\#(answer)","move_id":"b"}"#
    for name in ["ben", "ana"] { world.send(name, last) }
    // The round is over, of which a client learns that has lost its answer.
    #expect(world.send("ana", Self.vote("train")).last?.type == "error")
    #expect(world.send("ana", last).types == ["tally"])
    world.send("ana", #"{"type":"start"}"#)
    #expect(world.send("ana", last).last?["votes"] == 0)
    #expect(world.faults == [])
  }

  private static func grid() -> World {
    let targets = [("casa", Cell(x: 3, y: 0)), ("hogar", Cell(x: 4, y: 4))].map { word, end in
      WordSearch.Target(word: word, from: Cell(x: word == "casa" ? 0 : 4, y: 0), to: end)
    }
    let challenge = WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "es", word: "house",
      rows: ["casah", "wtxko", "lekvg", "ydfua", "nijñr"], targets: targets)
    let puzzle = WordSearch.Puzzle(challenges: [challenge])
    let world = World(games: [GameModule(OnePuzzle<WordSearch>(puzzle: puzzle))])
    world.connect("ana", "ben", "kim", "eve", "joe")
    world.send("ana", "/create class wordsearch together vote")
    for name in ["ben", "kim", "eve", "joe"] { world.send(name, "/join class") }
    world.wait(seconds: 2)
    world.clear()
    return world
  }

  @Test("Counts reveal nothing: lines, words and their ends are merged alike if they are wrong")
  func untold() throws {
    // Four cells each of which the first is a word, and the second is not.
    let told = [("A1 D1", "D1 A1", "[0,0]", "[3,0]"), ("A2 D2", "D2 A2", "[0,1]", "[3,1]")].map {
      line, reversed, from, to in
      let world = Self.grid()
      var lines = world.send("ana", line) + world.send("ben", reversed)
      lines += world.send("kim", #"{"type":"move","move":{"from":\#(to),"to":\#(from)}}"#)
      lines += world.send("eve", line == "A1 D1" ? "Casa" : "Wtxk")
      world.wait(seconds: 4)
      lines += world.take("joe")
      #expect(lines.text.contains(#""votes":3"#) && lines.text.contains("1 vote,"), "\(lines.text)")
      #expect(world.faults == [])
      return lines.text.replacing("wtxk", with: "casa").replacing("A2", with: "A1").replacing("D2", with: "D1")
        .replacing("[0,1]", with: "[0,0]").replacing("[3,1]", with: "[3,0]")
    }
    #expect(told[0] == told[1])
  }

  @Test("A hint wins no tie against a guess")
  func hint() throws {
    let world = World(games: [GameModule(OnePuzzle<DailySort>(puzzle: Self.stale))])
    world.connect("ana", "ben", "kim")
    world.send("ana", "/create class dailysort together vote")
    for name in ["ben", "kim"] { world.send(name, "/join class") }
    world.wait(seconds: 2)
    for (name, line) in [("ana", "hint"), ("ben", "Stael"), ("kim", "give up")] { world.send(name, line) }
    let moved = world.take("ana").text
    #expect(moved.uppercased().contains("STAEL") && !moved.contains("hint"), "\(moved)")
    #expect(world.faults == [])
  }

  @Test("One who wants to give up does not end the board for the others; more than half of all do")
  func givingUp() throws {
    let world = World(games: [GameModule(OnePuzzle<DailySort>(puzzle: Self.stale))])
    world.connect("ana", "ben", "kim", "eve")
    world.send("ana", "/create class dailysort together vote")
    for name in ["ben", "kim", "eve"] { world.send(name, "/join class") }
    world.wait(seconds: 2)
    world.send("ana", "give up")
    world.clear()
    world.wait(seconds: 10)
    #expect(world.take("kim").text == "Votes: give up 1 (1 of 4 have voted, 10 s left)")
    world.send("ben", "give up")
    world.clear()
    world.wait(seconds: 10)
    #expect(!world.take("kim").text.contains("gave up"))
    world.send("ben", "stael")
    world.wait(seconds: 10)
    #expect(world.take("kim").text.uppercased().contains("STAEL"))
    for name in ["ana", "ben", "eve"] { world.send(name, "give up") }
    world.wait(seconds: 10)
    #expect(world.take("kim").text.contains("gave up"))
    #expect(world.faults == [])
  }

  @Test("Who has lost the connection is not waited for, but nobody gives up for them; once they are gone one does")
  func lostLinks() throws {
    let world = World(games: [GameModule(OnePuzzle<DailySort>(puzzle: Self.stale))])
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"class","game":"dailysort","mode":"together","vote_s":10}"#)
    for name in ["ben", "kim"] { world.send(name, Self.join) }
    world.send("ana", Self.vote("give up"))
    for name in ["ben", "kim"] { world.drop(name) }
    world.wait(seconds: 25)
    #expect(world.parlor.rooms["class"]?.isPlaying == true)
    world.wait(seconds: 120)
    #expect(world.parlor.rooms["class"]?.isPlaying == false)
    #expect(world.faults == [])
  }

  @Test("Two tiles are swapped by one choice, whichever is named first")
  func swaps() throws {
    let world = World(games: [GameModule(OnePuzzle<DailySort>(puzzle: Self.stale))])
    world.connect("ana", "ben", "kim")
    world.send("ana", "/create class dailysort together vote")
    for name in ["ben", "kim"] { world.send(name, "/join class") }
    world.send("ana", "3 5")
    #expect(world.send("ben", "5 3").text.contains("Your vote: 3 5 (2 votes"))
    #expect(world.send("kim", #"{"type":"move","move":{"swap":[5,3]}}"#).text.contains("moved"))
  }

  private static let stale = DailySort.Puzzle(
    word: "least", scramble: "tsale", meaning: DailySort.Meaning(part: "", definition: "smallest", example: ""))

  @Test("A word with other accents is the same choice, and skip wins no tie against it")
  func canonical() throws {
    let world = Self.grid()
    for (name, line) in [("ana", "skip"), ("ben", "hogar"), ("kim", "casa"), ("eve", "Casa")] {
      #expect(world.send(name, line).text.contains("Your vote: "))
    }
    world.clear()
    #expect(world.send("joe", "skip").text.contains("Your vote: skip (2 votes"))
    let moved = world.take("kim").text
    #expect(moved.lowercased().contains("casa") && !moved.contains("skipped"), "\(moved)")
    #expect(world.faults == [])
  }

  @Test("Counts are sent at most once a second, with five moves, and to watchers without words")
  func counts() throws {
    let world = try room("ben", "kim", "eve", "joe", "lea", "max")
    world.connect("zoe")
    world.send("zoe", #"{"type":"join","room":"class","watching":true}"#)
    world.wait(seconds: 2)
    world.clear()
    let words = ["train", "ponds", "blume", "crane", "slate", "brine"]
    for (name, word) in zip(["ana", "ben", "kim", "eve", "joe", "lea"], words) { world.send(name, Self.vote(word)) }
    world.clear()
    world.wait(milliseconds: 999)
    #expect(world.take("max").isEmpty)
    world.wait(milliseconds: 1)
    let told = try #require(world.take("max").last("tally"))
    #expect(told["leading"]?.arrayValue?.compactMap { $0["text"]?.stringValue } == Array(words.prefix(5)))
    #expect(told["own"] == nil && told["votes"] == 6)
    let seen = world.take("zoe")
    #expect(seen.last("tally")?["votes"] == 6)
    #expect(!words.contains { seen.text.contains($0) })
  }

  @Test("Votes are secret")
  func secrecy() throws {
    let told = try [("train", "ponds"), ("ponds", "train")].map { first, second in
      let world = try room("ben", "kim")
      // The order of the choices is the same.
      let order = first == "train" ? ["ana", "ben"] : ["ben", "ana"]
      for name in order { world.send(name, Self.vote(name == "ana" ? first : second)) }
      world.wait(seconds: 10)
      return world.take("kim").text
    }
    #expect(told[0] == told[1] && told[0].contains("moved"))
  }

  @Test("Five hundred votes cost each player one message per second, and each move one encoding per format")
  func bounded() throws {
    let world = try World(answers: ["nymph", "crane"], limits: { $0.roomMembers = 500 })
    world.connect("ana")
    world.send("ana", Self.open)
    let names = (1..<500).map { "p\($0)" }
    for name in names {
      world.connect(name)
      world.post(name, Self.join)
    }
    world.wait(seconds: 2)
    world.clear()
    let before = world.effectBytes
    for (index, name) in (["ana"] + names.dropLast()).enumerated() {
      world.post(name, Self.vote(index.isMultiple(of: 3) ? "train" : "ponds"))
    }
    // The first vote was told at once, and each has had its answer.
    let answers = world.effectBytes - before
    #expect(answers < 500 * 2 * 600)
    world.clear()
    world.wait(seconds: 1)
    #expect(world.take("p7").types == ["tally"] && world.take("p499").types == ["tally"])
    world.clear()
    world.post("p499", Self.vote("train"))
    let moved = world.take("p12")
    #expect(moved.types == ["moved"] && moved[0]["turn"]?["guess"] == "ponds")
    #expect(world.faults == [])
  }

  @Test(
    "What the room finds counts for no player, and the result is the room's",
    .needs("Channel"), .needs("Statistics"))
  func result() throws {
    let world = try World(stores: true)
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", Self.open)
    world.send("ben", Self.join)
    world.clear()
    let answer = try #require(world.answer(in: "class"))
    for name in ["ana", "ben"] { world.post(name, Self.vote(answer)) }
    let told = world.take("ana")
    #expect(told.types.filter { $0 != "digest" && $0 != "tally" } == ["moved", "finished", "round_over"])
    #expect(told.first("finished")?["share"]?.stringValue?.hasPrefix("Parlor Wordle the room 1/6") == true)
    #expect(told.last("round_over")?["standings"] == [])
    #expect(world.send("ana", #"{"type":"stats","game":"wordle","mode":"together"}"#).last?["played"] == 0)
    #expect(world.send("ben", #"{"type":"share"}"#).text.contains("the room 1/6"))
    let results = world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue
    let match = try #require(results?.first?["match"]?.stringValue)
    let replay = world.send("ana", #"{"type":"replay","match":"\#(match)"}"#).filter { $0.type != "replay" }.map(\.json)
    #expect(replay.first?["by_vote"] == true)
    let words = Array("crane\nslate\n".utf8)
    let game = GameModule(try WordleSource(GuessLists(answers: words, guesses: words)))
    #expect(try ReplayFile.check(replay, games: [game]).results == 2)
  }

  @Test("A later player votes on the same board and sees the counts; a pause stops the clock")
  func latecomer() throws {
    let world = try room("ben")
    world.send("ana", Self.vote("train"))
    world.wait(seconds: 10)
    world.send("ben", Self.vote("ponds"))
    world.connect("eve")
    let joined = world.send("eve", Self.join)
    #expect(joined.types == ["joined", "tally"] && joined.first("joined")?["vote_s"] == 10)
    #expect(joined.first("joined")?["board"]?["notes"] == ["2/6"])
    #expect(joined.last?["leading"]?.arrayValue?.first?["text"] == "ponds")
    world.send("ana", #"{"type":"pause"}"#)
    #expect(world.send("eve", Self.vote("ponds")).last?.code == "paused")
    world.wait(seconds: 60)
    #expect(!world.take("ben").types.contains("moved"))
    world.send("ana", #"{"type":"pause","paused":false}"#)
    world.wait(seconds: 10)
    #expect(world.take("ben").last("moved")?["turn"]?["guess"] == "ponds")
  }

  @Test("At a terminal a guess is answered with its votes, and counts come every four seconds")
  func text() throws {
    let world = try World(answers: ["nymph", "crane"])
    world.connect("ana", "ben", "kim")
    let opened = world.send("ana", "/create class wordle together vote").text
    #expect(opened.contains("by vote, 10 s a move"))
    for name in ["ben", "kim"] { world.send(name, "/join class") }
    #expect(world.send("kim", "/rooms").text.contains("wordle, together, by vote"))
    world.wait(seconds: 2)
    world.clear()
    #expect(world.send("ana", "train").text == "Your vote: train (1 vote, 10 s left)")
    #expect(world.take("ben").text == "Votes: train 1 (1 of 3 have voted, 10 s left)")
    world.wait(seconds: 2)
    world.clear()
    #expect(world.send("kim", "train").text == "Your vote: train (2 votes, 8 s left)")
    world.wait(milliseconds: 1_999)
    #expect(world.take("ben").isEmpty)
    world.wait(milliseconds: 1)
    #expect(world.take("ben").text == "Votes: train 2 (2 of 3 have voted, 6 s left)")
    world.wait(seconds: 6)
    #expect(world.take("ben").text.contains("train"))
    #expect(world.send("ana", "/create duel wordle race vote").text.contains("Votes are for one board"))
    #expect(world.send("ana", "/create c wordle vote=3").text.contains("vote= takes a number from 5 to 300"))
  }
}
