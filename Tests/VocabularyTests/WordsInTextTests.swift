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

  @Test("No line of a pasted deck is a command, and none but the one that the server has named ends it")
  func commandsInPaste() throws {
    let world = try World(stores: true)
    world.connect("ana")
    for line in ["/name ana", "/add-language Spanish"] { world.send("ana", line) }
    let opened = world.send("ana", "/import Spanish").text
    let number = try #require(opened.firstMatch(of: #/with the line: end (\d{6})/#)?.output.1)
    #expect(opened.contains("cancel \(number)"))
    for line in ["casa\thouse", "/password x", #"{"type":"forget_me"}"#, "end 12", "quit"] { world.send("ana", line) }
    #expect(world.send("ana", "/delete-language Spanish").isEmpty)
    world.advance(seconds: 5)
    #expect(world.send("ana", ".").text.contains("as all are until its end.\nEnd it with the line: end \(number)\n"))
    world.send("ana", "/import-cancel")
    world.send("ana", "sol\tsun")
    world.post("ana", "end \(number)")
    var preview = world.take("ana")
    for _ in 0..<100 where preview.isEmpty {
      world.wait(milliseconds: 50)
      preview = world.take("ana")
    }
    #expect(preview.text.contains("Spanish: 2 notes, 2 new"), "\(preview.text)")
    #expect(world.send("ana", "/languages").text.contains("Spanish"))
    let next = world.send("ana", "/import Spanish").text
    #expect(!next.contains("\(number)") && next.contains("The deck that was sent before is dropped."))
  }
}
