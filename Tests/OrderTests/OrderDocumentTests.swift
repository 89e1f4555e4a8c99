import CoreHarness
import GameKit
import Kernel
import TestSeed
import Testing
import WireProtocol

@testable import Order
@testable import ParlorCore

private final class LineHost: KernelHost {
  var activity: Int { 0 }

  var lines: [DocumentLine] = []

  func append(_ line: DocumentLine) -> Commit.Ticket {
    lines.append(line)
    return 1
  }

  func log(_ event: String, _ fields: JSONObject) {}
}

/// A kernel with the document alone.
private struct OrderWorld {
  let kernel = Kernel([])
  let document: Document<OrderDocument>

  init(_ lines: [DocumentLine] = []) {
    let table = DocumentTable<OrderDocument>()
    kernel.add(table)
    document = table[0]
    if kernel.load(lines, damaged: []) != [] { Issue.record("a line cannot be read") }
  }
}

@Suite("The document of acts and sanctions")
struct OrderDocumentTests {
  private static let start = Instant(milliseconds: 1_795_161_600_000)

  private static let kinds: [ActKind] = [
    .announce, .ban, .unban, .mute, .unmute, .quiet, .unquiet, .sendAway, .letBack, .appoint, .dismiss, .hide, .rename,
  ]

  /// Any fact at all, of the players 1 to 5.
  private static func fact(after state: OrderState, at now: Instant, _ random: inout SeededGenerator) -> OrderFact {
    func any<Value>(_ values: [Value]) -> Value { values[random.number(below: values.count)] }
    let player = PlayerID(Int64(1 + random.number(below: 5)))
    let later = now.adding(milliseconds: Int64(1 + random.number(below: 50_000)))
    let guest = any([nil, "guest-\(player.number)"])
    let origin = any([
      nil, StoredSanction.Origin(address: any(["192.0.2.7", "192.0.2.8"]), until: any([nil, later]), guest: guest),
    ])
    switch random.number(below: 20) {
    case 0: return .dropped(before: max(0, state.lastAct - Int64(random.number(below: 30))))
    case 1: return .forgot(player, leaving: origin)
    case 2: return .followed(player, to: PlayerID(Int64(1 + random.number(below: 5))))
    default:
      let kind = any(Self.kinds)
      let isRange = kind == .ban || kind == .unban
      let target = isRange ? any([nil, "192.0.2.0/24", "192.0.2.7"]) : any([nil, "wordle", "a \"b\"\n"])
      return .acted(
        Act(
          number: state.lastAct + 1, at: now,
          actor: any([.operator("root"), .moderator(PlayerID(9), "mia"), .moderator(player, "ñ")]), kind: kind,
          player: isRange && target != nil ? nil : player, name: any([nil, "ana"]), target: target,
          until: any([nil, later]), text: any([nil, "spam"])), covering: origin)
    }
  }

  /// What the core asks.
  private static func view(_ state: OrderState, at now: Instant) -> [String] {
    var lines = state.all(at: now).map { "\($0)" } + ["\(state.lastAct)", "\(state.blockCount)"]
    lines += ["192.0.2.7", "192.0.2.9", "::1"].map { "\(String(describing: state.ban(of: $0, at: now)))" }
    for number in 1...5 {
      let player = PlayerID(Int64(number))
      let page = state.page(of: player, before: nil, limit: 3)
      lines.append(
        "\(page) \(state.mentions(player)) \(state.coversNewcomers(for: player)) \(state.isModerator(player))")
      let newcomer = Player(id: PlayerID(100), name: "guest-100", at: now)
      newcomer.cameAt = now
      newcomer.session = Session(
        id: SessionID(slot: 1, generation: 1), origin: .network("192.0.2.7"), player: newcomer,
        rateLimit: RateLimit(burst: 1, now: now))
      newcomer.session = nil
      lines.append("\(String(describing: state.mute(of: newcomer, inOwnRoom: true, at: now)))")
      lines.append("\(String(describing: state.goneGuest(named: "guest-\(number)", at: now)))")
    }
    return lines
  }

  @Test("After random facts the log and its snapshot fold to the same state, and the snapshot is as short as the state")
  func folds() throws {
    var random = SeededGenerator(seed: TestSeed.make())
    let world = OrderWorld()
    let host = LineHost()
    var now = Self.start
    for turn in 0..<800 {
      now = now.adding(milliseconds: Int64(random.number(below: 4000)))
      world.document.emit(Self.fact(after: world.document.state, at: now, &random), through: host)
      guard turn % 40 == 39 else { continue }
      let live = world.document.state
      let packed = world.kernel.packed()
      #expect(packed.count == live.acts.count + live.sanctionsInOrder.count)
      for lines in [host.lines, packed] {
        let folded = OrderWorld(lines)
        #expect(folded.document.state == live)
        #expect(Self.view(folded.document.state, at: now) == Self.view(live, at: now))
        #expect(folded.kernel.packed() == packed)
      }
    }
    #expect(world.document.state.lastAct > 500)
  }

  @Test(
    "Reasons and addresses are only in the secret part of a line")
  func secret() throws {
    func open(reason: String, address: String) throws -> [JSON] {
      let world = OrderWorld()
      let host = LineHost()
      let origin = StoredSanction.Origin(address: address, until: Self.start, guest: "guest-\(address)")
      let act = Act(
        number: 1, at: Self.start, actor: .operator("root"), kind: .mute, player: PlayerID(1), name: "ana",
        text: reason)
      world.document.emit(.acted(act, covering: origin), through: host)
      let packed = world.kernel.packed()
      world.document.emit(.forgot(PlayerID(1), leaving: origin), through: host)
      return try (host.lines + packed).map { line in
        var members = try #require(JSON(parsing: line.bytes).objectValue)
        #expect(members["secret"] != nil)
        members["secret"] = nil
        return .object(members)
      }
    }
    #expect(try open(reason: "spam", address: "192.0.2.7") == open(reason: "threats", address: "198.51.100.9"))
  }

  @Test("An act does not reveal its player's address once its effect is over")
  func addresses() throws {
    let world = OrderWorld()
    let host = LineHost()
    let origin = StoredSanction.Origin(address: "192.0.2.7", until: Self.start, guest: nil)
    for (number, kind) in [(1, ActKind.mute), (2, .unmute)] {
      world.document.emit(
        .acted(
          Act(
            number: Int64(number), at: Self.start, actor: .operator("root"), kind: kind, player: PlayerID(1),
            name: "ana"), covering: kind == .mute ? origin : nil), through: host)
      let isTold = world.kernel.packed().contains { String(decoding: $0.bytes, as: UTF8.self).contains("192.0.2.7") }
      #expect(isTold == (kind == .mute))
    }
  }

  @Test("The newest acts are kept up to a limit; the effects of older ones stay")
  func bound() throws {
    let world = try World { $0.acts = 3 }
    world.logIn("ana")
    world.connectConsole("op")
    world.send("op", "silence ana for good reason")
    for number in 1...5 { world.send("op", "announce line \(number)") }
    let audit = world.send("op", #"{"type":"audit"}"#).last
    #expect(audit?["acts"]?.arrayValue?.map { $0["number"] } == [6, 5, 4] && audit?["next"] == nil)
    #expect(world.order.acts.map(\.number) == [4, 5, 6])
    #expect(world.send("ana", #"{"type":"create","room":"open"}"#).last?.code == "muted")
    let packed = OrderWorld(world.parlor.kernel.packed().filter { $0.document.kind == OrderDocument.number })
    #expect(packed.document.state == world.order)
  }

  @Test("The audit log is paged, for all players or for one")
  func pages() throws {
    let world = try World()
    for name in ["ana", "ben"] { world.logIn(name) }
    world.connectConsole("op")
    world.send("op", "silence ana")
    for turn in 1...4 { world.send("op", "\(turn % 2 == 0 ? "unsilence" : "silence") ben") }
    func page(_ fields: String) -> [Int] {
      let answer = world.send("op", #"{"type":"audit","limit":2\#(fields)}"#).last
      return (answer?["acts"]?.arrayValue ?? []).compactMap { $0["number"]?.intValue }
        + (answer?["next"] == nil ? [] : [0])
    }
    #expect(page("") == [5, 4, 0])
    #expect(page(#","after":4"#) == [3, 2, 0])
    #expect(page(#","after":3"#) == [2, 1] && page(#","after":1"#) == [])
    #expect(page(#","player":"ben""#) == [5, 4, 0] && page(#","player":"ben","after":4"#) == [3, 2])
    #expect(page(#","player":"ana""#) == [1])
  }
}
