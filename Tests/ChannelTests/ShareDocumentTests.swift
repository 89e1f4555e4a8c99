import CoreHarness
import GameKit
import Kernel
import TestSeed
import Testing
import WireProtocol

@testable import Channel
@testable import ParlorCore

@Suite("Documents of shared results")
struct ShareDocumentTests {
  private static func lines(_ facts: [ShareFact]) -> [[UInt8]] { facts.map { ShareDocument.line($0, of: 5).bytes } }

  private static func share(of player: Int64) -> StoredShare {
    StoredShare(
      id: 5, player: PlayerID(player), game: "wordle", match: nil, claim: 1_492, day: 324, won: true, score: 3,
      content: ShareBody(text: "🟩"), sharedAt: World.morning)
  }

  private static func folded(_ lines: [[UInt8]]) throws -> ShareDocument.State {
    try #require(DocumentForm(ShareDocument.self).fold(lines, 5).state as? ShareDocument.State)
  }

  @Test("A snapshot folds to the same result and reactions, whatever has happened to it and whoever is forgotten")
  func snapshots() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let form = DocumentForm(ShareDocument.self)
    for round in 0..<40 {
      var (live, facts) = (ShareDocument.initialState(5), [ShareFact.shared(Self.share(of: 1))])
      for _ in 0..<30 {
        let player = PlayerID(Int64(2 + generator.number(below: 6)))
        let reactions = Reaction.allCases.map { Optional($0) } + [nil]
        facts.append(.reacted(player, reactions[generator.number(below: reactions.count)]))
      }
      if round % 4 == 0 { facts.append(.withdrawn) }
      if round % 8 == 0 { facts.append(.reacted(PlayerID(3), .fire)) }
      for fact in facts { ShareDocument.apply(fact, to: &live) }
      let lines = Self.lines(facts)
      #expect(try Self.folded(lines) == live, "seed \(seed)")
      let packed = try #require(form.pack(lines, 5, nil))
      #expect(try Self.folded(packed) == live && packed.count <= 7, "seed \(seed)")
      for player in 1...4 as ClosedRange<Int64> {
        var left = live
        ShareDocument.forget(player, in: &left)
        let packed = try #require(form.pack(lines, 5, player))
        #expect(try Self.folded(packed) == left && left.reactions[PlayerID(player)] == nil, "seed \(seed)")
        if player == 1 { #expect(packed.isEmpty) }
      }
    }
  }

  @Test("A line with an unknown reaction is unreadable")
  func unknown() {
    let lines = [#"{"fact":"reacted","secret":{"_0":2,"_1":"🦀"}}"#, #"{"fact":"sold","secret":{}}"#, "{}"]
    for line in lines {
      #expect(!DocumentForm(ShareDocument.self).reads(Array(line.utf8)))
    }
    #expect(DocumentForm(ShareDocument.self).reads(Array(#"{"fact":"reacted","secret":{"_0":2}}"#.utf8)))
  }

  /// What is done with results, by whom.
  private static let script = [
    ("ana", #"{"type":"share"}"#), ("ana", #"{"type":"share"}"#),
    ("ben", #"{"type":"react","share_id":1,"emoji":"🎉"}"#),
    ("ben", #"{"type":"react","share_id":1}"#), ("ben", #"{"type":"react","share_id":1}"#),
    ("ben", #"{"type":"react","share_id":1,"emoji":"🔥"}"#), ("cyd", #"{"type":"react","share_id":1,"emoji":"🔥"}"#),
    ("ben", #"{"type":"share","text":"Wordle 1,492 3/6\n\n⬛⬛⬛⬛🟩\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩"}"#),
    ("cyd", #"{"type":"react","share_id":2,"emoji":"😂"}"#),
    ("ben", #"{"type":"share","text":"Wordle 1,492 2/6\n\n⬛⬛⬛⬛🟩\n🟩🟩🟩🟩🟩"}"#),
    ("ana", #"{"type":"react","share_id":2,"emoji":"👍"}"#), ("ana", #"{"type":"react","share_id":3,"emoji":"👍"}"#),
    ("ana", #"{"type":"shares"}"#), ("ben", #"{"type":"unshare","share_id":1}"#),
    ("cyd", #"{"type":"report","share_id":3,"reason":"spam"}"#), ("cyd", #"{"type":"forget_me","name":"cyd"}"#),
    ("ana", #"{"type":"react","share_id":1}"#), ("ana", #"{"type":"react","share_id":3}"#),
    ("ana", #"{"type":"unshare","share_id":1}"#), ("ana", #"{"type":"share"}"#), ("ana", #"{"type":"shares"}"#),
    ("ana", #"{"type":"react","share_id":77,"emoji":"👍"}"#),
  ]

  private static func world() throws -> World {
    let world = try World(stores: true)
    for name in ["ana", "ben", "cyd"] { world.logIn(name) }
    world.send("ana", #"{"type":"join","room":"shares"}"#)
    world.send("ben", #"{"type":"join","room":"shares"}"#)
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"nymph"}"#)
    world.clear()
    return world
  }

  @Test("A document that is not in memory is answered and published with the same bytes as one that is")
  func coldEqualsWarm() throws {
    var told: [[String]] = []
    for isCold in [false, true] {
      let world = try Self.world()
      let before = world.parlor.loads
      var lines: [String] = []
      for (index, (name, line)) in Self.script.enumerated() {
        if isCold { world.parlor.unloadDocuments() }
        world.post(name, line.replacing("}", with: #","id":\#(index)}"#, maxReplacements: 1))
        for name in ["ana", "ben", "cyd"] { lines += world.take(name).map { "\(name) \($0.text)" } }
      }
      told.append(lines)
      #expect(world.faults == [])
      #expect(!world.log.contains { $0.event == "late_read" })
      if isCold { #expect(world.parlor.loads - before > 12) }
    }
    #expect(told[0] == told[1])
    for code in ["already_shared", "no_reaction", "not_found"] {
      #expect(told[0].contains { $0.contains(code) }, "\(code)")
    }
  }

  @Test("Of two concurrent requests to share one match one is executed")
  func twice() throws {
    let world = try Self.world()
    world.stallsCommits = true
    world.post("ana", #"{"type":"theme","theme":"light"}"#)
    world.post("ana", #"{"type":"share","id":1}"#)
    world.post("ana", #"{"type":"share","id":2}"#)
    world.stallsCommits = false
    world.send("ben", #"{"type":"ping"}"#)
    let answers = world.take("ana").filter { [1, 2].contains($0["re"]?.intValue) }
    #expect(answers.compactMap { $0["re"]?.intValue } == [1, 2])
    #expect(answers.map { $0["type"]?.stringValue } == ["shared", "error"], "\(answers.map(\.text))")
  }
}
