import ClientKit
import Foundation
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Importing and exporting decks")
struct DecksTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]

  private func preview(_ lines: [String] = [], of deck: String? = nil) -> Answer {
    var add: JSONObject = ["type": "import_add"]
    add["deck"] = deck.map { .string($0) }
    add["language"] = "Spanish"
    let links: [JSON] = [
      ["key": "↵", "text": "add them", "request": .object(add)],
      ["key": "d", "text": "drop it", "request": ["type": "import", "text": "", "at": 0]],
    ]
    let drawn = (["Spanish (new): 5000 notes, 4998 new", "    casa = house"] + lines).joined(separator: "\n")
    return .object("import_preview", ["drawn": .string(drawn), "links": .array(links)])
  }

  /// At the preview of a file.
  private func sent(width: Int = 80, height: Int = 24) throws -> Stage {
    var stage = try Stage.learning(width: width, height: height)
    stage.press(.character("i"), .control("u"))
    stage.type("/tmp/words.csv")
    stage.press(.enter)
    #expect(stage.asked.last == .sendDeck(path: "/tmp/words.csv", language: "Spanish"))
    return stage
  }

  @Test("What the server says of a file is shown before anything is added", arguments: sizes)
  func looking(width: Int, height: Int) throws {
    var stage = try sent(width: width, height: height)
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .success(.sent)))
    let lines = (1...60).map { "    word\($0) = x" }
    stage.happen(.answered(.request("import_preview"), .success(preview(lines))))
    #expect(stage.lines[0].contains("Add words.csv?") && !stage.asked.contains { $0.type == "import_add" })
    #expect(stage.text.contains("casa = house"))
    stage.press(.end)
    #expect(stage.text.contains("word60 = x"))
    stage.press(.enter)
    #expect(stage.asked.last == .request("import_add", ["language": "Spanish"]))
    let added = ImportAdded(language: "Spanish", added: 4998, leftOut: 2)
    stage.happen(
      .answered(.request("import_add", ["language": "Spanish"]), .success(.of(added, drawn: "4998 words added"))))
    #expect(stage.text.contains("4998 words added") && stage.text.contains("* Spanish"), "\(stage.text)")
    #expect(stage.asked.last?.type == "languages")
  }

  @Test("Esc adds nothing and drops the file; an unreadable file is reported")
  func declining() throws {
    var stage = try sent()
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .failure(Failure(message: "/tmp/words.csv cannot be read: no such file."))))
    #expect(stage.text.contains("cannot be read"))
    stage.press(.escape)
    #expect(stage.text.contains("* Spanish") && !stage.asked.contains { $0.type == "import_add" })
    stage = try sent()
    stage.happen(.answered(question, .success(.sent)))
    stage.happen(.answered(.request("import_preview"), .success(preview())))
    stage.press(.character("d"))
    let drop = Question.request("import", ["text": "", "at": 0])
    #expect(stage.asked.last == drop)
    stage.happen(.answered(drop, .success(.object("import", ["drawn": "The deck that was sent is dropped"]))))
    #expect(stage.text.contains("* Spanish") && stage.text.contains("is dropped"), "\(stage.text)")
  }

  @Test("The server's decks are listed and previewed")
  func ready() throws {
    var stage = try Stage.learning()
    stage.press(.character("o"))
    let look: JSON = [
      "line": 0, "column": 0, "width": 9, "text": "look into it",
      "request": ["type": "import_preview", "deck": "spanish"],
    ]
    stage.happen(
      .answered(.request("decks"), .success(.object("decks", ["drawn": "  spanish", "links": .array([look])]))))
    stage.press(.enter)
    #expect(stage.asked.last == .request("import_preview", ["deck": "spanish"]))
    let asked = try #require(stage.asked.last)
    stage.happen(.answered(asked, .success(preview(of: "spanish"))))
    stage.press(.enter)
    #expect(stage.asked.last?.fields == ["deck": "spanish", "language": "Spanish"])
    let add = try #require(stage.asked.last)
    stage.happen(.answered(add, .failure(Failure(message: "Lost.", isOfLink: true))))
    #expect(stage.text.contains("Lost."))
  }

  @Test("Words are exported to a named file, in a chosen format")
  func export() throws {
    var stage = try Stage.learning()
    stage.press(.character("x"))
    #expect(stage.text.contains("File    Spanish.txt") && stage.text.contains("‹ anki ›"))
    stage.press(.down, .right, .enter)
    let question = try #require(stage.asked.last)
    #expect(question == .exportDeck(language: "Spanish", format: "csv", path: "Spanish.txt"))
    stage.happen(.answered(question, .failure(Failure(message: "Spanish.txt is there already: choose another name."))))
    #expect(stage.text.contains("is there already") && stage.text.contains("Spanish as a file"))
    stage.press(.enter)
    let again = try #require(stage.asked.last)
    stage.happen(.answered(again, .success(.exported(path: "Spanish.txt"))))
    #expect(stage.text.contains("The words are in Spanish.txt now."))
  }

  @Test(
    "Paths can be typed or dropped",
    arguments: [
      ("~/words.csv", "/home/ana/words.csv"), ("~", "/home/ana"), (" '/tmp/my words.csv' ", "/tmp/my words.csv"),
      ("\"a\"", "a"), ("~x/y", "~x/y"), ("'", "'"), ("", ""),
    ])
  func paths(typed: String, path: String) { #expect(LocalFile.path(typed, home: "/home/ana") == path) }

  @Test("A file is written once, read back unchanged, and never overwritten")
  func files() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-deck-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.path
    let bytes = Array("casa\thouse\n".utf8)
    #expect(try LocalFile.create(path, with: bytes) == path)
    #expect(try LocalFile.read(path) == bytes)
    let error = #expect(throws: LocalFile.Failure.self) { try LocalFile.create(path, with: []) }
    #expect(error?.description == "\(path) is there already: choose another name.")
    #expect(try LocalFile.read(path) == bytes)
    #expect(throws: LocalFile.Failure.self) { try LocalFile.read(path + "x") }
    #expect(throws: LocalFile.Failure.self) { try LocalFile.read(url.deletingLastPathComponent().path) }
  }
}
