import CoreHarness
import GameKit
import Kernel
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("A player's recent visits")
struct TimelineTests {
  private func entries(_ world: World, _ name: String, _ request: String) throws -> [JSON] {
    try #require(world.send(name, #"{"type":\#(request)}"#).last?["entries"]?.arrayValue).reversed()
  }

  private func words(_ entries: [JSON]) -> [String] {
    entries.map { entry in
      ["event", "room", "reason", "code"].compactMap { entry[$0]?.stringValue }.joined(separator: " ")
    }
  }

  @Test("In one millisecond a refusal comes before what is stored: a client hears of it sooner")
  func ties() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.wait(seconds: 1)
    world.send("ana", #"{"type":"join","room":"nowhere"}"#)
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(words(try entries(world, "ana", #""timeline""#)) == ["came name", "refused not_found", "entered wordle"])
  }

  @Test("Visits, rooms, moves and refusals are listed in order, to the player without addresses")
  func told() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.wait(seconds: 1)
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.wait(seconds: 1)
    world.send("ana", #"{"type":"move","room":"wordle","text":"slate"}"#)
    world.wait(seconds: 1)
    world.drop("ana")
    world.wait(seconds: 1)
    world.connect("again", from: "elsewhere")
    world.send("again", #"{"type":"login","token":"\#(token)"}"#)
    world.wait(seconds: 1)
    world.send("again", #"{"type":"move","room":"wordle","text":"nymph"}"#)
    world.wait(seconds: 1)
    world.send("again", #"{"type":"bye"}"#)
    world.connectConsole("op")
    let told = try entries(world, "op", #""player_timeline","player":"ana""#)
    #expect(
      words(told) == [
        "came name", "entered wordle", "began", "moved", "went", "left wordle", "came token", "refused not_in_room",
        "went bye",
      ])
    #expect(told.compactMap { $0["address"]?.stringValue } == ["test", "elsewhere"])
    world.connect("own")
    world.send("own", #"{"type":"login","token":"\#(token)"}"#)
    let own = try entries(world, "own", #""timeline""#)
    #expect(own.count == told.count + 1)
    #expect(!own.contains { $0["address"] != nil })
    for text in [told, own].map({ $0.map(\.text).joined() }) {
      for hidden in ["slate", "nymph"] { #expect(!text.contains(hidden)) }
    }
    let late = try entries(world, "op", #""player_timeline","player":"ana","from":"2s""#)
    #expect(words(late) == ["came token", "refused not_in_room", "went bye", "came token"])
    #expect(try entries(world, "op", #""player_timeline","player":"ana","to":"2026-11-20""#).isEmpty)
    let early = try entries(world, "op", #""player_timeline","player":"ana","to":"2026-11-20T08:00:00.5""#)
    #expect(words(early) == ["came name"])
    for clock in ["08", "08:60", "08:00:60", "08:00:01.", "08:00:00.0001", "08:00:-1", "08:00:00.+1"] {
      let line = #"{"type":"timeline","from":"2026-11-20T\#(clock)"}"#
      #expect(world.send("own", line).last?.code == "bad_field", "\(clock)")
    }
    #expect(world.send("own", #"{"type":"timeline","from":"yesterday"}"#).last?.code == "bad_field")
    for (name, line) in [("own", "/timeline 7d 2d 1d"), ("op", "player-timeline ana 7d 2d 1d")] {
      #expect(world.send(name, line).text.hasPrefix("At most two times"))
    }
    #expect(world.faults == [])
  }

  @Test("Pages are complete without repetition, the newest first")
  func pages() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.connectConsole("op")
    for _ in 0..<60 {
      world.send("ana", #"{"type":"join","room":"wordle"}"#)
      world.send("ana", #"{"type":"leave","room":"wordle"}"#)
      world.send("ana", #"{"type":"leave","room":"wordle"}"#)
      world.wait(seconds: 600)
    }
    var (pages, after) = ([[JSON]](), "")
    while pages.count < 9 {
      let answer = world.send("ana", #"{"type":"timeline"\#(after)}"#).last
      pages.append(try #require(answer?["entries"]?.arrayValue))
      guard let next = answer?["next"]?.intValue else { break }
      after = #","after":\#(next)"#
    }
    #expect(pages.count == 2)
    let entries = pages.joined().map { ($0["at_ms"]?.intValue ?? 0, words([$0])[0]) }
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.0 >= $1.0 })
    #expect(entries.count { $0.1 == "entered wordle" } == 60 && entries.count { $0.1 == "left wordle" } == 60)
    #expect(entries.count { $0.1 == "came name" } == 1)
    #expect(entries.count { $0.1 == "omitted refusals" } <= 1)
    #expect(world.send("ana", #"{"type":"timeline","after":0}"#).last?["entries"]?.arrayValue == [])
    #expect(world.send("ana", #"{"type":"timeline","from":"2026-11-22","to":"2026-11-20"}"#).last?.type == "timeline")
  }

  @Test("The player's name for a room is not in other players' visits, and is shown while the room exists")
  func roomNames() throws {
    let world = try World(stores: true)
    world.listsLog = true
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"garden"}"#)
    world.send("ben", #"{"type":"join","room":"garden"}"#)
    #expect(words(try entries(world, "ben", #""timeline""#)) == ["came name", "entered garden"])
    let kept = world.lines.filter { $0.document.kind == VisitDocument.number }
    #expect(kept.count >= 4 && !kept.contains { String(decoding: $0.bytes, as: UTF8.self).contains("garden") })
    for name in ["ana", "ben"] { world.send(name, #"{"type":"leave","room":"garden"}"#) }
    #expect(words(try entries(world, "ben", #""timeline""#)) == ["came name", "entered", "left"])
  }

  @Test("Nothing is kept of guests who cannot return, or of forgotten players")
  func forgotten() throws {
    let world = try World(stores: true)
    world.listsLog = true
    world.connect("guest")
    world.send("guest", #"{"type":"join","room":"wordle"}"#)
    world.send("guest", #"{"type":"move","room":"wordle","text":"slate"}"#)
    #expect(!world.lines.contains { $0.document.kind == VisitDocument.number })
    world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(world.lines.contains { $0.document.kind == VisitDocument.number })
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    world.logIn("ana")
    #expect(words(try entries(world, "ana", #""timeline""#)) == ["came name"])
  }

  @Test("Visits older than visits_days are removed at the next visit, or with the day for absent players")
  func expires() throws {
    let world = try World(stores: true, limits: { $0.visitsDays = 2 })
    world.listsLog = true
    let token = world.logIn("ana")
    world.logIn("ben")
    for name in ["ana", "ben"] { world.drop(name) }
    world.wait(seconds: 86_400)
    world.connect("again")
    world.send("again", #"{"type":"login","token":"\#(token)"}"#)
    #expect(words(try entries(world, "again", #""timeline""#)) == ["came name", "went", "came token"])
    world.drop("again")
    world.wait(seconds: 86_400 + 43_200)
    world.connect("last")
    world.send("last", #"{"type":"login","token":"\#(token)"}"#)
    #expect(words(try entries(world, "last", #""timeline""#)) == ["came token", "went", "came token"])
    world.wait(seconds: 43_200)
    let expired = world.lines.filter { line in
      line.document.kind == VisitDocument.number && String(decoding: line.bytes, as: UTF8.self).contains("expired")
    }
    // Ben, who has not come again, with the third day.
    #expect(Set(expired.map(\.document.key)).count == 2)
  }

  @Test("After a restart nothing of that day is noted or expired again; on the next day it is")
  func afterRestart() throws {
    let world = try World(stores: true)
    world.listsLog = true
    let token = world.logIn("ana")
    let player = try #require(world.parlor.players.named("ana"))
    func notes(comingAs name: String) -> [String] {
      // What a server that has just started knows.
      player.seenDay = nil
      player.visits?.expiredOn = nil
      let before = world.lines.count
      world.connect(name)
      world.send(name, #"{"type":"login","token":"\#(token)"}"#)
      world.drop(name)
      let lines = world.lines.dropFirst(before).map { String(decoding: $0.bytes, as: UTF8.self) }
      return ["visited", "expired", "came", "went"].filter { word in lines.contains { $0.contains("\"\(word)\"") } }
    }
    world.drop("ana")
    #expect(notes(comingAs: "again") == ["came", "went"])
    world.wait(seconds: 86_400)
    #expect(notes(comingAs: "morrow") == ["visited", "expired", "came", "went"])
  }

  @Test("If a day follows itself because the clock was set back, nothing expires")
  func clockSetBack() throws {
    let world = try World(stores: true)
    world.listsLog = true
    world.logIn("ana")
    let lines = world.lines.count
    let (hub, players) = (world.parlor.hub, world.parlor.players)
    hub.expireVisits(players.lastVisits, after: hub.today)
    hub.expireVisits(players.lastVisits, after: hub.today.next)
    world.wait(seconds: 1)
    #expect(world.lines.count == lines)
  }

  @Test("The visits of an hour continue to be counted after the player was packed")
  func packed() throws {
    let world = try World(stores: true)
    world.listsLog = true
    let token = world.logIn("ana")
    func comeBack() {
      world.connect("ana")
      world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    }
    for round in 0..<12 {
      for _ in 0..<3 {
        world.drop("ana")
        comeBack()
      }
      world.drop("ana")
      world.wait(seconds: 140)
      if round == 0 { #expect(!world.parlor.players.present.contains { $0.name == "ana" }) }
      comeBack()
    }
    // Of nearly a hundred sixty, the gap each time it has doubled, and what makes earlier ones expire.
    #expect(world.lines.count { $0.document.kind == VisitDocument.number } <= 60 + 6 + 1)
    #expect(world.faults == [])
  }

  @Test("A client that reconnects in a loop makes a limited number of lines per hour")
  func loops() throws {
    let world = try World(stores: true)
    world.listsLog = true
    let token = world.logIn("ana")
    for _ in 0..<100 {
      world.drop("ana")
      world.connect("ana")
      world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    }
    // Sixty, the gap each time it has doubled, and what makes earlier ones expire.
    #expect(world.lines.count { $0.document.kind == VisitDocument.number } <= 60 + 8 + 1)
    world.connectConsole("op")
    let gap = try #require(try entries(world, "op", #""player_timeline","player":"ana""#).last)
    #expect(gap["event"]?.stringValue == "omitted" && gap["reason"]?.stringValue == "connections")
    #expect(gap["count"]?.intValue == 201 - 60)
    // Whoever comes from elsewhere is told all the same, once.
    for _ in 0..<2 {
      world.connect("owner", from: "elsewhere")
      world.send("owner", #"{"type":"login","token":"\#(token)"}"#)
    }
    let told = try entries(world, "op", #""player_timeline","player":"ana""#)
    #expect(told.filter { $0["address"]?.stringValue == "elsewhere" }.count == 1)
  }

  @Test("Rooms do not displace visits, and what was omitted is shown as a number and a time range")
  func gaps() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    for _ in 0..<40 {
      world.send("ana", #"{"type":"join","room":"wordle"}"#)
      world.send("ana", #"{"type":"leave","room":"wordle"}"#)
      world.wait(seconds: 1)
    }
    world.connect("late", from: "elsewhere")
    world.send("late", #"{"type":"login","token":"\#(token)"}"#)
    func told(_ range: String = "") throws -> [JSON] {
      try entries(world, "late", #""timeline"\#(range)"#).filter { $0["event"]?.stringValue != "refused" }
    }
    let first = try told()
    #expect(words(first).filter { $0.hasPrefix("came") } == ["came name", "came token"])
    let gap = try #require(first.first { $0["event"]?.stringValue == "omitted" })
    #expect(gap["reason"]?.stringValue == "rooms" && gap["count"]?.intValue == 20)
    let (from, until) = (gap["at_ms"]?.intValue ?? 0, gap["until_ms"]?.intValue ?? 0)
    #expect(until - from == 9_000)
    // A range that begins within the gap has it, one that begins later does not.
    #expect(words(try told(#","from":"5s""#)).contains("omitted rooms"))
    world.wait(seconds: 60)
    #expect(!words(try told(#","from":"30s""#)).contains("omitted rooms"))
    // The next hour has room again, and the gap stays as it was.
    world.wait(seconds: 3600)
    world.send("late", #"{"type":"join","room":"wordle"}"#)
    let later = try told()
    #expect(words(later).last == "entered wordle")
    #expect(later.first { $0["event"]?.stringValue == "omitted" } == gap)
    let text = world.send("late", "/timeline").text
    #expect(text.contains("omitted  20  rooms  until 2026-11-20"))
  }

  @Test("Refusals displaced by newer ones are shown as omitted")
  func refusalsLeftOut() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    for number in 0..<10 {
      world.send("ana", #"{"type":"join","room":"none\#(number)"}"#)
      world.send("ana", #"{"type":"leave","room":"wordle"}"#)
    }
    let gap = try #require(try entries(world, "ana", #""timeline""#).first { $0["event"]?.stringValue == "omitted" })
    #expect(gap["reason"]?.stringValue == "refusals" && gap["count"]?.intValue == 4)
    #expect(gap["until_ms"]?.intValue != nil)
  }

  @Test("Repeated visits do not displace visits from other addresses")
  func firstComings() {
    var state = VisitDocument.initialState(1)
    for (second, address) in (["a", "b"] + Array(repeating: "c", count: 500)).enumerated() {
      let visit = Visit(.came, at: Instant(milliseconds: Int64(second) * 1000), from: address)
      VisitDocument.apply(.happened(visit), to: &state)
    }
    #expect(state.visits.prefix(3).map(\.from) == ["a", "b", "c"])
    #expect(state.visits[3].gap?.count == 299 && state.visits.count == 204)
    var packed = VisitDocument.initialState(1)
    for fact in VisitDocument.pack(state) { VisitDocument.apply(fact, to: &packed) }
    #expect(packed == state)
  }

  @Test("The newest visits are kept, and snapshots omit expired ones")
  func folds() {
    var state = VisitDocument.initialState(1)
    for second in 0..<300 {
      VisitDocument.apply(.happened(Visit(.came, at: Instant(milliseconds: Int64(second) * 1000))), to: &state)
    }
    #expect(state.visits.count == 201 && state.visits[1].at == Instant(milliseconds: 100_000))
    let gap = Visit.Gap(group: .connections, count: 100, until: Instant(milliseconds: 99_000))
    #expect(state.visits[0].gap == gap && state.visits[0].at == Instant(milliseconds: 0))
    for second in 300..<1000 {
      VisitDocument.apply(.happened(Visit(.left, at: Instant(milliseconds: Int64(second) * 1000))), to: &state)
    }
    #expect(state.visits.count == 402 && state.visits[0].gap == gap)
    var packed = VisitDocument.initialState(1)
    for fact in VisitDocument.pack(state) {
      let line = VisitDocument.line(fact, of: 1).bytes
      if let read = VisitDocument.fact(of: line, with: JSONDocument()) { VisitDocument.apply(read, to: &packed) }
    }
    #expect(packed == state)
    VisitDocument.apply(.expired(before: Instant(milliseconds: 50_000)), to: &state)
    #expect(state.visits[0].at == Instant(milliseconds: 50_000) && state.visits[0].gap == gap)
    VisitDocument.apply(.expired(before: Instant(milliseconds: 999_000)), to: &state)
    #expect(VisitDocument.pack(state).count == 1)
    let packing = DocumentForm(VisitDocument.self).packingFact
    let lines = [.expired(before: Instant(milliseconds: 0)), .happened(Visit(.went, at: Instant(milliseconds: 0)))]
      .map { (fact: VisitDocument.Fact) in VisitDocument.line(fact, of: 1).bytes }
    #expect(lines.map { packing?.matches($0) } == [true, false])
  }

  @Test("Refusals are limited in all and per player, and equal ones in a row are one")
  func ring() {
    var ring = RefusalRing()
    let now = Instant(milliseconds: 10_000_000)
    for _ in 0..<1000 { ring.add("move", "not_in_room", of: PlayerID(1), at: now) }
    #expect(ring.refusals(of: PlayerID(1), at: now).map(\.count) == [1000])
    for number in 0..<100 { ring.add("move", "code\(number)", of: PlayerID(1), at: now) }
    #expect(ring.refusals(of: PlayerID(1), at: now).count == RefusalRing.mostOfPlayer)
    // The thousand alike ones, and 84 of the hundred.
    #expect(ring.gap(of: PlayerID(1), at: now) == RefusalRing.Gap(count: 1084, from: now, until: now))
    #expect(ring.gap(of: PlayerID(1), at: now.adding(milliseconds: RefusalRing.milliseconds)) == nil)
    #expect(ring.refusals(of: PlayerID(1), at: now.adding(milliseconds: RefusalRing.milliseconds)).isEmpty)
    for number in 2...1025 { ring.add("move", "bad_field", of: PlayerID(Int64(number)), at: now) }
    #expect(ring.refusals(of: PlayerID(1), at: now).isEmpty)
    #expect(ring.refusals(of: PlayerID(1025), at: now).count == 1)
  }
}
