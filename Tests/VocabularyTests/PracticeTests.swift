import Catalogue
import CoreHarness
import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("Runs of cards, and missed words")
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

  @discardableResult
  private func move(_ world: World, _ text: String) -> [Line] {
    world.send("ana", #"{"type":"move","room":"cards","text":"\#(text)"}"#)
  }

  /// - Returns: the result as it is shared.
  private func run(_ world: World, _ answers: [String]) -> String? {
    world.send("ana", #"{"type":"cards","section":"all","count":\#(answers.count),"restart":true}"#)
    return answers.map { share(move(world, $0)) }.last ?? nil
  }

  private func share(_ lines: [Line]) -> String? { lines.last("finished")?["share"]?.stringValue }
  private func data(_ line: Line?) -> JSON? { line?["board"]?["data"] }
  private func choices(_ line: Line?) -> [String] {
    line?["board"]?["choices"]?.arrayValue?.compactMap { $0["text"]?.stringValue } ?? []
  }

  @Test("A run has each card once and ends in a result: green, yellow or black per card")
  func wholeRun() throws {
    let (world, _) = try world()
    let begun = world.send("ana", #"{"type":"cards","section":"all"}"#)
    #expect(begun.last?.type == "joined" && data(begun.last)?["run"]?["count"]?.intValue == 4)
    #expect(data(begun.last)?["front"]?.stringValue == "casa" && !begun.text.contains("house"))
    let slip = move(world, "hause")
    #expect(data(slip.last)?["run"]?["done"]?.intValue == 1 && slip.last?["turn"]?["answer"]?.stringValue == "typo")
    #expect(slip.last?["board"]?["completed"]?["caption"]?.stringValue?.contains("casa = house") == true)
    let acts = slip.last?["board"]?["completed"]?["actions"]?.arrayValue?.compactMap { $0["move"]?.stringValue }
    #expect(acts == ["=good", "-"], "what concerns the card that was answered, and not the next one")
    #expect(move(world, "?").last?["board"]?["prompt"]?.stringValue == "sol = sun")
    move(world, "easy")
    move(world, "sky")
    let last = move(world, "SEA")
    #expect(last.types == ["moved", "finished"] && share(last) == "Parlor Cards 324 3/4\n\n🟨🟩⬛🟩")
    #expect(last.last?["outcome"]?["remembered"]?.intValue == 3 && data(last.first)?["run"] == nil)
    #expect(move(world, "sea").last?.code == "not_playing")
    #expect(world.faults.isEmpty)
  }

  @Test("A run continues when its player returns, and skips a deleted word")
  func resuming() throws {
    let (world, token) = try world()
    world.send("ana", #"{"type":"cards","section":"all"}"#)
    move(world, "house")
    world.send("ana", #"{"type":"delete_word","word":3}"#)
    comeBack(world, token)
    let back = world.send("ana", #"{"type":"cards"}"#).last
    #expect(data(back)?["run"]?["done"]?.intValue == 1 && data(back)?["run"]?["count"]?.intValue == 3)
    #expect(data(back)?["front"]?.stringValue == "sol")
    move(world, "sun")
    world.drop("ana")
    world.wait(seconds: 3600)
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    #expect(world.send("ana", #"{"type":"join","room":"cards"}"#).last?.type == "joined")
    #expect(share(move(world, "sea")) == "Parlor Cards 324 3/3\n\n🟩🟩🟩")
    comeBack(world, token)
    #expect(data(world.send("ana", #"{"type":"cards","count":1}"#).last)?["run"]?["done"]?.intValue == 0)
    // Nobody is brought into a run that was not asked for.
    #expect(data(world.send("ana", #"{"type":"board","room":"cards"}"#).last)?["run"]?["count"]?.intValue == 1)
    move(world, "x")
    world.send("ana", #"{"type":"leave","room":"cards"}"#)
    #expect(world.send("ana", #"{"type":"join","room":"cards"}"#).last?.code == "not_found room")
  }

  @Test("The first result of a day counts and makes the streak; others of the day are practice", .needs("Statistics"))
  func statistics() throws {
    let (world, token) = try world()
    func stats() -> [Int?] {
      let line = world.send("ana", #"{"type":"stats","game":"cards"}"#).last
      return [line?["played"]?.intValue, line?["streak"]?.intValue]
    }
    #expect(stats() == [0, 0])
    #expect(run(world, ["house"])?.hasPrefix("Parlor Cards 324 1/1") == true)
    #expect(run(world, ["x", "sun"])?.hasPrefix("Parlor Cards practice 1/2") == true)
    #expect(stats() == [1, 1])
    world.wait(seconds: 86_400)
    comeBack(world, token)
    #expect(run(world, ["house"])?.hasPrefix("Parlor Cards 325 1/1") == true)
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

  @Test("A run counts as won where at least half of its cards were remembered", .needs("Statistics"))
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

  @Test("A run's result is shared like any other, and reveals no word", .needs("Channel"))
  func sharing() throws {
    let (world, _) = try world()
    world.logIn("ben")
    world.send("ben", #"{"type":"join","room":"shares"}"#)
    world.clear()
    #expect(run(world, ["house", "moon"]) != nil)
    #expect(world.send("ana", #"{"type":"share","room":"cards"}"#).last?.type == "shared")
    let told = world.take("ben").last
    #expect(told?["text"]?.stringValue == "Parlor Cards 324 1/2\n\n🟩⬛")
    let number = told?["share_id"]?.intValue ?? 0
    #expect(world.send("ben", #"{"type":"reveal","share_id":\#(number)}"#).last?.code == "no_letters")
    world.wait(seconds: 86_400)
    let history = world.send("ana", #"{"type":"history","game":"cards"}"#).last
    let results = (history?["results"] ?? history?["matches"])?.arrayValue
    let match = try #require(results?.first?["match"]?.stringValue)
    for line in [#"{"type":"replay","match":"\#(match)"}"#, #"{"type":"shares","game":"cards"}"#] {
      let text = world.send("ben", line).text
      #expect(!text.contains("casa") && !text.contains("house"))
    }
  }

  @Test("Choices can be answered by their numbers")
  func choices() throws {
    let (world, _) = try world()
    let card = world.send("ana", #"{"type":"cards","section":"all","count":1,"choices":true}"#).last
    let choices = choices(card)
    let place = try #require(choices.firstIndex(of: "house"))
    for slip in ["0", "-1", "\(choices.count + 1)"] {
      #expect(move(world, slip).last?.code == "bad_field" && choices.count > 1, "\(slip)")
    }
    #expect(move(world, "\(place + 1)").first?["turn"]?["answer"]?.stringValue == "right")
  }

  @Test("Asking for a card again gives the same choices; another number or selection of cards begins a new run")
  func askingAgain() throws {
    let (world, _) = try world()
    let given = choices(world.send("ana", #"{"type":"cards","section":"all","count":2,"choices":true}"#).last)
    #expect(given.count > 1)
    for ask in [#"{"type":"cards"}"#, #"{"type":"join","room":"cards"}"#, #"{"type":"board","room":"cards"}"#] {
      #expect(choices(world.send("ana", ask).last) == given)
    }
    #expect(world.send("ana", "/cards").text.contains("card 1 of 2"))
    #expect(world.send("ana", "/cards all 1").text.contains("card 1 of 1"))
  }

  @Test("Another run is refused while one is in progress, unless the request drops it, also in text")
  func underWay() throws {
    let (world, _) = try world()
    world.send("ana", #"{"type":"cards","section":"all","count":2}"#)
    #expect(data(world.send("ana", #"{"type":"cards","count":3}"#).last)?["run"]?["count"]?.intValue == 3)
    move(world, "x")
    for fields in [#""count":2"#, #""section":"all""#, #""section":"repeat","choices":true"#] {
      let refusal = world.send("ana", #"{"type":"cards",\#(fields)}"#).last
      #expect(refusal?.code == "exists run" && refusal?["message"]?.stringValue?.contains("1 of 3") == true)
    }
    #expect(world.send("ana", "/cards 2").sentences.contains("1 of 3 cards done: /cards goes on"))
    #expect(data(world.send("ana", #"{"type":"cards"}"#).last)?["run"]?["done"]?.intValue == 1)
    let run = data(world.send("ana", #"{"type":"cards","count":2,"restart":true}"#).last)?["run"]
    #expect(run?["done"]?.intValue == 0 && run?["count"]?.intValue == 2)
    #expect(world.send("ana", "/cards new 1").text.contains("card 1 of 1"))
  }

  @Test("The room's next round is another run with the same settings")
  func another() throws {
    let (world, _) = try world()
    world.send("ana", #"{"type":"cards","section":"all","count":2}"#)
    #expect(world.send("ana", #"{"type":"start","room":"cards"}"#).last?.code == "already_playing")
    for answer in ["house", "sun"] { move(world, answer) }
    let round = world.send("ana", #"{"type":"start","room":"cards"}"#).last
    #expect(round?.type == "round" && data(round)?["run"]?["count"]?.intValue == 2)
  }

  @Test("A move with a move_id is answered again and counts once, also after a long absence")
  func repeated() throws {
    let (world, token) = try world()
    let line = #"{"type":"move","room":"cards","text":"house","move_id":"m1"}"#
    world.send("ana", #"{"type":"cards","section":"all","count":2}"#)
    let first = world.send("ana", line).last
    #expect(world.send("ana", line).last?["seq"] == first?["seq"])
    world.drop("ana")
    world.wait(seconds: 3600)
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    world.send("ana", #"{"type":"join","room":"cards"}"#)
    let again = world.send("ana", line).last
    #expect(again?.type == "moved" && data(again)?["run"]?["done"]?.intValue == 1)
    #expect(data(again)?["front"]?.stringValue == "sol")
  }

  @Test("A room of cards has one player, no talk, and is in no statistics")
  func alone() throws {
    let (world, _) = try world()
    let joined = world.send("ana", #"{"type":"cards"}"#).last
    #expect(joined?["solo"]?.boolValue == true)
    world.logIn("ben")
    #expect(world.send("ben", #"{"type":"rooms"}"#).last?.text.contains("cards") == false)
    for line in [
      #"{"type":"join","room":"cards"}"#, #"{"type":"board","room":"cards"}"#, #"{"type":"who","room":"cards"}"#,
      #"{"type":"say","room":"cards","text":"hola"}"#, #"{"type":"join","room":"cards","watching":true}"#,
    ] {
      #expect(world.send("ben", line).last?.code == "not_found room", "\(line)")
    }
    #expect(world.send("ana", #"{"type":"say","room":"cards","text":"hola"}"#).last?.code == "not_found room")
    #expect(world.send("ben", #"{"type":"create","room":"cards"}"#).last?.code == "exists room")
    world.connect("eve")
    #expect(world.send("eve", #"{"type":"join","room":"study"}"#).last?.code == "not_named")
  }

  @Test("With study by choices the next card comes with choices too")
  func studyByChoices() throws {
    let (world, _) = try world()
    #expect(choices(world.send("ana", #"{"type":"study","choices":true}"#).last).count > 1)
    for _ in 0..<2 {
      world.send("ana", #"{"type":"move","room":"study","text":"?"}"#)
      #expect(choices(world.send("ana", #"{"type":"move","room":"study","text":"good"}"#).last).count > 1)
    }
    #expect(choices(world.send("ana", ##"{"type":"move","room":"study","text":"#"}"##).last).isEmpty)
    #expect(choices(world.send("ana", #"{"type":"study"}"#).last).isEmpty)
  }

  @Test("Words missed in a finished match are a deck, those of a match in progress are not")
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
