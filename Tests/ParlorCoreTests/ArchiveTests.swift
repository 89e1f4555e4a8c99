import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

/// Past dailies, for practice: day 324 is today, and 323 was yesterday.
@Suite("The archive")
struct ArchiveTests {
  private static let words = ["nymph", "crane", "slate", "ponds", "brine"]

  private func world() throws -> World { try World(answers: Self.words, guesses: Self.words, stores: true) }

  private func open(_ fields: String, as name: String, in world: World) -> [Line] {
    world.send(name, #"{"type":"create","room":"past","game":"wordle","mode":"practice",\#(fields)}"#)
  }

  @Test(
    "A past day has that day's puzzle, by date, by number and in text",
    arguments: [#""day":"2026-11-20""#, #""puzzle":324"#, #""day":"324""#, nil])
  func sameDay(_ fields: String?) throws {
    let world = try world()
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    let word = try #require(world.answer(in: "wordle"))
    #expect(word == "nymph")
    world.wait(milliseconds: World.millisecondsToMidnight)
    #expect(world.answer(in: "wordle") != word)
    let room: String
    if let fields {
      let joined = try #require(open(fields, as: "ana", in: world).last("joined"))
      #expect(joined["board"]?["title"] == "Wordle archive 324")
      room = "past"
    } else {
      world.connect("ben")
      let drawn = world.send("ben", "/practice wordle day=2026-11-20").text
      #expect(drawn.contains("Wordle archive 324"), "\(drawn)")
      room = try #require(world.parlor.rooms.names.first { $0.hasPrefix("practice-") })
    }
    #expect(world.answer(in: room) == word)
    #expect(world.faults == [])
  }

  @Test(
    "It is unranked: the day's result, streak and standing stay unchanged", .needs("Statistics"))
  func unranked() throws {
    let world = try world()
    world.logIn("ana")
    func standing() throws -> [String] {
      var texts: [String] = []
      for type in ["stats", "leaderboard"] {
        var answer = world.send("ana", #"{"type":"\#(type)","game":"wordle"}"#).last?.json.objectValue ?? [:]
        #expect(answer["type"]?.stringValue == type)
        answer["type"] = nil
        texts.append(JSON.object(answer).text)
      }
      return texts
    }
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"crane"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"nymph"}"#)
    let before = try standing()
    #expect(before[0].contains(#""played":1"#), "\(before)")
    #expect(open(#""puzzle":323"#, as: "ana", in: world).last("joined") != nil)
    let word = try #require(world.answer(in: "past"))
    let told = world.send("ana", #"{"type":"move","room":"past","text":"\#(word)"}"#)
    #expect(told.last("finished")?["outcome"]?["won"] == true)
    #expect(told.last("finished")?["share"]?.stringValue?.hasPrefix("Parlor Wordle archive 323 1/6") == true)
    #expect(try standing() == before)
    let results = world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue ?? []
    #expect(results.map { $0["mode"]?.stringValue } == ["practice", "daily"], "it is in the history all the same")
    #expect(world.faults == [])
  }

  @Test(
    "Today, future days, days before the first and invalid days are refused without revealing puzzles",
    arguments: [
      (#""day":"2026-11-20""#, "not_over"), (#""puzzle":324"#, "not_over"), (#""day":"2026-11-21""#, "not_over"),
      (#""puzzle":400"#, "not_over"), (#""puzzle":0"#, "bad_field"), (#""puzzle":-1"#, "bad_field"),
      (#""day":"2025-12-31""#, "bad_field"), (#""day":"yesterday""#, "bad_field"),
      (#""day":"2026-02-30""#, "bad_field"),
      (#""puzzle":323,"seed":7"#, "bad_field"), (#""puzzle":323,"mode":"race""#, "bad_field"),
      (#""puzzle":323,"game":"chess""#, "not_found game"),
    ])
  func refused(_ fields: String, _ code: String) throws {
    let world = try world()
    world.connect("ana")
    var request =
      try JSON(parsing: #"{"type":"create","room":"past","game":"wordle","mode":"practice"}"#)
      .objectValue ?? [:]
    let more = try JSON(parsing: "{\(fields)}").objectValue ?? [:]
    for (key, value) in more.members { request[key] = value }
    let told = world.send("ana", JSON.object(request).text)
    #expect(told.map(\.code) == [code], "\(told)")
    #expect(world.parlor.rooms["past"] == nil)
    for word in Self.words { #expect(!told.text.contains(word)) }
  }

  @Test("`next` is the latest past day solved neither on the day nor in the archive; giving up does not solve one")
  func nextUnsolved() throws {
    let world = try world()
    world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"nymph"}"#)
    world.wait(milliseconds: World.millisecondsToMidnight)
    func openNext(_ name: String) -> JSON? {
      let joined = open(#""day":"next""#, as: name, in: world).last("joined")
      return joined?["board"]?["title"]
    }
    #expect(openNext("ana") == "Wordle archive 323")
    world.send("ana", #"{"type":"move","room":"past","text":"give up"}"#)
    world.send("ana", #"{"type":"leave","room":"past"}"#)
    #expect(openNext("ana") == "Wordle archive 323")
    let word = try #require(world.answer(in: "past"))
    world.send("ana", #"{"type":"move","room":"past","text":"\#(word)"}"#)
    world.send("ana", #"{"type":"leave","room":"past"}"#)
    #expect(openNext("ana") == "Wordle archive 322")
    world.send("ana", #"{"type":"leave","room":"past"}"#)
    // What others have solved does not count.
    world.connect("ben")
    #expect(openNext("ben") == "Wordle archive 324")
    world.send("ben", #"{"type":"leave","room":"past"}"#)
    #expect(
      world.send("ben", #"{"type":"create","game":"chess","mode":"practice","day":"next"}"#).last?.code
        == "not_found game")
    #expect(world.send("ben", "/practice wordle day=next").text.contains("Wordle archive 324"))
    #expect(world.faults == [])
  }

  @Test("The next round is the day before, down to number 1, and then there is none")
  func backwards() throws {
    let world = try world()
    world.connect("ana")
    #expect(open(#""puzzle":2"#, as: "ana", in: world).last?["board"]?["title"] == "Wordle archive 2")
    var words: [String] = []
    for round in 1...2 {
      let word = try #require(world.answer(in: "past"))
      words.append(word)
      #expect(
        world.send("ana", #"{"type":"move","room":"past","text":"\#(word)"}"#).last("round_over")?["n"]?.intValue
          == round)
      let next = world.send("ana", #"{"type":"start","room":"past"}"#)
      if round == 1 {
        #expect(next.last("round")?["board"]?["title"] == "Wordle archive 1", "\(next)")
      } else {
        #expect(next.last?.code == "no_puzzles_left", "\(next)")
      }
    }
    #expect(words[0] != words[1])
    #expect(world.faults == [])
  }

  @Test("Watching reveals no letters before the end, and gives no access to the watcher's own day")
  func secret() throws {
    let world = try world()
    world.logIn("ana")
    world.logIn("ben")
    #expect(open(#""puzzle":323"#, as: "ana", in: world).last("joined") != nil)
    let word = try #require(world.answer(in: "past"))
    let miss = try #require(Self.words.first { $0 != word })
    let seen = world.send("ben", #"{"type":"join","watching":true,"room":"past"}"#)
    #expect(seen.last("joined") != nil)
    world.post("ana", #"{"type":"move","room":"past","text":"\#(miss)"}"#)
    let told = seen + world.take("ben")
    #expect(told.last("moved") != nil)
    for text in Self.words { #expect(!told.text.contains(text), "\(text)") }
    // The answers of other days and of today stay where they are.
    let own = world.take("ana")
    for text in Self.words where text != miss { #expect(!own.text.contains(text), "\(text)") }
    #expect(world.send("ana", #"{"type":"opened","game":"wordle","day":"2026-11-20"}"#).last?.type == "error")
    #expect(world.faults == [])
  }

  @Test("Settings that would change the puzzle are refused, and others are accepted")
  func settings() throws {
    let world = try world()
    world.connect("ana")
    let joined = open(#""puzzle":323,"settings":{"hard":true}"#, as: "ana", in: world)
    #expect(joined.last("joined")?["settings"]?["hard"] == true, "\(joined)")
  }
}
