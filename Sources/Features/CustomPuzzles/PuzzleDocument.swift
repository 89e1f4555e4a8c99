import GameKit
import Kernel
import WireProtocol

/// A custom puzzle with its results. The key is its code's number.
enum PuzzleDocument: DocumentKind {
  enum Fact: Codable {
    /// The puzzle; in a snapshot, with its results.
    case made(puzzle: CustomPuzzle)
    /// A player has finished it for the first time.
    case finished(result: CustomPuzzle.Result, keeping: Int)
    /// It can be played no more.
    case removed
  }

  static let number: UInt8 = 24
  static let name = "puzzle by a player"
  static let packingFact: String? = "removed"

  static func initialState(_ key: Int64) -> CustomPuzzle? { nil }

  static func apply(_ fact: Fact, to state: inout CustomPuzzle?) {
    switch fact {
    case .made(let puzzle): state = puzzle
    case .finished(let result, let count): state?.add(result, keeping: count)
    case .removed: state = nil
    }
  }

  /// Forgetting the author deletes the puzzle; forgetting another player deletes the result.
  static func forget(_ player: Int64, in state: inout CustomPuzzle?) {
    state?.results.removeAll { $0.player.number == player }
    if state?.author.number == player { state = nil }
  }

  static func pack(_ state: CustomPuzzle?) -> [Fact] { state.map { [.made(puzzle: $0)] } ?? [] }
}

/// A custom puzzle.
struct CustomPuzzle: Codable, Equatable {
  /// A player's result.
  struct Result: Codable, Hashable {
    let player: PlayerID
    let won: Bool
    /// `nil` if it was not solved, or the game does not count tries.
    let tries: Int?
  }

  let author: PlayerID
  /// The game's id.
  let game: String
  let settings: JSON
  /// In stored form.
  let puzzle: JSON
  let clue: String?
  /// The number of the civil day of its creation.
  let day: Int
  /// One per player, the earliest first. Results beyond the limit do not count: without the names it would be unknown
  /// whether one is a player's first.
  var results: [Result] = []

  func isFinished(by player: PlayerID) -> Bool { results.contains { $0.player == player } }

  fileprivate mutating func add(_ result: Result, keeping count: Int) {
    if results.count < count, !isFinished(by: result.player) { results.append(result) }
  }

  /// The results without names.
  var summary: PuzzleResults {
    let solved = results.filter(\.won)
    let byTries = Dictionary(grouping: solved.compactMap(\.tries)) { $0 }
    return PuzzleResults(
      solved: solved.count,
      distribution: byTries.sorted { $0.key < $1.key }.map { NamedCount(name: "\($0.key)", count: $0.value.count) })
  }
}
