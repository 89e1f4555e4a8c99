import GameKit
import WireProtocol

/// Revealed hints bind later guesses: greens stay in place, and yellows are used, each at least as often as shown.
/// Ultra-hard also forbids letters that the colours have ruled out.
struct HardMode {
  let ultra: Bool

  enum Violation {
    /// The green of this position is not kept.
    case place(Int, UInt8)
    /// A letter occurs less often than shown.
    case letter(UInt8, atLeast: Int)
    /// A letter is at a position where the colours have ruled it out.
    case ruledOutPlace(Int, UInt8)
    /// A letter occurs more often than the colours allow.
    case ruledOut(UInt8, atMost: Int)
  }

  /// Checks in the order that players know: positions first, then letters.
  func check(_ word: PackedWord, after guesses: [JudgedGuess]) throws(Rejection) {
    if let violation = violation(by: word, after: guesses) { throw violation.rejection }
  }

  func violation(by word: PackedWord, after guesses: [JudgedGuess]) -> Violation? {
    for place in 0..<PackedWord.length {
      for guess in guesses where guess.colours[place] == .right && guess.word[place] != word[place] {
        return .place(place, guess.word[place])
      }
    }
    for guess in guesses {
      for place in 0..<PackedWord.length {
        let letter = guess.word[place]
        let needed = guess.hints(of: letter)
        if needed > 0, word.count(of: letter) < needed { return .letter(letter, atLeast: needed) }
      }
    }
    return ultra ? ruledOut(word, guesses) : nil
  }

  private func ruledOut(_ word: PackedWord, _ guesses: [JudgedGuess]) -> Violation? {
    for guess in guesses {
      for place in 0..<PackedWord.length {
        let letter = guess.word[place]
        if guess.colours[place] != .right, word[place] == letter { return .ruledOutPlace(place, letter) }
        let most = guess.hints(of: letter)
        if guess.caps(letter), word.count(of: letter) > most { return .ruledOut(letter, atMost: most) }
      }
    }
    return nil
  }
}

extension HardMode.Violation {
  var rejection: Rejection {
    switch self {
    case .place(let place, let letter):
      return Rejection("hint_not_used", "\(Self.ordinals[place]) letter must be \(Self.name(letter))")
    case .letter(let letter, let least):
      let times = least > 1 ? " \(Self.times[least])" : ""
      return Rejection("hint_not_used", "Guess must contain \(Self.name(letter))\(times)")
    case .ruledOutPlace(let place, let letter):
      return Rejection("ruled_out", "\(Self.ordinals[place]) letter must not be \(Self.name(letter))")
    case .ruledOut(let letter, 0): return Rejection("ruled_out", "Guess must not contain \(Self.name(letter))")
    case .ruledOut(let letter, let most):
      return Rejection("ruled_out", "Guess must contain \(Self.name(letter)) only \(Self.times[most])")
    }
  }

  private static func name(_ letter: UInt8) -> String { String(UnicodeScalar(letter)).uppercased() }

  private static let ordinals = ["1st", "2nd", "3rd", "4th", "5th"]
  private static let times = ["", "once", "twice", "three times", "four times", "five times"]
}

extension JudgedGuess {
  /// The known occurrences of a letter in the answer, from this guess alone.
  fileprivate func hints(of letter: UInt8) -> Int {
    (0..<PackedWord.length).count { word[$0] == letter && colours[$0] != .absent }
  }

  /// Whether this guess shows that the answer contains the letter no more often than ``hints(of:)``.
  fileprivate func caps(_ letter: UInt8) -> Bool {
    (0..<PackedWord.length).contains { word[$0] == letter && colours[$0] == .absent }
  }
}
