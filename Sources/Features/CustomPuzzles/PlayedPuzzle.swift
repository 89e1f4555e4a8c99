import GameKit
import Kernel
import Names

/// A puzzle that is played in a room, and stays in memory meanwhile.
struct PlayedPuzzle {
  let document: Document<PuzzleDocument>
  let author: PlayerID
  let player: PlayerID
  /// A guest's address; `nil` for a player with a name.
  let guestAddress: String?
  var hasBegun: Bool
  var isDone: Bool
}

/// The number of guests' results by puzzle and address, since the server's start: reconnecting makes another guest.
struct GuestResults {
  private var counts: [Int64: [String: Int]] = [:]

  /// The most results of one address that count for a puzzle.
  static let mostPerAddress = 5
  /// The most puzzles that are remembered.
  private static let mostPuzzles = 10_000

  /// Counts one more.
  ///
  /// - Returns: `false` beyond the limit.
  mutating func take(_ puzzle: Int64, from address: String) -> Bool {
    guard counts[puzzle]?[address] ?? 0 < Self.mostPerAddress else { return false }
    if counts.count >= Self.mostPuzzles { counts = [:] }
    counts[puzzle, default: [:]][address, default: 0] += 1
    return true
  }
}

/// A word in the form in which blocked words are compared: lower case, without accents. An ñ is a letter of its own.
enum PlainWord {
  static func of(_ word: some StringProtocol) -> String {
    word.lowercased().map { $0 == "ñ" ? "ñ" : LookAlikes.withoutAccents(String($0)) }.joined()
  }
}
