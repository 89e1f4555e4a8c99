import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("The day's puzzle")
struct DailyTests {
  @Test("Joining a game's room deals today's puzzle")
  func join() throws {
    let world = try World()
    world.connect("ana")
    let joined = try #require(world.send("ana", #"{"type":"join","room":"wordle","id":3}"#).last)
    #expect(joined.type == "joined")
    #expect(joined["re"] == 3)
    #expect(joined["mode"] == "daily")
    #expect(joined["puzzle"] == 324)
    #expect(joined["day"] == "2026-11-20")
    #expect(joined["state"] == "playing")
    #expect(joined["board"]?["title"] == "Wordle 324")
    #expect(world.faults == [])
  }

  @Test("A move is answered with letters and board; others who still play see colours and no letters")
  func colours() throws {
    let world = try World()
    world.connect("ana", "ben")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    world.clear()
    world.post("ana", #"{"type":"move","room":"wordle","move":{"guess":"Train"},"id":4}"#)
    let own = try #require(world.take("ana").last)
    #expect(own["re"] == 4)
    #expect(own["turn"]?.text == #"{"guess":"train","tiles":"⬛⬛⬛⬛🟨","tries":1}"#)
    #expect(own["board"]?["rows"]?.arrayValue?.first?["letters"] == "train")
    let seen = try #require(world.take("ben").last)
    #expect(seen["turn"]?.text == #"{"tiles":"⬛⬛⬛⬛🟨","tries":1}"#)
    #expect(seen["board"] == nil)
    #expect(seen["re"] == nil)
    #expect(seen["seq"] == own["seq"])
  }

  @Test("The list of rooms has the player's own standing with today's puzzle, and nobody else's")
  func ownStanding() throws {
    let world = try World()
    world.connect("ana", "ben")
    func yours(_ player: String) -> String? {
      let rooms = world.send(player, #"{"type":"rooms"}"#).last?["rooms"]?.arrayValue ?? []
      return rooms.first { $0["room"] == "wordle" }?["yours"]?.text
    }
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    #expect(yours("ana") == nil, "a board without a move is not played yet")
    world.post("ana", #"{"type":"move","text":"train"}"#)
    #expect(yours("ana") == #"{"state":"playing","notes":["2/6"]}"#)
    #expect(yours("ben") == nil)
    world.send("ana", #"{"type":"leave"}"#)
    #expect(yours("ana") == #"{"state":"playing","notes":["2/6"]}"#, "also from outside")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.post("ana", #"{"type":"move","text":"nymph"}"#)
    #expect(yours("ana") == #"{"state":"finished","outcome":{"won":true,"tries":2}}"#)
    world.wait(seconds: 86_400)
    #expect(yours("ana") == nil, "tomorrow's is another puzzle")
  }

  @Test("At midnight unfinished players are told the end, how many have finished, and how to learn the word")
  func midnight() throws {
    let world = try World()
    for name in ["ana", "ben"] { world.logIn(name) }
    world.connect("tom", "eve")
    for name in ["ana", "ben", "tom"] { world.send(name, "wordle") }
    world.send("eve", #"{"type":"join","room":"wordle"}"#)
    for name in ["ana", "ben"] { world.send(name, "train") }
    world.send("ana", "nymph")
    world.clear()
    world.wait(seconds: 86_400)
    let over = "The puzzle of 2026-11-20 is over: 1 player has finished it."
    #expect(world.take("ben").sentences.contains("\(over) /opened 2026-11-20 tells what it was."))
    #expect(world.take("tom").sentences.contains("\(over) /name NAME, then /opened 2026-11-20 tells what it was."))
    #expect(!world.take("ana").text.contains("is over"))
    #expect(world.take("eve").first("new_day")?["finished"]?["wordle"] == 1)
    #expect(world.send("ben", "/opened 2026-11-20").text.contains("wordle: nymph"))
  }

  @Test("A watcher sees every move's colours and no letter, also after the end")
  func watcher() throws {
    let world = try World()
    world.connect("ana", "eve", "tom")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    let first = world.send("eve", #"{"type":"join","watching":true,"room":"wordle"}"#)
    #expect(first.last?["state"] == "watching")
    world.send("tom", "/watch wordle")
    var seen: [Line] = []
    for word in ["train", "ponds", "blume", "nymph"] {
      world.post("ana", #"{"type":"move","text":"\#(word)"}"#)
      seen += world.take("eve") + world.take("tom")
    }
    seen += world.send("eve", #"{"type":"join","watching":true,"room":"wordle"}"#)
    #expect(seen.text.contains("⬛⬛⬛⬛🟨"))
    #expect(seen.text.contains("Parlor Wordle 324 4/6"))
    for word in ["train", "ponds", "blume", "nymph"] { #expect(!seen.text.lowercased().contains(word)) }
    #expect(world.send("eve", #"{"type":"move","text":"crane"}"#).last?.code == "watching")
  }

  @Test("The end brings the outcome and the share text, with the answer for those who may know")
  func finish() throws {
    let world = try World()
    world.connect("ana", "ben")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    for word in ["train", "ponds", "blume", "nymph"] { world.post("ana", #"{"type":"move","text":"\#(word)"}"#) }
    let own = try #require(world.take("ana").last("finished"))
    #expect(own["share"]?.stringValue == "Parlor Wordle 324 4/6\n\n⬛⬛⬛⬛🟨\n🟨⬛🟨⬛⬛\n⬛⬛⬛🟨⬛\n🟩🟩🟩🟩🟩")
    #expect(own["outcome"]?["answer"] == "nymph")
    #expect(own["praise"] == "Splendid")
    #expect(own["next_day_in_s"] == 57_600)
    let seen = try #require(world.take("ben").last("finished"))
    #expect(seen["outcome"]?.text == #"{"won":true,"tries":4}"#)
    #expect(seen["praise"] == nil)
    #expect(seen["share"] == own["share"])
  }

  @Test("A daily is played once: rejoining shows the finished board, and moves are refused")
  func onceADay() throws {
    let world = try World()
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","text":"nymph"}"#)
    world.drop("ana")
    world.connect("again")
    world.send("again", #"{"type":"login","token":"\#(token)"}"#)
    let joined = try #require(world.send("again", #"{"type":"join","room":"wordle"}"#).last("joined"))
    #expect(joined["state"] == "finished")
    #expect(joined["outcome"]?["answer"] == "nymph")
    #expect(joined["share"]?.stringValue?.hasPrefix("Parlor Wordle 324 1/6") == true)
    #expect(world.send("again", #"{"type":"move","text":"crane","id":1}"#).last?.code == "game_over")
    #expect(world.faults == [])
  }

  @Test("A board is kept through leaving, losing the connection and claiming a name")
  func boardIsKept() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","text":"train"}"#)
    world.send("ana", #"{"type":"leave","room":"wordle"}"#)
    let token = world.send("ana", #"{"type":"login","name":"ana"}"#).last?["token"]?.stringValue ?? ""
    let again = world.send("ana", #"{"type":"join","room":"wordle"}"#).last
    #expect(again?["board"]?["notes"] == ["2/6"])
    world.drop("ana")
    world.connect("ana2")
    world.send("ana2", #"{"type":"login","name":"ana","token":"\#(token)"}"#)
    let back = world.send("ana2", #"{"type":"join","room":"wordle"}"#).last
    #expect(back?["board"]?["rows"]?.arrayValue?.first?["letters"] == "train")
  }

  @Test("Each player chooses hard mode before the own first move")
  func settings() throws {
    let world = try World()
    world.connect("ana", "ben")
    world.send("ana", #"{"type":"join","room":"wordle","settings":{"hard":true}}"#)
    world.send("ben", #"{"type":"join","room":"wordle"}"#)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"move","text":"train"}"#) }
    #expect(world.send("ana", #"{"type":"move","text":"blume"}"#).last?["message"] == "Guess must contain N")
    #expect(world.send("ben", #"{"type":"move","text":"blume"}"#).last?.type == "moved")
    let late = world.send("ana", #"{"type":"join","room":"wordle","settings":{"hard":false}}"#).last
    #expect(late?["board"]?["notes"] == ["2/6", "hard mode"])
    for field in [#""no":1"#, #""hard":"yes""#] {
      #expect(
        world.send("ana", #"{"type":"join","room":"wordle","settings":{\#(field)}}"#).last?.code == "bad_settings")
    }
  }

  @Test("A rejected move costs nothing and is not announced")
  func rejected() throws {
    let world = try World()
    world.connect("ana", "ben")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    world.clear()
    for (word, code) in [("zzzzz", "not_in_word_list"), ("ab", "not_enough_letters"), ("cr4ne", "not_letters")] {
      #expect(world.send("ana", #"{"type":"move","text":"\#(word)","id":1}"#).last?.code == code)
    }
    #expect(world.send("ana", #"{"type":"move","move":{"word":"crane"},"id":1}"#).last?.code == "bad_move")
    #expect(world.take("ben") == [])
    #expect(world.send("ana", #"{"type":"move","text":"train"}"#).last?["turn"]?["tries"] == 1)
  }

  @Test("Talk of finished players is hidden from those who still play and from watchers, until they have finished too")
  func hiddenTalk() throws {
    let world = try World()
    world.connect("ana", "ben", "eve", "tom")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    world.send("eve", #"{"type":"join","watching":true,"room":"wordle"}"#)
    world.send("tom", "/watch wordle")
    world.send("ana", #"{"type":"say","text":"hello"}"#)
    #expect(world.take("ben").last?["text"] == "hello")
    #expect(world.take("tom").text.contains("hello"))
    world.send("ana", #"{"type":"move","text":"nymph"}"#)
    world.clear()
    #expect(world.send("ana", #"{"type":"say","text":"it was nymph","id":1}"#).last?["text"] == "it was nymph")
    for name in ["ben", "eve"] {
      let said = world.take(name).last
      #expect(said?.type == "said")
      #expect(said?["hidden"] == true)
      #expect(said?["text"] == nil)
    }
    #expect(world.take("tom") == [])
    world.send("ben", #"{"type":"move","text":"nymph"}"#)
    world.send("ana", #"{"type":"say","text":"told you"}"#)
    #expect(world.take("ben").last?["text"] == "told you")
    #expect(world.faults == [])
  }

  @Test("At midnight everybody is told, and every member has a new board")
  func rollover() throws {
    let world = try World(answers: ["nymph", "crane", "slate", "train", "quick"])
    world.connect("ana", "ben", "eve")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    let answer = try #require(world.answer(in: "wordle"))
    world.send("ana", #"{"type":"move","text":"\#(answer)"}"#)
    world.clear()
    world.wait(milliseconds: World.millisecondsToMidnight - 1)
    #expect(world.take("eve") == [])
    world.wait(milliseconds: 1)
    let news = try #require(world.take("eve").last)
    #expect(news.type == "new_day")
    #expect(news["day"] == "2026-11-21")
    #expect(news["next_day_in_s"] == 86_400)
    let board = try #require(world.send("ana", #"{"type":"board"}"#).last?["board"])
    #expect(board["title"] == "Wordle 325")
    #expect(board["notes"] == ["1/6"])
    #expect(world.answer(in: "wordle") != answer)
    #expect(world.send("ben", #"{"type":"move","text":"blume"}"#).last?["turn"]?["tries"] == 1)
  }

  @Test("Yesterday's letters need an account, today's a finished board")
  func mayKnow() throws {
    let world = try World()
    world.connect("guest")
    world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    let (ana, guest) = (try #require(world.player("ana")), try #require(world.player("guest")))
    let hub = world.parlor.hub
    let today = PuzzleScope.day(game: "wordle", hub.today)
    #expect(!hub.mayKnow(ana, today))
    world.send("ana", #"{"type":"move","text":"nymph"}"#)
    #expect(hub.mayKnow(ana, today))
    #expect(!hub.mayKnow(guest, today))
    world.connect("ben")
    let ben = try #require(world.player("ben"))
    world.wait(milliseconds: World.millisecondsToMidnight)
    #expect(!hub.mayKnow(ben, today))
    world.send("ben", #"{"type":"login","name":"ben"}"#)
    #expect(hub.mayKnow(ben, today))
    #expect(!hub.mayKnow(guest, today))
    #expect(!hub.mayKnow(ben, .day(game: "wordle", hub.today)))
    #expect(!hub.mayKnow(ben, .dealt(room: 1, round: 1)))
  }

  @Test("A start in a daily room is refused, and the refusal says what to do instead")
  func start() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("ana", #"{"type":"start","id":1}"#).last?.code == "already_playing")
  }

  @Test("Boards of guests who cannot return are dropped")
  func guestsDoNotPileUp() throws {
    let world = try World()
    for _ in 0..<50 {
      world.connect("guest")
      world.send("guest", #"{"type":"join","room":"wordle"}"#)
      world.send("guest", #"{"type":"leave"}"#)
      world.drop("guest")
      world.connect("guest")
      world.send("guest", #"{"type":"join","room":"wordle"}"#)
      world.drop("guest")
    }
    #expect(world.parlor.rooms["wordle"]?.seats.count == 0)
  }
}
