import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import Vocabulary

/// What people type, and read when they come back.
@Suite("Words at a terminal")
struct WordsInTextTests {
  @Test("A returning player is told how many words are due, by the server's day, and nothing if there are none")
  func due() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", #"{"type":"password","new":"correct horse"}"#)
    world.send("ana", #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#)
    world.connect("phone")
    #expect(world.send("phone", #"{"type":"login","name":"ana","password":"correct horse"}"#).types == ["login"])
    world.send("phone", #"{"type":"study"}"#)
    for move in ["?", "easy"] { world.send("phone", #"{"type":"move","text":"\#(move)"}"#) }
    world.send("phone", #"{"type":"leave","room":"study"}"#)
    world.connect("tablet")
    #expect(world.send("tablet", #"{"type":"login","name":"ana","password":"correct horse"}"#).types == ["login"])
    world.wait(seconds: 30 * 86_400)
    world.connect("desk")
    let answers = world.send("desk", #"{"type":"login","name":"ana","password":"correct horse"}"#)
    #expect(answers.types == ["login", "due"] && answers.last?["words"] == 1)
    #expect(world.send("desk", "/login ana correct horse").text.contains("1 word is due today: /study"))
  }

  @Test("In a room of cards a line is the answer, also if it is the name of a command or a game")
  func cardAnswers() throws {
    let world = try World(stores: true)
    world.connect("ana")
    for line in ["/name ana", "/add-language Spanish", "/add casa = house", "/add ayuda = help", "/add bueno = good"] {
      world.send("ana", line)
    }
    world.send("ana", "/cards 3 all")
    #expect(world.send("ana", "house").text.contains("Right: casa = house"))
    #expect(world.send("ana", "help").text.contains("Right: ayuda = help"))
    #expect(world.send("ana", "good").text.contains("Right: bueno = good"))
    #expect(world.send("ana", "wordle").text.contains("The run is over"))
    #expect(world.send("ana", "/start").text.contains("card 1 of 3"))
    #expect(world.send("ana", "/leave").text.contains("You have left cards"))
    #expect(world.send("ana", "wordel").text.contains("did you mean wordle?"))
  }

  @Test("A text session is in one room at a time, and a run continues where it was left")
  func oneRoom() throws {
    let world = try World(stores: true)
    world.connect("ana")
    for line in ["/name ana", "/add-language Spanish", "/add casa = house", "/add sol = sun", "/cards 2 all", "house"] {
      world.send("ana", line)
    }
    world.send("ana", "/create lunch")
    #expect(!world.send("ana", "sun").text.contains("Right"), "it is said there")
    #expect(world.send("ana", "/cards").text.contains("card 2 of 2, 1 remembered"))
    #expect(world.send("ana", "sun").text.contains("Parlor Cards"))
    #expect(world.faults.isEmpty)
  }

  @Test("No line of a pasted deck is a command, and only the line that the server has named ends it")
  func commandsInPaste() throws {
    let world = try World(stores: true)
    world.connect("ana")
    for line in ["/name ana", "/add-language Spanish"] { world.send("ana", line) }
    let opened = world.send("ana", "/import Spanish").text
    let number = try #require(opened.firstMatch(of: #/with the line: end (\d{6})/#)?.output.1)
    #expect(opened.contains("cancel \(number)"))
    for line in ["casa\thouse", "/password x", #"{"type":"forget_me","name":"ana"}"#, "end 12", "quit"] {
      world.send("ana", line)
    }
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
