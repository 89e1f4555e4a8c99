import GameKit
import Kernel
import Names

/// A puzzle that is played in a room: it stays in memory meanwhile.
struct PlayedPuzzle {
  let document: Document<PuzzleDocument>
  let author: PlayerID
  let player: PlayerID
  /// From where a guest plays it; `nil` for a player with a name.
  let guestAddress: String?
  var hasBegun: Bool
  var isDone: Bool
}

/// How many results of guests have counted, by puzzle and address, since the server started: whoever reconnects is
/// another guest.
struct GuestResults {
  private var counts: [Int64: [String: Int]] = [:]

  /// So many of one address count for a puzzle.
  static let mostPerAddress = 5
  /// Puzzles that are remembered.
  private static let mostPuzzles = 10_000

  /// Counts one more.
  ///
  /// - Returns: `false` where there were too many.
  mutating func take(_ puzzle: Int64, from address: String) -> Bool {
    guard counts[puzzle]?[address] ?? 0 < Self.mostPerAddress else { return false }
    if counts.count >= Self.mostPuzzles { counts = [:] }
    counts[puzzle, default: [:]][address, default: 0] += 1
    return true
  }
}

/// A word as blocked words are compared: in lower case, without accents. An ñ is a letter of its own.
enum PlainWord {
  static func of(_ word: some StringProtocol) -> String {
    word.lowercased().map { $0 == "ñ" ? "ñ" : LookAlikes.withoutAccents(String($0)) }.joined()
  }
}
