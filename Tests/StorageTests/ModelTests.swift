import GameKit
import Kernel
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Random batches")
struct ModelTests {
  @Test(
    "Storage answers as a plain model does, also after it was opened again", arguments: 1...12 as ClosedRange<UInt64>)
  func agrees(_ seed: UInt64) async throws {
    let folder = TemporaryFolder()
    var play = RandomPlay(seed: seed)
    for _ in 0..<4 {
      let day = play.day
      let storage = try SQLiteStorage(
        folder: folder.path,
        options: options(documents: sampleDocuments(keepingEvents: 8)) { $0.today = day })
      #expect(try lines(of: storage.loadWhole(), window: 8) == lines(of: play.model.state(today: day), window: 8))
      try await compare(storage, play)
      for _ in 0..<25 {
        try await storage.store(play.batch())
        if play.generator.number(below: 6) == 0 { play.day += 1 + play.generator.number(below: 3) }
        if play.generator.number(below: 8) == 0 { try await compare(storage, play) }
      }
    }
  }

  private func compare(_ storage: SQLiteStorage, _ play: RandomPlay) async throws {
    let model = play.model
    let state = model.state(today: play.day)
    let rooms = try storage.rooms(model.rooms.keys.sorted())
    for (found, expected) in zip(rooms, state.rooms) {
      #expect(lines(of: found, window: 8) == lines(of: expected, window: 8))
    }
    #expect(rooms.count == state.rooms.count)
    for player in model.players.keys.sorted() + [PlayerID(99_999)] {
      #expect(
        try await storage.statistics(of: player.number, on: play.day) == model.statistics(of: player, today: play.day))
      let history = try await storage.answer(HistoryQuery(player: player, limit: 7)).rows
      #expect(history == model.history(of: player, limit: 7))
      try await compareDocument(storage, model, of: player)
    }
    try await compareChannel(storage, play)
    for period in BoardPeriod.allCases where period != .month {
      for (bots, mode) in [(false, "daily"), (true, "daily"), (false, "race")] {
        let expected = model.leaderboard(mode, period, today: play.day, bots: bots, limit: 5)
        #expect(
          try await storage.board(period, mode: mode, on: play.day, bots: bots, limit: 5)
            == expected.map { "\($0.name) \($0.won)/\($0.played) \($0.score)" })
      }
    }
  }
}

extension ModelTests {
  private func compareDocument(_ storage: SQLiteStorage, _ model: Model, of player: PlayerID) async throws {
    let id = DocumentID(kind: OwnedDocument.number, key: player.number)
    let found = try await storage.document(id)
    let own = model.lines.filter { $0.document == id }.map(\.bytes)
    let expected = DocumentForm(OwnedDocument.self).fold(own, id.key).state
    #expect(found as? [Int: String] == expected as? [Int: String])
  }
}

/// Records as a server might hand them over, of a few players and rooms, so that they meet often.
struct RandomPlay {
  var generator: SeededGenerator
  var model: Model
  var day = 300
  private var number: Int64 = 0
  private var moves: [Int64: Int] = [:]
  private var seqs: [Int64: Int] = [:]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    model = Model()
  }

  mutating func batch() -> [DocumentLine] {
    var records: [DocumentLine] = []
    for _ in 0...generator.number(below: 12) {
      guard let record = record() else { continue }
      model.apply(record)
      records.append(record)
    }
    return records
  }

  private mutating func record() -> DocumentLine? {
    switch generator.number(below: 42) {
    case 0: return newPlayer()
    case 1: return changedPlayer()
    case 2: return model.players.count > 4 ? pick(model.players.keys.sorted()).map { .playerForgotten($0) } : nil
    case 3: return newRoom()
    case 4:
      return model.rooms.count > 3 ? pick(model.rooms.keys.sorted()).map { .roomClosed($0, lastSeq: Int($0)) } : nil
    case 5...8: return newMatch()
    case 9...12: return move()
    case 13: return pick(model.open.sorted()).map { .matchClosed($0) }
    case 31: return deal()
    case 14...17: return result()
    case 18...25: return channelRecord()
    case 26...27: return line()
    case 30: return .day(day)
    case 32...39: return ownedLine()
    default: return event()
    }
  }

  private mutating func line() -> DocumentLine? {
    let (number, key) = (generator.number(below: 6), Int64(generator.number(below: 2)))
    return generator.number(below: 3) == 0 ? .removed(number, from: key) : .added(number, "w\(next())", to: key)
  }

  private mutating func ownedLine() -> DocumentLine? {
    guard let player = pick(model.players.keys.sorted())?.number else { return nil }
    let number = generator.number(below: 6)
    return generator.number(below: 3) == 0 ? .removed(number, of: player) : .added(number, "w\(next())", of: player)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[generator.number(below: values.count)]
  }

  private mutating func next() -> Int64 {
    number += 1
    return number
  }

  private mutating func newPlayer() -> DocumentLine {
    let number = next()
    return .player(
      .sample(
        number, name: "name \(number)", isGuest: generator.number(below: 3) == 0,
        isBot: generator.number(below: 3) == 0))
  }

  private mutating func deal() -> DocumentLine? {
    guard let room = pick(model.rooms.keys.sorted()) else { return nil }
    seqs[room, default: 0] += 1
    return .round(room, seqs[room] ?? 0, generator.number(below: 6))
  }

  private mutating func changedPlayer() -> DocumentLine? {
    guard let player = pick(model.players.keys.sorted()) else { return nil }
    let fact: PlayerFact? = pick([
      .named("renamed \(next())"), .named("renamed \(next())"), .markedAsBot, .visited(now), .themeChosen(.light),
      .tokenGiven(SHA256.hash("\(number)".utf8)), .tokensEnded, .passwordSet("scrypt \(number)"),
      .rated(PlayerRatings("lastword \(1_500_000 + number) 210200 60000 20661 4 1500000")),
    ])
    return fact.map { .player(player, $0) }
  }

  private mutating func newRoom() -> DocumentLine {
    if let old = pick(model.rooms.keys.sorted()), generator.number(below: 3) == 0 {
      return .room(
        old, seq: seqs[old] ?? 0, body: "[\(generator.number(below: 100))]",
        isRewritten: generator.number(below: 4) == 0)
    }
    return .room(next())
  }

  private mutating func newMatch() -> DocumentLine? {
    guard let room = pick(model.rooms.keys.sorted()), let player = pick(model.players.keys.sorted()) else { return nil }
    let isRanked = generator.number(below: 5) > 0
    return switch generator.number(below: 3) {
    case 0: .match(.sample(next(), room: room, mode: "together", day: nil, round: 1, isRanked: isRanked))
    case 1: .match(.sample(next(), room: room, mode: "race", day: nil, player: player.number, isRanked: isRanked))
    default: .match(.sample(next(), room: room, day: day, player: player.number, isRanked: isRanked))
    }
  }

  private mutating func move() -> DocumentLine? {
    guard let match = pick(model.open.sorted()), let player = pick(model.players.keys.sorted()) else { return nil }
    defer { moves[match, default: 0] += 1 }
    return .moved(
      .sample(match, moves[match] ?? 0, player: model.matches[match]?.player?.number ?? player.number), told: nil)
  }

  private mutating func result() -> DocumentLine? {
    guard let id = pick(model.open.sorted()), let match = model.matches[id],
      let anyone = pick(model.players.keys.sorted())
    else { return nil }
    let player = match.player ?? anyone
    guard match.day ?? day == day, !model.results.contains(where: { $0.match == id && $0.player == player }) else {
      return nil
    }
    let tries = 1 + generator.number(below: 6)
    return .finished(
      .sample(
        id, player: player.number, mode: match.mode, day: day, tries: tries, won: generator.number(below: 4) > 0,
        isRanked: match.isRanked), told: nil)
  }

  private mutating func event() -> DocumentLine? {
    guard let room = pick(model.rooms.keys.sorted()) else { return nil }
    seqs[room, default: 0] += 1
    return .event(room, seqs[room] ?? 0)
  }
}
