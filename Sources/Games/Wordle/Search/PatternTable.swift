package import GameKit

/// The colours of every accepted guess for every answer, precomputed.
///
/// Guesses are numbered with the answers first, so that an answer has the same number as a guess.
package struct PatternTable: Sendable {
  package let guesses: [PackedWord]
  package let answerCount: Int
  /// Row by row: a guess's colours for each answer.
  private let colours: [UInt8]

  /// - Parameter others: accepted words that are no answers.
  package init(answers: [PackedWord], others: [PackedWord]) {
    let known = Set(answers)
    let guesses = answers + others.filter { !known.contains($0) }
    self.guesses = guesses
    answerCount = answers.count
    var columns = LetterColumns(answers)
    colours = [UInt8](unsafeUninitializedCapacity: guesses.count * answers.count) { buffer, count in
      buffer.initialize(repeating: 0)
      for guess in guesses {
        columns.add(guess, to: UnsafeMutableBufferPointer(rebasing: buffer[count..<count + answers.count]))
        count += answers.count
      }
    }
  }

  package var answers: [UInt16] { (0..<answerCount).map { UInt16(truncatingIfNeeded: $0) } }

  package func code(_ guess: Int, _ answer: UInt16) -> Int { Int(colours[guess * answerCount + Int(answer)]) }

  package func withRow<Result>(of guess: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
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
  package func scores(of set: [UInt16], among guesses: [UInt16]? = nil, into scores: inout [UInt16]) {
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
  package func parts(of set: [UInt16], by guess: Int) -> [(colours: PackedColours, answers: [UInt16])] {
    var parts = [[UInt16]](repeating: [], count: PackedColours.count)
    for answer in set { parts[code(guess, answer)].append(answer) }
    return PackedColours.all.compactMap { colours in
      let answers = parts[Int(colours.code)]
      return answers.isEmpty || colours == .solved ? nil : (colours, answers)
    }
  }
}

/// The colours of guesses for all answers, letter by letter.
///
/// The colours of one letter of a guess, at all of its places, do not depend on the guess's other letters. So a row of
/// the table is the sum of at most five others, of which there are some hundreds.
private struct LetterColumns {
  private let answers: [PackedWord]
  private var known: [PackedWord: [UInt8]] = [:]

  init(_ answers: [PackedWord]) { self.answers = answers }

  /// Adds the codes of a guess's colours to a row of zeros.
  mutating func add(_ guess: PackedWord, to row: UnsafeMutableBufferPointer<UInt8>) {
    for place in 0..<PackedWord.length {
      let letter = guess[place]
      guard (0..<place).allSatisfy({ guess[$0] != letter }) else { continue }
      let codes = codes(of: guess.masked { guess[$0] == letter })
      codes.withUnsafeBufferPointer { codes in
        for index in 0..<min(codes.count, row.count) { row[index] &+= codes[index] }
      }
    }
  }

  private mutating func codes(of part: PackedWord) -> [UInt8] {
    if let codes = known[part] { return codes }
    let codes = answers.map { PackedColours(of: part, against: $0).code }
    known[part] = codes
    return codes
  }
}
