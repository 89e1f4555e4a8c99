import Catalogue
import CoreHarness
import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("Decks on the wire")
struct DeckWireTests {
  private func world(limits change: (inout Limits) -> Void = { _ in }) throws -> World {
    let world = try World(stores: true, limits: change)
    world.logIn("ana")
    return world
  }

  /// Begins to paste a deck.
  ///
  /// - Returns: the number that its end has to name.
  private func paste(_ world: World, into language: String = "Spanish") throws -> String {
    let prompt = world.send("ana", "/import \(language)").text
    return String(try #require(prompt.firstMatch(of: #/with the line: end (\d+)/#)).output.1)
  }

  private func part(_ text: String, at offset: Int = 0, language: String? = "Spanish") -> String {
    var object: JSONObject = ["type": "import", "text": .string(text), "at": .int(offset)]
    if let language { object["language"] = .string(language) }
    return JSON.object(object).text
  }

  /// What a request that may take several turns is answered.
  @discardableResult
  private func ask(_ world: World, _ line: String, by name: String = "ana") -> Line? {
    var lines = world.send(name, line)
    for _ in 0..<10_000 where lines.isEmpty {
      world.wait(milliseconds: 50)
      lines = world.take(name)
    }
    return lines.last
  }

  private func send(_ world: World, _ file: String, language: String? = "Spanish") {
    var (offset, rest) = (0, Substring(file))
    repeat {
      let text = String(rest.prefix(4000))
      rest = rest.dropFirst(4000)
      #expect(world.send("ana", part(text, at: offset, language: language)).last?.type == "import")
      offset += text.utf8.count
    } while !rest.isEmpty
  }

  private func export(_ world: World, format: String = "anki") -> String {
    var (text, after) = ("", 0)
    while true {
      let page = ask(world, #"{"type":"export","language":"Spanish","format":"\#(format)","after":\#(after)}"#)
      text += page?["text"]?.stringValue ?? ""
      guard let last = page?["next"]?.intValue, last > after else { return text }
      after = last
    }
  }

  private static func file(_ count: Int) -> String {
    let head = "#separator:tab\n#html:false\n#deck:Spanish\n#columns:Original\tTranslation\tNote\tPart\tExample\tTags\n"
    let notes = (1...count).map { number in
      "palabra \(number)\tword, \"\(number)\"\tñ\tnoun\tuna \(number)\t\(number % 3 == 0 ? "marked" : "")"
        .replacing("word, \"\(number)\"", with: "\"word, \"\"\(number)\"\"\"")
    }
    return head + "#tags column:6\n" + notes.joined(separator: "\n") + "\n"
  }

  @Test("A deck of 5,000 notes is imported and exported unchanged, in many short turns of the loop")
  func roundTrip() throws {
    let world = try world()
    let file = Self.file(5000)
    send(world, file, language: nil)
    #expect(world.send("ana", #"{"type":"import_preview","id":1}"#).isEmpty)
    world.wait(seconds: 20)
    let preview = world.take("ana").last
    #expect(preview?["new"]?.intValue == 5000 && preview?["new_language"]?.boolValue == true)
    #expect(preview?["language"]?.stringValue == "Spanish" && preview?["first"]?.arrayValue?.count == 5)
    #expect(ask(world, #"{"type":"import_add"}"#)?["added"]?.intValue == 5000)
    #expect(export(world) == file)
    // What was stored is what was told.
    world.drop("ana")
    #expect(world.faults.isEmpty)
  }

  @Test("Importing a deck twice adds nothing the second time, and after a stop it adds the rest")
  func twice() throws {
    let world = try world()
    send(world, Self.file(300))
    ask(world, #"{"type":"import_add"}"#)
    send(world, Self.file(400))
    let again = ask(world, #"{"type":"import_add"}"#)
    #expect(again?["added"]?.intValue == 100 && again?["duplicate_count"]?.intValue == 300)
    #expect(again?["duplicates"]?.arrayValue?.count == 20)
  }

  @Test("Every word of the bundled decks is added, and none counts as a duplicate")
  func readyMade() throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let games = try Catalogue.games(ResourceFolder(option: nil).read)
    let world = World(games: games, storage: storage)
    world.logIn("ana")
    let decks = games.flatMap(\.decks)
    #expect(decks.count >= 6)
    for deck in decks {
      let preview = ask(world, #"{"type":"import_preview","deck":"\#(deck.name)","language":"\#(deck.language)"}"#)
      #expect(preview?["new"]?.intValue == deck.count, "\(deck.name): \(preview?["duplicates"]?.text ?? "")")
    }
  }

  @Test("Requests sent while a deck is added are answered after it, in order")
  func order() throws {
    let world = try world()
    send(world, Self.file(2000))
    for line in [
      #"{"type":"import_add","id":1}"#, #"{"type":"add_word","original":"x","translation":"y","id":2}"#,
      #"{"type":"export","after":2000,"id":3}"#, #"{"type":"ping","id":4}"#,
    ] {
      world.post("ana", line)
    }
    world.wait(seconds: 10)
    let lines = world.take("ana")
    #expect(lines.map { $0["re"]?.intValue } == [4, 1, 2, 3])
    #expect(lines.last?["text"]?.stringValue == "x\ty\t\t\t\t\n")
    #expect(world.faults.isEmpty)
  }

  @Test("An upload's part out of sequence is refused, and the file stays unchanged")
  func parts() throws {
    let world = try world()
    #expect(world.send("ana", part("x", at: 3)).last?.code == "bad_field")
    #expect(ask(world, #"{"type":"import_preview"}"#)?.code == "not_found deck")
    #expect(world.send("ana", part("casa\tho")).last?["bytes"]?.intValue == 7)
    for offset in [1, 6, 8] { #expect(world.send("ana", part("x", at: offset)).last?.code == "bad_field") }
    #expect(world.send("ana", part("use\nñ\ty\n", at: 7)).last?["bytes"]?.intValue == 16)
    #expect(ask(world, #"{"type":"import_preview"}"#)?["new"]?.intValue == 2)
    // Once it is read nothing more belongs to it.
    #expect(world.send("ana", part("x", at: 16)).last?.code == "bad_field")
    #expect(world.send("ana", #"{"type":"import","text":"","at":0}"#).last?["bytes"]?.intValue == 0)
    #expect(ask(world, #"{"type":"import_add"}"#)?.code == "not_found deck")
  }

  @Test("Uploads are limited in bytes, each and in all, and expire")
  func bounds() throws {
    let world = try world { ($0.importBytes, $0.importBytesInAll, $0.importSeconds) = (2000, 3000, 60) }
    world.logIn("ben")
    let long = String(repeating: "a", count: 1500)
    #expect(world.send("ana", part(long)).last?.type == "import")
    #expect(world.send("ana", part(long, at: 1500)).last?.code == "deck_too_large")
    #expect(hasSpace(world, for: "ben"))
    world.send("ana", part(long))
    world.send("ana", part(long))
    #expect(world.send("ben", part(long + "b")).last?.code == "too_fast")
    #expect(world.send("ben", part(long)).last?.type == "import")
    world.wait(seconds: 61)
    #expect(hasSpace(world, for: "ben"))
    #expect(ask(world, #"{"type":"import_preview"}"#)?.code == "not_found deck")
    world.send("ana", part(long))
    world.drop("ana")
    #expect(hasSpace(world, for: "ben"))
  }

  /// Whether somebody may send as much as all files together may have, but for 1,000 bytes.
  private func hasSpace(_ world: World, for name: String) -> Bool {
    defer { world.send(name, #"{"type":"import","text":"","at":0}"#) }
    return world.send(name, part(String(repeating: "a", count: 2000))).last?.type == "import"
  }

  @Test("Errors name their lines, and never repeat control characters")
  func faults() throws {
    let world = try world()
    world.send(
      "ana",
      part("a\tb\n\u{1B}[31mc\td\ne\0\tf\nalone\ng\t\u{FFFD}\nh\u{202E}\ti\n\u{FEFF}j\tk\nl\u{FEFF}\tm\n"))
    let preview = ask(world, #"{"type":"import_preview"}"#)
    #expect(preview?["notes"]?.intValue == 2)
    let faults = preview?["faults"]?.arrayValue ?? []
    #expect(faults.map { $0["line"]?.intValue } == [2, 3, 4, 5, 6, 8])
    #expect(preview?.text.unicodeScalars.allSatisfy { !$0.isUnshowable } == true)
    #expect(faults.first?["message"]?.stringValue == "An original must not hold the character U+001B")
  }

  @Test("Words beyond a limit are omitted, and counted before and after")
  func room() throws {
    let world = try world { $0.words = 7 }
    send(world, Self.file(10))
    let preview = ask(world, #"{"type":"import_preview"}"#)
    #expect(preview?["new"]?.intValue == 7 && preview?["left_out"]?.intValue == 3)
    let added = ask(world, #"{"type":"import_add"}"#)
    #expect(added?["added"]?.intValue == 7 && added?["left_out"]?.intValue == 3)
    let full = try self.world { $0.languages = 0 }
    send(full, Self.file(1))
    #expect(ask(full, #"{"type":"import_preview"}"#)?.code == "too_many word")
  }

  @Test("Deleting a player while a deck is added adds no further word")
  func forgotten() throws {
    let world = try world()
    send(world, Self.file(3000))
    world.post("ana", #"{"type":"import_add","id":1}"#)
    world.wait(milliseconds: 20)
    #expect(world.parlor.parts.tasks.count == 1)
    #expect(world.send("ana", #"{"type":"forget_me","name":"ana","id":2}"#).last?.type == "forget_me")
    let before = world.parlor.figures.stored.records
    world.wait(seconds: 20)
    #expect(world.parlor.parts.tasks.count == 0 && world.parlor.figures.stored.records == before)
    #expect(world.faults.isEmpty)
  }

  @Test("A deck is added completely after its player disconnects, and is there on return")
  func gone() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    send(world, Self.file(1000))
    world.post("ana", #"{"type":"import_add","id":1}"#)
    world.drop("ana")
    world.wait(seconds: 10)
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    #expect(export(world) == Self.file(1000))
    #expect(world.faults.isEmpty)
  }

  @Test("At a terminal a deck is pasted, whatever its lines look like, and exported in a form that can be pasted")
  func typed() throws {
    let world = try world()
    let number = try paste(world)
    for line in ["casa\thouse", "/quit\tgo", #"{"type":"bye"}\#tx"#, "", "sol\tsun"] {
      #expect(world.send("ana", line).isEmpty)
    }
    _ = world.refuse("ana", .tooLong)
    #expect(world.send("ana", "luna").isEmpty)
    let preview = world.send("ana", "end \(number)").text
    #expect(preview.contains("4 notes, 4 new") && preview.contains("Line 7: the translation of luna is missing"))
    #expect(world.send("ana", "/import-add").text == "4 words added to Spanish")
    let file = world.send("ana", "/export csv").text
    #expect(file.hasPrefix("Original,Translation") && file.hasSuffix("sol,sun,,,,\n."))
    #expect(world.send("ana", "/language Spanish").text.contains("4 words"))
  }

  @Test("A deck without a language is answered with a request for one, which can follow without pasting again")
  func unnamed() throws {
    let world = try world()
    let number = try paste(world, into: "")
    world.send("ana", "casa\thouse")
    #expect(
      world.send("ana", "end \(number)").sentences
        == "The deck does not say which language its words are for: /import-preview LANGUAGE does")
    #expect(ask(world, #"{"type":"import_preview"}"#)?.code == "not_found language")
    #expect(world.send("ana", "/import-preview Spanish").text.contains("Spanish (new): 1 note, 1 new"))
    #expect(world.send("ana", "/import-add").text == "1 word added to Spanish")
    #expect(world.faults == [])
  }

  @Test("A deck can be dropped during and after its paste, and the answer says what was dropped")
  func cancelled() throws {
    let world = try world()
    let number = try paste(world)
    world.send("ana", "casa\thouse")
    #expect(world.send("ana", "cancel \(number)").text.contains("is dropped"))
    #expect(world.send("ana", "/import-cancel").text.contains("no deck to drop"))
    send(world, "casa\thouse\n")
    #expect(world.send("ana", #"{"type":"import","text":"","at":0}"#).last?["dropped"]?.intValue == 11)
  }

  @Test("Of very many errors the first are sent, in the order of their lines, and all are counted")
  func manyFaults() throws {
    let world = try world()
    send(world, String(repeating: "alone\nbell\u{7}\tx\n", count: 500))
    let preview = ask(world, #"{"type":"import_preview"}"#)
    #expect(preview?["fault_count"]?.intValue == 1000)
    #expect(preview?["faults"]?.arrayValue?.compactMap { $0["line"]?.intValue } == Array(1...20))
  }

  @Test("A pasted deck of unclosed quotes waits in proportion to its bytes")
  func quotes() throws {
    let world = try world()
    send(world, String(repeating: "\"a,b\n", count: 60_000))
    let begun = world.now
    #expect(world.send("ana", #"{"type":"import_preview"}"#).isEmpty)
    var lines: [Line] = []
    for _ in 0..<2000 where lines.isEmpty {
      world.wait(milliseconds: 2)
      lines = world.take("ana")
    }
    #expect(lines.last?["fault_count"]?.intValue == 60_000)
    // A turn of the loop is two milliseconds after the one before.
    #expect(world.now.milliseconds - begun.milliseconds <= 1200)
  }

  @Test("A pasted deck that is too large is skipped to its end, and refused once")
  func tooLargePaste() throws {
    let world = try world { ($0.importBytes, $0.importBytesInAll) = (2000, 3000) }
    world.logIn("ben")
    let end = try paste(world)
    for number in 0..<200 { #expect(world.send("ana", "word \(number)\t\(number)").isEmpty) }
    #expect(world.send("ana", "end \(end)").text.contains("at most 2000 bytes"))
    #expect(hasSpace(world, for: "ben"))
    #expect(world.send("ana", "/ping").text == "pong" || world.send("ana", "/languages").text.contains("no language"))
  }

  @Test("A typed import during a paste is a line of the deck; one that drops a file says so")
  func secondImport() throws {
    let world = try world()
    let first = try paste(world)
    world.send("ana", "casa\thouse")
    #expect(world.send("ana", "/import French").text.contains("That is a line of the deck"))
    world.send("ana", "sol\tsun")
    #expect(ask(world, "/END \(first)")?.text.isEmpty == false)
    #expect(world.send("ana", "/import-add").text == "2 words added to Spanish")
    let second = try paste(world)
    world.send("ana", "luna\tmoon")
    ask(world, "end \(second)")
    #expect(world.send("ana", "/import French").text.hasPrefix("The deck that was sent before is dropped. Paste"))
    #expect(world.send("ana", part("pan\tbread")).isEmpty)
  }

  @Test("An upload that replaces another says how much it drops")
  func replaced() throws {
    let world = try world()
    #expect(world.send("ana", part("pan\tbread")).last?["dropped"] == nil)
    #expect(world.send("ana", part("pan\tbread\n")).last?["dropped"] == 9)
  }
}
