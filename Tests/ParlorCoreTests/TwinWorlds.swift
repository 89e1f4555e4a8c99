import CoreHarness
import GameKit
import WireProtocol

@testable import ParlorCore

/// Two servers that differ in what is hidden and in nothing that the rules have made public. Whoever may not know it
/// must be sent the same bytes by both.
class TwinWorlds {
  let first: World
  let second: World
  let onlookers: [String]
  var generator: SeededGenerator
  /// Those who know something: they are not compared any more.
  var knowing: Set<String> = []
  private(set) var leaks: [String] = []
  private(set) var compared = 0

  init(_ first: World, _ second: World, onlookers: [String], seed: UInt64) {
    (self.first, self.second, self.onlookers) = (first, second, onlookers)
    generator = SeededGenerator(seed: seed)
  }

  /// The same line to both, unless another one is given for the second.
  func both(_ name: String, _ line: String, _ other: String? = nil) {
    first.post(name, line)
    second.post(name, other ?? line)
    compare(after: "\(name): \(line)")
  }

  func wait(_ milliseconds: Int64) {
    for world in [first, second] { world.wait(milliseconds: milliseconds) }
    compare(after: "\(milliseconds) ms")
  }

  func noteKnowing() {}

  func compare(after event: String) {
    noteKnowing()
    for name in first.connected where !onlookers.contains(name) { _ = (first.takeBytes(name), second.takeBytes(name)) }
    for name in onlookers {
      let (one, other) = (Self.masked(first.takeBytes(name)), Self.masked(second.takeBytes(name)))
      guard !knowing.contains(name) else { continue }
      compared += one.utf8.count
      if one != other { leaks.append("after \(event), \(name) was told\n\(one)and\n\(other)") }
    }
  }

  /// Commitments are hashes of the secret with a nonce: they differ by design, and tell nothing.
  private static func masked(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing(/sha256:[0-9a-f]{64}/, with: "sha256:…")
  }
}

/// `solver` knows the secret and plays; a watcher and a player of JSON, the same at terminals, and somebody outside do
/// not.
class SolverTwins: TwinWorlds {
  init(_ first: World, _ second: World, seed: UInt64) {
    super.init(first, second, onlookers: ["watcher", "text", "player", "typist", "outside"], seed: seed)
    for world in [first, second] {
      for name in ["solver"] + onlookers { world.connect(name) }
      for name in ["text", "typist"] { world.post(name, "/help") }
    }
  }

  func enter(_ room: String, game: String, withPlayers: Bool) {
    let create = #"{"type":"create","room":"\#(room)","game":"\#(game)","mode":"\#(room)"}"#
    both("solver", room == game ? #"{"type":"join","room":"\#(room)"}"# : create)
    if withPlayers {
      both("player", #"{"type":"join","room":"\#(room)"}"#)
      both("typist", "/join \(room)")
    }
    both("watcher", #"{"type":"join","watching":true,"room":"\#(room)"}"#)
    both("text", "/watch \(room)")
    if room == "race" { both("solver", #"{"type":"start","room":"race"}"#) }
  }

  func play(_ room: String, _ text: String, _ other: String) {
    func line(_ text: String) -> String { #"{"type":"move","room":"\#(room)","text":"\#(text)"}"# }
    both("solver", line(text), line(other))
  }
}

/// Deals one puzzle on every day and in every round.
struct OnePuzzle<G: Game>: PuzzleSource {
  let puzzle: G.Puzzle

  func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) -> G.Puzzle { puzzle }
  func puzzle(seed: UInt64, settings: G.Settings, excluding: PuzzleSet) -> G.Puzzle { puzzle }
  func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] { [] }
}
