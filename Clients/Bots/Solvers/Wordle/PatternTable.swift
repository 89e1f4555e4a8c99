/// The colours of every accepted guess against every answer, worked out once.
///
/// Guesses are numbered with the answers first, so that an answer has the same number as a guess.
struct PatternTable: Sendable {
  let guesses: [Word]
  let answerCount: Int
  /// Row by row: a guess's colours against each answer.
  private let colours: [UInt8]

  /// - Parameter others: words that are accepted and never hidden.
  init(answers: [Word], others: [Word]) {
    let known = Set(answers)
    let guesses = answers + others.filter { !known.contains($0) }
    self.guesses = guesses
    answerCount = answers.count
    colours = [UInt8](unsafeUninitializedCapacity: guesses.count * answers.count) { buffer, count in
      for guess in guesses {
        for answer in answers {
          buffer[count] = Colours(of: guess, against: answer).code
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

  /// Into how many different colours each guess divides a set of answers, all right counted as one of them; a guess
  /// that is itself in the set counts one more.
  ///
  /// No guess can be better than `3 * set.count - score`: see ``TreeSearch``.
  ///
  /// - Parameters:
  ///   - guesses: the numbers of the guesses that are looked at; `nil` for all of them.
  ///   - scores: one for each of those, in their order.
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
          return parts &+ (seen[Int(Colours.solved.code)] == mark ? 1 : 0)
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

  /// Divides a set of answers by the colours of a guess; the answer that is the guess itself is left out.
  func parts(of set: [UInt16], by guess: Int) -> [(colours: Colours, answers: [UInt16])] {
    var parts = [[UInt16]](repeating: [], count: Colours.count)
    for answer in set { parts[code(guess, answer)].append(answer) }
    return Colours.all.compactMap { colours in
      let answers = parts[Int(colours.code)]
      return answers.isEmpty || colours == .solved ? nil : (colours, answers)
    }
  }
}
