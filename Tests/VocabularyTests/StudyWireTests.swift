import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("Ratings apply to the card that was studied")
struct StudyWireTests {
  private func world() throws -> World {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", #"{"type":"add_language","name":"Spanish","original":"la casa","translation":"the house"}"#)
    for (original, translation) in [("el sol", "sun"), ("luna", "moon")] {
      world.send("ana", #"{"type":"add_word","original":"\#(original)","translation":"\#(translation)"}"#)
    }
    return world
  }

  private func due(_ world: World) -> [String?] {
    let words = world.send("ana", #"{"type":"search"}"#).last?["words"]?.arrayValue ?? []
    return words.map { $0["due"]?.stringValue }
  }

  @Test("A rating after a wrong answer applies to the answered card, not the next one, and counts once")
  func afterAnAnswer() throws {
    let world = try world()
    world.send("ana", "/study")
    #expect(world.send("ana", "tree").text.contains("Wrong: la casa = the house"))
    let text = world.send("ana", "=good").text
    #expect(text.hasPrefix("la casa = the house (good") && text.contains("What does el sol mean?"), "\(text)")
    let once = try self.world()
    once.send("ana", #"{"type":"study"}"#)
    once.send("ana", #"{"type":"move","move":{"answer":"house"}}"#)
    #expect(due(world) == due(once) && due(world).dropFirst() == [nil, nil])
    // Whoever asks for a card has not answered it.
    world.send("ana", "/study")
    #expect(world.send("ana", "=easy").sentences.contains("not seen the other side"))
    world.send("ana", "sol")
    // A change of mind is the same card's again.
    world.send("ana", "=2")
    #expect(world.send("ana", "=easy").text.hasPrefix("el sol = sun (easy"))
    #expect(world.faults.isEmpty)
  }

  @Test("A card whose other side was not seen cannot be rated")
  func unseen() throws {
    let world = try world()
    world.send("ana", "/study")
    let rating = #"{"type":"move","room":"study","move":{"rating":"good"}}"#
    #expect(world.send("ana", rating).last?.code == "bad_field")
    for move in [#"{"answer":"a","rating":"good"}"#, #"{"rating":"fine"}"#, #"{"action":"cheat"}"#, "{}", "7"] {
      let refused = world.send("ana", #"{"type":"move","room":"study","move":\#(move)}"#).last
      #expect(refused?.code == "bad_field", "\(move)")
    }
    #expect(due(world) == [nil, nil, nil])
    world.send("ana", "?")
    #expect(world.send("ana", "perhaps").sentences.contains("again, hard, good or easy"))
    #expect(world.send("ana", "3").text.hasPrefix("la casa = the house (good"))
    #expect(world.send("ana", rating).last?.code == "bad_field")
    #expect(due(world).dropFirst() == [nil, nil])
  }

  @Test("A move for a room that was opened again meanwhile is refused, and rates nothing")
  func openedAnew() throws {
    let world = try world()
    let puzzle = { (line: Line?) in line?["puzzle"]?.intValue ?? 0 }
    let move = { (text: String, puzzle: Int) in
      world.send("ana", #"{"type":"move","room":"study","text":"\#(text)","puzzle":\#(puzzle)}"#).last
    }
    let first = puzzle(world.send("ana", #"{"type":"study"}"#).last)
    #expect(move("?", first)?.type == "moved")
    world.wait(seconds: 1)
    let second = puzzle(world.send("ana", #"{"type":"study","choices":true}"#).last)
    for text in ["3", "tree"] { #expect(move(text, first)?.code == "other_puzzle", "\(text)") }
    #expect(due(world) == [nil, nil, nil])
    #expect(move("the house", second)?.type == "moved" && due(world)[0] != nil)
  }

  @Test("A rating's number is no answer to a card whose other side is hidden, unless it is the right one")
  func earlyNumber() throws {
    let world = try world()
    world.send("ana", "/study")
    #expect(world.send("ana", "3").sentences.contains("other side is shown"))
    #expect(due(world) == [nil, nil, nil])
    world.send("ana", "/add-language Numbers")
    world.send("ana", "/add tres = 3")
    world.send("ana", "/study")
    #expect(world.send("ana", "3").text.hasPrefix("Right: tres = 3"))
  }

  @Test("In a run too a rating after an answer applies to the answered word, and the run continues")
  func inARun() throws {
    let world = try world()
    world.send("ana", #"{"type":"cards","section":"all"}"#)
    let wrong = world.send("ana", #"{"type":"move","text":"tree"}"#).last
    let offered = wrong?["board"]?["actions"]?.arrayValue?.compactMap { $0["move"]?.stringValue } ?? []
    #expect(offered.contains("=good"))
    let corrected = world.send("ana", #"{"type":"move","move":{"rating":"easy"}}"#).last
    let run = corrected?["board"]?["data"]?["run"]
    #expect(corrected?["turn"]?["word"]?.intValue == 1 && corrected?["board"]?["data"]?["word"]?.intValue == 2)
    #expect(run?["done"]?.intValue == 1 && run?["remembered"]?.intValue == 0)
    let right = world.send("ana", #"{"type":"move","text":"the sun"}"#).last
    #expect(right?["turn"]?["answer"]?.stringValue == "right" && right?["board"]?["completed"] == nil)
  }

  @Test("A choice that differs from the right one by an accent or a letter is wrong")
  func nearChoice() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", "/add-language Spanish")
    for word in ["el año = year", "el ano = anus", "la cosa = thing", "la casa = house"] {
      world.send("ana", "/add \(word)")
    }
    world.send("ana", "/invert")
    for (right, near) in [("el año", "el ano"), ("la casa", "la cosa")] {
      for (said, judged) in [(near, "wrong"), (right, "right")] {
        var card = world.send("ana", #"{"type":"cards","section":"all","choices":true,"restart":true}"#).last
        while card?["board"]?["data"]?["front"]?.stringValue != (right == "el año" ? "year" : "house") {
          card = world.send("ana", #"{"type":"move","text":"1"}"#).first
        }
        #expect(card?["board"]?["choices"]?.arrayValue?.contains { $0["text"] == .string(near) } == true)
        let rated = world.send("ana", #"{"type":"move","text":"\#(said)"}"#).first
        #expect(rated?["turn"]?["answer"]?.stringValue == judged)
      }
    }
  }

  @Test("An answer needs no article, and the card shows the word with its own")
  func articles() throws {
    let world = try world()
    world.send("ana", "/study")
    #expect(world.send("ana", "house").text.hasPrefix("Right: la casa = the house"))
  }

  @Test("In an inverted section study shows translations and asks for originals, also by choices")
  func inverted() throws {
    let world = try world()
    world.send("ana", "/invert")
    let card = world.send("ana", #"{"type":"study","choices":true}"#).last
    let data = card?["board"]?["data"]
    #expect(data?["front"]?.stringValue == "the house" && data?["inverted"]?.boolValue == true)
    #expect(card?["board"]?["choices"]?.arrayValue?.contains { $0["text"] == "la casa" } == true)
    #expect(card?.text.contains("moon") == false)
    #expect(world.send("ana", "casa").text.hasPrefix("Right: la casa"))
    world.send("ana", "/invert off")
    #expect(world.send("ana", "/study").text.contains("What does el sol mean?"))
    // The card that has come is asked as it was shown, whatever is inverted meanwhile.
    world.send("ana", "/invert")
    #expect(world.send("ana", "sun").text.hasPrefix("Right: el sol"))
    let run = world.send("ana", #"{"type":"cards","section":"all"}"#).last
    #expect(run?["board"]?["data"]?["front"]?.stringValue == "the house")
    // The room turns them round as well, and the sections with them.
    #expect(world.send("ana", "~").text.contains("What does la casa mean?"))
    world.send("ana", "~")
    // Without a word it goes back and forth.
    world.send("ana", "/invert")
    #expect(world.send("ana", #"{"type":"section"}"#).last?["inverted"]?.boolValue == false)
  }

  @Test(
    "A word and its translation are separated by a sign, or are one word each",
    arguments: [
      ("la mesa: table", "la mesa = table"), ("la mesa = the table: old", "la mesa = the table: old"),
      ("casa house", "casa = house"), ("mesa : table", "mesa = table"), ("la mesa table", nil), ("a: b: c", nil),
      ("casa", nil), ("10:30 half past ten", nil), ("la mesa:table", nil),
    ] as [(String, String?)])
  func typed(_ line: String, _ word: String?) throws {
    let world = try world()
    let answer = world.send("ana", "/add \(line)").sentences
    #expect(word.map { answer.contains($0) } ?? answer.contains("="), "\(answer)")
    #expect(world.send("ana", "/languages").text.contains(word == nil ? "3 words" : "4 words"))
  }
}
