import GameKit
import Kernel
import WireProtocol

/// A puzzle that a player has made, and how others did. The key is that of its code.
enum PuzzleDocument: DocumentKind {
  enum Fact: Codable {
    /// The puzzle; of a snapshot, with its results.
    case made(puzzle: CustomPuzzle)
    /// A player has finished it for the first time.
    case finished(result: CustomPuzzle.Result, keeping: Int)
    /// Nobody plays it any more.
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

  /// A puzzle goes with its author, like what the author has shared; results of others who are gone go as well.
  static func forget(_ player: Int64, in state: inout CustomPuzzle?) {
    state?.results.removeAll { $0.player.number == player }
    if state?.author.number == player { state = nil }
  }

  static func pack(_ state: CustomPuzzle?) -> [Fact] { state.map { [.made(puzzle: $0)] } ?? [] }
}

/// A puzzle that a player has made.
struct CustomPuzzle: Codable, Equatable {
  /// How a player did.
  struct Result: Codable, Hashable {
    let player: PlayerID
    let won: Bool
    /// `nil` where it was not solved, and in a game that does not count them.
    let tries: Int?
  }

  let author: PlayerID
  /// The game's id.
  let game: String
  let settings: JSON
  /// In stored form.
  let puzzle: JSON
  let clue: String?
  /// The number of the civil day on which it was made.
  let day: Int
  /// One a player, the earliest first. Results beyond as many as are kept do not count: of somebody who is not named
  /// nobody could say that it is the first one.
  var results: [Result] = []

  func isFinished(by player: PlayerID) -> Bool { results.contains { $0.player == player } }

  fileprivate mutating func add(_ result: Result, keeping count: Int) {
    if results.count < count, !isFinished(by: result.player) { results.append(result) }
  }

  /// How its players did, without their names.
  var summary: PuzzleResults {
    let solved = results.filter(\.won)
    let byTries = Dictionary(grouping: solved.compactMap(\.tries)) { $0 }
    return PuzzleResults(
      solved: solved.count,
      distribution: byTries.sorted { $0.key < $1.key }.map { NamedCount(name: "\($0.key)", count: $0.value.count) })
  }
}
