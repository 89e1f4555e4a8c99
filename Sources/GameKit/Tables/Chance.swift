public import WireProtocol

/// The chance in a game, such as shuffles and dice. It is the game's puzzle, made by ``ChanceSource``: the game keeps
/// it in its state and draws from it, so that a replay draws the same.
///
/// Draws are unpredictable from earlier draws: the numbers are SHA-256 of a secret key and a counter. The key is stored
/// with the match and revealed with its replay, once the match is over.
public struct Chance: Codable, Hashable, Sendable, RandomNumberGenerator {
  /// 32 bytes in hexadecimal digits.
  private let key: String
  /// The number of draws so far.
  private var drawn = 0
  /// The index of a draw that differs from the key's; only in checks.
  private var altered: Int?

  private enum CodingKeys: CodingKey { case key, drawn, altered }

  /// Chance from a digest.
  public init(_ digest: SHA256.Digest) { key = Hex.text(of: digest.bytes) }

  /// Chance from a seed.
  public init(seed: UInt64) { self.init(SHA256.hash("parlor/chance/\(seed)".utf8)) }

  /// The same chance except for one draw, counted from 0: checks compare the two.
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

  /// Shuffles the elements.
  public mutating func shuffle<Element>(_ elements: inout [Element]) { shuffleDown(&elements) }
}

extension Game where Puzzle == Chance {
  public static func key(of puzzle: Chance) -> PuzzleKey { PuzzleKey("") }
  public static func solution(of puzzle: Chance) -> [Move] { [] }
}

/// The source of a game whose only hidden content is chance: each match has its own. The game must list its
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
