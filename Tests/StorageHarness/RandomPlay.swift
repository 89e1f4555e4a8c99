import GameKit
import Kernel
import WireProtocol

@testable import ParlorCore

/// Random records of a few players and rooms, so that they often refer to each other.
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
    // A busy room: more lines than the tables take of it in one row.
    if generator.number(below: 50) == 0, let room = pick(model.rooms.keys.sorted()) {
      for _ in 0..<1_001 {
        let record = event(of: room)
        model.apply(record)
        records.append(record)
      }
    }
    return records
  }

  private mutating func record() -> DocumentLine? {
    switch generator.number(below: 34) {
    case 0: return newPlayer()
    case 1: return changedPlayer()
    case 2: return model.players.count > 4 ? pick(model.players.keys.sorted()).map { .playerForgotten($0) } : nil
    case 3: return newRoom()
    case 4:
      return model.rooms.count > 3 ? pick(model.rooms.keys.sorted()).map { .roomClosed($0, lastSeq: Int($0)) } : nil
    case 5...8: return newMatch()
    case 9...12: return move()
    case 13: return pick(model.open.sorted()).map { .matchClosed($0) }
    case 21: return deal()
    case 14...17: return result()
    case 18...19: return line()
    case 20: return .day(day)
    case 22...29: return ownedLine()
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
      .named("renamed \(next())"), .nicknamed("guest-\(next())"), .markedAsBot, .visited(now), .themeChosen(.light),
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
    pick(model.rooms.keys.sorted()).map { event(of: $0) }
  }

  private mutating func event(of room: Int64) -> DocumentLine {
    seqs[room, default: 0] += 1
    return .event(room, seqs[room] ?? 0)
  }
}
