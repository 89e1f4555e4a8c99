internal import GameKit
internal import WireProtocol

/// Deals a program's puzzles. The choice is made here, from the season's secret or a seed: the question contains the
/// resulting number or seed.
struct ProgramSource<Slot: ProgramSlot>: PuzzleSource {
  typealias G = ProgramGame<Slot, DealtPuzzle>

  /// How many seeds are tried to avoid excluded puzzles.
  private static var seedAttempts: Int { 64 }

  private var count: Int? {
    if case .numbered(let count) = Slot.program.description.puzzles { count } else { nil }
  }

  func puzzle(for day: Day, season: SeasonKey, settings: G.Settings) throws(Rejection) -> DealtPuzzle {
    guard let count else {
      return try deal(.seed(season.digest(for: "\(G.info.id)/seed/\(day.number)").hex), settings)
    }
    return try deal(.number(season.index(for: day, purpose: G.info.id, count: count)), settings)
  }

  func puzzle(seed: UInt64, settings: G.Settings, excluding: PuzzleSet) throws(Rejection) -> DealtPuzzle {
    var generator = SeededGenerator(seed: seed)
    guard let count else {
      for _ in 0..<Self.seedAttempts {
        let dealt = try deal(.seed(SHA256.hash("parlor/seed/\(generator.next())".utf8).hex), settings)
        if !excluding.contains(PuzzleKey(dealt.key)) { return dealt }
      }
      throw .noPuzzlesLeft
    }
    var numbers = Array(0..<count)
    generator.shuffle(&numbers)
    for number in numbers {
      let dealt = try deal(.number(number), settings)
      if !excluding.contains(PuzzleKey(dealt.key)) { return dealt }
    }
    throw .noPuzzlesLeft
  }

  private func deal(_ choice: GameProgram.PuzzleChoice, _ settings: G.Settings) throws(Rejection) -> DealtPuzzle {
    try mappingFailure { () throws(ProgramFailure) in
      try Slot.program.puzzle(choice, settings: .object(settings.values))
    }
  }

  func puzzleCount(settings: G.Settings) -> Int? { count }

  func admit(_ move: G.Move, to puzzle: DealtPuzzle) throws(Rejection) {
    guard Slot.program.description.hasVocabulary else { return }
    var writer = JSONWriter()
    writer.value(move.json)
    let document = JSONDocument()
    guard (try? document.parse(writer.bytes)) != nil else { throw .badMove("This move cannot be read") }
    _ = try mappingFailure { () throws(ProgramFailure) in
      try Slot.program.read(.typed(document.root), puzzle: puzzle.puzzle)
    }
  }

  func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [G.Move] {
    guard case .seat(let player) = viewer else { return [] }
    var moves = game.candidates(for: player)
    generator.shuffle(&moves)
    return Array(moves.prefix(max(0, limit)))
  }

  /// The description's pairs of similar puzzles, dealt with default settings.
  var twins: [(DealtPuzzle, DealtPuzzle)] {
    Slot.program.description.twins.compactMap { one, other in
      guard let one = try? deal(.number(one), G.Settings()), let other = try? deal(.number(other), G.Settings()) else {
        return nil
      }
      return (one, other)
    }
  }
}
