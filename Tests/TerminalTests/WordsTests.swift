import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

extension Stage {
  /// Answers the latest request of a type.
  mutating func answer(
    _ type: String, _ message: some ServerMessage, drawn: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let question = try #require(asked.last { $0.type == type }, "\(type)", sourceLocation: sourceLocation)
    happen(.answered(question, .success(.of(message, drawn: drawn))))
  }

  mutating func refuse(
    _ type: String, _ code: String, _ message: String, about what: WireError.Subject? = nil
  ) throws {
    let question = try #require(asked.last { $0.type == type })
    happen(.answered(question, .failure(Failure(code: code, what: what, message: message))))
  }

  /// At the list of languages, which has one.
  static func learning(width: Int = 80, height: Int = 24, look: Look = .signs, words: Int = 5000) throws -> Stage {
    var stage = Stage(width: width, height: height, look: look)
    stage.press(.character("v"))
    stage.happen(.answered(.request("languages"), .success(languages(words: words))))
    return stage
  }

  /// The page of two languages, of which Spanish was used last.
  static func languages(words: Int = 5000) -> Answer {
    let names = ["Irish verbs", "Spanish"]
    let keys = [
      ("↵", "words", "search"), ("s", "study", "study"), ("p", "practise", "cards"), ("c", "cards", "section"),
      ("e", "change", "change_language"), ("d", "delete", "delete_language"), ("x", "export", "export"),
      ("N", "practise anew", "cards"),
    ]
    let rows = names.enumerated().flatMap { line, name in
      keys.map { key, text, type -> JSON in
        var request: JSONObject = ["type": .string(type), "language": .string(name)]
        if key == "N" { request["restart"] = true }
        if type == "change_language" { request.merge(["name": .string(name), "retention": 90, "new_per_day": 20]) }
        if key == "d" { request["language"] = "" }
        let forms: [String: JSON] = ["e": ["name", "retention", "new_per_day"], "d": ["language"], "x": ["format"]]
        return [
          "line": .int(line), "column": 0, "width": .int(line == 0 ? 28 : 39), "key": .string(key),
          "text": .string(text),
          "chosen": .bool(name == "Spanish" && key == "↵"), "request": .object(request), "form": forms[key] ?? .null,
        ]
      }
    }
    let page: [JSON] = [
      [
        "key": "a", "text": "a new language", "request": ["type": "add_language", "name": ""],
        "form": ["name", "original", "translation"],
      ],
      ["key": "o", "text": "ready-made decks", "request": ["type": "decks"]],
      [
        "key": "i", "text": "import a file", "request": ["type": "import", "text": "", "at": 0, "language": "Spanish"],
        "form": ["text"],
      ],
      ["role": "again", "key": "r", "text": "ask again", "request": ["type": "languages"]],
    ]
    let drawn = "  Irish verbs: 1 word, 0 due\n* Spanish: \(words) words, 2 marked, 3 due"
    return .object("languages", ["drawn": .string(drawn), "links": .array(rows + page)])
  }
}

@Suite("Languages and their words")
struct WordsTests {
  private static let sizes = [(40, 15), (40, 20), (80, 24), (200, 50)]
  private let casa = LearntWord(number: 1, original: "casa", translation: "house, home", isMarked: false)
  private let manana = LearntWord(
    number: 2, original: "mañana", translation: "tomorrow", note: "la mañana: morning", part: "adverb",
    example: "Hasta mañana.", isMarked: true, due: "2026-11-19")

  /// Answers the latest search with a page of words.
  private func find(_ words: [LearntWord], text: String = "", in stage: inout Stage) throws {
    var page = DrawnPage(words.isEmpty ? "Spanish has no word with \(text)" : "")
    for word in words {
      let entry = Request.Entry(
        original: word.original, translation: word.translation, note: word.note, part: word.part,
        example: word.example)
      page.add(
        "\(word.original)  \(word.translation)  \(word.due ?? "new")",
        .init(
          "edit", Request.EditWord(word: word.number, entry: entry),
          asks: ["original", "translation", "note", "part", "example"]),
        .init("mark", Request.EditWord(word: word.number, marked: !word.isMarked), key: "^T"))
    }
    let new = Request.AddWord(language: "Spanish", original: words.isEmpty ? text : "", translation: "")
    let search = Request.Search(language: "Spanish", text: text)
    page.offer(
      DrawnPage.Link("search", search, asks: ["text"]).with(.search),
      .init("new word", new, key: "^N", asks: ["original", "translation", "note"]),
      DrawnPage.Link("delete", Request.DeleteWord(word: 0), key: "^D", asks: []).about("word"),
      .init("study", Request.Study(language: "Spanish"), key: "^S"), .refresh(search, key: ""))
    let question = try #require(stage.asked.last { $0.type == "search" })
    let found = FoundWords(language: "Spanish", text: text, words: words, next: nil)
    stage.happen(.answered(question, .success(.page(found, page))))
  }

  @Test("Languages are listed, the last used one chosen, with the keys for it", arguments: sizes)
  func languages(width: Int, height: Int) throws {
    let stage = try Stage.learning(width: width, height: height)
    #expect(stage.text.contains("▸* Spanish: 5000 words"), "\(stage.text)")
    #expect(stage.lines.last?.hasSuffix("? help") == true && stage.text.contains("↵ words"))
  }

  @Test("A player without a name is told why there are no words, and u claims one")
  func guest() throws {
    var stage = Stage()
    stage.press(.character("v"))
    try stage.refuse("languages", "not_named", "You have no name yet: /name NAME claims one")
    #expect(stage.text.contains("/name NAME claims one"))
    stage.press(.escape, .character("u"))
    stage.type("ana")
    stage.press(.enter)
    let login = try #require(stage.asked.last { if case .login = $0 { true } else { false } })
    stage.happen(.answered(login, .success(.login(LoginAnswer(you: "ana", token: nil)))))
    #expect(stage.app.name == "ana")
  }

  @Test("Enter moves to the empty other side of a word")
  func otherSide() throws {
    var stage = try Stage.learning()
    stage.press(.enter)
    try find([], in: &stage)
    stage.press(.control("n"))
    stage.type("luna")
    stage.press(.enter)
    #expect(!stage.asked.contains { $0.type == "add_word" })
    stage.type("moon")
    stage.press(.enter)
    #expect(stage.asked.last?["original"] == "luna" && stage.asked.last?["translation"] == "moon")
  }

  @Test("The next review of a word is in the list as soon as it was studied")
  func dueAfterStudying() throws {
    var stage = try Stage.learning()
    stage.press(.enter)
    try find([casa], in: &stage)
    #expect(stage.lines.contains { $0.contains("casa") && $0.hasSuffix("new") })
    stage.press(.control("s"))
    #expect(stage.asked.last?.fields == ["language": "Spanish"])
    let joined = Joined(
      room: "study", seq: 1, viewer: "ana", game: "cards", mode: .practice, state: .playing, players: ["ana"],
      owner: "ana", isSolo: true, board: Board(title: "Spanish", rows: [], prompt: "What does casa mean?"))
    try stage.answer("study", joined)
    #expect(stage.app.place == .room("study"))
    stage.press(.escape)
    #expect(stage.app.page.type == "found" && stage.asked.last?.type == "search")
    var known = casa
    known.due = "2026-11-22"
    try find([known], in: &stage)
    #expect(stage.lines.contains { $0.contains("casa") && !$0.hasSuffix("new") })
  }

  @Test("The dialog that changes a language explains its keys, and the list shows the change")
  func renaming() throws {
    for name in ["Castilian", "Spanish"] {
      var stage = try Stage.learning()
      stage.press(.character("e"))
      #expect(stage.text.contains("↵ go on") && stage.text.contains("New per day  20"))
      stage.press(.end, .control("u"))
      stage.type(name)
      stage.press(.enter)
      let question = try #require(stage.asked.last { $0.type == "change_language" })
      stage.happen(.answered(question, .success(Stage.languages(words: 1))))
      #expect(stage.app.dialog == nil && stage.text.contains("1 words"), "\(stage.text)")
    }
  }

  @Test("A language begins with its first word, can be changed, and is deleted by typing its name")
  func changing() throws {
    var stage = try Stage.learning()
    stage.press(.character("a"))
    stage.type("Latin")
    stage.press(.down)
    stage.type("sol")
    stage.press(.down)
    stage.type("sun")
    stage.press(.enter)
    #expect(stage.asked.last?.fields == ["name": "Latin", "original": "sol", "translation": "sun"])
    try stage.refuse("add_language", "exists", "You learn Latin already", about: .language)
    #expect(stage.text.contains("You learn Latin already") && stage.text.contains("Original     sol"))
    stage.press(.escape, .character("e"))
    stage.press(.end, .control("u"))
    stage.type("Castilian")
    stage.press(.down, .control("u"))
    stage.type("many")
    stage.press(.enter)
    #expect(!stage.asked.contains { $0.type == "change_language" } && stage.text.contains("a number from 70 to 97"))
    stage.press(.control("u"))
    stage.type("85")
    stage.press(.enter)
    #expect(stage.asked.last?.fields == ["language": "Spanish", "name": "Castilian", "retention": 85])
    stage.press(.character("d"))
    stage.type("spanish")
    stage.press(.enter)
    #expect(stage.asked.last == .request("delete_language", ["language": "spanish"]))
  }

  @Test("Typed text is searched: one search at a time, the latest text last", arguments: sizes)
  func searching(width: Int, height: Int) throws {
    var stage = try Stage.learning(width: width, height: height)
    stage.press(.enter)
    #expect(stage.asked.last?.fields == ["language": "Spanish"])
    try find([casa, manana], in: &stage)
    #expect(stage.text.contains("type to search") && stage.text.contains("▸casa"))
    let before = stage.asked.count
    stage.type("man")
    #expect(stage.asked[before...].map { $0["text"] } == ["m"], "one search is under way")
    try find([casa], text: "m", in: &stage)
    #expect(stage.asked[before...].map { $0["text"] } == ["m", "man"])
    try find([manana], text: "man", in: &stage)
    #expect(stage.lines[1].hasSuffix("man") && stage.text.contains("mañana") && !stage.text.contains("casa"))
    stage.press(.escape)
    #expect(stage.asked.last?["text"] == "" && stage.app.page.type == "found")
    try find([], in: &stage)
    stage.press(.escape)
    #expect(stage.lines[0].contains("Languages"))
  }

  @Test("A search that fails does not keep the next one from being sent")
  func failedSearch() throws {
    var stage = try Stage.learning()
    stage.press(.enter)
    try find([casa], in: &stage)
    stage.type("m")
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .failure(Failure(message: "The connection was lost.", isOfLink: true))))
    stage.type("a")
    #expect(stage.asked.last?["text"] == "ma")
  }

  @Test("A new word is written in a form, which returns with the input after a refusal")
  func adding() throws {
    var stage = try Stage.learning(words: 0)
    stage.press(.enter)
    try find([], in: &stage)
    stage.press(.control("n"))
    stage.type("mar")
    stage.press(.enter, .enter)
    #expect(stage.asked.last?.fields == ["language": "Spanish", "original": "mar", "translation": ""])
    try stage.refuse("add_word", "bad_text", "A translation must not be empty.")
    #expect(stage.text.contains("Original     mar") && stage.text.contains("must not be empty"))
    stage.type("sea")
    stage.press(.enter)
    let mar = LearntWord(number: 3, original: "mar", translation: "sea", isMarked: false)
    try stage.answer(
      "add_word", WordAnswer(language: "Spanish", word: mar, duplicate: 1),
      drawn: "mar = sea\nYou have it already as word 1")
    #expect(stage.text.contains("mar = sea You have it already as word 1") && stage.asked.last?.type == "search")
  }

  @Test("The dialog for a new word begins with the text that was not found")
  func addingWhatWasLookedFor() throws {
    var stage = try Stage.learning()
    stage.press(.enter)
    try find([casa], in: &stage)
    stage.type("x")
    try find([], text: "x", in: &stage)
    #expect(stage.text.contains("Spanish has no word with x"))
    stage.press(.control("n"), .down)
    stage.type("ex")
    #expect(stage.text.contains("Original     x") && stage.text.contains("Translation  ex"))
  }

  @Test("A word is edited, marked and deleted; deletion needs confirmation")
  func editing() throws {
    var stage = try Stage.learning()
    stage.press(.enter)
    try find([casa, manana], in: &stage)
    stage.press(.down, .enter)
    #expect(stage.text.contains("Note         la mañana: morning"))
    stage.press(.down, .down, .control("u"), .enter)
    #expect(stage.asked.last == .request("edit_word", ["word": 2, "note": ""]))
    var edited = manana
    edited.note = ""
    try stage.answer("edit_word", WordAnswer(language: "Spanish", word: edited))
    try find([casa, edited], in: &stage)
    #expect(stage.text.contains("▸mañana"))
    stage.press(.control("t"))
    #expect(stage.asked.last == .request("edit_word", ["word": 2, "marked": false]))
    stage.press(.control("d"))
    #expect(stage.text.contains("mañana · tomorrow"), "the word that would be deleted")
    stage.press(.escape)
    #expect(!stage.asked.contains { $0.type == "delete_word" })
    stage.press(.control("d"), .enter)
    #expect(stage.asked.last == .request("delete_word", ["word": 2]))
    try stage.answer(
      "delete_word", WordAnswer(language: "Spanish", word: edited, isDeleted: true), drawn: "mañana is deleted")
    #expect(stage.text.contains("mañana is deleted") && stage.asked.last?.type == "search")
  }

  @Test("The footer lists the keys, and each screen has its help", arguments: sizes)
  func help(width: Int, height: Int) throws {
    var stage = try Stage.learning(width: width, height: height)
    for isList in [false, true] {
      if isList {
        stage.press(.enter)
        try find([casa], in: &stage)
      }
      #expect(stage.lines.last?.hasSuffix("? help") == true)
      stage.press(.function(1))
      #expect(stage.text.contains("Help") && stage.text.contains("Keys"))
      stage.press(.escape)
    }
  }
}
