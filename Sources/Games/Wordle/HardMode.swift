import GameKit

/// Hints bind the guesses after them: greens stay in place, yellows are used, each at least as often as it was shown.
/// Ultra-hard also forbids what the colours have ruled out.
struct HardMode {
  let ultra: Bool

  /// Checks in the order in which players know the messages: places first, then letters.
  func check(_ word: Word, after guesses: [JudgedGuess]) throws(Rejection) {
    try checkPlaces(word, guesses)
    try checkLetters(word, guesses)
    if ultra { try checkRuledOut(word, guesses) }
  }

  private func checkPlaces(_ word: Word, _ guesses: [JudgedGuess]) throws(Rejection) {
    for place in 0..<Wordle.length {
      for guess in guesses where guess.marks[place] == .right && guess.word.letters[place] != word.letters[place] {
        throw Rejection(
          "hint_not_used", "\(Self.ordinals[place]) letter must be \(Self.name(guess.word.letters[place]))")
      }
    }
  }

  private func checkLetters(_ word: Word, _ guesses: [JudgedGuess]) throws(Rejection) {
    for guess in guesses {
      for letter in guess.word.letters {
        let needed = guess.hints(of: letter)
        guard count(letter, in: word) < needed else { continue }
        let times = needed > 1 ? " \(Self.times[needed])" : ""
        throw Rejection("hint_not_used", "Guess must contain \(Self.name(letter))\(times)")
      }
    }
  }

  private func checkRuledOut(_ word: Word, _ guesses: [JudgedGuess]) throws(Rejection) {
    for guess in guesses {
      for (place, letter) in guess.word.letters.enumerated() {
        if guess.marks[place] != .right, word.letters[place] == letter {
          throw Rejection("ruled_out", "\(Self.ordinals[place]) letter must not be \(Self.name(letter))")
        }
        let most = guess.hints(of: letter)
        guard guess.caps(letter), count(letter, in: word) > most else { continue }
        throw Rejection(
          "ruled_out",
          most == 0
            ? "Guess must not contain \(Self.name(letter))"
            : "Guess must contain \(Self.name(letter)) only \(Self.times[most])")
      }
    }
  }

  private func count(_ letter: UInt8, in word: Word) -> Int { word.letters.count { $0 == letter } }

  private static func name(_ letter: UInt8) -> String {
    String(UnicodeScalar(letter)).uppercased()
  }

  private static let ordinals = ["1st", "2nd", "3rd", "4th", "5th"]
  private static let times = ["", "once", "twice", "three times", "four times", "five times"]
}
