import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("Players' vocabularies")
struct LearningTests {
  private func world(limits change: (inout Limits) -> Void = { _ in }) throws -> World {
    let world = try World(stores: true, limits: change)
    world.logIn("ana")
    return world
  }

  @discardableResult
  private func add(_ world: World, _ original: String, _ translation: String, by name: String = "ana") -> JSON {
    let line = world.send(
      name, #"{"type":"add_word","original":"\#(original)","translation":"\#(translation)"}"#)
    return line.last?.json ?? .null
  }

  private func spanish(_ world: World) {
    world.send("ana", #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#)
    add(world, "sol", "sun")
    add(world, "luna", "moon")
  }

  private func numbers(_ line: Line?) -> [Int] {
    line?["words"]?.arrayValue?.compactMap { $0["word"]?.intValue } ?? []
  }

  @Test("A guest has no words: they belong to a name")
  func guests() throws {
    let world = try World(stores: true)
    world.connect("eve")
    for line in [#"{"type":"languages"}"#, #"{"type":"add_language","name":"Irish"}"#, #"{"type":"study"}"#] {
      #expect(world.send("eve", line).last?.code == "not_named")
    }
  }

  @Test("Words are restored with their player, and nobody else sees them")
  func comingBack() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    spanish(world)
    world.send("ana", #"{"type":"edit_word","word":2,"marked":true}"#)
    world.send("ana", #"{"type":"delete_word","word":1}"#)
    world.send("ana", #"{"type":"study"}"#)
    world.send("ana", #"{"type":"move","text":"sun"}"#)
    world.drop("ana")
    world.logIn("ben")
    #expect(world.send("ben", #"{"type":"languages"}"#).last?["languages"]?.arrayValue?.isEmpty == true)
    #expect(world.send("ben", #"{"type":"turn","word":1}"#).last?.code == "not_found word")
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    let found = world.send("ana", #"{"type":"search"}"#).last
    #expect(numbers(found) == [2, 3])
    #expect(found?["words"]?.arrayValue?.map { $0["marked"]?.boolValue } == [true, false])
    #expect(found?["words"]?.arrayValue?.map { $0["due"]?.stringValue } == ["2026-11-22", nil])
    #expect(world.faults.isEmpty)
  }

  @Test("Requests sent before storage has answered are answered in order")
  func order() throws {
    let world = try world()
    // The answer to the first question waits until what is under way is durable.
    world.stallsCommits = true
    world.post("ana", #"{"type":"theme","theme":"light"}"#)
    for line in [
      #"{"type":"add_language","name":"A","id":1}"#, #"{"type":"add_language","name":"B","id":2}"#,
      #"{"type":"languages","id":3}"#,
    ] {
      world.post("ana", line)
    }
    world.stallsCommits = false
    let lines = world.send("ana", #"{"type":"ping","id":4}"#).filter { $0.type == "languages" }
    #expect(lines.map { $0["re"]?.intValue } == [1, 2, 3])
    #expect(lines.map { $0["languages"]?.arrayValue?.count } == [1, 2, 2])
  }

  @Test("Words whose last change is not durable are kept after their player leaves")
  func undurable() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    spanish(world)
    world.stallsCommits = true
    add(world, "mar", "sea")
    world.drop("ana")
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    #expect(numbers(world.send("ana", #"{"type":"search"}"#).last) == [1, 2, 3, 4])
    world.stallsCommits = false
    #expect(add(world, "pan", "bread")["word"]?["word"]?.intValue == 5)
    #expect(world.faults.isEmpty)
  }

  @Test("A session that logs in to another account has that account's words at once")
  func changingPlayers() throws {
    let world = try World(stores: true)
    let token = world.logIn("ben")
    world.send("ben", #"{"type":"add_language","name":"Irish"}"#)
    world.drop("ben")
    world.logIn("ana")
    world.stallsCommits = true
    world.post("ana", #"{"type":"theme","theme":"light"}"#)
    world.post("ana", #"{"type":"add_language","name":"Spanish","id":1}"#)
    world.post("ana", #"{"type":"login","token":"\#(token)","id":2}"#)
    world.stallsCommits = false
    let answers = world.send("ana", #"{"type":"languages","id":3}"#)
    func names(_ id: Int) -> [String?]? {
      let languages = answers.first { $0["re"]?.intValue == id }?["languages"]?.arrayValue
      return languages?.map { $0["language"]?.stringValue }
    }
    #expect(names(1) == ["Spanish"])
    #expect(names(3) == ["Irish"])
    #expect(world.send("ana", #"{"type":"bye"}"#).types == ["bye"])
  }

  @Test("A translation is sent only when its card is turned")
  func hidden() throws {
    let world = try world()
    spanish(world)
    for line in [
      #"{"type":"section","section":"all"}"#, #"{"type":"section","section":"random"}"#, #"{"type":"study"}"#,
      #"{"type":"turn","word":1,"turned":false}"#,
    ] {
      let text = world.send("ana", line).text
      #expect(text.contains("casa") && !text.contains("house") && !text.contains("sun"), "\(text)")
    }
    let inverted = world.send("ana", #"{"type":"section","section":"all","inverted":true}"#).text
    #expect(inverted.contains("house") && !inverted.contains("casa"))
    #expect(world.send("ana", #"{"type":"turn","word":1}"#).text.contains("casa"))
    let turned = world.send("ana", #"{"type":"section"}"#).text
    #expect(turned.contains("casa") && !turned.contains("sol"))
  }

  @Test("A section keeps its words when they are marked, and is drawn again on request")
  func sections() throws {
    let world = try world()
    spanish(world)
    for word in 1...3 { world.send("ana", #"{"type":"edit_word","word":\#(word),"marked":true}"#) }
    func count(_ line: String) -> Int? { world.send("ana", line).last?["cards"]?.arrayValue?.count }
    #expect(count(#"{"type":"section","section":"repeat"}"#) == 3)
    world.send("ana", #"{"type":"edit_word","word":2,"marked":false}"#)
    #expect(count(#"{"type":"section"}"#) == 3)
    #expect(count(#"{"type":"section","regenerate":true}"#) == 2)
    world.send("ana", #"{"type":"delete_word","word":1}"#)
    #expect(count(#"{"type":"section"}"#) == 1)
  }

  @Test("A page has a hundred cards, and the next page continues after its last")
  func pages() throws {
    let world = try world()
    world.send("ana", #"{"type":"add_language","name":"L"}"#)
    for number in 1...205 { add(world, "w\(number)", "m") }
    var (seen, after): ([Int], Int?) = ([], nil)
    repeat {
      let rest = after.map { #","after":\#($0)"# } ?? ""
      let page = world.send("ana", #"{"type":"section"\#(rest)}"#).last
      let cards = page?["cards"]?.arrayValue?.compactMap { $0["word"]?.intValue } ?? []
      seen += cards
      after = page?["next"]?.intValue
    } while after != nil && seen.count < 1000
    #expect(seen == Array(1...205))
  }

  @Test("Due words come first, day by day, and forgotten ones come again the same day")
  func study() throws {
    let world = try world()
    spanish(world)
    func data(_ line: Line?) -> JSON? { line?["board"]?["data"] }
    func card(_ line: Line?) -> Int? { data(line)?["word"]?.intValue }
    func rate(_ rating: String) -> Line? {
      world.send("ana", #"{"type":"move","move":{"action":"show"}}"#)
      return world.send("ana", #"{"type":"move","move":{"rating":"\#(rating)"}}"#).last
    }
    #expect(card(world.send("ana", #"{"type":"study"}"#).last) == 1)
    let rated = rate("again")
    #expect(rated?["turn"]?["due"]?.stringValue == "2026-11-20" && data(rated)?["due"]?.intValue == 1)
    #expect(card(rated) == 2)
    #expect(card(rate("good")) == 1)
    _ = rate("good")
    let last = world.send("ana", #"{"type":"move","move":{"answer":"MOON"}}"#).last
    #expect(last?["turn"]?["answer"]?.stringValue == "right" && last?["turn"]?["rating"]?.stringValue == "good")
    #expect(card(last) == nil && data(last)?["due"]?.intValue == 0 && data(last)?["new"]?.intValue == 0)
    world.wait(seconds: 3 * 86_400)
    let later = world.send("ana", #"{"type":"study","choices":true}"#).last
    #expect((data(later)?["due"]?.intValue ?? 0) >= 2)
    #expect(later?["board"]?["choices"]?.arrayValue?.count == 3)
  }

  @Test("If a language's first word is refused the language is not added")
  func wholly() throws {
    let world = try world()
    let refused = world.send("ana", #"{"type":"add_language","name":"Irish","original":"teach"}"#).last
    #expect(refused?.code == "bad_field")
    #expect(world.send("ana", #"{"type":"languages"}"#).last?["languages"]?.arrayValue?.isEmpty == true)
  }

  @Test("Vocabulary limits are the server's, and texts are sanitised")
  func limits() throws {
    let world = try world { ($0.words, $0.languages, $0.vocabularyBytes) = (4, 2, 60) }
    spanish(world)
    #expect(add(world, "a", String(repeating: "b", count: 50))["code"]?.stringValue == "too_many")
    add(world, "mar", "sea")
    #expect(add(world, "pan", "bread")["code"]?.stringValue == "too_many")
    world.send("ana", #"{"type":"add_language","name":"Irish"}"#)
    #expect(world.send("ana", #"{"type":"add_language","name":"Ewe"}"#).last?.code == "too_many word")
    for text in [#"a\u001b[1m"#, #"a\u202e"#, #"a\nb"#, String(repeating: "x", count: 121)] {
      #expect(add(world, text, "b")["code"]?.stringValue == "bad_text", "\(text)")
    }
    #expect(add(world, "", "b")["code"]?.stringValue == "bad_text")
    let edited = world.send("ana", #"{"type":"edit_word","word":1,"note":"n","example":""}"#).last
    #expect(edited?["word"]?["note"]?.stringValue == "n" && edited?["word"]?["example"] == nil)
  }

  @Test("If pasted commands exceed the rate each refusal names its command, and never a password")
  func pasted() throws {
    let world = try world { $0.burst = 5 }
    world.send("ana", "/add-language Spanish")
    let lines = (1...20).map { world.send("ana", "/add palabra\($0) = word\($0)").sentences }
    let refused = lines.filter { $0.contains("Too fast") }
    #expect(refused.count > 5)
    for (index, line) in lines.enumerated() {
      #expect(line.contains("palabra\(index + 1) = word\(index + 1)"), "\(line)")
    }
    #expect(world.send("ana", "/add \(String(repeating: "ñ", count: 200)) = x").sentences.contains("ñ…"))
    for line in ["/login ana secret-word", "/password secret-word", "/logni ana secret-word", "login ana secret-word"] {
      let answer = world.send("ana", line).sentences
      #expect(answer.contains("Too fast") && !answer.contains("secret-word"), "\(answer)")
    }
    #expect(!world.send("ana", "/add \u{1B}[31m = x").text.unicodeScalars.contains("\u{1B}"))
  }

  @Test("Without a language in the request the last used one is meant")
  func languages() throws {
    let world = try world()
    spanish(world)
    #expect(add(world, "CASA", "home")["duplicate_of"]?.intValue == 1)
    world.send("ana", #"{"type":"add_language","name":"Irish"}"#)
    #expect(add(world, "teach", "house")["language"]?.stringValue == "Irish")
    world.send("ana", #"{"type":"languages","select":"SPANISH"}"#)
    #expect(add(world, "pan", "bread")["language"]?.stringValue == "Spanish")
    let found = world.send("ana", #"{"type":"search","language":"irish"}"#).last
    #expect(numbers(found) == [5])
    world.send("ana", #"{"type":"delete_language","language":"irish"}"#)
    #expect(add(world, "rey", "king")["language"]?.stringValue == "Spanish")
    #expect(world.send("ana", #"{"type":"turn","word":5}"#).last?.code == "not_found word")
  }

  @Test("Nothing is left for a player who deletes the account and returns")
  func forgotten() throws {
    let world = try world()
    spanish(world)
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    world.send("ana", #"{"type":"login","name":"ana"}"#)
    #expect(world.send("ana", #"{"type":"languages"}"#).last?["languages"]?.arrayValue?.isEmpty == true)
  }

  @Test("If storage cannot be read, words are unavailable and nothing is lost")
  func unavailable() throws {
    let world = try World()
    world.logIn("ana")
    for _ in 1...2 {
      #expect(world.send("ana", #"{"type":"languages"}"#).last?.code == "storage_unavailable")
    }
    #expect(world.send("ana", #"{"type":"ping"}"#).types == ["pong"])
  }
}
