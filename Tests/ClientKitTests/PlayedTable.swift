import ClientKit
import GameKit
import ServerHarness
import WireProtocol

/// Three players and a watcher in three rooms, who play at random, record their events, and compare them at the end.
final class PlayedTable: Sendable {
  final class Seat: Sendable {
    let name: String
    let client: Client
    let log = HeardLog()
    let deeds = DeedLog()

    init(name: String, client: Client) {
      self.name = name
      self.client = client
    }
  }

  static let rooms = ["sort", "race", "talk"]
  private let seats: [Seat]
  private let auditor: Seat
  private let words: [String]
  private let seed: UInt64

  init(behind port: UInt16, auditedAt audit: UInt16, seed: UInt64) async throws {
    self.seed = seed
    var options = ClientOptions()
    options.backoff = Backoff(first: .milliseconds(5), greatest: .milliseconds(40))
    var seats: [Seat] = []
    for (name, port) in [("ana", port), ("ben", port), ("cleo", port), ("audit", audit)] {
      let client = try await Client.connect(to: ServerAddress(host: "127.0.0.1", port: port), options: options)
      try await client.login(name: name)
      seats.append(Seat(name: name, client: client))
    }
    words = try await seats[0].client.ask(Request.Words(game: "wordle")).words
    try await seats[0].client.create(room: "sort", game: "dailysort", mode: .race, code: "tacos", roundSeconds: 3600)
    try await seats[0].client.create(room: "race", game: "wordle", mode: .race, code: "tacos", roundSeconds: 3600)
    // Talk at a table may be hidden from players who have not finished there.
    try await seats[0].client.create(room: "talk", code: "tacos")
    for seat in seats.dropFirst() {
      for room in Self.rooms {
        if seat.name == "audit" {
          try await seat.client.ask(Request.Join(room: room, isWatching: true, code: "tacos"))
        } else {
          try await seat.client.join(room, code: "tacos")
        }
      }
    }
    for seat in seats { seat.log.follow(seat.client.events) }
    for room in ["sort", "race"] { try await seats[0].client.start(room) }
    auditor = seats[3]
    self.seats = seats
  }

  private var players: ArraySlice<Seat> { seats.prefix(3) }

  func play(moves: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for (index, seat) in players.enumerated() {
        group.addTask {
          var random = SeededGenerator(seed: self.seed &* 31 &+ UInt64(index))
          for _ in 0..<moves / 2 {
            let chance = (0..<4).map { random.number(below: $0 < 2 ? 12 : 1000) }
            async let first: Void = self.act(seat, chance[0], chance[2])
            async let second: Void = self.act(seat, chance[1], chance[3])
            _ = await (first, second)
          }
        }
      }
    }
  }

  private func act(_ seat: Seat, _ kind: Int, _ number: Int) async {
    switch kind {
    case 0: await guess(seat, words[number % words.count])
    case 1, 2: await seat.deeds.say("\(seat.name) \(seat.deeds.next())", in: "talk", seat.client)
    default:
      let first = 1 + number % 5
      await seat.deeds.move("\(first) \(first % 5 + 1)", in: "sort", seat.client)
    }
  }

  private func guess(_ seat: Seat, _ word: String) async { await seat.deeds.move(word, in: "race", seat.client) }

  func receive(moreMoves count: Int) async { await auditor.log.wait(forMoreMoves: count) }

  func settle() async throws -> [String] {
    for seat in players {
      for word in words.prefix(6) where !(await seat.log.isDone(seat.name)) { await guess(seat, word) }
    }
    for room in Self.rooms { try await sayTheEnd(in: room) }
    for seat in seats { await seat.log.waitForTheEnd(in: Self.rooms) }
    var faults: [String] = []
    let ledger = await Ledger(seats, &faults)
    for seat in seats { faults += await ledger.check(seat) }
    for seat in players { faults += await ledger.checkDeeds(of: seat) }
    for seat in seats where await !seat.log.hasHeardRoundOver {
      faults.append("\(seat.name) has not heard the round's end")
    }
    for seat in seats { await seat.client.close() }
    return faults
  }
}

extension PlayedTable {
  /// Sends the end marker; again if the link was lost before the answer, since a repetition is harmless.
  private func sayTheEnd(in room: String) async throws {
    while true {
      do {
        try await auditor.client.ask(Request.Say(room: room, text: "the end"))
        return
      } catch RequestError.linkLost {
        continue
      }
    }
  }
}

/// The events of all clients combined: each number of a room is one fact.
struct Ledger {
  private var facts: [String: [Int: String]] = [:]

  init(_ seats: [PlayedTable.Seat], _ faults: inout [String]) async {
    for seat in seats {
      for entry in await seat.log.entries {
        if let known = facts[entry.room]?[entry.seq], known != entry.fact {
          faults.append("\(seat.name) heard \(entry.fact) at \(entry.room) \(entry.seq), others \(known)")
        }
        facts[entry.room, default: [:]][entry.seq] = entry.fact
      }
    }
  }

  /// In order, once, and complete except for one's own coming and going.
  func check(_ seat: PlayedTable.Seat) async -> [String] {
    var faults = await seat.log.faults.map { "\(seat.name): \($0)" }
    for room in PlayedTable.rooms {
      let heard = await seat.log.entries.filter { $0.room == room }
      for (before, after) in zip(heard, heard.dropFirst()) {
        if after.seq <= before.seq { faults.append("\(seat.name) heard \(room) \(after.seq) after \(before.seq)") }
        guard after.seq > before.seq + 1 else { continue }
        for missed in before.seq + 1..<after.seq {
          let own = ["entered", "left", "away", "back"].map { "\($0) \(seat.name)" }
          if let fact = facts[room]?[missed], !own.contains(fact) {
            faults.append("\(seat.name) missed \(room) \(missed): \(fact)")
          }
        }
      }
    }
    return faults
  }

  func checkDeeds(of seat: PlayedTable.Seat) async -> [String] {
    var faults: [String] = []
    let (moves, said, unknown) = await (seat.deeds.moves, seat.deeds.said, seat.deeds.unknown)
    for room in PlayedTable.rooms {
      let own = (facts[room] ?? [:]).filter { $0.value.hasPrefix("moved \(seat.name)") }.map(\.key)
      let told = moves.filter { $0.room == room }.map(\.seq)
      if own.sorted() != told.sorted() {
        faults.append("\(seat.name) was answered \(told.sorted()) in \(room), and played \(own.sorted())")
      }
    }
    let heard = facts.values.flatMap(\.values)
    for text in said where heard.count(where: { $0 == "said \(seat.name) \(text)" }) != 1 {
      faults.append("\"\(text)\" was not said once")
    }
    for text in unknown where heard.count(where: { $0 == "said \(seat.name) \(text)" }) > 1 {
      faults.append("\"\(text)\" was said more than once")
    }
    return faults + (await seat.deeds.faults)
  }
}
