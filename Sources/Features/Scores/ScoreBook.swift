import GameKit
import Names
import WireProtocol

/// Scores, the newest first: by date, then by number.
struct ScoreList {
  private(set) var scores: [Score] = []

  init(_ scores: [Score] = []) { self.scores = scores.sorted(by: Self.isBefore) }

  fileprivate mutating func add(_ score: Score) { scores.insert(score, at: place(of: score)) }

  fileprivate mutating func remove(_ score: Score) { scores.remove(at: place(of: score)) }

  /// A page of scores after a given one, or from the newest on, of a month or of all time.
  fileprivate func page(after score: Score?, month: ScoreMonth?, limit: Int) -> ArraySlice<Score> {
    let newest = month.map { month in scores.partitioningIndex { $0.date <= month.last } } ?? 0
    let end = month.map { month in scores.partitioningIndex { $0.date < month.first } } ?? scores.count
    // A score of another player has its place between those of this list.
    let start = max(newest, score.map { score in scores.partitioningIndex { Self.isBefore(score, $0) } } ?? 0)
    return scores[min(start, end)..<min(end, start + limit)]
  }

  private func place(of score: Score) -> Int { scores.partitioningIndex { !Self.isBefore($0, score) } }

  /// Dates have one form, so their texts sort by day.
  static func isBefore(_ first: Score, _ second: Score) -> Bool { (first.date, first.id) > (second.date, second.id) }
}

/// A calendar month, such as `2022-03`.
struct ScoreMonth {
  /// The date of its first day.
  let first: String
  /// No date of the month is later.
  let last: String

  /// `nil` for an invalid month.
  init?(_ text: String) {
    guard text.utf8.count == 7, let day = Day(text + "-01") else { return nil }
    first = day.text
    last = first.prefix(8) + "31"
  }
}

/// The scores, as a whole and by player.
struct ScoreBook {
  private var all: ScoreList
  private var byID: [Int: Score] = [:]
  /// By folded name.
  private var byPlayer: [String: ScoreList] = [:]
  /// The colours of each score's tries, by its number: computed once, since every page shows them.
  private(set) var tiles: [Int: [String]] = [:]

  init(_ scores: [Score]) {
    all = ScoreList(scores)
    for score in scores {
      byID[score.id] = score
      tiles[score.id] = score.tiles
    }
    let named = scores.filter { $0.player != nil }
    byPlayer = Dictionary(grouping: named) { Self.folded($0) ?? "" }.mapValues { ScoreList($0) }
  }

  /// All scores, the newest first.
  var scores: [Score] { all.scores }

  /// The score of a number.
  subscript(id: Int) -> Score? { byID[id] }

  /// Adds a score whose number is free.
  mutating func add(_ score: Score) {
    guard byID[score.id] == nil else { return }
    byID[score.id] = score
    tiles[score.id] = score.tiles
    all.add(score)
    if let player = Self.folded(score) { byPlayer[player, default: ScoreList()].add(score) }
  }

  mutating func remove(_ id: Int) {
    guard let score = byID.removeValue(forKey: id) else { return }
    tiles[id] = nil
    all.remove(score)
    guard let player = Self.folded(score) else { return }
    byPlayer[player]?.remove(score)
    if byPlayer[player]?.scores.isEmpty == true { byPlayer[player] = nil }
  }

  /// A page of scores after a given one, or from the newest on, and whether there are more.
  ///
  /// - Parameter players: folded names; empty for everybody.
  func page(
    of players: [String] = [], month: ScoreMonth? = nil, after score: Score? = nil, limit: Int
  ) -> (scores: [Score], more: Bool) {
    let limit = max(0, limit)
    let lists = players.isEmpty ? [all] : Set(players).sorted().compactMap { byPlayer[$0] }
    let found = lists.flatMap { $0.page(after: score, month: month, limit: limit + 1) }
    let sorted = lists.count > 1 ? found.sorted(by: ScoreList.isBefore) : found
    return (Array(sorted.prefix(limit)), sorted.count > limit)
  }

  private static func folded(_ score: Score) -> String? { score.player.map(PlayerName.fold) }
}

extension Score {
  /// The colours of the tries, as Wordle gives them.
  fileprivate var tiles: [String] {
    // Letters as numbers, since comparing characters is slower.
    var numbers: [Character: Int] = [:]
    func letters(_ word: String) -> [Int] {
      word.lowercased().map { letter in
        let number = numbers[letter] ?? numbers.count
        numbers[letter] = number
        return number
      }
    }
    let answer = letters(word)
    return tries.map { String(LetterColours.tiles(of: letters($0), against: answer).map(\.rawValue)) }
  }
}
