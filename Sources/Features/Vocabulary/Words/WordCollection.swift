/// A player's vocabulary: languages with their words.
///
/// Functions that validate return a ``VocabularyChange`` and change nothing; only ``apply(_:)`` changes, and it accepts
/// any change that was stored.
struct WordCollection: Sendable {
  /// By number, the oldest first.
  private(set) var languages: [Language] = []
  /// The current run of cards.
  private(set) var practice: PracticeRun?
  /// The review that ``undoingReview()`` undoes.
  private(set) var lastReview: LastReview?
  /// The limits that the validating functions enforce.
  var limits: CollectionLimits
  /// The language of each word.
  private var languageOfWord: [Int: Int] = [:]
  private var bytes = 0
  private var lastWord = 0
  private var lastLanguage = 0

  /// An empty collection.
  init(limits: CollectionLimits = CollectionLimits()) { self.limits = limits }

  /// The number of words in all languages.
  var wordCount: Int { languageOfWord.count }

  /// The number of words, and of bytes of text, up to the limits.
  var remainingCapacity: (words: Int, bytes: Int) {
    (max(0, limits.words - wordCount), max(0, limits.bytes - bytes))
  }

  // MARK: - Reading

  /// A language by its name, ignoring case and accents.
  func language(named name: String) throws(VocabularyFault) -> Language {
    let key = FoldedText.key(of: name)
    guard let language = languages.first(where: { FoldedText.key(of: $0.name) == key }) else {
      throw .noSuchLanguage(name)
    }
    return language
  }

  /// A language by its number.
  func language(_ number: Int) -> Language? { place(of: number).map { languages[$0] } }

  /// A word by its number, with its language.
  func word(_ number: Int) throws(VocabularyFault) -> (word: Word, language: Language) {
    guard let language = languageOfWord[number].flatMap(language), let word = language[number] else {
      throw .noSuchWord(number)
    }
    return (word, language)
  }

  private func place(of language: Int) -> Int? { languages.firstIndex { $0.number == language } }

  // MARK: - Validation

  /// A new language.
  func adding(languageNamed name: String) throws(VocabularyFault) -> VocabularyChange {
    try check(name, .name, atMost: limits.nameCharacters)
    try checkUnused(name, except: nil)
    guard languages.count < limits.languages else { throw .tooManyLanguages(most: limits.languages) }
    return .language(number: lastLanguage + 1, name: name, retention: FSRS.defaultRetention)
  }

  /// Changes a language's name, retention or number of new words per day; `nil` keeps the value.
  func changing(
    _ language: Language, name: String? = nil, retention: Int? = nil, newPerDay: Int? = nil
  ) throws(VocabularyFault) -> VocabularyChange {
    if let name {
      try check(name, .name, atMost: limits.nameCharacters)
      try checkUnused(name, except: language.number)
    }
    let fsrs = retention.map { FSRS(retention: $0) } ?? language.fsrs
    return .language(
      number: language.number, name: name ?? language.name, retention: fsrs.retention,
      newPerDay: newPerDay ?? language.newPerDay)
  }

  /// A new word.
  func adding(_ entry: Word.Entry, to language: Language) throws(VocabularyFault) -> VocabularyChange {
    try adding(entry, to: language.number)
  }

  /// Adds a word to the language with a number; the caller need not hold a copy of it.
  func adding(_ entry: Word.Entry, to language: Int) throws(VocabularyFault) -> VocabularyChange {
    try check(entry, inPlaceOf: 0)
    guard wordCount < limits.words else { throw .tooManyWords(most: limits.words) }
    return .word(number: lastWord + 1, language: language, entry)
  }

  /// Changes a word's texts.
  func changing(_ number: Int, to entry: Word.Entry) throws(VocabularyFault) -> VocabularyChange {
    let (word, language) = try word(number)
    try check(entry, inPlaceOf: word.entry.bytes)
    return .word(number: number, language: language.number, entry)
  }

  /// Undoes the last review; only once, since the one before it is not kept.
  func undoingReview() throws(VocabularyFault) -> VocabularyChange {
    guard let last = lastReview else { throw .noReview }
    return .reviewUndone(number: last.word, last.before, isInRun: last.isInRun && practice != nil)
  }

  private func checkUnused(_ name: String, except number: Int?) throws(VocabularyFault) {
    if let other = try? language(named: name), other.number != number { throw .languageExists(other.name) }
  }

  private func check(_ entry: Word.Entry, inPlaceOf old: Int) throws(VocabularyFault) {
    try check(entry.original, .original, atMost: limits.wordCharacters)
    try check(entry.translation, .translation, atMost: limits.wordCharacters)
    try check(entry.note, .note, mayBeEmpty: true, atMost: limits.noteCharacters)
    try check(entry.part, .part, mayBeEmpty: true, atMost: limits.partCharacters)
    try check(entry.example, .example, mayBeEmpty: true, atMost: limits.noteCharacters)
    guard bytes - old + entry.bytes <= limits.bytes else { throw .tooManyBytes(most: limits.bytes) }
  }

  private func check(
    _ text: String, _ field: VocabularyFault.Field, mayBeEmpty: Bool = false, atMost most: Int
  ) throws(VocabularyFault) {
    guard mayBeEmpty || !text.isEmpty else { throw .empty(field) }
    // Counting characters takes longer than counting bytes, which are at least as many.
    guard text.utf8.count <= most || text.count <= most else { throw .tooLong(field, most: most) }
  }

  // MARK: - Changes

  /// Applies a change. A change that refers to something unknown has no effect.
  mutating func apply(_ change: VocabularyChange) {
    switch change {
    case .language(let number, let name, let retention, let newPerDay):
      store(language: number, name, FSRS(retention: retention), newPerDay)
    case .languageDeleted(let number): remove(language: number)
    case .word(let number, let language, let entry): store(number, in: language, entry)
    case .marked(let number, let isMarked): update(number) { $0.mark(number, isMarked) }
    case .reviewed(let number, _, let schedule, let moveID): review(number, schedule, moveID)
    case .reviewUndone(let number, let schedule, let isInRun): undoReview(of: number, schedule, isInRun: isInRun)
    case .wordDeleted(let number): remove(number)
    case .practiceBegun(let run):
      practice = run
      lastReview?.isInRun = false
    case .practised(let number, let rating):
      practice?.score.add(rating)
      dropCard(number)
      if lastReview?.word == number { lastReview?.isInRun = practice != nil }
    case .restored(let word, let language): restore(word, in: language)
    case .reviewRestored(let review): lastReview = review
    case .counted(let words, let languages):
      lastWord = max(lastWord, words)
      lastLanguage = max(lastLanguage, languages)
    }
  }

  /// The shortest list of changes that leads to the same collection.
  var snapshot: [VocabularyChange] {
    var changes: [VocabularyChange] = []
    for language in languages {
      changes.append(
        .language(
          number: language.number, name: language.name, retention: language.fsrs.retention,
          newPerDay: language.newPerDay))
      changes += language.words.map { .restored($0, language: language.number) }
    }
    if let practice { changes.append(.practiceBegun(practice)) }
    if let lastReview { changes.append(.reviewRestored(lastReview)) }
    let last = languages.compactMap(\.words.last?.number).max() ?? 0
    if last < lastWord || languages.last?.number ?? 0 < lastLanguage {
      changes.append(.counted(words: lastWord, languages: lastLanguage))
    }
    return changes
  }

  /// The number of words that are due by a day.
  func dueCount(on day: Int) -> Int {
    languages.reduce(0) { $0 + $1.order.dueCount(on: day) }
  }

  /// Records a review. One that replaces the last review of the same word keeps the schedule before that one for undo.
  private mutating func review(_ number: Int, _ schedule: Schedule, _ moveID: String?) {
    guard let place = languageOfWord[number].flatMap(place), let word = languages[place][number] else { return }
    if word.schedule?.reviews != schedule.reviews { lastReview = LastReview(word: number, before: word.schedule) }
    lastReview?.moveID = moveID
    languages[place].schedule(number, schedule)
  }

  private mutating func undoReview(of number: Int, _ schedule: Schedule?, isInRun: Bool) {
    lastReview = nil
    guard languageOfWord[number] != nil else { return }
    update(number) { $0.schedule(number, schedule) }
    guard isInRun else { return }
    practice?.left.insert(number, at: 0)
    practice?.score.removeLast()
  }

  /// Removes a card from the run, which ends with its last one.
  private mutating func dropCard(_ number: Int) {
    practice?.left.removeAll { $0 == number }
    if practice?.left.isEmpty == true { practice = nil }
  }

  private mutating func restore(_ word: Word, in language: Int) {
    store(word.number, in: language, word.entry)
    update(word.number) {
      $0.mark(word.number, word.isMarked)
      if let schedule = word.schedule { $0.schedule(word.number, schedule) }
    }
  }

  private mutating func store(language number: Int, _ name: String, _ fsrs: FSRS, _ newPerDay: Int) {
    if let place = place(of: number) {
      languages[place].name = name
      languages[place].fsrs = fsrs
      languages[place].newPerDay = newPerDay
    } else {
      let next = languages.firstIndex { $0.number > number } ?? languages.endIndex
      languages.insert(Language(number: number, name: name, fsrs: fsrs, newPerDay: newPerDay), at: next)
      lastLanguage = max(lastLanguage, number)
    }
  }

  private mutating func remove(language number: Int) {
    if practice?.language == number { practice = nil }
    guard let place = place(of: number) else { return }
    for word in languages.remove(at: place).words {
      languageOfWord[word.number] = nil
      bytes -= word.entry.bytes
    }
    if lastReview.map({ languageOfWord[$0.word] == nil }) == true { lastReview = nil }
  }

  private mutating func store(_ number: Int, in language: Int, _ entry: Word.Entry) {
    guard let place = place(of: languageOfWord[number] ?? language) else { return }
    var word = languages[place][number] ?? Word(number: number, entry: entry)
    bytes += entry.bytes - (languageOfWord[number] == nil ? 0 : word.entry.bytes)
    word.entry = entry
    languageOfWord[number] = languages[place].number
    languages[place].store(word)
    lastWord = max(lastWord, number)
  }

  private mutating func update(_ number: Int, _ change: (inout Language) -> Void) {
    if let place = languageOfWord[number].flatMap(place) { change(&languages[place]) }
  }

  private mutating func remove(_ number: Int) {
    guard let place = languageOfWord[number].flatMap(place), let word = languages[place][number] else { return }
    bytes -= word.entry.bytes
    languageOfWord[number] = nil
    languages[place].remove(number)
    dropCard(number)
    if lastReview?.word == number { lastReview = nil }
  }
}

/// The limits of a player's vocabulary.
struct CollectionLimits: Hashable, Sendable {
  /// Words of a player, in all languages.
  var words = 20_000
  /// Languages of a player.
  var languages = 100
  /// Characters of a language's name.
  var nameCharacters = 40
  /// Characters of an original, and of a translation.
  var wordCharacters = 120
  /// Characters of a note, and of an example.
  var noteCharacters = 300
  /// Characters of a part of speech.
  var partCharacters = 30
  /// Bytes of all of a player's texts, in UTF-8.
  var bytes = 4 << 20

  /// The default limits.
  init() {}
}
