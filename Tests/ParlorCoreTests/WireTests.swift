import CoreHarness
import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Requests that describe the wire, and invalid lines")
struct WireTests {
  @Test(
    "An invalid request is answered with its code, and with the id if that can be parsed",
    arguments: [
      ("{", "bad_json", nil), ("{}", "bad_field", nil), (#"{"type":7,"id":1}"#, "bad_field", 1),
      (#"{"type":"dance","id":1}"#, "unknown_type", 1), (#"{"id":1}"#, "bad_field", 1),
      (#"{"type":"ping","id":1.5}"#, "bad_field", nil), (#"{"type":"ping","id":[]}"#, "bad_field", nil),
      (#"{"type":"ping"} x"#, "bad_json", nil), (#"{"type":"say","id":"a"}"#, "bad_field", "a"),
      (#"{"type":"join","id":1}"#, "bad_field", 1), (#"{"type":"join","room":7,"id":1}"#, "bad_field", 1),
      (#"{"type":"move","id":1,"room":"wordle"}"#, "bad_field", 1),
      (#"{"type":"words","game":"chess","id":1}"#, "not_found game", 1),
      (#"{"type":"words","game":"wordle","list":"answers","id":1}"#, "not_found list", 1),
      (#"{"type":"words","game":"wordle","limit":0,"id":1}"#, "bad_field", 1),
      (#"{"type":"words","game":"wordle","limit":1001,"id":1}"#, "bad_field", 1),
      (#"{"type":"schema","of":"answer","game":"wordle","id":1}"#, "not_found schema", 1),
      (#"{"type":"schema","of":"dance","id":1}"#, "not_found schema", 1),
      (#"{"type":"help","topic":"dance","id":1}"#, "unknown_type", 1),
      (#"{"type":"leave","room":"nowhere","id":1}"#, "not_found room", 1),
    ] as [(String, String, JSON?)])
  func errors(line: String, code: String, id: JSON?) throws {
    let world = try World()
    world.connect("ana")
    let told = world.send("ana", line)
    #expect(told.count == 1)
    #expect(told.last?.code == code)
    #expect(told.last?["re"] == id)
  }

  @Test("Unknown requests are answered with the nearest one")
  func nearest() throws {
    let world = try World()
    world.connect("ana")
    let told = world.send("ana", #"{"type":"jion"}"#).last?["message"]
    #expect(told == #"There is no request "jion"; did you mean "join"?"#)
  }

  @Test("Faults below the line are answered in the session's format")
  func faults() throws {
    let world = try World()
    world.connect("ana")
    #expect(world.refuse("ana", .tooLong).last?.code == "line_too_long")
    #expect(world.refuse("ana", .http).last?.code == "not_http")
    world.send("ana", "ping")
    #expect(world.refuse("ana", .tooLong).text.hasPrefix("A line may have at most 16384 bytes"))
  }

  @Test(
    "Blank lines are ignored and do not change the session's format", arguments: ["", " ", "\t", "\r", " \t\r"])
  func blank(line: String) throws {
    let world = try World { $0.burst = 6 }
    world.connect("ana")
    for _ in 0..<5 { #expect(world.send("ana", line) == []) }
    #expect(world.send("ana", #"{"type":"ping"}"#).last?.type == "pong")
    // Without end they are too much, like any others: whoever has gone is noticed by the answer.
    #expect(world.send("ana", line).last?.code == "too_fast")
    world.wait(seconds: 1)
    #expect(world.send("ana", line) == [])
  }

  @Test("Every request that help lists has a valid example and a schema", .needs("Statistics"))
  func help() throws {
    let world = try World()
    world.connect("ana")
    let commands = try #require(world.send("ana", #"{"type":"help"}"#).last?["commands"]?.arrayValue)
    #expect(
      Set(commands.compactMap { $0["type"]?.stringValue })
        == Set(RequestTable.rows.filter { !$0.isForStaff && world.parlor.parts.handled.contains($0) }.map(\.type)))
    for command in commands {
      let type = try #require(command["type"]?.stringValue)
      guard type != "bye" else { continue }
      let told = world.send("ana", try #require(command["example"]).text)
      // Its example has a name that is not this guest's.
      let isAnothers =
        type == "forget_me" && told.last?["message"]?.stringValue?.contains("give your name: guest-") == true
      #expect(isAnothers || !["bad_json", "bad_field", "unknown_type"].contains(told.last?.code), "\(type): \(told)")
      #expect(world.send("ana", #"{"type":"schema","of":"\#(type)"}"#).last?["schema"]?["title"]?.stringValue == type)
      #expect(world.send("ana", #"{"type":"help","topic":"\#(type)"}"#).last?["commands"]?.arrayValue?.count == 1)
    }
  }

  @Test("Words are paged without gap or overlap, and do not reveal which ones are answers")
  func words() throws {
    let world = try World()
    world.connect("ana")
    var (found, after): ([String], String?) = ([], nil)
    while true {
      let place = after.map { #","after":"\#($0)""# } ?? ""
      let page = try #require(world.send("ana", #"{"type":"words","game":"wordle","limit":5\#(place)}"#).last)
      let words = page["words"]?.arrayValue?.compactMap(\.stringValue) ?? []
      #expect(words.count <= 5)
      #expect(page["total"]?.intValue == World.vocabulary.count)
      found += words
      after = page["next"]?.stringValue
      if after == nil { break }
    }
    #expect(found == World.vocabulary.sorted())
  }

  @Test("limits lists every limit and what it bounds")
  func limits() throws {
    let world = try World { $0.seatSeconds = 7 }
    world.connect("ana")
    let told = try #require(world.send("ana", #"{"type":"limits"}"#).last)
    for entry in Limits.entries {
      #expect(told["limits"]?[entry.name] != nil)
      #expect(told["about"]?[entry.name]?.stringValue == entry.summary)
    }
    #expect(told["limits"]?["seat_s"] == 7)
  }

  @Test("A limit is set by name, within its range")
  func setLimits() throws {
    var limits = Limits()
    try limits.set("burst", to: 5)
    #expect(limits.burst == 5)
    #expect(throws: Limits.Refusal.self) { try limits.set("brust", to: 5) }
    for entry in Limits.entries {
      #expect(entry.range.contains(Limits()[keyPath: entry.value]), "\(entry.name)")
      #expect(throws: Limits.Refusal.self) { try limits.set(entry.name, to: entry.range.lowerBound - 1) }
      if let bench = entry.bench { #expect(entry.range.contains(bench), "\(entry.name)") }
    }
  }

  @Test("The farewell is sent to everybody in their own format")
  func closing() throws {
    let world = try World()
    world.connect("ana", "tom")
    world.send("tom", "ping")
    world.parlor.announceClosing(reason: "restart", backInSeconds: 5)
    world.wait(milliseconds: 0)
    world.post("ana", #"{"type":"ping"}"#)
    #expect(world.take("ana").map(\.text).first == #"{"type":"closing","reason":"restart","back_in_s":5}"#)
    #expect(world.take("tom").text == "The server is about to restart. Come back in 5 seconds.")
  }

  @Test("A clock that runs backwards does not turn the day back, and one far ahead does not trap")
  func clocks() throws {
    let world = try World()
    world.connect("ana")
    world.parlor.reachTime(Instant(milliseconds: .min))
    #expect(world.parlor.hub.now == World.morning)
    world.parlor.reachTime(Instant(milliseconds: .max))
    world.parlor.reachTime(World.morning)
    world.post("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(world.take("ana").last?.type == "joined")
  }
}

@Suite("The timer queue")
struct DeadlineQueueTests {
  @Test("Keys come out in the order of their latest times, each once")
  func order() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    var queue = DeadlineQueue<Int>()
    var expected: [Int: Int64] = [:]
    for _ in 0..<2000 {
      let key = Int.random(in: 0..<100, using: &generator)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        queue.set(key, at: nil)
        expected[key] = nil
      } else {
        let moment = Int64.random(in: 0..<1000, using: &generator)
        queue.set(key, at: Instant(milliseconds: moment))
        expected[key] = moment
      }
      #expect(queue.count == expected.count, "seed \(seed)")
      #expect(queue.next?.milliseconds == expected.values.min(), "seed \(seed)")
    }
    #expect(queue.popDue(at: Instant(milliseconds: -1)) == nil)
    var last: Int64 = 0
    while let key = queue.popDue(at: Instant(milliseconds: 1000)) {
      let moment = expected.removeValue(forKey: key) ?? -1
      #expect(moment >= last, "seed \(seed)")
      last = moment
    }
    #expect(expected.isEmpty)
  }
}
