public import WireProtocol

/// Chance in a game: a deck to shuffle, dice to throw. It is the game's puzzle, dealt by ``ChanceSource``: the game
/// keeps it in its state and draws from it, so that a replay draws the same.
///
/// Nobody can foresee what is drawn, whatever was drawn before: the numbers are SHA-256 of a secret key and a count.
/// The key is stored with the match and told with its replay, once the match is over.
public struct Chance: Codable, Hashable, Sendable, RandomNumberGenerator {
  /// 32 bytes in hexadecimal digits.
  private let key: String
  /// How many numbers have been drawn.
  private var drawn = 0
  /// Which number is another one than the key says; none but in checks.
  private var altered: Int?

  private enum CodingKeys: CodingKey { case key, drawn, altered }

  /// Chance that follows from a digest.
  public init(_ digest: SHA256.Digest) { key = Hex.text(of: digest.bytes) }

  /// Chance that follows from a seed.
  public init(seed: UInt64) { self.init(SHA256.hash("parlor/chance/\(seed)".utf8)) }

  /// The same chance but for one number, counted from 0: for checks, which compare what the two lead to.
  package func altering(draw: Int) -> Chance {
    var other = self
    other.altered = draw
    return other
  }

  public mutating func next() -> UInt64 {
    let digest = SHA256.hash("\(key)/\(drawn)\(drawn == altered ? "/altered" : "")".utf8)
    drawn &+= 1
    return digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number from 0 up to but not including `bound`; 0 when the bound is not positive.
  public mutating func number(below bound: Int) -> Int { boundedNumber(below: bound) }

  /// Puts the elements in random order.
  public mutating func shuffle<Element>(_ elements: inout [Element]) { shuffleDown(&elements) }
}

extension Game where Puzzle == Chance {
  public static func key(of puzzle: Chance) -> PuzzleKey { PuzzleKey("") }
  public static func solution(of puzzle: Chance) -> [Move] { [] }
}

/// The source of a game in which there is nothing to solve but chance: each match has its own. The game has to list its
/// ``Game/candidates(for:)``.
public struct ChanceSource<G: Game>: PuzzleSource where G.Puzzle == Chance {
  /// The only value.
  public init() {}

  public func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> Chance {
    Chance(season.digest(for: "\(G.info.id)/chance/\(day.number)"))
  }

  public func puzzle(seed: UInt64, settings: G.Settings, excluding: PuzzleSet) throws(Rejection) -> Chance {
    Chance(seed: seed)
  }

  public func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] {
    game.someCandidates(for: viewer, limit: limit, using: &generator)
  }
}
