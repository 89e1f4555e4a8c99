import TextMode
package import WireProtocol

extension AnalysisAnswer: LinkedText {
  package func page() -> DrawnPage {
    let isSolved = remaining == nil
    let tries = Drawing.count(guesses.count, "guess", "guesses")
    var page = DrawnPage("\(isSolved ? "Solved in" : "Not solved in") \(tries); \(start.tenths) were to be expected.")
    let (costs, lucks) = (guesses.map(\.cost).tenths, guesses.map(\.luck).tenths)
    for (index, guess) in guesses.enumerated() {
      page.add(
        guess.line(noun, cost: costs[index], luck: lucks[index]),
        .init("what was left", Request.WordsLeft(match: match, number: index + 1)))
    }
    var sum = "In all: the choice of guesses cost \(costs.sum.tenths), luck \(lucks.sum.given)"
    if let helped { sum += ", hints saved \(helped.tenths)" }
    if let remaining { sum += ", and \(remaining.tenths) more would have been needed" }
    page.add(sum + ".")
    page.advise("/words-left N shows what fitted after guess N.")
    return page
  }
}

extension AnalysisAnswer.Guess {
  fileprivate func line(_ noun: String, cost: Double, luck: Double) -> String {
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

extension WordsLeftAnswer: LinkedText {
  package func page() -> DrawnPage {
    let title = "\(total) fitted after guess \(number)" + (pages > 1 ? ", page \(page) of \(pages)" : "")
    let rows = stride(from: 0, to: words.count, by: 10).map { start in
      words[start..<min(start + 10, words.count)].joined(separator: " ")
    }
    var drawn = DrawnPage((["\(title):"] + rows).joined(separator: "\n"))
    guard page < pages else { return drawn }
    drawn.advise("/words-left \(number) \(page + 1) shows more")
    drawn.offer(.further("more", Request.WordsLeft(match: match, number: number, page: page + 1)))
    return drawn
  }
}

extension [Double] {
  fileprivate var sum: Double { reduce(0, +) }

  /// The amounts in tenths that add up to the sum in tenths: each has the difference that it makes to the rounded sum.
  fileprivate var tenths: [Double] {
    let sums = reduce(into: [0.0]) { sums, amount in sums.append(sums[sums.count - 1] + amount) }
      .map { ($0 * 10).rounded() }
    return zip(sums.dropFirst(), sums).map { ($0 - $1) / 10 }
  }
}

extension Double {
  /// Rounded to one decimal.
  fileprivate var tenths: String {
    let tenths = Int((magnitude * 10).rounded())
    return (self < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// The effect of luck, as a verb.
  fileprivate var given: String {
    guard tenths != "0.0" else { return "gave you nothing" }
    return self < 0 ? "took \(magnitude.tenths)" : "gave you \(tenths)"
  }
}
