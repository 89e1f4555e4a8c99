import ClientKit
import Foundation
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Importing and exporting decks")
struct DecksTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]

  private func preview(new: Int = 4998) -> ImportPreview {
    ImportPreview(
      language: "Spanish", isNewLanguage: true, columns: ["Original", "Translation", ""], notes: 5000, new: new,
      leftOut: 0,
      first: [
        ImportPreview.Word(original: "casa", translation: "house", isMarked: false),
        ImportPreview.Word(original: "sol", translation: "sun", isMarked: false),
      ],
      duplicateCount: 2, duplicates: ["luna"], faultCount: 1,
      faults: [.init(line: 7, message: "the translation of mar is missing")])
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
    let lines = ["Spanish (new): 5000 notes, 4998 new", "    casa = house"] + (1...60).map { "    word\($0) = x" }
    stage.happen(
      .answered(.request("import_preview"), .success(.of(preview(), drawn: lines.joined(separator: "\n")))))
    #expect(stage.lines[0].contains("Add words.csv?") && !stage.asked.contains { $0.type == "import_add" })
    #expect(stage.text.contains("casa = house"))
    stage.press(.end)
    #expect(stage.text.contains("word60 = x"))
    stage.press(.enter, .enter)
    #expect(stage.asked.count { $0.type == "import_add" } == 1, "a second Enter adds nothing twice")
    #expect(stage.asked.last?.fields == ["language": "Spanish"])
    try stage.answer(
      "import_add", ImportAdded(language: "Spanish", added: 4998, leftOut: 2))
    let told = stage.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(stage.app.place == .languages && told.contains("4,998 words are added to Spanish. 2 more"))
    #expect(stage.asked.last?.type == "languages")
  }

  @Test("Esc adds nothing and drops the file; an unreadable file is reported")
  func declining() throws {
    var stage = try sent()
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .failure(Failure(message: "/tmp/words.csv cannot be read: no such file."))))
    #expect(stage.text.contains("cannot be read"))
    stage.press(.enter, .escape)
    #expect(stage.app.place == .languages && !stage.asked.contains { $0.type == "import_add" })
    stage = try sent()
    stage.happen(.answered(question, .success(.sent)))
    try stage.answer("import_preview", preview())
    stage.press(.escape)
    #expect(stage.asked.contains(.request("import", ["text": "", "at": 0])) && stage.app.place == .languages)
  }

  @Test("The server's decks are listed and previewed")
  func ready() throws {
    var stage = try Stage.learning()
    stage.press(.character("o"))
    try stage.answer(
      "decks",
      DecksAnswer(decks: [
        .init(name: "english", title: "Words of DailySort", language: "English", words: 3063),
        .init(name: "spanish", title: "Spanish words of WordSearch", language: "Spanish", words: nil),
      ]))
    #expect(stage.lines.contains { $0.hasPrefix(" ▸ Words of DailySort") && $0.hasSuffix("3,063 words") })
    stage.press(.down, .enter)
    #expect(stage.asked.last == .request("import_preview", ["deck": "spanish"]))
    try stage.answer("import_preview", preview())
    stage.press(.enter)
    #expect(stage.asked.last?.fields == ["deck": "spanish", "language": "Spanish"])
    let add = try #require(stage.asked.last)
    stage.happen(.answered(add, .failure(Failure(message: "Lost.", isOfLink: true))))
    #expect(stage.text.contains("nothing twice"))
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
