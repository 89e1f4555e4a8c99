import GameKit
public import WireProtocol

/// The list of scores, the newest first: by date, and by number where two have the same date.
struct ScoreBook {
  private(set) var scores: [Score] = []
  private var byID: [Int: Score] = [:]

  init(_ scores: [Score]) {
    self.scores = scores.sorted(by: Self.isBefore)
    for score in scores { byID[score.id] = score }
  }

  /// The score of a number.
  subscript(id: Int) -> Score? { byID[id] }

  /// Adds a score whose number is free.
  mutating func add(_ score: Score) {
    guard byID[score.id] == nil else { return }
    scores.insert(score, at: place(of: score))
    byID[score.id] = score
  }

  mutating func remove(_ id: Int) {
    guard let score = byID.removeValue(forKey: id) else { return }
    scores.remove(at: place(of: score))
  }

  /// So many scores after a given one, or from the newest on, and whether more follow.
  func page(after score: Score?, limit: Int) -> (scores: [Score], more: Bool) {
    let start = score.map { place(of: $0) + 1 } ?? 0
    let end = min(scores.count, start + max(0, limit))
    return (Array(scores[min(start, end)..<end]), end < scores.count)
  }

  /// Where a score stands, or would stand.
  private func place(of score: Score) -> Int {
    var (low, high) = (0, scores.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.isBefore(scores[middle], score) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Dates have one form, so that their texts are in the order of days.
  private static func isBefore(_ first: Score, _ second: Score) -> Bool {
    (first.date, first.id) > (second.date, second.id)
  }
}

extension Score {
  /// The most letters of a word, and the most tries.
  static let most = 32

  /// The score as it is kept, with its words in Unicode's normalisation form C.
  ///
  /// - Throws: a fault for a date that no calendar has, and for words that are not words.
  public func checked() throws(Fault) -> Score {
    guard Day(date) != nil else { throw Fault("date must be a day such as 2022-03-08") }
    guard let word = Self.word(word) else { throw Fault("word must be 1 to \(Self.most) letters") }
    // A bound before the work.
    let words = tries.count <= Self.most ? tries.compactMap(Self.word) : []
    guard words.count == tries.count, (1...Self.most).contains(words.count) else {
      throw Fault("tries must be 1 to \(Self.most) words of 1 to \(Self.most) letters")
    }
    return Score(id: id, date: date, word: word, tries: words)
  }

  /// Letters of any script with the marks that belong to them: nothing that a terminal or a page would act on.
  private static func word(_ text: String) -> String? {
    // A bound before the work: marks are bounded with their letters.
    guard !text.isEmpty, text.utf8.count <= most * 8 else { return nil }
    let word = text.composed
    guard word.count <= most, word.unicodeScalars.count <= most * 2, word.allSatisfy(\.isLetter),
      word.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || $0.properties.generalCategory.isMark })
    else { return nil }
    return word
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark }
}
