import Foundation
import GameKit
import Storage
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Failed commits")
struct FailedCommitTests {
  /// `PARLOR_FAULT_PLAYS` for more of them.
  private static let plays = 1...UInt64(max(1, TestLength.count(short: 20, long: 60, variable: "PARLOR_FAULT_PLAYS")))

  @Test(
    "After any pattern of failures all is stored and answered once, and the core equals one restored from storage",
    arguments: Self.plays)
  func randomPlay(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let play = try RandomPlay(seed: seed)
    for _ in 0..<250 {
      try play.step(&random)
      guard play.server.faults.isEmpty else { break }
    }
    play.server.settle()
    try play.compare()
    let faults = play.server.faults
    #expect(faults.isEmpty, "seed \(seed), after \(play.failures) failures: \(faults.prefix(3))\n\(play.recent)")
  }
}

private final class RandomPlay {
  let server: FaultyServer
  private(set) var failures = 0
  private var sessions: [SessionID] = []
  private var tokens: [String] = []
  private var steps: [String] = []
  private static let rooms = ["wordle", "race", "pair", "talk", "own"]
  private static let words = ["crane", "slate", "ponds", "nymph", "quick", "fjord", "blume", "vexes", "train", "brine"]

  var recent: String { steps.suffix(25).joined(separator: "\n") }

  init(seed: UInt64) throws {
    var limits = Limits()
    if seed % 3 == 0 { limits.digestMembers = 2 }
    limits.newNamesPerAddress = 1_000_000
    server = try FaultyServer(try FaultyServer.storage(), seed: seed, limits: limits)
    for number in 0..<5 { arrive("p\(number)") }
    server.settle()
    collectTokens()
  }

  func step(_ random: inout SeededGenerator) throws {
    let before = server.told.count
    defer { if server.told.count != before { steps.append("-") } }
    switch random.below(23) {
    case 21, 22: act("ask") { server.answerQueries() }
    case 0...10: request(&random)
    case 11, 12: act("begin") { server.beginCommit() }
    case 13, 14: act("succeed") { server.succeed() }
    case 15:
      guard server.inFlight != nil else { return }
      failures += 1
      act("fail") { server.fail() }
      collectTokens()
    case 16: server.checkPlaces()
    case 17: act("wait") { server.wait(milliseconds: Int64(random.below(20_000))) }
    case 18: comeAndGo(&random)
    case 19: fallOver()
    default:
      guard random.below(4) == 0 else { return }
      server.settle()
      collectTokens()
      try compare()
    }
  }

  private func fallOver() {
    act("fall over") {
      server.beginCommit()
      if server.inFlight != nil { failures += 1 }
      server.fail()
    }
    collectTokens()
  }

  func compare() throws {
    server.checkPlaces()
    guard server.faults.isEmpty else { return }
    let state = try server.storage.load()
    let ids = state.players.map(\.id)
    let visited = Snapshot.visitedRooms(server.parlor)
    let here = Snapshot.of(server.parlor, players: ids, without: visited)
    let there = Snapshot.of(try server.reference(), players: ids, without: visited)
    for (line, other) in zip(here, there) where line != other { server.note("the core has \(line), storage \(other)") }
    if here.count != there.count {
      server.note("the core has \(here.count) lines, storage \(there.count):\n\(here)\n\(there)")
    }
  }

  private func act(_ name: String, _ body: () -> Void) {
    steps.append(name)
    body()
  }

  private func request(_ random: inout SeededGenerator) {
    guard !sessions.isEmpty else { return }
    let id = sessions[random.below(sessions.count)]
    let room = Self.rooms[random.below(Self.rooms.count)]
    let word = Self.words[random.below(Self.words.count)]
    let place: JSONObject = ["room": .string(room)]
    var (type, fields) = ("ping", JSONObject())
    switch random.below(31) {
    case 25: (type, fields) = ("share", [:])
    case 26: (type, fields) = ("share", ["text": .string("Wordle \(random.below(4)) 3/6")])
    case 27: (type, fields) = ("react", ["share_id": .int(1 + random.below(6)), "emoji": "🔥"])
    case 28: (type, fields) = ("unshare", ["share_id": .int(1 + random.below(6))])
    case 29: (type, fields) = ("join", ["room": "shares"])
    case 30: (type, fields) = ("theme", ["theme": .string(random.below(2) == 0 ? "light" : "dark")])
    case 0...3: (type, fields) = ("join", ["room": .string(room), "watching": .bool(random.below(5) == 0)])
    case 4...10:
      (type, fields) = (
        "move", ["room": .string(room), "text": .string(word), "move_id": .string("m\(random.below(99))")]
      )
    case 11, 12: (type, fields) = ("say", ["room": .string(room), "text": "hello"])
    case 13: (type, fields) = ("start", place)
    case 14: (type, fields) = ("leave", place)
    case 15, 16: (type, fields) = ("create", creation(room))
    case 17: (type, fields) = ("rename", ["name": .string("n\(random.below(30))")])
    case 18:
      let name = server.parlor.player(of: id)?.name ?? ""
      (type, fields) = random.below(6) == 0 ? ("forget_me", ["name": .string(name)]) : ("stats", [:])
    case 19: (type, fields) = ("login", ["name": .string("n\(random.below(30))")])
    case 20: (type, fields) = ("kick", ["room": .string(room), "player": .string("p\(random.below(5))")])
    case 21...23: (type, fields) = scoreRequest(word, &random)
    default: (type, fields) = ("who", place)
    }
    steps.append("\(id.slot) \(type) \(JSON.object(fields).text)")
    server.send(id, type, fields)
  }

  private func scoreRequest(_ word: String, _ random: inout SeededGenerator) -> (String, JSONObject) {
    let id = JSON.int(260 + random.below(8))
    switch random.below(8) {
    case 0: return ("reset_scores", ["token": "sesame"])
    case 1...3: return ("delete_score", ["score_id": id, "token": "sesame"])
    case 4: return ("scores", ["limit": 3])
    default:
      let score: JSONObject = ["id": id, "date": "2026-11-20", "word": .string(word), "tries": [.string(word)]]
      return ("add_score", ["score": .object(score), "token": "sesame"])
    }
  }

  private func creation(_ room: String) -> JSONObject {
    switch room {
    case "race", "pair", "own":
      [
        "room": .string(room), "game": "wordle",
        "mode": .string(["race": "race", "pair": "together"][room] ?? "practice"),
      ]
    default: ["room": .string(room)]
    }
  }

  private func comeAndGo(_ random: inout SeededGenerator) {
    if sessions.count > 2, random.below(2) == 0 {
      let id = sessions.remove(at: random.below(sessions.count))
      steps.append("close \(id.slot)")
      server.close(id)
    } else if tokens.isEmpty || random.below(4) == 0 {
      arrive("q\(random.below(1000))")
    } else {
      let id = server.connect()
      sessions.append(id)
      steps.append("\(id.slot) comes back")
      server.send(id, "login", ["token": .string(tokens[random.below(tokens.count)])])
    }
  }

  private func arrive(_ name: String) {
    let id = server.connect()
    sessions.append(id)
    steps.append("\(id.slot) arrives as \(name)")
    server.send(id, "login", ["name": .string(name)])
  }

  /// Tokens that were sent, which is when they can be used.
  private func collectTokens() {
    tokens = server.told.values.flatMap { $0 }.compactMap { $0["token"]?.stringValue }.sorted()
  }
}

extension SeededGenerator {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}
