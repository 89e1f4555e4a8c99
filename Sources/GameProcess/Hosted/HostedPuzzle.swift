internal import GameKit
internal import WireProtocol

/// A puzzle of a program, whatever kind its puzzles are of.
struct HostedPuzzle: Sendable {
  /// As it is stored with a match.
  let stored: JSON
  /// As the program is asked with it.
  let asked: JSON
  let key: String
  let solution: [JSON]

  static let none = HostedPuzzle(NoPuzzle())

  init(_ puzzle: some ProgramPuzzle) {
    (asked, key, solution) = (puzzle.asked, puzzle.key, puzzle.solution)
    stored = (try? JSON(writing: puzzle)) ?? .null
  }

  /// Reads it again; `nil` for what is not of that kind.
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
