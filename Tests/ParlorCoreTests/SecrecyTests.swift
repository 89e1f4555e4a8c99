import CoreHarness
import FeatureList
import GameKit
import Names
import TestSeed
import Testing
import WireProtocol
import Wordle

@testable import ParlorCore

/// Two servers of Wordle: moves are chosen so that both show the same tiles.
private final class Twins: TwinWorlds {
  private let vocabulary: [String]
  private var guessesByTiles: [String: [String: [String]]] = [:]

  static let answers = (
    ["nymph", "crane", "quick", "slate", "brine", "pound", "shirt", "vague"],
    ["fjord", "plant", "house", "creak", "might", "blush", "wordy", "knife"]
  )
  static let fillers = [
    "train", "ponds", "blume", "vexes", "stale", "least", "tales", "aalii", "mamma", "geese", "eerie", "vivid", "fuzzy",
    "jazzy", "kayak", "onion", "cocoa", "puppy", "mummy", "civic", "radar", "level", "salad", "queue", "audio", "adieu",
    "raise", "arise", "irate", "stare", "tears", "rates", "lodge", "judge", "fudge", "budge", "witch", "batch",
    "hatch", "latch", "match", "patch", "catch", "light", "night", "right", "sight", "tight", "fight", "eight", "moist",
    "joist", "hoist", "waist", "beast", "feast", "yeast", "coast", "boast", "roast", "toast", "blood", "flood", "floor",
  ]

  init(seed: UInt64) throws {
    vocabulary = (Self.answers.0 + Self.answers.1 + Self.fillers).sorted()
    func world(_ answers: [String], _ guesses: [String]) throws -> World {
      try World(answers: answers, guesses: guesses, seed: seed, stores: true) {
        $0.digestMembers = 6
        $0.seatSeconds = 15
      }
    }
    super.init(
      try world(Self.answers.0, vocabulary), try world(Self.answers.1, vocabulary),
      onlookers: Self.movers + Self.lookers, seed: seed)
    for world in [first, second] {
      world.listsLog = true
      world.connect("p0")
    }
    func register(_ password: String) -> String {
      #"{"type":"register","name":"petra","password":"\#(password)","keep":true}"#
    }
    both("p0", register("rumpelstiltskin"), register("rapunzel-rapunzel"))
  }

  static let movers = ["p0", "p1", "t2"]
  static let lookers = ["w0", "tw1", "j0", "tj1", "c0"]

  func step() {
    let name = generator.pick(Self.movers + Self.lookers)
    guard first.isConnected(name) else { return connect(name) }
    switch generator.number(below: 40) {
    case 0..<16: Self.lookers.contains(name) && name != "c0" ? look(name) : move(name)
    case 16..<36: look(name)
    case 36: disconnect(name)
    default: wait(Int64(generator.number(below: 9000)))
    }
  }

  private func connect(_ name: String) {
    knowing.remove(name)
    for world in [first, second] { world.connect(name) }
    if name.hasPrefix("t") { both(name, "/help") }
    // Some who speak JSON are told the text as well.
    if name == "j0" || name == "p1" { both(name, #"{"type":"theme","drawn":true}"#) }
  }

  private func disconnect(_ name: String) {
    for world in [first, second] { world.drop(name) }
    compare(after: "\(name) disconnects")
  }

  private func look(_ name: String) {
    if generator.oneIn(3) { return lookAtChannel(name) }
    let room = generator.pick(["wordle", "wordle", "r", "t", "p"])
    let mode = ["r": "race", "t": "together", "p": "practice"][room] ?? "daily"
    let lines: [String]
    let other = first.player(generator.pick(Self.movers))?.name ?? ""
    if name.hasPrefix("t") {
      let enter = name == "tw1" ? "watch" : generator.pick(["join", "watch"])
      lines = [
        "/\(enter) \(room)", "/\(enter) \(room)", "/who", "/rooms", "/board", "/say hola", "/leave", "/help wordle",
        "/start", "/create \(room) wordle \(mode)", "/board \(other)",
      ]
    } else {
      let enter = #""type":"join","watching":\#(name == "w0" || generator.oneIn(3)),"room":"\#(room)""#
      let since = generator.oneIn(2) ? #","since":{"epoch":"e1","seq":\#(generator.number(below: 40))}"# : ""
      lines = [
        "{\(enter)\(since)}", "{\(enter)\(since)}",
        #"{"type":"who","room":"\#(room)"}"#, #"{"type":"rooms"}"#, #"{"type":"board","room":"\#(room)"}"#,
        #"{"type":"say","room":"\#(room)","text":"hola"}"#, #"{"type":"leave","room":"\#(room)"}"#,
        #"{"type":"words","game":"wordle","limit":9}"#, #"{"type":"schema","of":"move","game":"wordle"}"#,
        #"{"type":"start","room":"\#(room)"}"#, #"{"type":"help"}"#, #"{"type":"limits"}"#,
        #"{"type":"create","room":"\#(room)","game":"wordle","mode":"\#(mode)","round_s":20}"#,
        #"{"type":"move","room":"\#(room)","text":"zzzzz"}"#,
        #"{"type":"board","room":"\#(room)","player":"\#(other)"}"#,
      ]
    }
    both(name, generator.pick(lines))
  }

  /// What is shared comes from boards that differ in every letter: who may not know must not be able to tell.
  private func lookAtChannel(_ name: String) {
    let share = generator.number(below: 12) + 1
    let room = generator.pick(["wordle", "r", "t", "p"])
    let lines: [String]
    if name.hasPrefix("t") {
      lines = [
        "/join shares", "/share", "/share \(room)", "/shares", "/reveal \(share)", "/reveal \(share) 1", "/calendar",
      ]
    } else {
      lines = [
        #"{"type":"join","room":"shares"}"#, #"{"type":"share"}"#, #"{"type":"share","room":"\#(room)"}"#,
        #"{"type":"shares","limit":3}"#, #"{"type":"shares","after":\#(share)}"#,
        #"{"type":"reveal","share_id":\#(share)}"#, #"{"type":"reveal","share_id":\#(share),"row":1}"#,
        #"{"type":"react","share_id":\#(share),"emoji":"🎉"}"#, #"{"type":"unshare","share_id":\#(share)}"#,
        #"{"type":"join","room":"shares","since":{"epoch":"e1","seq":\#(share)}}"#,
        #"{"type":"history","limit":3}"#, #"{"type":"leaderboard"}"#,
      ]
    }
    both(name, generator.pick(lines))
  }

  /// Whether something was shared, on a server that shares results: these are the documents of kind 12.
  var hasShared: Bool { !FeatureList.names.contains("Channel") || first.parlor.hub.numbers.lastKey(of: 12) > 0 }

  /// A move that shows the same tiles in both worlds. `c0` plays the same word in both, so it stays in the dark.
  private func move(_ name: String) {
    guard let session = first.player(name)?.session else { return look(name) }
    guard
      let room = session.format == .text ? session.rooms.last : session.rooms.randomElement(using: &generator),
      let seat = room.seats[session.player.id], !seat.isDone, room.isPlaying,
      let (answer, other) = answers(room.plan.name.folded)
    else { return look(name) }
    var guess = generator.oneIn(4) ? answer : generator.pick(vocabulary)
    var twin = generator.pick(guesses(with: tiles(guess, answer), against: other) + [""])
    if name == "c0" {
      guess = vocabulary.shuffled(using: &generator).first { tiles($0, answer) == tiles($0, other) } ?? ""
      twin = guess
    }
    guard !twin.isEmpty else { return look(name) }
    if guess != twin { knowing.insert(name) }
    let line: (String) -> String = { word in
      session.format == .text ? word : #"{"type":"move","room":"\#(room.name)","text":"\#(word)"}"#
    }
    both(name, line(guess), line(twin))
  }

  private func answers(_ room: String) -> (String, String)? {
    guard let one = first.answer(in: room), let other = second.answer(in: room) else { return nil }
    return (one, other)
  }

  private func guesses(with tiles: String, against answer: String) -> [String] {
    let known = guessesByTiles[answer] ?? Dictionary(grouping: vocabulary) { self.tiles($0, answer) }
    guessesByTiles[answer] = known
    return known[tiles] ?? []
  }

  private func tiles(_ guess: String, _ answer: String) -> String {
    var game = Wordle(puzzle: Wordle.Puzzle(answer: answer), settings: Wordle.Settings())
    let turn = try? game.play(Wordle.Move(guess: guess), by: PlayerID(1), at: .zero)
    return turn?.open["tiles"]?.stringValue ?? ""
  }

  override func noteKnowing() {
    for world in [first, second] {
      for name in world.connected {
        guard let player = world.player(name) else { continue }
        for room in world.parlor.rooms.all {
          let sharesBoard = room.shared != nil && room.seats[player.id] != nil
          // While time passed a round may have ended and the next begun.
          let round = room.rounds.number
          let scopes = [room.scope, .dealt(room: room.number, round: round - 1)].compactMap { $0 }
          let finished = scopes.contains { world.parlor.hub.mayKnow(player, $0) }
          if sharesBoard || finished { knowing.insert(name) }
        }
      }
    }
  }
}

@Suite("Secrets")
struct SecrecyTests {
  @Test(
    "A viewer who may not know a puzzle is sent the same bytes, and the log shows the same, whatever the words are",
    arguments: 0..<4)
  func twins(_: Int) throws {
    let seed = TestSeed.make()
    let twins = try Twins(seed: seed)
    var steps = 0
    // Chance may take its time until somebody has something to share.
    while steps < 1500 || (!twins.hasShared && steps < 15_000) {
      twins.step()
      steps += 1
      guard twins.leaks.isEmpty else { break }
    }
    if twins.leaks.isEmpty { twins.wait(World.millisecondsToMidnight) }
    // Words, moves and passwords differ, and all of them are in the log.
    let (one, other) = (twins.first.listing, twins.second.listing)
    #expect(one.count == other.count && one.contains { $0.contains(#""sealed":true"#) }, "seed \(seed)")
    for (line, twin) in zip(one, other) where line != twin {
      Issue.record("seed \(seed): the log lists\n\(line)and\n\(twin)")
      break
    }
    #expect(twins.leaks == [], "seed \(seed)")
    #expect(twins.first.faults == [], "seed \(seed)")
    #expect(twins.hasShared, "seed \(seed): nothing was shared")
    #expect(twins.compared > 10_000, "seed \(seed): \(twins.compared) bytes")
  }
}
