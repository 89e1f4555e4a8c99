import Catalogue
import CoreHarness
import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("Runs of cards, and words that were missed")
struct PracticeTests {
  private func world() throws -> (world: World, token: String) {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#)
    for (original, translation) in [("sol", "sun"), ("luna", "moon"), ("mar", "sea")] {
      world.send("ana", #"{"type":"add_word","original":"\#(original)","translation":"\#(translation)"}"#)
    }
    return (world, token)
  }

  private func comeBack(_ world: World, _ token: String) {
    world.drop("ana")
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
  }

  private func run(_ world: World, _ answers: [String], _ fields: String = #""section":"all""#) -> Line? {
    world.send("ana", #"{"type":"cards","count":\#(answers.count),\#(fields)}"#)
    return answers.map { world.send("ana", #"{"type":"rate","answer":"\#($0)"}"#).last }.last ?? nil
  }

  private func share(_ line: Line?) -> String? { line?["result"]?["share"]?.stringValue }

  @Test("A run is gone through once and ends in a result: green, yellow and black by how each card went")
  func wholeRun() throws {
    let (world, _) = try world()
    let begun = world.send("ana", #"{"type":"cards","section":"all"}"#)
    #expect(begun.last?["run"]?["count"]?.intValue == 4 && begun.last?["card"]?["front"]?.stringValue == "casa")
    #expect(!begun.text.contains("house"))
    #expect(world.send("ana", #"{"type":"rate","answer":"hause"}"#).last?["run"]?["done"]?.intValue == 1)
    #expect(world.send("ana", #"{"type":"turn"}"#).last?["card"]?["back"]?["translation"]?.stringValue == "sun")
    world.send("ana", #"{"type":"rate","rating":"easy"}"#)
    world.send("ana", #"{"type":"rate","answer":"sky"}"#)
    let last = world.send("ana", #"{"type":"rate","answer":"SEA"}"#).last
    #expect(share(last) == "Parlor Cards 324 3/4\n\n🟨🟩⬛🟩")
    #expect(last?["run"] == nil)
    #expect(world.faults.isEmpty)
  }

  @Test("A run goes on where it was when its player comes back, and a word that is deleted leaves it")
  func resuming() throws {
    let (world, token) = try world()
    world.send("ana", #"{"type":"cards","section":"all"}"#)
    world.send("ana", #"{"type":"rate","answer":"house"}"#)
    world.send("ana", #"{"type":"delete_word","word":3}"#)
    comeBack(world, token)
    let back = world.send("ana", #"{"type":"cards","choices":true}"#).last
    #expect(back?["run"]?["done"]?.intValue == 1 && back?["run"]?["count"]?.intValue == 3)
    #expect(back?["card"]?["front"]?.stringValue == "sol")
    world.send("ana", #"{"type":"rate","answer":"sun"}"#)
    comeBack(world, token)
    world.send("ana", #"{"type":"cards"}"#)
    #expect(share(world.send("ana", #"{"type":"rate","answer":"sea"}"#).last) == "Parlor Cards 324 3/3\n\n🟩🟩🟩")
    comeBack(world, token)
    #expect(world.send("ana", #"{"type":"cards","count":1}"#).last?["run"]?["done"]?.intValue == 0)
  }

  @Test("The first result of a day counts and makes the streak; others of the day are practice")
  func statistics() throws {
    let (world, token) = try world()
    func stats() -> [Int?] {
      let line = world.send("ana", #"{"type":"stats","game":"cards"}"#).last
      return [line?["played"]?.intValue, line?["streak"]?.intValue]
    }
    #expect(stats() == [0, 0])
    #expect(share(run(world, ["house"]))?.hasPrefix("Parlor Cards 324 1/1") == true)
    #expect(share(run(world, ["x", "sun"]))?.hasPrefix("Parlor Cards practice 1/2") == true)
    #expect(stats() == [1, 1])
    world.wait(seconds: 86_400)
    comeBack(world, token)
    #expect(share(run(world, ["house"]))?.hasPrefix("Parlor Cards 325 1/1") == true)
    #expect(stats() == [2, 2])
    // Clients learn from the server what has no rooms and no moves.
    #expect(world.send("ana", #"{"type":"stats","game":"cards"}"#).last?["recorded"]?.boolValue == true)
    #expect(world.send("ana", #"{"type":"stats","game":"wordle"}"#).last.map { $0["recorded"] == nil } == true)
    let recorded = world.send("ana", #"{"type":"about"}"#).last?["recorded_games"]?.arrayValue
    #expect(recorded?.contains(["id": "cards", "title": "Cards"]) == true)
    let history = world.send("ana", #"{"type":"history","game":"cards"}"#).last
    #expect(history?["results"]?.arrayValue?.count == 3 || history?["matches"]?.arrayValue?.count == 3)
    #expect(world.faults.isEmpty)
  }

  @Test("A run counts as won where at least half of its cards were remembered")
  func won() throws {
    let (world, token) = try world()
    for (day, answers) in [["house", "x"], ["x", "y", "moon"], ["house", "sun", "moon", "x"]].enumerated() {
      if day > 0 {
        world.wait(seconds: 86_400)
        comeBack(world, token)
      }
      _ = run(world, answers)
    }
    let stats = world.send("ana", #"{"type":"stats","game":"cards"}"#).last
    #expect(stats?["played"]?.intValue == 3 && stats?["won"]?.intValue == 2 && stats?["streak"]?.intValue == 1)
  }

  @Test("A result is shared like any other, and nobody finds a word in it")
  func sharing() throws {
    let (world, _) = try world()
    world.logIn("ben")
    world.send("ben", #"{"type":"join","room":"shares"}"#)
    world.clear()
    let match = run(world, ["house", "moon"])?["result"]?["match"]?.stringValue ?? ""
    #expect(world.send("ana", #"{"type":"share"}"#).last?.type == "shared")
    let told = world.take("ben").last
    #expect(told?["text"]?.stringValue == "Parlor Cards 324 1/2\n\n🟩⬛")
    let number = told?["share_id"]?.intValue ?? 0
    #expect(world.send("ben", #"{"type":"reveal","share_id":\#(number)}"#).last?.code == "no_letters")
    world.wait(seconds: 86_400)
    for line in [#"{"type":"replay","match":"\#(match)"}"#, #"{"type":"shares","game":"cards"}"#] {
      let text = world.send("ben", line).text
      #expect(!text.contains("casa") && !text.contains("house"))
    }
  }

  @Test("Choices can be named by their places")
  func choices() throws {
    let (world, _) = try world()
    let card = world.send("ana", #"{"type":"cards","section":"all","count":1,"choices":true}"#).last
    let choices = card?["choices"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let place = try #require(choices.firstIndex(of: "house"))
    for slip in ["0", "-1", "\(choices.count + 1)"] {
      let refusal = world.send("ana", #"{"type":"rate","answer":"\#(slip)"}"#).last
      #expect(refusal?["code"]?.stringValue == "bad_field" && choices.count > 1, "\(slip)")
    }
    #expect(world.send("ana", #"{"type":"rate","answer":"\#(place + 1)"}"#).last?["answer"]?.stringValue == "right")
  }

  @Test("Whoever asks for a card again is given the same choices; how many cards, or which, means a new run")
  func askingAgain() throws {
    let (world, _) = try world()
    let ask = #"{"type":"cards","section":"all","count":2,"choices":true}"#
    let choices = world.send("ana", ask).last?["choices"]
    #expect(choices?.arrayValue?.count ?? 0 > 1)
    for _ in 0..<5 { #expect(world.send("ana", ask).last?["choices"] == choices) }
    #expect(world.send("ana", "/cards").text.contains("card 1 of 2"))
    #expect(world.send("ana", "/cards all 1").text.contains("card 1 of 1"))
  }

  @Test("Another run is refused while some cards of one are done, unless it is to be dropped")
  func underWay() throws {
    let (world, _) = try world()
    world.send("ana", #"{"type":"cards","section":"all","count":2}"#)
    #expect(world.send("ana", #"{"type":"cards","count":3}"#).last?["run"]?["count"]?.intValue == 3)
    world.send("ana", #"{"type":"rate","answer":"x"}"#)
    for fields in [#""count":2"#, #""section":"all""#, #""section":"repeat","choices":true"#] {
      let refusal = world.send("ana", #"{"type":"cards",\#(fields)}"#).last
      #expect(refusal?.code == "exists run" && refusal?["message"]?.stringValue?.contains("1 of 3") == true)
    }
    #expect(world.send("ana", #"{"type":"cards","choices":true}"#).last?["run"]?["done"]?.intValue == 1)
    let run = world.send("ana", #"{"type":"cards","count":2,"restart":true}"#).last?["run"]
    #expect(run?["done"]?.intValue == 0 && run?["count"]?.intValue == 2)
  }

  @Test("Whoever studies by choices is given them with the next card as well")
  func studyByChoices() throws {
    let (world, _) = try world()
    #expect(world.send("ana", #"{"type":"study","choices":true}"#).last?["choices"]?.arrayValue?.isEmpty == false)
    for _ in 0..<2 {
      world.send("ana", #"{"type":"turn"}"#)
      let next = world.send("ana", #"{"type":"rate","rating":"good"}"#).last
      #expect(next?["choices"]?.arrayValue?.isEmpty == false)
    }
    #expect(world.send("ana", #"{"type":"study"}"#).last?["choices"] == nil)
  }

  @Test("Translations that were not found in a finished match are a deck, and nothing of one that is still on")
  func missed() throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let world = World(games: try Catalogue.games(ResourceFolder(option: nil).read), storage: storage)
    world.logIn("ana")
    world.send(
      "ana", #"{"type":"create","room":"p","game":"wordsearch","mode":"practice","settings":{"challenges":1},"seed":7}"#
    )
    func preview() -> Line? {
      world.post("ana", #"{"type":"import_preview","deck":"missed-spanish"}"#)
      world.wait(seconds: 2)
      return world.take("ana").last { $0.type == "import_preview" }
    }
    #expect(preview()?["new"]?.intValue == 0)
    world.send("ana", #"{"type":"move","room":"p","text":"skip"}"#)
    let found = preview()
    #expect((found?["new"]?.intValue ?? 0) > 0 && found?["new_language"]?.boolValue == true)
    world.post("ana", #"{"type":"import_add","deck":"missed-spanish"}"#)
    world.wait(seconds: 2)
    #expect(world.take("ana").last?["added"] == found?["new"])
    // Words of Wordle mean what the decks say.
    world.send("ana", #"{"type":"join","room":"dailysort"}"#)
    world.send("ana", #"{"type":"move","room":"dailysort","text":"give up"}"#)
    world.post("ana", #"{"type":"import_preview","deck":"missed-english"}"#)
    world.wait(seconds: 2)
    #expect(world.take("ana").last { $0.type == "import_preview" }?["new"]?.intValue == 1)
    #expect(world.faults.isEmpty)
  }
}
