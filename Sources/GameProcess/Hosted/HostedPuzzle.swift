internal import GameKit
internal import WireProtocol

/// A type-erased ``ProgramPuzzle``.
struct HostedPuzzle: Sendable {
  /// The form stored with a match.
  let stored: JSON
  /// The form sent to the program.
  let programForm: JSON
  let key: String
  let solution: [JSON]

  static let none = HostedPuzzle(NoPuzzle())

  init(_ puzzle: some ProgramPuzzle) {
    (programForm, key, solution) = (puzzle.programForm, puzzle.key, puzzle.solution)
    stored = (try? JSON(writing: puzzle)) ?? .null
  }

  /// Decodes a stored puzzle; `nil` if it is not of that kind.
  init?(stored: JSON, _ kind: ProgramDescription.Puzzles) {
    switch kind {
    case .none: self = .none
    case .chance:
      guard let chance = try? stored.decode(Chance.self) else { return nil }
      self.init(chance)
    case .numbered, .seeded:
      guard let dealt = try? stored.decode(DealtPuzzle.self) else { return nil }
      self.init(dealt)
    }
  }
}
