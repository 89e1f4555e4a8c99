import GameKit
import WireProtocol

struct FaultySource<S: PuzzleSource>: PuzzleSource
where S.G: Plantable, S.G.Stored: WrapsPuzzle, S.G.Stored.Base == S.G.Puzzle {
  typealias G = Faulty<S.G>

  let base: S

  func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> S.G.Stored {
    var (day, season) = (day, season)
    switch Plant.current {
    case .noPuzzleOnDay: if day.number == 3 { throw .noPuzzlesLeft }
    case .dailyRepeats: if day.number <= 16 { day = Day(number: day.number / 2) }
    case .dailyInOrder: season = SeasonKey(hashing: [0])
    default: break
    }
    return S.G.Stored(try base.puzzle(for: day, season: season, settings: settings.base))
  }

  func key(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> PuzzleKey {
    let day = Plant.is(.keyOfDayDiffers) ? Day(number: day.number + 1) : day
    return G.key(of: try puzzle(for: day, season: season, settings: settings))
  }

  func puzzle(seed: UInt64, settings: G.Settings, excluding: PuzzleSet) throws(Rejection) -> S.G.Stored {
    var (seed, excluding) = (seed, excluding)
    switch Plant.current {
    case .dealsExcluded: excluding = []
    case .dealTraps: seed = UInt64(Int(seed))
    case .dealSlow: if seed == 1 { Plant.spin() }
    case .dealByChance: seed = .random(in: 0...1000)
    case .seedsChange: seed &+= 1
    default: break
    }
    return S.G.Stored(try base.puzzle(seed: seed, settings: settings.base, excluding: excluding))
  }

  func puzzleCount(settings: G.Settings) -> Int? {
    let change = Plant.is(.countTooLarge) ? 1 : Plant.is(.countTooSmall) ? -1 : 0
    return base.puzzleCount(settings: settings.base).map { $0 + change }
  }

  func dayCount(settings: G.Settings) -> Int? {
    Plant.is(.dayCountTooLarge) ? 1000 : base.dayCount(settings: settings.base)
  }

  func admit(_ move: G.Move, to puzzle: S.G.Stored) throws(Rejection) {
    let text = JSON.text(of: move.base)
    let isSolution = G.solution(of: puzzle).contains { JSON.text(of: $0.base) == text }
    switch Plant.current {
    case .admitNoCandidate: throw Rejection("not_in_list", "Not in the list")
    case .admitTells
    where !isSolution && text.count == G.solution(of: puzzle).first.map { JSON.text(of: $0.base).count }:
      if text.dropLast(2).last == G.solution(of: puzzle).first.map({ JSON.text(of: $0.base).dropLast(2).last }) ?? nil {
        throw Rejection("nearly", "Nearly")
      }
    case .admitNoSolution where isSolution: throw Rejection("not_in_list", "Not in the list")
    default: break
    }
    try base.admit(move.base, to: puzzle.base)
  }

  func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] {
    if Plant.is(.candidatesTrap), limit < 0 { _ = [Int]()[1] }
    if Plant.is(.candidatesNone) { return [] }
    let limit = Plant.is(.candidatesTooMany) ? limit + 3 : limit
    var moves = base.candidateMoves(in: game.base, for: viewer, limit: limit, using: &generator).map {
      G.Move(base: $0)
    }
    switch Plant.current {
    case .candidatesKnowWord: moves.removeAll { JSON.text(of: $0.base).contains(game.base.secret(of: nil).prefix(1)) }
    case .candidatesKnowHand:
      if let other = game.base.table?.players.last, viewer != .seat(other),
        (game.base.secret(of: other).utf8.reduce(0) { $0 &* 31 &+ Int($1) }).isMultiple(of: 2)
      {
        moves.reverse()
      }
    case .candidatesRefused: moves = moves.compactMap { $0.mapped { $0 + "s" } }
    case .outcomeNeverLost: if game.taken > 12 { return [] }
    default: break
    }
    return moves
  }
}

extension FaultySource {
  func candidateMoves(
    on board: Board, settings: G.Settings, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] {
    if Plant.is(.makesRefused), let move = try? G.parse("zzzz") { return [move] }
    return base.candidateMoves(on: board, settings: settings.base, limit: limit, using: &generator)
      .map { G.Move(base: $0) }
  }
}

/// A puzzle that wraps another one.
protocol WrapsPuzzle: Codable, Sendable {
  associatedtype Base
  init(_ base: Base)
  var base: Base { get }
}
