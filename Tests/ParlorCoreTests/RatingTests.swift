import GameKit
import TestSeed
import Testing

@testable import ParlorCore

@Suite("Ratings")
struct RatingTests {
  private func isNear(_ one: Double, _ other: Double, _ tolerance: Double) -> Bool { abs(one - other) < tolerance }

  @Test("The paper's example gives the paper's result")
  func paper() {
    let before = GlickoRating(value: 1500, deviation: 200, volatility: 0.06)
    let after = before.after([
      GlickoRating.Score(against: GlickoRating(value: 1400, deviation: 30, volatility: 0.06), points: 1),
      GlickoRating.Score(against: GlickoRating(value: 1550, deviation: 100, volatility: 0.06), points: 0),
      GlickoRating.Score(against: GlickoRating(value: 1700, deviation: 300, volatility: 0.06), points: 0),
    ])
    #expect(isNear(after.value, 1464.06, 0.01))
    #expect(isNear(after.deviation, 151.52, 0.01))
    #expect(isNear(after.volatility, 0.05999, 0.00001))
  }

  @Test("Without play the value stays and the uncertainty grows to that of a newcomer")
  func idle() {
    let rating = GlickoRating(value: 1700, deviation: 60, volatility: 0.06)
    let later = rating.after([], periods: 100)
    #expect(later.value == 1700 && later.deviation > 110 && later.isProvisional)
    #expect(rating.after([], periods: 1e12).deviation == 350)
    #expect(rating.after([], periods: -3) == rating.after([], periods: 0))
  }

  @Test("A match against many counts as one against their average")
  func many() {
    let other = GlickoRating(value: 1600, deviation: 80, volatility: 0.06)
    let one = GlickoRating.initial.after([GlickoRating.Score(against: other, points: 1)])
    let tenth = GlickoRating.Score(against: other, points: 1, weight: 0.1)
    let ten = GlickoRating.initial.after(Array(repeating: tenth, count: 10))
    #expect(isNear(one.value, ten.value, 0.001) && isNear(one.deviation, ten.deviation, 0.001))
  }

  @Test("A rating stays within its range, and a winner never loses points")
  func total() {
    var lots = SeededGenerator(seed: TestSeed.make())
    let odd: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300, Double.leastNonzeroMagnitude, 1500]
    func any() -> GlickoRating {
      GlickoRating(value: lots.pick(odd), deviation: lots.pick(odd), volatility: lots.pick(odd))
    }
    for _ in 0..<2000 {
      let before = any()
      let points = Double(lots.number(below: 3)) / 2
      let scores = (0..<lots.number(below: 6)).map { _ in GlickoRating.Score(against: any(), points: points) }
      let after = before.after(scores, periods: lots.pick([0, 1, 30, 1e9]))
      #expect((-5000...8000).contains(after.value) && (20...350).contains(after.deviation))
      #expect((0.01...0.2).contains(after.volatility))
      if points == 1 { #expect(after.value >= before.value) }
      if points == 0 { #expect(after.value <= before.value) }
    }
  }
}
