import CoreHarness
import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Exporting and deleting a player's data")
struct PrivacyTests {
  /// A server on which ana has done a little of everything, and others have had to do with her.
  private func world(limits change: (inout Limits) -> Void = { _ in }) throws -> World {
    let world = try World(stores: true, limits: change)
    for name in ["ana", "ben"] {
      world.logIn(name)
      world.send(name, #"{"type":"join","room":"wordle"}"#)
    }
    world.send("ana", #"{"type":"password","new":"rumpelstiltskin"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"slate"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"nymph"}"#)
    world.send("ben", #"{"type":"move","room":"wordle","text":"fjord"}"#)
    world.send("ana", #"{"type":"share","text":"Wordle 1,490 1/6\n\n🟩🟩🟩🟩🟩"}"#)
    world.send("ben", #"{"type":"share","text":"Wordle 1,491 1/6\n\n🟩🟩🟩🟩🟩"}"#)
    world.send("ana", #"{"type":"react","share_id":2,"emoji":"🎉"}"#)
    world.send("ana", #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#)
    world.send("ana", #"{"type":"block","player":"ben"}"#)
    world.send("ana", #"{"type":"say","room":"wordle","text":"by ana"}"#)
    world.send("ben", #"{"type":"say","room":"wordle","text":"by ben"}"#)
    world.send("ben", #"{"type":"report","player":"ana","reason":"spam","text":"she never stops"}"#)
    world.connectConsole("op")
    world.send("op", #"{"type":"silence","player":"ana","for":"1h","reason":"too loud"}"#)
    world.send("op", #"{"type":"settle_report","report":1,"text":"ben was right"}"#)
    world.clear()
    return world
  }

  /// The records of all pages.
  private func records(_ world: World, _ name: String, _ request: String) throws -> [JSON] {
    var found: [JSON] = []
    for page in 0..<1000 {
      let told = world.send(name, #"{"type":\#(request),"after":\#(page)}"#).last
      found += try #require(told?["records"]?.arrayValue)
      guard let next = told?["next"]?.intValue else { break }
      #expect(next == page + 1)
    }
    return found
  }

  @Test(
    "An export has all data of the player, none of others, and no credentials",
    .needs("Channel"), .needs("Order"), .needs("Statistics"), .needs("Vocabulary"))
  func whole() throws {
    let world = try world()
    for (name, request) in [("ana", #""export_me""#), ("op", #""export_player","player":"ana""#)] {
      let found = try records(world, name, request)
      let kinds = Set(found.compactMap { $0["record"]?.stringValue })
      #expect(
        kinds.isSuperset(of: [
          "player", "measure", "act", "block", "words", "statistics", "tries", "standing", "claims", "share",
          "reaction", "match", "talk",
        ]), "\(kinds)")
      let match = try #require(
        found.first { $0["record"]?.stringValue == "match" && $0["mode"]?.stringValue == "daily" })
      #expect(match["moves"]?.arrayValue?.count == 2)
      #expect(match["result"]?["won"]?.boolValue == true)
      let text = found.map(\.text).joined(separator: "\n")
      for expected in ["casa", "house", "too loud", "🎉", #"{"record":"talk","room":"wordle","text":"by ana"}"#] {
        #expect(text.contains(expected), "\(expected)")
      }
      for hidden in ["scrypt", "verifier", "token", "sealed", "fjord", "by ben", "she never stops", "ben was right"] {
        #expect(!text.contains(hidden), "\(hidden)")
      }
      // The name of whom ana blocks is all of ben's that there is.
      #expect(text.components(of: "ben") == 1)
    }
  }

  @Test(
    "A long export comes in pages of bounded length that together have each record once",
    .needs("Vocabulary"))
  func pages() throws {
    let world = try world()
    for number in 0..<900 {
      world.send(
        "ana", #"{"type":"add_word","original":"word number \#(number)","translation":"a translation of \#(number)"}"#)
    }
    var told: [JSON] = []
    var (after, bytes) = (0, 0)
    while after == 0 || told.last?["next"] != nil {
      after = told.last?["next"]?.intValue ?? 0
      let line = try #require(world.send("ana", #"{"type":"export_me","after":\#(after)}"#).last)
      bytes = max(bytes, line.text.utf8.count)
      told.append(try JSON(parsing: line.text))
    }
    #expect(told.count > 4)
    #expect(bytes < 2 * StoredExport.mostBytes)
    let records = told.flatMap { $0["records"]?.arrayValue ?? [] }
    let words = records.filter { $0.text.contains("word number") }
    #expect(words.count == 900)
    #expect(Set(words.map(\.text)).count == 900)
    #expect(records.contains { $0["record"]?.stringValue == "match" })
    // The last answer may have been lost.
    #expect(world.send("ana", #"{"type":"export_me","after":\#(after)}"#).last?["records"] == told.last?["records"])
    for wrong in [1, after + 1, Int.max] {
      #expect(world.send("ana", #"{"type":"export_me","after":\#(wrong)}"#).last?.code == "bad_field")
    }
  }

  @Test("Who deletes the account in the middle of an export is told that the rest goes with it", .needs("Vocabulary"))
  func exportEnds() throws {
    let world = try world()
    for number in 0..<900 {
      world.send(
        "ana", #"{"type":"add_word","original":"word number \#(number)","translation":"a translation of \#(number)"}"#)
    }
    let warning = "The rest of your export goes with it, unless you ask first: /export-me 1."
    #expect(!world.send("ana", "/forget-me x").sentences.contains(warning))
    #expect(world.send("ana", "/export-me").sentences.hasSuffix("give 1. The pages end with the account"))
    #expect(world.send("ana", "/forget-me x").sentences.contains(warning))
    var page = 1
    while world.send("ana", "/export-me \(page)").sentences.hasSuffix("The pages end with the account") { page += 1 }
    #expect(page > 1 && !world.send("ana", "/forget-me x").sentences.contains("export"))
    #expect(world.faults == [])
  }

  @Test("A player's exports have a minimum interval; the operator's do not, and are in the audit log", .needs("Order"))
  func interval() throws {
    let world = try world { $0.exportSeconds = 600 }
    // Whoever has not got the answer asks the same again, which begins no other one.
    for _ in 0...8 { #expect(world.send("ana", #"{"type":"export_me"}"#).last?.type == "exported") }
    let refusal = world.send("ana", #"{"type":"export_me"}"#).last
    #expect(refusal?.code == "too_fast")
    #expect(refusal?["retry_after_ms"]?.intValue == 600_000)
    world.advance(seconds: 601)
    #expect(world.send("ana", #"{"type":"export_me"}"#).last?.type == "exported")
    for _ in 0..<3 {
      #expect(world.send("op", #"{"type":"export_player","player":"ana"}"#).last?.type == "exported")
    }
    let audit = world.send("op", #"{"type":"audit","player":"ana"}"#).last
    #expect(audit?["acts"]?.arrayValue?.filter { $0["act"]?.stringValue == "export" }.count == 3)
  }

  @Test(
    "Pages of an export may be repeated eight times in all, and the operator's without limit",
    .needs("Vocabulary"))
  func repeats() throws {
    let world = try world { $0.exportSeconds = 600 }
    for number in 0..<500 {
      world.send(
        "ana", #"{"type":"add_word","original":"word number \#(number)","translation":"a translation of \#(number)"}"#)
    }
    for name in ["ana", "op"] {
      let request = name == "ana" ? #""export_me""# : #""export_player","player":"ana""#
      #expect(world.send(name, #"{"type":\#(request)}"#).last?["next"]?.intValue == 1)
      let second = #"{"type":\#(request),"after":1}"#
      let first = world.send(name, second).last
      #expect(first?["next"]?.intValue == 2)
      for _ in 0..<8 { #expect(world.send(name, second).last?["records"] == first?["records"]) }
      let ninth = world.send(name, second).last
      guard name == "ana" else {
        #expect(ninth?["records"] == first?["records"])
        continue
      }
      #expect(ninth?.code == "too_fast")
      #expect((1...600_000).contains(ninth?["retry_after_ms"]?.intValue ?? 0))
    }
    // The rest comes all the same.
    #expect(world.send("ana", #"{"type":"export_me","after":2}"#).last?.type == "exported")
    world.advance(seconds: 601)
    #expect(world.send("ana", #"{"type":"export_me"}"#).last?["next"]?.intValue == 1)
  }

  @Test("At a terminal a deleted player is not shown that the former name has left")
  func forgottenInText() throws {
    let world = try World(stores: true)
    for name in ["ana", "ben"] {
      world.logIn(name)
      world.send(name, "/create lunch")
      world.send(name, "/join lunch")
    }
    world.clear()
    #expect(!world.send("ana", "/forget-me ana").text.contains("ana has left"))
    #expect(world.take("ben").text.contains("ana has left lunch"))
    #expect(world.faults == [])
  }

  @Test("In an export of a shared board only the player's own moves are included")
  func tables() throws {
    let world = try world()
    world.send("op", #"{"type":"silence","silenced":false,"player":"ana"}"#)
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"together"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("ana", #"{"type":"start","room":"lunch"}"#)
    world.send("ana", #"{"type":"move","room":"lunch","text":"train"}"#)
    world.send("ben", #"{"type":"move","room":"lunch","text":"ponds"}"#)
    let own = try records(world, "ana", #""export_me""#).filter { $0["mode"]?.stringValue == "together" }
    #expect(own.flatMap { $0["moves"]?.arrayValue ?? [] }.map(\.text).count == 1)
    #expect(own.contains { $0.text.contains("train") } && !own.contains { $0.text.contains("ponds") })
  }

  @Test(
    "Erasing a player takes the name twice, leaves nothing, and the audit log names nobody",
    .needs("Order"))
  func erases() throws {
    let world = try world()
    let number = try #require(world.player("ana")?.id)
    for request in [
      #"{"type":"erase_player","player":"ana"}"#, #"{"type":"erase_player","player":"ana","confirm":"ben"}"#,
    ] {
      #expect(world.send("op", request).last?.code == "bad_field")
    }
    #expect(try world.storedPlayers()?.contains { $0.id == number } == true)
    let done = world.send("op", #"{"type":"erase_player","player":"ana","confirm":"Ana"}"#).last
    #expect(done?["act"]?["act"]?.stringValue == "erase")
    #expect(world.take("ana").last?["reason"]?.stringValue == "erased")
    #expect(!world.isConnected("ana"))
    #expect(try world.storedPlayers()?.contains { $0.id == number } == false)
    #expect(world.send("op", #"{"type":"inspect","player":"ana"}"#).last?.code == "not_found player")
    let audit = try #require(world.send("op", #"{"type":"audit","limit":100}"#).last)
    #expect(!audit.text.contains("ana\""))
    #expect(
      !world.log.contains { $0.event == "admin_act" && $0.fields["act"] == "erase" && $0.fields["player"] == "ana" })
    #expect(world.send("ben", #"{"type":"join","room":"wordle"}"#).last?["players"]?.text.contains("ana") == false)
    #expect(world.faults == [])
  }

  @Test(
    "Erasing a player ends sanctions, as the question and the answer say", .needs("Order"))
  func lifts() throws {
    let world = try world()
    world.send("op", #"{"type":"ban","player":"ana","for":"7d"}"#)
    #expect(world.send("op", "erase ana").text.contains("It ends what is in force against them (ban, mute)."))
    let done = world.send("op", #"{"type":"erase_player","player":"ana","confirm":"ana"}"#).last
    #expect(done?["lifted"]?.stringValue == "ban, mute")
    #expect(!world.send("op", "erase ben ben").text.contains("in force"))
  }

  @Test("An absent player can be erased too, and the name is free")
  func erasesAbsent() throws {
    let world = try world()
    world.drop("ana")
    #expect(world.send("op", #"{"type":"erase_player","player":"ana","confirm":"ana"}"#).last?.type == "done")
    // Newcomers from where ana was are silent, and may choose no names.
    world.connect("new", from: "elsewhere")
    #expect(world.send("new", #"{"type":"login","name":"ana"}"#).last?["you"]?.stringValue == "ana")
    #expect(try records(world, "new", #""export_me""#).map { $0["record"]?.stringValue } == ["player", "visits"])
  }
}

extension String {
  /// How often something stands in it.
  fileprivate func components(of part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: part) { (count, rest) = (count + 1, rest[range.upperBound...]) }
    return count
  }
}
