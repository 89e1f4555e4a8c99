import CoreHarness
import GameKit
import Kernel
import FeatureList
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

/// What holds for each kind of document that the server has.
@Suite("Every document kind")
struct EveryDocumentTests {
  private static let forms = Dictionary(
    uniqueKeysWithValues: (Parlor.documents() + FeatureList.documents).map { ($0.number, $0) })

  private static let names = ["ana", "ben", "eva"]
  private static let words = ["crane", "slate", "train", "ponds", "vexes"]

  /// What everybody does first: in random play few trials come to their end, and many are guests when they may not be.
  private static let beginning = [
    #"{"type":"trial","game":"wordle","puzzles":1,"name":"first"}"#, #"{"type":"give_up","room":"trial"}"#,
    #"{"type":"join","room":"wordle"}"#, #"{"type":"move","room":"wordle","text":"crane"}"#,
    #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#,
    #"{"type":"share","text":"Wordle 1,490 1/6\n\n🟩🟩🟩🟩🟩"}"#, #"{"type":"block","player":"ben"}"#,
    #"{"type":"block","player":"ana"}"#, #"{"type":"create","room":"lunch"}"#, #"{"type":"join","room":"lunch"}"#,
    #"{"type":"poll","room":"lunch","question":"Where?","options":["thai","pizza"]}"#,
    #"{"type":"goal","summary":true}"#, #"{"type":"challenges","allowed":false}"#,
    #"{"type":"create_arena","game":"wordle","in_minutes":60}"#,
    #"{"type":"make_puzzle","game":"wordle","words":["crane"],"clue":"a bird"}"#,
    #"{"type":"add_score","score":{"id":9,"date":"2026-11-20","word":"nymph","tries":["nymph"]},"token":"sesame"}"#,
  ]

  /// A request of a player's, or (`root`) of an operator's.
  private func request(_ generator: inout SeededGenerator) -> (name: String, line: String) {
    let other = generator.pick(Self.names)
    let number = generator.number(below: 6) + 1
    let emoji = generator.pick(["🎉", "😮", "👏"])
    let score = #"{"id":\#(900 + number),"date":"2026-11-20","word":"nymph","tries":["nymph"]}"#
    if generator.oneIn(5) {
      return (
        "root",
        generator.pick([
          #"{"type":"ban","player":"\#(other)","for":"1h","reason":"spam"}"#,
          #"{"type":"ban","banned":false,"player":"\#(other)"}"#,
          #"{"type":"silence","player":"\#(other)","for":"1h"}"#,
          #"{"type":"silence","silenced":false,"player":"\#(other)"}"#,
          #"{"type":"appoint","player":"\#(other)"}"#, #"{"type":"appoint","moderator":false,"player":"\#(other)"}"#,
          #"{"type":"remove_share","share_id":\#(number)}"#,
          #"{"type":"reset_tokens","player":"\#(other)"}"#,
        ])
      )
    }
    let lines = [
      #"{"type":"login","name":"\#(other)"}"#, #"{"type":"theme","theme":"light"}"#,
      #"{"type":"theme","theme":"dark"}"#,
      #"{"type":"password","new":"rumpelstiltskin"}"#, #"{"type":"rename","name":"\#(other)x"}"#,
      #"{"type":"block","player":"\#(other)"}"#, #"{"type":"block","player":"\#(other)","blocked":false}"#,
      #"{"type":"report","player":"\#(other)","reason":"spam"}"#,
      #"{"type":"share","text":"Wordle 1,49\#(number) 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩"}"#,
      #"{"type":"react","share_id":\#(number),"emoji":"\#(emoji)"}"#, #"{"type":"react","share_id":\#(number)}"#,
      #"{"type":"unshare","share_id":\#(number)}"#,
      #"{"type":"add_language","name":"Irish","original":"teach","translation":"house"}"#,
      #"{"type":"add_word","original":"w\#(generator.number(below: 30))","translation":"t"}"#,
      #"{"type":"delete_word","word":\#(number)}"#, #"{"type":"edit_word","word":\#(number),"marked":true}"#,
      #"{"type":"vote","room":"lunch","option":\#(number)}"#, #"{"type":"close_poll","room":"lunch"}"#,
      #"{"type":"remove_poll","room":"lunch"}"#,
      #"{"type":"poll","room":"lunch","question":"Again?","options":["yes","no"]}"#,
      #"{"type":"join","room":"lunch"}"#, #"{"type":"leave","room":"lunch"}"#,
      #"{"type":"study"}"#,
      #"{"type":"move","room":"study","text":"?"}"#, #"{"type":"move","room":"study","text":"good"}"#,
      #"{"type":"move","room":"study","text":"-"}"#,
      #"{"type":"trial","game":"wordle","puzzles":1,"seed":\#(number),"name":"t\#(number)"}"#,
      #"{"type":"move","room":"trial","text":"\#(generator.pick(Self.words))"}"#, #"{"type":"give_up","room":"trial"}"#,
      #"{"type":"move","room":"wordle","text":"\#(generator.pick(Self.words))","move_id":"m\#(number)"}"#,
      #"{"type":"add_score","score":\#(score),"token":"sesame"}"#,
      #"{"type":"delete_score","score_id":\#(900 + number),"token":"sesame"}"#,
    ]
    return (generator.pick(Self.names), generator.pick(lines))
  }

  private func play(_ world: World, seed: UInt64, isCold: Bool = false) -> [String] {
    var generator = SeededGenerator(seed: seed)
    world.listsLog = true
    _ = world.connectConsole("root")
    var sent: [String] = []
    for name in Self.names {
      world.logIn(name)
      for line in Self.beginning { sent += world.send(name, line).map(\.text) }
    }
    for _ in 0..<600 {
      let (name, line) = request(&generator)
      if !world.isConnected(name) { world.connect(name) }
      if isCold { world.parlor.unloadDocuments() }
      sent += world.send(name, line).map(\.text)
    }
    return sent
  }

  @Test("Its facts fold to the live state, and so does its snapshot, whose snapshot is itself")
  func folds() throws {
    let seed = TestSeed.make()
    let world = try World(seed: seed, stores: true)
    _ = play(world, seed: seed)
    #expect(world.faults == [], "seed \(seed)")
    let live = Dictionary(grouping: world.parlor.kernel.packed(), by: \.document)
    let stored = Dictionary(grouping: world.lines, by: \.document)
    // Statistics have tables, and no documents of their own.
    let kinds = Self.forms.values.filter { $0.name != "statistics" }.map(\.number)
    #expect(Set(stored.keys.map(\.kind)) == Set(kinds), "seed \(seed): a kind is missing")
    for (id, lines) in stored {
      let form = try #require(Self.forms[id.kind])
      let packed = try #require(form.pack(lines.map(\.bytes), id.key, nil), "seed \(seed): \(id)")
      let (state, again) = (form.fold(lines.map(\.bytes), id.key), form.fold(packed, id.key))
      #expect(state.isWhole && again.isWhole, "seed \(seed): \(id)")
      #expect(description(of: state.state) == description(of: again.state), "seed \(seed): \(id)")
      #expect(form.pack(packed, id.key, nil) == packed, "seed \(seed): \(id)")
      if let live = live[id] { #expect(live.map(\.bytes) == packed, "seed \(seed): \(id)") }
    }
  }

  @Test("A document that is not in memory is answered with the same bytes as one that is")
  func coldEqualsWarm() throws {
    let seed = TestSeed.make()
    let warm = try World(seed: seed, stores: true)
    let cold = try World(seed: seed, stores: true)
    let (expected, found) = (play(warm, seed: seed), play(cold, seed: seed, isCold: true))
    #expect(expected.count > 500 && cold.parlor.loads > 5, "seed \(seed): \(cold.parlor.loads) loads")
    for (index, pair) in zip(expected, found).enumerated() where pair.0 != pair.1 {
      Issue.record("seed \(seed), message \(index):\n\(pair.0)\n\(pair.1)")
      break
    }
    #expect(expected.count == found.count && cold.faults == [], "seed \(seed)")
    #expect(!cold.log.contains { $0.event == "late_read" }, "seed \(seed)")
  }

  /// A value with everything in it, whatever the order of its sets and dictionaries.
  private func description(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard let style = mirror.displayStyle, !mirror.children.isEmpty else { return "\(value)" }
    let children = mirror.children.map { "\($0.label ?? ""):\(description(of: $0.value))" }
    let isOrdered = style != .set && style != .dictionary
    return "(\((isOrdered ? children : children.sorted()).joined(separator: ", ")))"
  }
}
