import Kernel

/// A player's custom puzzles: one document per player, part of the player's export.
enum ShelfDocument: DocumentKind {
  enum Fact: Codable {
    case made(entry: Entry)
    case removed(puzzle: Int64)
    /// The state, in a snapshot.
    case kept(shelf: Shelf)
  }

  /// A puzzle as its author has written it.
  struct Entry: Codable, Hashable {
    /// The key of the puzzle's document.
    let puzzle: Int64
    let game: String
    let words: [String]
    let clue: String?
    let meaning: String?
    /// The number of the civil day.
    let day: Int
  }

  struct Shelf: Codable, Hashable {
    /// The playable ones, the newest last.
    var entries: [Entry] = []
    /// The last day on which one was made, and their number.
    var day = 0
    var madeThatDay = 0

    func made(on day: Int) -> Int { self.day == day ? madeThatDay : 0 }
  }

  static let number: UInt8 = 25
  static let name = "puzzles of a player"
  static let belongsToPlayer = true

  static func initialState(_ key: Int64) -> Shelf { Shelf() }

  static func apply(_ fact: Fact, to state: inout Shelf) {
    switch fact {
    case .made(let entry):
      state.madeThatDay = state.made(on: entry.day) + 1
      state.day = entry.day
      state.entries.append(entry)
    case .removed(let puzzle): state.entries.removeAll { $0.puzzle == puzzle }
    case .kept(let shelf): state = shelf
    }
  }

  static func pack(_ state: Shelf) -> [Fact] { state == Shelf() ? [] : [.kept(shelf: state)] }
}
