import GameKit
import WireProtocol

/// The colour of one letter of a guess, from worst to best.
enum Mark: Int, Codable, Comparable, Sendable {
  case absent
  case elsewhere
  case right

  static func < (left: Mark, right: Mark) -> Bool { left.rawValue < right.rawValue }

  var tile: Tile {
    switch self {
    case .absent: .absent
    case .elsewhere: .elsewhere
    case .right: .right
    }
  }

  /// The colours of a guess, by the two-pass rule: exact places first, then misplaced letters from the left
  /// while unmatched letters of the answer last.
  static func judge(_ guess: Word, against answer: Word) -> [Mark] {
    var marks = [Mark](repeating: .absent, count: Wordle.length)
    var unmatched = [UInt8](repeating: 0, count: 256)
    for (place, letter) in answer.letters.enumerated() {
      if guess.letters[place] == letter {
        marks[place] = .right
      } else {
        unmatched[Int(letter)] += 1
      }
    }
    for (place, letter) in guess.letters.enumerated() where marks[place] != .right && unmatched[Int(letter)] > 0 {
      unmatched[Int(letter)] -= 1
      marks[place] = .elsewhere
    }
    return marks
  }
}

/// A guess together with its colours.
struct JudgedGuess: Hashable, Codable, Sendable {
  let word: Word
  /// As many as the word has letters.
  let marks: [Mark]

  var tiles: String { String(marks.map(\.tile.rawValue)) }

  /// How often a letter is known to be in the answer from this guess alone.
  func hints(of letter: UInt8) -> Int {
    zip(word.letters, marks).count { $0 == letter && $1 != .absent }
  }

  /// Whether this guess shows that the answer holds no more of the letter than ``hints(of:)`` says.
  func caps(_ letter: UInt8) -> Bool {
    zip(word.letters, marks).contains { $0 == letter && $1 == .absent }
  }
}
