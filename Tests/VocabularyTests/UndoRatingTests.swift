import Catalogue
import CoreHarness
import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("New words per day, and undone ratings, on the wire")
struct UndoRatingTests {
  private func world(words count: Int) throws -> World {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", "/add-language Spanish")
    for number in 1...count { world.send("ana", "/add palabra\(number) = word\(number)") }
    return world
  }

  @discardableResult
  private func ask(_ world: World, _ line: String) -> Line? { world.send("ana", line).last }

  private func due(_ world: World) -> [String?] {
    (ask(world, #"{"type":"search"}"#)?["words"]?.arrayValue ?? []).map { $0["due"]?.stringValue }
  }

  private func data(_ line: Line?) -> JSON? { line?["board"]?["data"] }
  private func card(_ line: Line?) -> Int? { data(line)?["word"]?.intValue }

  /// Moves in the room of cards that is open.
  @discardableResult
  private func move(_ world: World, _ text: String) -> Line? {
    world.send("ana", #"{"type":"move","text":"\#(text)"}"#).first
  }

  @Test("Twenty new words come per day unless more are requested; the rest are counted, and come tomorrow")
  func limit() throws {
    let world = try world(words: 25)
    var study = ask(world, #"{"type":"study"}"#)
    #expect(data(study)?["new"]?.intValue == 20 && data(study)?["new_later"]?.intValue == 5)
    for number in 1...20 { study = move(world, "word\(number)") }
    #expect(card(study) == nil && data(study)?["new"]?.intValue == 0 && data(study)?["new_later"]?.intValue == 5)
    #expect(world.send("ana", "/study").text.contains("5 new words wait for other days"))
    world.send("ana", "/new-per-day 22")
    study = ask(world, #"{"type":"study"}"#)
    #expect(data(study)?["new"]?.intValue == 2 && card(study) == 21)
    ask(world, #"{"type":"change_language","new_per_day":3}"#)
    #expect(card(ask(world, #"{"type":"study"}"#)) == nil)
    world.wait(seconds: 86_400)
    #expect(data(ask(world, #"{"type":"study"}"#))?["new"]?.intValue == 3)
    let language = ask(world, #"{"type":"languages"}"#)?["languages"]?.arrayValue?.first
    #expect(language?["new"]?.intValue == 3 && language?["new_later"]?.intValue == 2)
    #expect(language?["new_per_day"]?.intValue == 3)
    #expect(ask(world, #"{"type":"change_language","new_per_day":1001}"#)?.code == "bad_field")
    #expect(world.faults.isEmpty)
  }

  @Test("The last rating can be undone once, also after its answer was judged otherwise, and the card comes again")
  func undo() throws {
    let world = try world(words: 3)
    ask(world, #"{"type":"study"}"#)
    #expect(move(world, "-")?.code == "not_found word")
    move(world, "tree")
    move(world, "=easy")
    #expect(due(world)[0] != nil)
    let undone = move(world, "-")
    #expect(undone?["turn"]?["action"]?.stringValue == "undo" && card(undone) == 1)
    #expect(data(undone)?["new"]?.intValue == 3 && due(world) == [nil, nil, nil])
    // The other side has not been shown again.
    let rating = #"{"type":"move","move":{"rating":"good"}}"#
    #expect(ask(world, rating)?.code == "bad_field")
    #expect(move(world, "-")?.code == "not_found word")
    let rated = move(world, "word1")
    #expect(rated?["turn"]?["rating"]?.stringValue == "good" && card(rated) == 2)
    #expect(world.send("ana", "-").text.contains("The last rating is taken back"))
    #expect(due(world) == [nil, nil, nil])
    #expect(world.faults.isEmpty)
  }

  @Test("In a run an undone card comes next again, and the run's count decreases")
  func inARun() throws {
    let world = try world(words: 3)
    ask(world, #"{"type":"cards","section":"all"}"#)
    #expect(data(move(world, "word1"))?["run"]?["done"]?.intValue == 1)
    let undone = move(world, "-")
    #expect(data(undone)?["run"]?["done"]?.intValue == 0 && data(undone)?["run"]?["remembered"]?.intValue == 0)
    #expect(card(undone) == 1)
    for number in 1...2 { move(world, "word\(number)") }
    let last = world.send("ana", #"{"type":"move","text":"word3"}"#).last("finished")
    #expect(last?["share"]?.stringValue == "Parlor Cards 324 3/3\n\n🟩🟩🟩")
    // What has a result is over: the word alone is as before.
    #expect(data(move(world, "-"))?["run"] == nil)
    #expect(due(world)[2] == nil && due(world)[1] != nil)
  }

  @Test("A rating can be undone after its player has left and returned", arguments: [false, true])
  func away(isInRun: Bool) throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.send("ana", "/add-language Spanish")
    for number in 1...3 { world.send("ana", "/add palabra\(number) = word\(number)") }
    ask(world, isInRun ? #"{"type":"cards","section":"all"}"# : #"{"type":"study"}"#)
    move(world, "word1")
    world.drop("ana")
    world.wait(seconds: 3600)
    world.connect("ana")
    ask(world, #"{"type":"login","token":"\#(token)"}"#)
    ask(world, #"{"type":"join","room":"\#(isInRun ? "cards" : "study")"}"#)
    let undone = move(world, "-")
    #expect(card(undone) == 1 && data(undone)?["new"]?.intValue == 3)
    #expect(data(undone)?["run"]?["done"]?.intValue == (isInRun ? 0 : nil))
    world.drop("ana")
    world.wait(seconds: 3600)
    world.connect("ana")
    ask(world, #"{"type":"login","token":"\#(token)"}"#)
    #expect(due(world) == [nil, nil, nil])
    ask(world, #"{"type":"study"}"#)
    #expect(move(world, "-")?.code == "not_found word")
    #expect(world.faults.isEmpty)
  }

  @Test("Words of a bundled deck are not studied in alphabetical order")
  func order() throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let games = try Catalogue.games(ResourceFolder(option: nil).read)
    for deck in games.flatMap(\.decks) {
      let world = World(games: games, storage: storage)
      world.logIn("\(deck.name)er")
      func first(_ line: String) -> [String] {
        world.post("\(deck.name)er", line)
        world.wait(seconds: 60)
        let words = world.take("\(deck.name)er").last?["first"]?.arrayValue ?? []
        return words.compactMap { $0["original"]?.stringValue }
      }
      let line = #"{"type":"import_preview","deck":"\#(deck.name)","language":"\#(deck.language)"}"#
      let words = first(line)
      #expect(words.count == 5 && Set(words.map { $0.first }).count > 1 && words != words.sorted(), "\(words)")
      #expect(first(line) == words)
    }
  }
}
