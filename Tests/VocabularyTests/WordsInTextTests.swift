import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import Vocabulary

/// What people type, and read when they come back.
@Suite("Words at a terminal")
struct WordsInTextTests {
  @Test("Whoever comes back is told how many words are due, by the server's day, and nothing where there are none")
  func due() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", #"{"type":"password","new":"correct horse"}"#)
    world.send("ana", #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#)
    world.connect("phone")
    #expect(world.send("phone", #"{"type":"login","name":"ana","password":"correct horse"}"#).types == ["login"])
    world.send("phone", #"{"type":"rate","word":1,"rating":"easy"}"#)
    world.connect("tablet")
    #expect(world.send("tablet", #"{"type":"login","name":"ana","password":"correct horse"}"#).types == ["login"])
    world.wait(seconds: 30 * 86_400)
    world.connect("desk")
    let answers = world.send("desk", #"{"type":"login","name":"ana","password":"correct horse"}"#)
    #expect(answers.types == ["login", "due"] && answers.last?["words"] == 1)
    #expect(world.send("desk", "/login ana correct horse").text.contains("1 word is due today: /study"))
  }

  @Test("While a card is studied a bare line answers it, and rates it once it is turned; commands stay commands")
  func cardAnswers() throws {
    let world = try World(stores: true)
    world.connect("ana")
    for line in ["/name ana", "/add-language Spanish", "/add casa = house", "/add sol = sun", "/cards new 2 all"] {
      world.send("ana", line)
    }
    #expect(world.send("ana", "house").text.contains("Right: 1  casa = house"))
    #expect(world.send("ana", "turn").text.contains("2  sol = sun"))
    #expect(world.send("ana", "again").text.contains("2  sol = sun (again"))
    // The run is over, and no card was shown.
    #expect(world.send("ana", "wordel").text.contains("did you mean wordle?"))
    world.send("ana", "/study")
    world.send("ana", "/ping")
    #expect(world.send("ana", "wordel").text.contains("did you mean wordle?"))
  }

  @Test("While a deck is pasted commands are carried out, and the paste goes on")
  func commandsInPaste() throws {
    let world = try World(stores: true)
    world.connect("ana")
    for line in ["/name ana", "/add-language Spanish", "/import Spanish", "casa\thouse"] { world.send("ana", line) }
    #expect(world.send("ana", "/ping").text == "pong")
    #expect(world.send("ana", "/nosuch").text == "")
    world.send("ana", "sol\tsun")
    world.post("ana", ".")
    var preview = world.take("ana")
    for _ in 0..<100 where preview.isEmpty {
      world.wait(milliseconds: 50)
      preview = world.take("ana")
    }
    #expect(preview.text.contains("Spanish: 2 notes, 2 new"), "\(preview.text)")
  }
}
