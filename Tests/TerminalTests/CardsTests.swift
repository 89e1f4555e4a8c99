import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Sections of cards")
struct CardsTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]

  /// A section of two cards, of which the first may be turned and the second is marked.
  private static func section(isTurned: Bool = false, isMarked: Bool = false) -> Answer {
    let lines = [isTurned ? "1  casa = house, home" : "1  casa", "2  sol *"]
    var links: [JSON] = lines.enumerated().flatMap { line, text -> [JSON] in
      let place: JSONObject = ["line": .int(line + 1), "column": 0, "width": .int(text.count)]
      var (turn, mark) = (place, place)
      turn.merge([
        "text": "turn", "request": ["type": "turn", "word": .int(line + 1), "turned": .bool(line > 0 || !isTurned)],
      ])
      mark.merge([
        "text": "mark", "key": "m",
        "request": ["type": "edit_word", "word": .int(line + 1), "marked": .bool(!isMarked)],
      ])
      guard isTurned, line == 0 else { return [.object(turn), .object(mark)] }
      var edit = place
      edit.merge([
        "text": "edit", "key": "e", "form": ["original", "translation"],
        "request": ["type": "edit_word", "word": 1, "original": "casa", "translation": "house, home"],
      ])
      return [.object(turn), .object(mark), .object(edit)]
    }
    links += [
      ["text": "Random 20", "key": "2", "request": ["type": "section", "language": "Spanish", "section": "random"]],
      ["text": "words", "key": "w", "request": ["type": "search", "language": "Spanish"]],
      ["role": "again", "text": "ask again", "key": "r", "request": ["type": "section", "language": "Spanish"]],
    ]
    let drawn = (["All of Spanish: 2 cards"] + lines).joined(separator: "\n")
    return .object("section", ["drawn": .string(drawn), "links": .array(links)])
  }

  private func cards(_ width: Int = 80, _ height: Int = 24) throws -> Stage {
    var stage = try Stage.learning(width: width, height: height)
    stage.press(.character("c"))
    let question = try #require(stage.asked.last)
    #expect(question.type == "section" && question.fields == ["language": "Spanish"])
    stage.happen(.answered(question, .success(Self.section())))
    return stage
  }

  @Test("A card is turned in place, its word is shown, and the section is requested again", arguments: sizes)
  func turning(width: Int, height: Int) throws {
    var stage = try cards(width, height)
    #expect(stage.lines[0].contains("Cards") && stage.lines.contains { $0.contains("▸1  casa") }, "\(stage.text)")
    stage.press(.character(" "))
    let turn = Question.request("turn", ["word": 1, "turned": true])
    #expect(stage.asked.last == turn)
    let told = "1  casa = house, home\n    (noun)\n    la casa"
    stage.happen(.answered(turn, .success(.object("card", ["drawn": .string(told)]))))
    #expect(stage.text.contains("(noun)"))
    let again = Question.request("section", ["language": "Spanish"])
    #expect(stage.asked.last == again)
    stage.happen(.answered(again, .success(Self.section(isTurned: true))))
    #expect(stage.lines.contains { $0.contains("▸1  casa = house, home") })
    stage.press(.escape)
    #expect(stage.lines[0].contains("Languages"), "\(stage.text)")
  }

  @Test("A mark is set in place, a turned word is edited, and words are searched")
  func links() throws {
    var stage = try cards()
    stage.press(.character("m"))
    let mark = Question.request("edit_word", ["word": 1, "marked": true])
    #expect(stage.asked.last == mark)
    let casa = LearntWord(number: 1, original: "casa", translation: "house, home", isMarked: true)
    stage.happen(.answered(mark, .success(.of(WordAnswer(language: "Spanish", word: casa)))))
    let again = try #require(stage.asked.last)
    #expect(again == .request("section", ["language": "Spanish"]))
    stage.happen(.answered(again, .success(Self.section(isTurned: true))))
    stage.press(.character("e"))
    #expect(stage.text.contains("Translation") && stage.text.contains("house, home"))
    stage.press(.escape, .character("2"))
    #expect(stage.asked.last == .request("section", ["language": "Spanish", "section": "random"]))
    stage.press(.character("w"))
    #expect(stage.asked.last == .request("search", ["language": "Spanish"]))
  }
}
