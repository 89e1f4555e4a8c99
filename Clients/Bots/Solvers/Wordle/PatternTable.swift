internal import GameKit

/// The colours of every accepted guess for every answer, precomputed.
///
/// Guesses are numbered with the answers first, so that an answer has the same number as a guess.
struct PatternTable: Sendable {
  let guesses: [PackedWord]
  let answerCount: Int
  /// Row by row: a guess's colours for each answer.
  private let colours: [UInt8]

  /// - Parameter others: accepted words that are no answers.
  init(answers: [PackedWord], others: [PackedWord]) {
    let known = Set(answers)
    let guesses = answers + others.filter { !known.contains($0) }
    self.guesses = guesses
    answerCount = answers.count
    colours = [UInt8](unsafeUninitializedCapacity: guesses.count * answers.count) { buffer, count in
      for guess in guesses {
        for answer in answers {
          buffer[count] = PackedColours(of: guess, against: answer).code
          count += 1
        }
      }
    }
  }

  var answers: [UInt16] { (0..<answerCount).map { UInt16(truncatingIfNeeded: $0) } }

  func code(_ guess: Int, _ answer: UInt16) -> Int { Int(colours[guess * answerCount + Int(answer)]) }

  func withRow<Result>(of guess: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    colours.withUnsafeBufferPointer { all in
      body(UnsafeBufferPointer(rebasing: all[guess * answerCount..<(guess + 1) * answerCount]))
    }
  }

  /// The number of different colours that each guess distinguishes in a set of answers, all right included; plus one
  /// for a guess that is in the set.
  ///
  /// No guess can cost less than `3 * set.count - score`: see ``TreeSearch``.
  ///
  /// - Parameters:
  ///   - guesses: the numbers of the guesses to evaluate; `nil` for all.
  ///   - scores: one for each of them, in order.
  func scores(of set: [UInt16], among guesses: [UInt16]? = nil, into scores: inout [UInt16]) {
    var seen = [UInt32](repeating: 0, count: 256)
    seen.withUnsafeMutableBufferPointer { seen in
      colours.withUnsafeBufferPointer { all in
        func score(_ guess: Int, _ mark: UInt32) -> UInt16 {
          let row = guess &* answerCount
          var parts: UInt16 = 0
          for answer in set {
            let code = Int(all[row &+ Int(answer)])
            parts &+= seen[code] != mark ? 1 : 0
            seen[code] = mark
          }
          return parts &+ (seen[Int(PackedColours.solved.code)] == mark ? 1 : 0)
        }
        if let guesses {
          for index in guesses.indices {
            scores[index] = score(Int(guesses[index]), UInt32(truncatingIfNeeded: index &+ 1))
          }
        } else {
          for guess in self.guesses.indices { scores[guess] = score(guess, UInt32(truncatingIfNeeded: guess &+ 1)) }
        }
      }
    }
  }

  /// Partitions a set of answers by the colours of a guess, without the guess itself.
  func parts(of set: [UInt16], by guess: Int) -> [(colours: PackedColours, answers: [UInt16])] {
    var parts = [[UInt16]](repeating: [], count: PackedColours.count)
    for answer in set { parts[code(guess, answer)].append(answer) }
    return PackedColours.all.compactMap { colours in
      let answers = parts[Int(colours.code)]
      return answers.isEmpty || colours == .solved ? nil : (colours, answers)
    }
  }
}
