import GameKit
import WireProtocol

/// The colour of one letter of a guess, from worst to best.
enum Mark: Int, Codable, Comparable, Sendable {
  case absent
  case elsewhere
  case right

  static func < (left: Mark, right: Mark) -> Bool { left.rawValue < right.rawValue }

  init(_ tile: Tile) {
    switch tile {
    case .right: self = .right
    case .elsewhere: self = .elsewhere
    default: self = .absent
    }
  }

  var tile: Tile {
    switch self {
    case .absent: .absent
    case .elsewhere: .elsewhere
    case .right: .right
    }
  }

  static func judge(_ guess: WordleWord, against answer: WordleWord) -> [Mark] {
    LetterColours.tiles(of: guess.letters, against: answer.letters).map(Mark.init)
  }
}

struct JudgedGuess: Hashable, Codable, Sendable {
  let word: WordleWord
  /// One per letter of the word.
  let marks: [Mark]
  /// The colours as shown: computed once, since every later board shows them.
  let tiles: String

  init(word: WordleWord, marks: [Mark]) {
    self.word = word
    self.marks = marks
    tiles = String(marks.map(\.tile.rawValue))
  }

  /// How often a letter is known to be in the answer from this guess alone.
  func hints(of letter: UInt8) -> Int {
    var count = 0
    for place in 0..<min(marks.count, word.letters.count) where word.letters[place] == letter {
      if marks[place] != .absent { count += 1 }
    }
    return count
  }

  /// Whether this guess shows that the answer contains the letter no more often than ``hints(of:)``.
  func caps(_ letter: UInt8) -> Bool {
    zip(word.letters, marks).contains { $0 == letter && $1 == .absent }
  }
}
