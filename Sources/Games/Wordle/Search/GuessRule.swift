package import GameKit
package import WireProtocol

/// The words that a player may still guess, given the colours.
package enum GuessRule: String, CaseIterable, Sendable {
  case free
  /// Greens stay in place and yellows are used, each as often as shown.
  case hard
  /// As `hard`, and letters that the colours have ruled out are forbidden: only possible answers are allowed.
  case ultra

  package init(settings: JSON?) {
    if settings?["ultra"]?.boolValue == true {
      self = .ultra
    } else {
      self = settings?["hard"]?.boolValue == true ? .hard : .free
    }
  }

  /// The constraints on later guesses that follow from the colours of a guess.
  package func demand(of guess: PackedWord, _ colours: PackedColours) -> Demand {
    switch self {
    case .free: .nothing
    case .hard: .hints(Hints(guess, colours))
    case .ultra: .fitting(guess, colours)
    }
  }

  package enum Demand {
    case nothing
    case hints(Hints)
    case fitting(PackedWord, PackedColours)

    package func allows(_ word: PackedWord) -> Bool {
      switch self {
      case .nothing: true
      case .hints(let hints): hints.areUsed(by: word)
      case .fitting(let guess, let colours): PackedColours(of: guess, against: word) == colours
      }
    }
  }
}

package struct Hints {
  private let places: PackedWord.Places
  private var needed: [(letter: UInt8, count: Int)] = []

  package init(_ guess: PackedWord, _ colours: PackedColours) {
    var isRight = [Bool](repeating: false, count: PackedWord.length)
    for place in 0..<PackedWord.length where colours[place] != .absent {
      isRight[place] = colours[place] == .right
      let letter = guess[place]
      if let index = needed.firstIndex(where: { $0.letter == letter }) {
        needed[index].count += 1
      } else {
        needed.append((letter, 1))
      }
    }
    places = guess.places { isRight[$0] }
  }

  package func areUsed(by word: PackedWord) -> Bool {
    word.matches(places) && needed.allSatisfy { word.count(of: $0.letter) >= $0.count }
  }
}

/// The guesses allowed after earlier ones, with a hash for comparing such lists.
package struct AllowedGuesses: Sendable {
  /// Their numbers; `nil` for all accepted words.
  package let guesses: [UInt16]?
  /// Equal for equal lists; rarely for others.
  package let hash: UInt64

  package static let all = AllowedGuesses(guesses: nil, hash: 0)
}
