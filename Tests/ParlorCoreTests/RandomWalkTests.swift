import CoreHarness
import GameKit
import TableGames
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

/// Lines as clients send them, sensible and not, from one seed.
struct LineMaker {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  static let rooms = ["wordle", "a", "b", "c", "Practice", "nowhere"]
  static let names = ["ana", "Ben", "cid", "guest-0001", "élan", "e\u{301}lan"]
  private static let values = [
    "null", "true", "0", "-1", "9223372036854775807", "-9223372036854775808", "1e400", "1.5", #""""#, #""wordle""#,
    #""crane""#, #""\u001b[2J""#, #""\ud83d\ude00""#, "[]", "{}", #"[[[[[[1]]]]]]"#, #"{"hard":true}"#, #"{"guess":7}"#,
    #"{"$":"leave"}"#, #"{"move_s":-1}"#,
  ]
  private static let fields = [
    "room", "id", "type", "text", "move", "move_id", "player", "name", "token", "game", "mode", "settings", "code",
    "seed", "round_s", "clock", "since", "list", "after", "limit", "of", "topic", "muted", "bot", "paused", "now",
    "blocked", "seq", "share_id", "reason",
  ]

  mutating func word() -> String { generator.pick(World.vocabulary + ["zzzzz", "ab", "", "cranes", "CRANE"]) }

  mutating func request(_ id: Int, tokens: [String]) -> String {
    let (room, name) = (generator.pick(Self.rooms), generator.pick(Self.names))
    let fields: String
    switch generator.number(below: 26) {
    case 0: fields = #""type":"login","name":"\#(name)""#
    case 1: fields = #""type":"login","token":"\#(tokens.isEmpty ? "p1_0" : generator.pick(tokens))""#
    case 2, 3: fields = #""type":"join","room":"\#(room)""#
    case 4: fields = #""type":"join","watching":true,"room":"\#(room)""#
    case 5: fields = #""type":"leave","room":"\#(room)""#
    case 6:
      let mode = generator.pick(["race", "together", "practice", "daily"])
      let table = generator.pick(["connectfour", "highcard", "countdown"])
      let game = generator.pick([
        "", #","game":"wordle","mode":"\#(mode)""#, #","game":"wordle","mode":"\#(mode)""#, #","game":"\#(table)""#,
        #","game":"\#(table)","clock":{"move_s":\#(1 + generator.number(below: 30))}"#,
      ])
      let seed = generator.oneIn(3) ? #","seed":\#(generator.number(below: 9))"# : ""
      fields = #""type":"create","room":"\#(room)","round_s":\#(10 + generator.number(below: 60))\#(game)\#(seed)"#
    case 7: fields = #""type":"start","room":"\#(room)""#
    case 8: fields = #""type":"kick","room":"\#(room)","player":"\#(name)""#
    case 9: fields = #""type":"mute","room":"\#(room)","player":"\#(name)","muted":\#(generator.oneIn(2))"#
    case 10: fields = #""type":"say","room":"\#(room)","text":"hola \#(id)""#
    case 11: fields = #""type":"join","room":"\#(room)","since":{"epoch":"e1","seq":\#(generator.number(below: 60))}"#
    case 12: fields = #""type":"\#(generator.pick(["who", "board"]))","room":"\#(room)""#
    case 13: fields = #""type":"\#(generator.pick(["rooms", "limits", "help", "ping"]))""#
    case 15: fields = #""type":"\#(generator.pick(["resign", "draw", "pause", "skip", "results"]))","room":"\#(room)""#
    case 24: fields = #""type":"block","player":"\#(name)","blocked":\#(generator.oneIn(3))"#
    case 25:
      let subject = generator.pick([
        #""player":"\#(name)""#, #""room":"\#(room)","seq":\#(generator.number(below: 60))"#, #""share_id":1"#,
      ])
      fields = #""type":"report",\#(subject),"reason":"insults""#
    case 21:
      let type = generator.pick([#""kick","kicked":false"#, #""hand_over""#])
      fields = #""type":\#(type),"room":"\#(room)","player":"\#(name)""#
    case 22:
      let paused = generator.oneIn(2)
      let type = generator.pick(["pause", "stop", "who", "lock"])
      fields = #""type":"\#(type)","room":"\#(room)","paused":\#(paused),"locked":\#(paused)"#
    case 23:
      let seconds = 10 + generator.number(below: 60)
      fields = #""type":"change","room":"\#(room)","round_s":\#(seconds),"now":\#(generator.oneIn(2))"#
    case 16, 17: fields = #""type":"move","room":"\#(room)","text":"\#(1 + generator.number(below: 30))""#
    case 14: fields = #""type":"words","game":"wordle","after":"\#(word())","limit":3"#
    default:
      let moveID = generator.oneIn(3) ? #","move_id":"\#(generator.number(below: 5))""# : ""
      fields = #""type":"move","room":"\#(room)","text":"\#(word())"\#(moveID)"#
    }
    return #"{"id":\#(id),\#(fields)}"#
  }

  /// An object of known fields with values that do not belong to them; it always has a type.
  mutating func nonsense(_ id: Int) -> String {
    let type = generator.pick(RequestTable.rows.map(\.type).filter { $0 != "bye" })
    var members = [#""id":\#(id)"#, #""type":"\#(type)""#]
    for _ in 0..<generator.number(below: 5) {
      let field = generator.pick(Self.fields.filter { $0 != "id" && $0 != "type" })
      members.append(#""\#(field)":\#(generator.pick(Self.values))"#)
    }
    return "{\(members.joined(separator: ","))}"
  }

  mutating func text() -> String {
    let room = generator.pick(Self.rooms)
    return generator.pick([
      word(), "/join \(room)", "/watch \(room)", "/leave", "/say hola", "/start", "/board", "/who", "/rooms",
      "/create \(room) wordle race time=20", "/practice wordle hard=yes", "/name \(generator.pick(Self.names))",
      "/help create",
      "/kick \(generator.pick(Self.names))", "/", "//", "/join \(room) hard x=1 code=2 =", room, "/mute", "/say", "? x",
      "/limits",
    ])
  }

  mutating func garbage() -> [UInt8] {
    let start = generator.oneIn(2) ? Array(request(1, tokens: []).utf8) : []
    return start.prefix(generator.number(below: 40))
      + (0..<generator.number(below: 30)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }.filter { $0 != 0x0A }
  }
}

@Suite("Any lines in any order")
struct RandomWalkTests {
  @Test("The core never traps, answers each request once, and sends events in order", arguments: 0..<4)
  func walk(_: Int) throws {
    let seed = TestSeed.make()
    var maker = LineMaker(seed: seed)
    let world = try World(
      answers: ["nymph", "crane", "slate"], seed: seed, others: [connectFour, highCard, countdown]
    ) {
      $0.digestMembers = 4
      $0.resumeEvents = 30
      $0.seatSeconds = 20
      $0.newNamesPerAddress = 1000
    }
    let names = (0..<8).map { "s\($0)" }
    var tokens: [String] = []
    var seqs: [String: [Int]] = [:]
    for step in 0..<TestLength.count(short: 1500, long: 25_000) {
      let name = maker.generator.pick(names)
      if !world.isConnected(name) {
        world.connect(name)
        continue
      }
      world.clear()
      switch maker.generator.number(below: 20) {
      case 0: world.wait(milliseconds: Int64(maker.generator.number(below: 8000)))
      case 1 where maker.generator.oneIn(3): world.drop(name)
      case 1, 2: world.post(name, maker.text())
      case 3: world.post(name, maker.garbage())
      case 4 where maker.generator.oneIn(100): world.wait(milliseconds: World.millisecondsToMidnight)
      default:
        let line = maker.generator.oneIn(5) ? maker.nonsense(step) : maker.request(step, tokens: tokens)
        world.post(name, line)
        let told = world.take(name)
        let answers = told.filter { $0["re"] != nil }
        #expect(answers.count == 1 && answers.first?["re"]?.intValue == step, "seed \(seed): \(line) got \(told)")
        if let token = answers.first?["token"]?.stringValue { tokens.append(token) }
      }
      for room in world.parlor.rooms.all { seqs["\(room.number)", default: []].append(room.seq) }
      checkBooks(of: world, seed: seed)
      guard world.faults.isEmpty else { break }
    }
    #expect(world.faults == [], "seed \(seed)")
    for seq in seqs.values { #expect(seq == seq.sorted(), "seed \(seed)") }
  }

  /// What the core keeps twice must agree.
  private func checkBooks(of world: World, seed: UInt64) {
    let parlor = world.parlor
    let rooms = Array(parlor.rooms.all)
    #expect(rooms.count == parlor.rooms.names.count, "seed \(seed)")
    for room in rooms {
      let members = room.members.all
      #expect(!room.isDeserted, "seed \(seed): \(room.name) is deserted")
      #expect(room.members.awayCount == members.count { $0.awaySince != nil }, "seed \(seed)")
      #expect(room.members.watcherCount == members.count { $0.isWatching }, "seed \(seed)")
      #expect(
        room.owner.map { owner in members.contains { $0.player === owner } } ?? room.mode.isPermanent, "seed \(seed)")
      for member in members {
        let isHere = member.player.session?.rooms.contains { $0 === room } ?? false
        #expect(isHere == (member.awaySince == nil), "seed \(seed): \(member.player.name) in \(room.name)")
        #expect(!member.isArriving)
        #expect(member.player.awayFrom.contains { $0 === room } == (member.awaySince != nil), "seed \(seed)")
      }
    }
    for session in parlor.sessions.all {
      #expect(session.player.session === session, "seed \(seed)")
      #expect(session.player.ownedRooms == rooms.count { $0.owner === session.player }, "seed \(seed)")
    }
    #expect(parlor.sessions.count == Array(parlor.sessions.all).count, "seed \(seed)")
    #expect(parlor.hub.deadlines.count <= rooms.count, "seed \(seed)")
  }
}
