import GameKit
import ParlorCore
import WireProtocol

/// Changes of a vocabulary as lines of the log. All that players write is secret.
extension VocabularyChange {
  /// Appends the members of the fact.
  func write(to json: inout JSONWriter) {
    func begin(_ fact: StaticString) { json.field("fact", fact) }
    switch self {
    case .language(let number, let name, let retention, let newPerDay):
      begin("language")
      json.field("language", number)
      json.field("retention", retention)
      json.field("new_per_day", newPerDay)
      json.secret { $0.field("name", name) }
    case .languageDeleted(let number):
      begin("language_deleted")
      json.field("language", number)
    case .word(let number, let language, let entry):
      begin("word")
      json.field("word", number)
      json.field("language", language)
      json.secret { entry.write(to: &$0) }
    case .marked(let number, let isMarked):
      begin("word_marked")
      json.field("word", number)
      json.field("marked", isMarked)
    case .reviewed(let number, let rating, let schedule, let moveID):
      begin("word_reviewed")
      json.field("word", number)
      json.field("rating", rating.rawValue)
      schedule.write(to: &json)
      json.field("move", ifPresent: moveID)
    case .reviewUndone(let number, let schedule, let isInRun):
      begin("review_undone")
      json.field("word", number)
      json.field("in_run", isInRun)
      schedule?.write(to: &json)
    case .wordDeleted(let number):
      begin("word_deleted")
      json.field("word", number)
    case .practiceBegun(let run):
      begin("practice_begun")
      run.write(to: &json)
    case .practised(let number, let rating):
      begin("practised")
      json.field("word", number)
      json.field("rating", rating.rawValue)
    case .restored(let word, let language):
      begin("word_restored")
      json.field("word", word.number)
      json.field("language", language)
      if word.isMarked { json.field("marked", true) }
      word.schedule?.write(to: &json)
      json.secret { word.entry.write(to: &$0) }
    case .reviewRestored(let review):
      begin("review_restored")
      json.field("word", review.word)
      json.field("in_run", review.isInRun)
      review.before?.write(to: &json)
      json.field("move", ifPresent: review.moveID)
    case .counted(let words, let languages):
      begin("counted")
      json.field("words", words)
      json.field("languages", languages)
    }
  }

  /// Parses what ``write(to:)`` has written; `nil` for anything else.
  init?(_ fact: JSONView) {
    let change: VocabularyChange? =
      switch fact["fact"]?.string {
      case "language": Self.language(fact)
      case "language_deleted": fact["language"]?.int.map { .languageDeleted($0) }
      case "word": Self.word(fact)
      case "word_marked": Self.marked(fact)
      case "word_reviewed": Self.reviewed(fact)
      case "review_undone": Self.undone(fact)
      case "word_deleted": fact["word"]?.int.map { .wordDeleted($0) }
      case "practice_begun": PracticeRun(fact).map { .practiceBegun($0) }
      case "practised": Self.practised(fact)
      case "word_restored": Self.restored(fact)
      case "review_restored": Self.reviewRestored(fact)
      case "counted": Self.counted(fact)
      default: nil
      }
    guard let change else { return nil }
    self = change
  }

  private static func language(_ fact: JSONView) -> VocabularyChange? {
    guard let number = fact["language"]?.int, let retention = fact["retention"]?.int,
      let newPerDay = fact["new_per_day"]?.int, let name = fact["secret"]?["name"]?.string
    else { return nil }
    return .language(number: number, name: name, retention: retention, newPerDay: newPerDay)
  }

  private static func word(_ fact: JSONView) -> VocabularyChange? {
    guard let (number, language, entry) = content(fact) else { return nil }
    return .word(number: number, language: language, entry)
  }

  /// A word's number, language and text.
  private static func content(_ fact: JSONView) -> (Int, Int, Word.Entry)? {
    guard let number = fact["word"]?.int, let language = fact["language"]?.int,
      let entry = fact["secret"].flatMap(Word.Entry.init)
    else { return nil }
    return (number, language, entry)
  }

  private static func marked(_ fact: JSONView) -> VocabularyChange? {
    guard let number = fact["word"]?.int, let isMarked = fact["marked"]?.bool else { return nil }
    return .marked(number: number, isMarked)
  }

  private static func practised(_ fact: JSONView) -> VocabularyChange? {
    guard let number = fact["word"]?.int, let rating = fact["rating"]?.string.flatMap(Rating.init(rawValue:)) else {
      return nil
    }
    return .practised(number: number, rating)
  }

  private static func restored(_ fact: JSONView) -> VocabularyChange? {
    guard let (number, language, entry) = content(fact) else { return nil }
    let word = Word(
      number: number, entry: entry, isMarked: fact["marked"]?.bool ?? false, schedule: Schedule(fact))
    return .restored(word, language: language)
  }

  private static func reviewRestored(_ fact: JSONView) -> VocabularyChange? {
    guard let number = fact["word"]?.int, let isInRun = fact["in_run"]?.bool else { return nil }
    let review = LastReview(
      word: number, isInRun: isInRun, before: Schedule(fact), moveID: fact["move"]?.string)
    return .reviewRestored(review)
  }

  private static func counted(_ fact: JSONView) -> VocabularyChange? {
    guard let words = fact["words"]?.int, let languages = fact["languages"]?.int else { return nil }
    return .counted(words: words, languages: languages)
  }

  private static func reviewed(_ fact: JSONView) -> VocabularyChange? {
    guard let number = fact["word"]?.int, let rating = fact["rating"]?.string.flatMap(Rating.init(rawValue:)),
      let schedule = Schedule(fact)
    else { return nil }
    return .reviewed(number: number, rating, schedule, moveID: fact["move"]?.string)
  }

  private static func undone(_ fact: JSONView) -> VocabularyChange? {
    guard let number = fact["word"]?.int, let isInRun = fact["in_run"]?.bool else { return nil }
    return .reviewUndone(number: number, Schedule(fact), isInRun: isInRun)
  }
}

extension Word.Entry {
  fileprivate init?(_ view: JSONView) {
    guard let original = view["original"]?.string, let translation = view["translation"]?.string else { return nil }
    self.init(
      original: original, translation: translation, note: view["note"]?.string ?? "", part: view["part"]?.string ?? "",
      example: view["example"]?.string ?? "")
  }

  /// Empty texts are left out, except the two that every word has.
  fileprivate func write(to json: inout JSONWriter) {
    json.field("original", original)
    json.field("translation", translation)
    if !note.isEmpty { json.field("note", note) }
    if !part.isEmpty { json.field("part", part) }
    if !example.isEmpty { json.field("example", example) }
  }
}

extension Schedule {
  fileprivate init?(_ view: JSONView) {
    guard let stability = view["stability"]?.double, let difficulty = view["difficulty"]?.double,
      let first = view["first"]?.int, let reviewed = view["reviewed"]?.int, let due = view["due"]?.int,
      let reviews = view["reviews"]?.int
    else { return nil }
    self.init(
      memory: Memory(stability: stability, difficulty: difficulty), first: first, reviewed: reviewed, due: due,
      reviews: reviews)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.field("stability", memory.stability)
    json.field("difficulty", memory.difficulty)
    json.field("first", first)
    json.field("reviewed", reviewed)
    json.field("due", due)
    json.field("reviews", reviews)
  }
}

extension PracticeRun {
  fileprivate init?(_ view: JSONView) {
    guard let language = view["language"]?.int, let hasChoices = view["choices"]?.bool,
      let words = view["words"]?.elements.compactMap(\.int), !words.isEmpty
    else { return nil }
    let ratings = view["ratings"]?.elements.compactMap { $0.string.flatMap(Rating.init(rawValue:)) } ?? []
    self.init(language: language, left: words, score: CardScore(ratings), hasChoices: hasChoices)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.field("language", language)
    json.key("words")
    json.beginArray()
    for number in left { json.int(number) }
    json.endArray()
    json.field("choices", hasChoices)
    guard !score.ratings.isEmpty else { return }
    json.key("ratings")
    json.beginArray()
    for rating in score.ratings { json.string(rating.rawValue) }
    json.endArray()
  }
}
