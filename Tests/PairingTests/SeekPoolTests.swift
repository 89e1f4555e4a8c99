import GameKit
import ParlorCore
import Testing

@testable import Pairing

@Suite("The pool of seeks")
struct SeekPoolTests {
  private static let start = Instant(milliseconds: 1_795_161_600_000)
  private static let play = Seek.Play(
    game: "lastword", mode: "together", settings: "{}", clock: nil, bestOf: nil, roundSeconds: nil)

  private static func seek(
    _ player: Int64, rating: Int = 1500, after seconds: Int64 = 0, kind: Seek.Kind = .person,
    stake: Seek.Stake = .either, play: Seek.Play = play
  ) -> Seek {
    Seek(
      player: PlayerID(player), address: "a", play: play, kind: kind, stake: stake, rating: rating,
      since: start.adding(milliseconds: seconds * 1000))
  }

  private static func partner(_ seek: Seek, in seeks: [Seek], after seconds: Int64 = 0) -> Int64? {
    var pool = SeekPool()
    for other in seeks { pool.add(other) }
    let now = start.adding(milliseconds: seconds * 1000)
    return pool.partner(for: seek, at: now) { _ in true }?.player.number
  }

  @Test("The nearest rating is chosen, and among equals the longest wait")
  func nearest() {
    let pool = [
      Self.seek(1, rating: 1440), Self.seek(2, rating: 1530, after: 2), Self.seek(3, rating: 1530, after: 1),
      Self.seek(4, rating: 1591),
    ]
    #expect(Self.partner(Self.seek(9), in: pool, after: 3) == 3)
    #expect(Self.partner(Self.seek(9, rating: 1580), in: pool, after: 3) == 4)
    #expect(Self.partner(Self.seek(9, rating: 1700), in: pool, after: 3) == nil)
  }

  @Test("Ratings may differ by 100, by 50 more every 5 seconds, and by any number after a minute, for both")
  func widens() {
    let (low, high) = (Self.seek(1, rating: 1500), Self.seek(2, rating: 1640))
    #expect(Self.partner(high, in: [low], after: 4) == nil)
    #expect(Self.partner(high, in: [low], after: 5) == 1)
    let late = Self.seek(3, rating: 2600, after: 40)
    #expect(Self.partner(late, in: [low], after: 99) == nil)
    #expect(Self.partner(late, in: [low], after: 100) == 1)
    #expect(low.nextWidening(after: Self.start) == Self.start.adding(milliseconds: 5000))
    #expect(low.nextWidening(after: Self.start.adding(milliseconds: 60_000)) == nil)
  }

  @Test("Only equal seeks are paired; people are paired with bots only if they want that, and never for ratings")
  func wishes() {
    let blitz = Seek.Play(
      game: "lastword", mode: "together", settings: "{}", clock: nil, bestOf: 3, roundSeconds: nil)
    #expect(Self.partner(Self.seek(9), in: [Self.seek(1, play: blitz)]) == nil)
    #expect(Self.partner(Self.seek(9, stake: .rated), in: [Self.seek(1, stake: .unrated)]) == nil)
    #expect(Self.partner(Self.seek(9, stake: .rated), in: [Self.seek(1, stake: .either)]) == 1)
    let bot = Self.seek(1, kind: .bot)
    #expect(Self.partner(Self.seek(9), in: [bot]) == nil)
    #expect(Self.partner(bot, in: [Self.seek(9)]) == nil)
    #expect(Self.partner(Self.seek(9, kind: .personAmongBots), in: [bot]) == 1)
    #expect(Self.partner(Self.seek(9, kind: .personAmongBots, stake: .rated), in: [bot]) == nil)
    #expect(Self.partner(Self.seek(9, kind: .bot), in: [bot]) == 1)
  }

  @Test("A pairing that failed is not repeated by the same seeks")
  func passed() {
    var (ana, ben) = (Self.seek(1), Self.seek(2))
    ana.pass(ben.player)
    #expect(Self.partner(ana, in: [ben]) == nil && Self.partner(ben, in: [ana]) == nil)
    ben = Self.seek(2, after: 1)
    #expect(Self.partner(Self.seek(1, after: 1), in: [ben], after: 1) == 2)
  }

  @Test("A removed seek is never paired, and does not count for its address")
  func removed() {
    var pool = SeekPool()
    let seeks = (1...5).map { Self.seek($0) }
    for seek in seeks { pool.add(seek) }
    #expect(pool.count == 5 && pool.count(from: "a") == 5)
    for seek in seeks.dropLast() { pool.remove(seek) }
    pool.remove(seeks[0])
    #expect(pool.count == 1 && pool.count(from: "a") == 1 && pool.all.map(\.player.number) == [5])
    pool.remove(seeks[4])
    #expect(pool.count == 0 && pool.count(from: "a") == 0)
  }

  @Test(
    "Of 200 seeks within two minutes each is paired once, and most with a near rating",
    arguments: 1...20)
  func simulation(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let arrivals = (0..<200).map { index in
      let spread = (0..<4).reduce(0) { sum, _ in sum + Int.random(in: 0...250, using: &random) }
      return Self.seek(Int64(index + 1), rating: 1000 + spread, after: Int64.random(in: 0..<120, using: &random))
    }
    var (pool, paired, distances) = (SeekPool(), Set<PlayerID>(), [Int]())
    func match(_ seek: Seek, at now: Instant) {
      pool.remove(seek)
      guard let other = pool.partner(for: seek, at: now, where: { _ in true }) else { return pool.add(seek) }
      pool.remove(other)
      let distance = abs(seek.rating - other.rating)
      #expect(distance <= min(seek.window(at: now) ?? .max, other.window(at: now) ?? .max))
      #expect(paired.insert(seek.player).inserted && paired.insert(other.player).inserted)
      distances.append(distance)
    }
    for second in 0..<Int64(200) {
      let now = Self.start.adding(milliseconds: second * 1000)
      for seek in arrivals where seek.since == now { match(seek, at: now) }
      for seek in Array(pool.all) where (second * 1000 - seek.since.milliseconds(since: Self.start)) % 5000 == 0 {
        if !paired.contains(seek.player) { match(seek, at: now) }
      }
    }
    #expect(paired.count == 200 && pool.count == 0)
    #expect(distances.sorted()[distances.count / 2] <= 100)
  }
}
