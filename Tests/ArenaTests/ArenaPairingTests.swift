import GameKit
import TestSeed
import Testing

@testable import Arena

@Suite("Pairing in an arena")
struct ArenaPairingTests {
  private typealias Waiting = ArenaPairing.Waiting

  private static func waiting(_ player: Int64, points: Int = 0, waited: Int64 = 0, last: Int64? = nil) -> Waiting {
    Waiting(player: PlayerID(player), points: points, waited: waited, lastOpponent: last.map { PlayerID($0) })
  }

  @Test("Two players with a block between them are paired only if no other pair can be split for them")
  func blocks() {
    var random = SeededGenerator(seed: TestSeed.make())
    var met = 0
    for _ in 0..<3000 {
      let count = Int.random(in: 2...7, using: &random)
      let waiting = (0..<count).map { player in
        var one = Self.waiting(Int64(player), points: Int.random(in: 0...3, using: &random), waited: 5000)
        for other in 0..<count where other != player && Int.random(in: 0..<3, using: &random) == 0 {
          one.blockers.insert(PlayerID(Int64(other)))
        }
        return one
      }
      func isBlocked(_ first: PlayerID, _ second: PlayerID) -> Bool {
        waiting.contains { $0.player == first && $0.blockers.contains(second) }
          || waiting.contains { $0.player == second && $0.blockers.contains(first) }
      }
      let pairs = ArenaPairing.pairs(of: waiting)
      #expect(pairs.count == count / 2)
      let seated = Set(pairs.flatMap { [$0, $1] })
      for (first, second) in pairs where isBlocked(first, second) {
        met += 1
        for left in waiting.map(\.player) where !seated.contains(left) {
          #expect(isBlocked(first, left) || isBlocked(second, left), "\(waiting)")
        }
        for (third, fourth) in pairs where third != first && !isBlocked(third, fourth) {
          #expect(isBlocked(first, third) || isBlocked(second, fourth), "\(waiting)")
          #expect(isBlocked(first, fourth) || isBlocked(second, third), "\(waiting)")
        }
      }
    }
    // It does happen.
    #expect(met > 100)
  }

  private static func pairs(_ waiting: [Waiting]) -> Set<Set<Int64>> {
    Set(ArenaPairing.pairs(of: waiting).map { [$0.number, $1.number] })
  }

  @Test("Neighbours in the standing are paired, and of an odd number the latest arrival waits")
  func neighbours() {
    let points = [8, 2, 6, 0, 4].enumerated().map { Self.waiting(Int64($0 + 1), points: $1, waited: $0 == 4 ? 0 : 9) }
    #expect(Self.pairs(points) == [[1, 3], [2, 4]])
  }

  @Test("A pairing is not repeated at once while another player is free, and is after five seconds if nobody is")
  func repeats() {
    let two = [Self.waiting(1, last: 2), Self.waiting(2, last: 1)]
    #expect(Self.pairs(two).isEmpty)
    #expect(Self.pairs(two + [Self.waiting(3)]).allSatisfy { $0.contains(3) })
    // The last two of four have just met: the first pair is broken.
    #expect(Self.pairs([Self.waiting(3, points: 9), Self.waiting(4, points: 8)] + two).count == 2)
    #expect(!Self.pairs([Self.waiting(3, points: 9), Self.waiting(4, points: 8)] + two).contains([1, 2]))
    #expect(Self.pairs([Self.waiting(1, waited: 5000, last: 2), Self.waiting(2, last: 1)]) == [[1, 2]])
  }

  /// The greatest number of pairs without a repeat, by trying all.
  private static func most(_ rest: ArraySlice<Waiting>) -> Int {
    guard let first = rest.first else { return 0 }
    let others = rest.dropFirst()
    return others.indices.reduce(most(others)) { best, index in
      let other = others[index]
      guard first.lastOpponent != other.player, other.lastOpponent != first.player else { return best }
      var left = others
      left.remove(at: index)
      return max(best, 1 + most(left[...]))
    }
  }

  @Test("As many are paired as possible without a repeat, each once, and no pairing repeats before five seconds")
  func asManyAsPossible() {
    var random = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<3000 {
      let count = Int.random(in: 0...7, using: &random)
      let waiting = (0..<count).map { player in
        // Often the same opponent, so that whoever that is can meet few.
        let last = Bool.random(using: &random) ? 0 : Int.random(in: 0..<max(1, count), using: &random)
        return Self.waiting(
          Int64(player), points: Int.random(in: 0...3, using: &random),
          waited: Int64.random(in: 0...4999, using: &random),
          last: last == player ? nil : Int64(last))
      }
      let pairs = ArenaPairing.pairs(of: waiting)
      let seated = pairs.flatMap { [$0, $1] }
      #expect(Set(seated).count == seated.count && Set(seated).isSubset(of: waiting.map(\.player)))
      let last = Dictionary(uniqueKeysWithValues: waiting.map { ($0.player, $0.lastOpponent) })
      #expect(pairs.allSatisfy { (last[$0] ?? nil) != $1 && (last[$1] ?? nil) != $0 })
      #expect(pairs.count == Self.most(waiting[...]), "\(waiting)")
    }
  }

  /// A clock of its own: each second games end, and every third a wave pairs who is free.
  @Test("Of 200 players in ten minutes no two free ones wait ten seconds, and no two are paired twice in a row")
  func tenMinutes() {
    var random = SeededGenerator(seed: TestSeed.make())
    var (points, last, freeSince) = ([Int](repeating: 0, count: 200), [Int: Int](), [Int: Int]())
    var ends: [Int: [(Int, Int)]] = [:]
    for player in 0..<200 { freeSince[player] = 0 }
    var (longest, games) = (0, 0)
    for second in 0..<600 {
      for (first, other) in ends.removeValue(forKey: second) ?? [] {
        points[Bool.random(using: &random) ? first : other] += 2
        (freeSince[first], freeSince[other]) = (second, second)
      }
      guard second.isMultiple(of: ArenaPairing.waveSeconds) else { continue }
      let waiting = freeSince.map { player, since in
        Self.waiting(
          Int64(player), points: points[player], waited: Int64(second - since) * 1000,
          last: last[player].map(Int64.init))
      }
      for (first, other) in ArenaPairing.pairs(of: waiting) {
        let (first, other) = (Int(first.number), Int(other.number))
        #expect(last[first] != other && last[other] != first)
        for player in [first, other] { longest = max(longest, second - (freeSince.removeValue(forKey: player) ?? 0)) }
        (last[first], last[other], games) = (other, first, games + 1)
        ends[second + Int.random(in: 1...90, using: &random), default: []].append((first, other))
      }
      // Who is left is alone, or has just met the only other.
      #expect(freeSince.count < 4)
    }
    #expect(longest <= 9 && games > 1000)
  }
}
