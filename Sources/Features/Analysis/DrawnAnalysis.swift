import TextMode
package import WireProtocol

extension AnalysisAnswer: Drawable {
  package func drawn() -> String {
    let isSolved = remaining == nil
    let tries = Drawing.count(guesses.count, "guess", "guesses")
    var lines = ["\(isSolved ? "Solved in" : "Not solved in") \(tries); \(start.tenths) were to be expected."]
    lines += guesses.map { $0.line(noun) }
    var sum = "In all: the choice of guesses cost \(skill.tenths), luck \(luck.given)"
    if let helped { sum += ", hints saved \(helped.tenths)" }
    if let remaining { sum += ", and \(remaining.tenths) more would have been needed" }
    return (lines + [sum + ".", "/words-left N shows what fitted after guess N."]).joined(separator: "\n")
  }
}

extension AnalysisAnswer.Guess {
  fileprivate func line(_ noun: String) -> String {
    let price = cost.tenths == "0.0" ? "\(guess) cost you nothing" : "\(guess) cost you \(cost.tenths) of a guess"
    let better = cost.tenths == "0.0" ? "" : " (\(best) was better)"
    return "\(price)\(better); luck \(luck.given). \(left(noun))"
  }

  private func left(_ noun: String) -> String {
    guard noun == "words", let fitting else { return Drawing.count(answers, "order fits", "orders fit") + "." }
    let fit = Drawing.count(fitting, "word fits", "words fit")
    return "\(Drawing.count(answers, "answer", "answers")), \(fit)."
  }
}

extension WordsLeftAnswer: Drawable {
  package func drawn() -> String {
    let title = "\(total) fitted after guess \(number)" + (pages > 1 ? ", page \(page) of \(pages)" : "")
    let rows = stride(from: 0, to: words.count, by: 10).map { start in
      words[start..<min(start + 10, words.count)].joined(separator: " ")
    }
    let next = page < pages ? ["/words-left \(number) \(page + 1) shows more"] : []
    return (["\(title):"] + rows + next).joined(separator: "\n")
  }
}

extension Double {
  /// With one digit after the point.
  fileprivate var tenths: String {
    let tenths = Int((magnitude * 10).rounded())
    return (self < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// What luck did, as a verb.
  fileprivate var given: String {
    guard tenths != "0.0" else { return "gave you nothing" }
    return self < 0 ? "took \(magnitude.tenths)" : "gave you \(tenths)"
  }
}
