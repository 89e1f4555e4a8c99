import CoreHarness
import GameKit
import TableGames
import Testing

@testable import ParlorCore

/// Ratings are worth what the opponents are worth: puppets bring little, and matches that nobody plays bring nothing.
@Suite("Farming rating points")
struct RatingFarmTests {
  /// Somebody with puppets, each from an address.
  private func world(_ puppets: Int, from address: (Int) -> String = { _ in "puppets" }, most: Int? = nil) -> World {
    let world = World(games: [connectFour]) { limits in
      limits.newNamesPerAddress = 100
      if let most { limits.ratingPointsPerDay = most }
    }
    world.connect("boss", from: "boss")
    world.send("boss", #"{"type":"login","name":"boss"}"#)
    for number in 0..<puppets {
      world.connect("p\(number)", from: address(number))
      world.send("p\(number)", #"{"type":"login","name":"p\#(number)"}"#)
    }
    return world
  }

  /// A match of which the opponent gives up, after moves of some.
  private func match(_ world: World, _ opponent: String, moves: [String], ends: String? = nil) {
    world.send("boss", #"{"type":"create","room":"farm","game":"connectfour"}"#)
    world.send(opponent, #"{"type":"join","room":"farm"}"#)
    for (column, name) in moves.enumerated() {
      world.send(name, #"{"type":"move","room":"farm","text":"\#(column + 1)"}"#)
    }
    world.send(ends ?? opponent, #"{"type":"leave","room":"farm"}"#)
    for name in ["boss", opponent] { world.send(name, #"{"type":"leave","room":"farm"}"#) }
    world.clear()
  }

  private func rating(_ world: World, _ name: String = "boss") -> PlayerRatings.Entry? {
    world.player(name)?.ratings["connectfour"]
  }

  @Test("Opponents of one address that resign without a move bring nothing")
  func idlePuppets() {
    let world = world(45)
    for number in 0..<45 { match(world, "p\(number)", moves: []) }
    #expect(rating(world) == nil && rating(world, "p7") == nil)
  }

  @Test("Opponents of one address that move once bring at most 200 points a day, however many they are")
  func puppets() throws {
    let (bounded, unbounded) = (world(45), world(45, most: 0))
    for world in [bounded, unbounded] {
      for number in 0..<45 { match(world, "p\(number)", moves: ["boss", "p\(number)"]) }
    }
    // Without the bound the farm is worth building.
    #expect(try #require(rating(unbounded)).rating.value > 2100)
    #expect(rating(bounded)?.rating.value == 1700)
    // What brings no points makes the rating no surer either: the first match, and the part of the second that counts.
    #expect(rating(bounded)?.matches == 2 && rating(bounded)?.rating.deviation ?? 0 > 240)
    #expect(rating(bounded, "p7")?.rating.value ?? 1500 < 1500)
    bounded.wait(seconds: 86_400)
    match(bounded, "p0", moves: ["boss", "p0"])
    #expect(try #require(rating(bounded)).rating.value > 1700)
  }

  @Test("One opponent brings at most 200 points a day, from however many addresses")
  func pair() {
    let world = world(1)
    for number in 0..<30 {
      world.connect("p0", from: "address \(number)")
      world.send("p0", #"{"type":"login","name":"p0"}"#)
      match(world, "p0", moves: ["boss", "p0"])
    }
    #expect(rating(world)?.rating.value ?? 0 <= 1700)
  }

  @Test("Opponents at several addresses bring more, so that a good player is not held back")
  func honest() throws {
    let world = world(20) { "address \($0)" }
    for number in 0..<20 { match(world, "p\(number)", moves: ["boss", "p\(number)"]) }
    #expect(try #require(rating(world)).rating.value > 1900)
  }

  @Test("Leaving before the first move loses to opponents who have moved, and to nobody else")
  func leaving() {
    let world = world(2)
    match(world, "p0", moves: ["boss"])
    #expect(rating(world)?.rating.shown == 1662 && rating(world, "p0")?.rating.shown == 1338)
    match(world, "p1", moves: ["boss"], ends: "boss")
    #expect(rating(world)?.matches == 1 && rating(world, "p1") == nil)
  }

  @Test("After a restart points gained on that day still count against each opponent's limit")
  func restarted() {
    let key = RatingGains.Key(player: PlayerID(1), game: "connectfour")
    let won = GlickoRating(value: 1650, deviation: 200, volatility: 0.06)
    let entry = PlayerRatings.Entry(rating: won, day: 324, matches: 3, valueBefore: 1500)
    func points(_ opponent: Int64, _ value: Double) -> [RatingGains.Points] {
      [RatingGains.Points(opponent: PlayerID(opponent), address: "a\(opponent)", value: value)]
    }
    var gains = RatingGains()
    #expect(gains.add(points(2, 80), to: key, entry, on: 324, most: 200) == 50)
    #expect(gains.add(points(3, 80), to: key, entry, on: 324, most: 200) == 50)
    #expect(gains.add(points(3, -80), to: key, entry, on: 324, most: 200) == -80)
    #expect(gains.add(points(3, 300), to: key, entry, on: 324, most: 200) == 80)
    #expect(gains.add(points(2, 80), to: key, entry, on: 325, most: 200) == 80)
    #expect(gains.add(points(2, 80), to: key, entry, on: 325, most: 0) == 80)
  }

  @Test(
    "Two hundred matches between equals in a day give the paper's deviation, and reach no limit")
  func equals() throws {
    let world = world(1)
    for number in 0..<200 {
      let loser = number % 2 == 0 ? "p0" : "boss"
      match(world, "p0", moves: ["boss", "p0"], ends: loser)
    }
    // Computed by the steps of the paper with another program, a match a rating period.
    let own = try #require(rating(world))
    #expect(abs(own.rating.deviation - 60.303) < 0.01 && abs(own.rating.value - 1494.706) < 0.1)
    #expect(own.matches == 200)
  }
}
