import GameKit
import ParlorCore
import TestSeed
import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Pairings of a ladder")
struct LadderScheduleTests {
  /// Plays a schedule with random results, several meetings at a time, and checks that nobody plays twice at once.
  private struct Simulation {
    var book = LadderBook(game: "connectfour", settings: [:])
    let schedule: LadderSchedule
    var names: [String]
    var random: SeededGenerator
    private var playing: [LadderMeeting] = []

    init(_ schedule: LadderSchedule, names: [String], seed: UInt64) {
      self.schedule = schedule
      self.names = names
      random = SeededGenerator(seed: seed)
    }

    /// - Parameters:
    ///   - most: the number of meetings after which to stop.
    ///   - check: called with the pairs that are chosen.
    mutating func run(
      atOnce: Int = 1, most: Int = 100_000, _ check: (LadderBook, LadderPair) -> Void = { _, _ in }
    ) {
      var count = 0
      while true {
        var busy = Set(playing.flatMap(\.pair.names))
        while playing.count < atOnce, count < most, let pair = schedule.next(names, in: book, busy: busy) {
          #expect(pair.first != pair.second && busy.isDisjoint(with: pair.names))
          #expect(names.contains(pair.first) && names.contains(pair.second))
          check(book, pair)
          busy.formUnion(pair.names)
          count += 1
          playing.append(book.meeting(of: pair, games: schedule.gamesPerMeeting, seed: 1, isTable: true))
        }
        guard !playing.isEmpty else { return }
        play(playing.remove(at: random.number(below: playing.count)))
      }
    }

    private mutating func play(_ meeting: LadderMeeting) {
      for game in meeting.games {
        var played = LadderGame(
          pair: meeting.pair, number: book.record(of: meeting.pair).games + 1, seed: game.seed, opener: game.opener)
        played.winner = random.pick([.first, .first, .second, nil])
        if random.oneIn(20) { played.faults[played.winner?.other ?? .first] = LadderGame.Fault(word: "hung", text: "") }
        book.add(played)
      }
    }
  }

  private func names(_ count: Int) -> [String] { (0..<count).map { "bot@\($0)" } }

  private func pairs(_ names: [String]) -> [LadderPair] {
    names.indices.flatMap { one in names[(one + 1)...].map { LadderPair(names[one], $0) } }
  }

  @Test("Round robin: each pair meets equally often, and at any time as often as each other, give or take one")
  func roundRobin() {
    let seed = TestSeed.make()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let names = names(2 + random.number(below: 7))
      let rounds = 1 + random.number(below: 4)
      let atOnce = 1 + random.number(below: 4)
      var simulation = Simulation(LadderSchedule(rounds: rounds), names: names, seed: random.next())
      simulation.run(atOnce: atOnce) { book, _ in
        let counts = pairs(names).map { book.record(of: $0).games / 2 }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= (atOnce == 1 ? 1 : 2), "seed \(seed)")
      }
      for pair in pairs(names) { #expect(simulation.book.record(of: pair).games == 2 * rounds, "seed \(seed)") }
      for pair in pairs(names) {
        let openers = simulation.book.games.filter { $0.pair == pair }.map(\.opener)
        #expect(openers.count { $0 == .first } == rounds, "seed \(seed)")
      }
    }
  }

  @Test("Entries that come later play what the others have played already, and nobody else does")
  func latecomers() {
    let seed = TestSeed.make()
    for pairing in LadderSchedule.Pairing.allCases {
      var simulation = Simulation(LadderSchedule(pairing: pairing, rounds: 3), names: names(5), seed: seed)
      simulation.run(atOnce: 2)
      let before = simulation.book.games.count
      simulation.names.append("new@1")
      simulation.run(atOnce: 2)
      let later = simulation.book.games[before...]
      #expect(later.allSatisfy { $0.pair.names.contains("new@1") }, "seed \(seed)")
      #expect(later.count == (pairing == .roundRobin ? 2 * 3 * 5 : 2 * 3), "seed \(seed)")
      let after = simulation.book.games.count
      simulation.run(atOnce: 2)
      #expect(simulation.book.games.count == after, "seed \(seed)")
    }
  }

  @Test("Nearest: the entry with the fewest games meets the nearest rating, 50 points farther per earlier meeting")
  func nearest() {
    let seed = TestSeed.make()
    let names = names(7)
    var simulation = Simulation(LadderSchedule(pairing: .nearest, rounds: 6), names: names, seed: seed)
    simulation.run { book, pair in
      let games = names.map { book.standing(of: $0).games }
      guard let least = games.min(), let index = games.firstIndex(of: least) else { return }
      let name = names[index]
      func distance(_ other: String) -> Double {
        let gap = book.standing(of: name).rating.value - book.standing(of: other).rating.value
        return gap.magnitude + 25 * Double(book.record(of: LadderPair(name, other)).games)
      }
      let other = pair.first == name ? pair.second : pair.first
      #expect(pair.names.contains(name), "seed \(seed)")
      #expect(names.filter { $0 != name }.allSatisfy { distance($0) >= distance(other) }, "seed \(seed)")
    }
    let games = names.map { simulation.book.standing(of: $0).games }
    #expect(games.allSatisfy { $0 >= 12 } && simulation.book.games.count <= 6 * 7 * 2, "seed \(seed)")
  }

  @Test("Nearest, several games at a time: nobody meets a farther one because the nearest is busy")
  func nearestAtOnce() {
    let seed = TestSeed.make()
    let names = names(6)
    var simulation = Simulation(LadderSchedule(pairing: .nearest, rounds: 10), names: names, seed: seed)
    simulation.run(atOnce: 3) { book, pair in
      func isNearest(_ other: String, to name: String) -> Bool {
        func distance(_ other: String) -> Double {
          let gap = book.standing(of: name).rating.value - book.standing(of: other).rating.value
          return gap.magnitude + 25 * Double(book.record(of: LadderPair(name, other)).games)
        }
        return names.filter { $0 != name }.allSatisfy { distance($0) >= distance(other) }
      }
      #expect(
        isNearest(pair.first, to: pair.second) || isNearest(pair.second, to: pair.first), "\(pair), seed \(seed)")
    }
    #expect(names.allSatisfy { simulation.book.standing(of: $0).games >= 20 }, "seed \(seed)")
  }

  @Test("Without a number of rounds it never ends, and entries with the fewest games play most")
  func endless() {
    let seed = TestSeed.make()
    for pairing in LadderSchedule.Pairing.allCases {
      var simulation = Simulation(LadderSchedule(pairing: pairing), names: names(4), seed: seed)
      simulation.run(atOnce: 2, most: 60)
      #expect(simulation.book.games.count == 120, "seed \(seed)")
      simulation.names.append("new@1")
      simulation.run(atOnce: 1, most: 10)
      let later = simulation.book.games[120...]
      #expect(later.count == 20 && later.allSatisfy { $0.pair.names.contains("new@1") }, "seed \(seed)")
    }
  }

  @Test("An interrupted meeting is finished first, unless one of the two is gone or busy")
  func interrupted() {
    for pairing in LadderSchedule.Pairing.allCases {
      var book = LadderBook(game: "connectfour", settings: [:])
      let schedule = LadderSchedule(pairing: pairing, rounds: 1)
      book.add(LadderGame(pair: LadderPair("c", "d"), number: 1, seed: 1))
      let all = ["a", "b", "c", "d"]
      #expect(schedule.next(all, in: book) == LadderPair("c", "d"))
      #expect(schedule.next(all, in: book, busy: ["d"]) != LadderPair("c", "d"))
      #expect(schedule.next(["a", "b", "c"], in: book)?.names.contains("d") == false)
      #expect(schedule.next(["a"], in: book) == nil && schedule.next([], in: book) == nil)
      #expect(schedule.next(["a", "b"], in: book, busy: ["a"]) == nil)
    }
  }
}
