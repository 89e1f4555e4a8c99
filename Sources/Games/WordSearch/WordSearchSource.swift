public import GameKit

public struct WordSearchSource: PuzzleSource {
  /// Grids in a daily.
  static let dailyChallenges = 5
  /// The first grids of a daily hide one translation, the later ones several, if the lists have both.
  private static let dailySingles = 2
  /// The sizes and levels of a daily's grids, increasing.
  private static let dailyShapes: [(size: Int, level: Level)] = [
    (7, .straight), (8, .straight), (9, .diagonal), (10, .diagonal), (12, .every),
  ]

  private let pools: [WordPool]
  private let loaded: [WordSearch.Challenge]
  /// The blocked words of all languages.
  let blocked: Set<String>
  public let publicLists: [String: WordList]
  public let decks: [WordDeck]

  /// - Parameter loaded: the operator's challenges, for the setting `set=file`.
  public init(_ translations: [Translations], loaded: [WordSearch.Challenge] = []) {
    pools = translations.map(WordPool.init)
    self.loaded = loaded
    blocked = Set(translations.flatMap(\.blocked))
    var lists: [String: WordList] = [:]
    for pool in translations { lists[pool.target.code] = WordList(pool.entries.flatMap { $0.targets }) }
    publicLists = lists
    decks = translations.map(\.deck)
  }

  public func puzzle(
    for day: Day, season: SeasonKey, settings: WordSearch.Settings
  ) throws(Rejection) -> WordSearch.Puzzle {
    if settings.set == .file {
      return WordSearch.Puzzle(challenges: try loaded(settings, for: day, season))
    }
    let pool = try pool(settings)
    var generator = season.generator(for: "wordsearch/\(pool.name)/grids/\(day.number)")
    let challenges = try zip(entries(of: pool, for: day, season), Self.dailyShapes).map {
      entry, shape throws(Rejection) in
      try pool.challenge(entry, size: shape.size, level: shape.level, using: &generator)
    }
    return WordSearch.Puzzle(challenges: challenges)
  }

  /// Computes the key from the words alone, without making the grids.
  public func key(for day: Day, season: SeasonKey, settings: WordSearch.Settings) throws(Rejection) -> PuzzleKey {
    if settings.set == .file { return WordSearch.key(of: try puzzle(for: day, season: season, settings: settings)) }
    let pool = try pool(settings)
    return WordSearch.key(naming: entries(of: pool, for: day, season).map { pool.name(of: $0) })
  }

  private func loaded(
    _ settings: WordSearch.Settings, for day: Day, _ season: SeasonKey
  ) throws(Rejection) -> [WordSearch.Challenge] {
    let challenges = try loaded(settings)
    let purpose = "wordsearch/file/\(settings.from)-\(settings.to)"
    return season.indices(for: day, taking: Self.dailyChallenges, purpose: purpose, count: challenges.count)
      .map { challenges[$0] }.sorted { ($0.rows.count, $0.word) < ($1.rows.count, $1.word) }
  }

  /// The day's words, those with fewer translations and letters first.
  private func entries(of pool: WordPool, for day: Day, _ season: SeasonKey) -> [Translations.Entry] {
    let shares = [
      (pool.singles, Self.dailySingles, "one"), (pool.others, Self.dailyChallenges - Self.dailySingles, "several"),
    ]
    return shares.flatMap { candidates, share, name in
      season.indices(for: day, taking: share, purpose: "wordsearch/\(pool.name)/\(name)", count: candidates.count)
        .map { candidates[$0] }.sorted { ($0.letterCount, $0.word) < ($1.letterCount, $1.word) }
    }
  }

  public func puzzle(
    seed: UInt64, settings: WordSearch.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> WordSearch.Puzzle {
    var generator = SeededGenerator(seed: seed)
    if settings.set == .file {
      let challenges = try loaded(settings)
      let chosen = try choose(settings.challenges, of: challenges, except: excluding, name: \.name, using: &generator)
      return WordSearch.Puzzle(challenges: chosen)
    }
    let pool = try pool(settings)
    let entries = pool.translations.entries
    let chosen = try choose(
      settings.challenges, of: entries, except: excluding, name: pool.name(of:), using: &generator)
    let level = Level(rawValue: settings.level) ?? .diagonal
    return WordSearch.Puzzle(
      challenges: try chosen.map { entry throws(Rejection) in
        try pool.challenge(entry, size: settings.size, level: level, using: &generator)
      })
  }

  /// The number of days until the words of either kind are used up.
  public func dayCount(settings: WordSearch.Settings) -> Int? {
    if settings.set == .file { return (try? loaded(settings)).map { max(1, $0.count / Self.dailyChallenges) } }
    guard let pool = try? pool(settings) else { return nil }
    return max(
      1, min(pool.singles.count / Self.dailySingles, pool.others.count / (Self.dailyChallenges - Self.dailySingles)))
  }

  /// Accepts only words in letters, with accents that belong to them, since a failed word is shown to others. Checked
  /// for new moves only: what was played once can be replayed.
  public func admit(_ move: WordSearch.Move, to puzzle: WordSearch.Puzzle) throws(Rejection) {
    guard case .word(let text) = move else { return }
    let scalars = text.unicodeScalars
    guard scalars.count <= 2 * WordSearch.Challenge.longestWord,
      scalars.allSatisfy({ $0.properties.isAlphabetic || $0.properties.generalCategory == .nonspacingMark })
    else { throw .badMove("A word has 1 to \(WordSearch.Challenge.longestWord) letters and nothing else") }
  }

  public func candidateMoves(
    in game: WordSearch, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [WordSearch.Move] {
    guard let challenge = game.challenge, !game.isOver, challenge.width > 0 else { return [] }
    let words = publicLists[challenge.targetLanguage]?.words ?? []
    return (0..<max(0, min(limit, 50))).map { _ in
      if !words.isEmpty, generator.number(below: 2) == 0 {
        let word = words[generator.number(below: words.count)]
        if challenge.shows(word) { return .word(word) }
      }
      let step = Level.eight[generator.number(below: Level.eight.count)]
      let from = Cell(
        x: generator.number(below: challenge.width), y: generator.number(below: challenge.rows.count))
      let room = [
        step.x > 0 ? challenge.width - 1 - from.x : step.x < 0 ? from.x : Int.max,
        step.y > 0 ? challenge.rows.count - 1 - from.y : step.y < 0 ? from.y : Int.max,
      ]
      let length = generator.number(below: (room.min() ?? 0) + 1)
      return .line(from, Cell(x: from.x + step.x * length, y: from.y + step.y * length))
    }
  }

  private func pool(_ settings: WordSearch.Settings) throws(Rejection) -> WordPool {
    let pool = pools.first { ($0.translations.source, $0.translations.target.code) == (settings.from, settings.to) }
    guard let pool else {
      let pairs = pools.map { "\($0.translations.source)→\($0.translations.target.code)" }.joined(separator: ", ")
      throw .badSettings("There are no words for \(settings.from)→\(settings.to); there are \(pairs)")
    }
    return pool
  }

  private func loaded(_ settings: WordSearch.Settings) throws(Rejection) -> [WordSearch.Challenge] {
    let matching = loaded.filter { ($0.sourceLanguage, $0.targetLanguage) == (settings.from, settings.to) }
    guard !matching.isEmpty else {
      throw .badSettings("No challenge file for \(settings.from)→\(settings.to) has been loaded here")
    }
    return matching
  }

  private func choose<Element>(
    _ count: Int, of elements: [Element], except used: PuzzleSet, name: (Element) -> String,
    using generator: inout SeededGenerator
  ) throws(Rejection) -> [Element] {
    var left = Array(elements.indices)
    var chosen: [Element] = []
    while chosen.count < count, !left.isEmpty {
      let place = generator.number(below: left.count)
      left.swapAt(place, left.count - 1)
      let element = elements[left.removeLast()]
      if !used.contains(PuzzleKey(name(element))) { chosen.append(element) }
    }
    // A file may have fewer challenges left than the series needs: then the series is shorter.
    guard !chosen.isEmpty else { throw .noPuzzlesLeft }
    return chosen
  }
}

private struct WordPool: Sendable {
  let translations: Translations
  /// The words with one translation, and those with several; all words if there are none of a kind.
  let singles: [Translations.Entry]
  let others: [Translations.Entry]
  private let generator: GridGenerator

  init(_ translations: Translations) {
    self.translations = translations
    let singles = translations.entries.filter { $0.translations.count == 1 }
    let others = translations.entries.filter { $0.translations.count > 1 }
    self.singles = singles.isEmpty ? translations.entries : singles
    self.others = others.isEmpty ? translations.entries : others
    // The letters of all words: fillers have the letter frequencies of the language.
    generator = GridGenerator(
      letters: translations.entries.flatMap { $0.targets }.joined(), blocked: translations.blocked)
  }

  var name: String { "\(translations.source)-\(translations.target.code)" }

  func name(of entry: Translations.Entry) -> String { "\(name):\(entry.word)" }

  func challenge(
    _ entry: Translations.Entry, size: Int, level: Level, using random: inout SeededGenerator
  ) throws(Rejection) -> WordSearch.Challenge {
    do {
      let grid = try generator.grid(hiding: entry.targets, size: size, level: level, using: &random)
      let targets = zip(grid.targets, entry.translations).map { target, translation in
        WordSearch.Target(word: target.word, written: translation.written, from: target.from, to: target.to)
      }
      return WordSearch.Challenge(
        sourceLanguage: translations.source, targetLanguage: translations.target.code, word: entry.word,
        sense: entry.sense, rows: grid.rows, targets: targets)
    } catch {
      throw Rejection("no_grid", error.message)
    }
  }
}

extension Translations.Entry {
  fileprivate var letterCount: Int { targets.reduce(0) { $0 + $1.count } }
}

extension SeasonKey {
  /// The indices of a day that takes several entries of a pool: each comes once until too few are left for a day, then
  /// a new order begins.
  fileprivate func indices(for day: Day, taking share: Int, purpose: String, count: Int) -> [Int] {
    let share = min(share, count)
    guard share > 0 else { return [] }
    // A day never spans two orders, so that no word comes twice.
    let days = count / share
    let zeroBased = day.number - 1
    let cycle = zeroBased >= 0 ? zeroBased / days : (zeroBased - days + 1) / days
    var order = Array(0..<count)
    var generator = generator(for: "\(purpose)/order/\(cycle)")
    generator.shuffle(&order)
    let start = (zeroBased - cycle * days) * share
    return Array(order[start..<start + share])
  }
}
