import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("What is studied is what is rated")
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

  @Test("A rating after a wrong answer is the answered card's, not the next one's, and counts once")
  func afterAnAnswer() throws {
    let world = try world()
    world.send("ana", "/study")
    #expect(world.send("ana", "/answer tree").text.contains("Wrong: 1  la casa"))
    let text = world.send("ana", "/rate good").text
    #expect(text.hasPrefix("1  la casa = the house (good") && text.contains("2  el sol"), "\(text)")
    let once = try self.world()
    once.send("ana", #"{"type":"study"}"#)
    once.send("ana", #"{"type":"rate","answer":"house"}"#)
    #expect(due(world) == due(once) && due(world).dropFirst() == [nil, nil])
    // Whoever asks for a card has not answered it.
    world.send("ana", "/study")
    #expect(world.send("ana", "/rate easy").sentences.contains("/turn shows it"))
    world.send("ana", "/answer sol")
    // A change of mind is the same card's again.
    world.send("ana", "/rate hard")
    #expect(world.send("ana", "/rate easy").text.hasPrefix("2  el sol"))
    #expect(world.faults.isEmpty)
  }

  @Test("A card whose other side was not seen is not rated")
  func unseen() throws {
    let world = try world()
    #expect(world.send("ana", "/rate good").text.contains("No word is studied"))
    world.send("ana", "/study")
    #expect(world.send("ana", "/rate good").sentences.contains("/turn shows it"))
    #expect(world.send("ana", #"{"type":"rate","word":1,"rating":"good"}"#).last?.code == "bad_field")
    #expect(due(world) == [nil, nil, nil])
    world.send("ana", "/turn")
    #expect(world.send("ana", "/rate good").text.hasPrefix("1  la casa"))
    #expect(world.send("ana", "/rate good").sentences.contains("/turn shows it"))
    #expect(due(world).dropFirst() == [nil, nil])
  }

  @Test("In a run a rating after an answer is the answered word's as well, and the run goes on where it was")
  func inARun() throws {
    let world = try world()
    world.send("ana", #"{"type":"cards","section":"all"}"#)
    world.send("ana", #"{"type":"rate","answer":"tree"}"#)
    let corrected = world.send("ana", #"{"type":"rate","rating":"easy"}"#).last
    #expect(corrected?["word"]?["word"]?.intValue == 1 && corrected?["card"]?["word"]?.intValue == 2)
    #expect(corrected?["run"]?["done"]?.intValue == 1 && corrected?["run"]?["remembered"]?.intValue == 0)
    #expect(world.send("ana", #"{"type":"rate","answer":"the sun"}"#).last?["answer"]?.stringValue == "right")
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
        while card?["card"]?["front"]?.stringValue != (right == "el año" ? "year" : "house") {
          card = world.send("ana", #"{"type":"rate","answer":"1"}"#).last
        }
        #expect(card?["choices"]?.arrayValue?.contains(.string(near)) == true)
        let rated = world.send("ana", #"{"type":"rate","answer":"\#(said)"}"#).last
        #expect(rated?["answer"]?.stringValue == judged)
      }
    }
  }

  @Test("Articles are not asked for, and the answer shows the word with its own")
  func articles() throws {
    let world = try world()
    world.send("ana", "/study")
    #expect(world.send("ana", "/answer house").text.hasPrefix("Right: 1  la casa = the house"))
  }

  @Test("While the section is inverted, study shows translations and asks for originals, by choices as well")
  func inverted() throws {
    let world = try world()
    world.send("ana", "/invert")
    let card = world.send("ana", #"{"type":"study","choices":true}"#).last
    #expect(card?["card"]?["front"]?.stringValue == "the house" && card?["inverted"]?.boolValue == true)
    #expect(card?["choices"]?.arrayValue?.contains("la casa") == true)
    #expect(card?.text.contains("moon") == false)
    #expect(world.send("ana", "/answer casa").text.hasPrefix("Right: 1  la casa"))
    world.send("ana", "/invert off")
    #expect(world.send("ana", "/study").text.contains("2  el sol"))
    // The card that has come is asked as it was shown, whatever is inverted meanwhile.
    world.send("ana", "/invert")
    #expect(world.send("ana", "/answer sun").text.hasPrefix("Right: 2"))
    let run = world.send("ana", #"{"type":"cards","section":"all"}"#).last
    #expect(run?["card"]?["front"]?.stringValue == "the house")
    // Without a word it goes back and forth.
    world.send("ana", "/invert")
    #expect(world.send("ana", #"{"type":"section"}"#).last?["inverted"]?.boolValue == false)
  }

  @Test(
    "A word and its translation are told apart by a sign, or are one word each",
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
