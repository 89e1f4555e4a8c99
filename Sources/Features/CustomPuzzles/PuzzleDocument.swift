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

  /// How many did equally well who are not named.
  struct Count: Codable, Hashable {
    let won: Bool
    let tries: Int?
    var count: Int
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
  /// One a player, the earliest first.
  var results: [Result] = []
  /// Results beyond those.
  var others: [Count] = []

  var played: Int { results.count + others.reduce(0) { $0 + $1.count } }

  func isFinished(by player: PlayerID) -> Bool { results.contains { $0.player == player } }

  fileprivate mutating func add(_ result: Result, keeping count: Int) {
    guard !isFinished(by: result.player) else { return }
    guard results.count >= count else { return results.append(result) }
    if let index = others.firstIndex(where: { $0.won == result.won && $0.tries == result.tries }) {
      others[index].count += 1
    } else {
      others.append(Count(won: result.won, tries: result.tries, count: 1))
    }
  }

  /// How its players did, without their names.
  var summary: PuzzleResults {
    var counts = results.map { Count(won: $0.won, tries: $0.tries, count: 1) } + others
    counts.removeAll { !$0.won }
    var byTries: [Int: Int] = [:]
    for count in counts { if let tries = count.tries { byTries[tries, default: 0] += count.count } }
    return PuzzleResults(
      solved: counts.reduce(0) { $0 + $1.count },
      distribution: byTries.sorted { $0.key < $1.key }.map { NamedCount(name: "\($0.key)", count: $0.value) })
  }
}
