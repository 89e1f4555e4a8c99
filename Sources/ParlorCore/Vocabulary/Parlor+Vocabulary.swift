import GameKit
import Kernel
import Names
import TextMode
import Vocabulary
import WireProtocol

/// Requests about the words that a player learns: languages and words.
extension Parlor {
  static var vocabularyHandlers: [RequestHandler] {
    [
      RequestHandler(learning: languages), RequestHandler(learning: addLanguage),
      RequestHandler(learning: changeLanguage), RequestHandler(learning: deleteLanguage),
      RequestHandler(learning: addWord), RequestHandler(learning: editWord), RequestHandler(learning: deleteWord),
      RequestHandler(learning: search), RequestHandler(learning: section),
      RequestHandler(learning: turn), RequestHandler(learning: study), RequestHandler(learning: cards),
      RequestHandler(learning: rate), RequestHandler(learning: undoRating),
    ]
  }

  // MARK: - Languages

  private func languages(
    _ request: Request.Languages, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    if let name = request.select { _ = try notebook.language(name) }
    return hub.languages(of: notebook)
  }

  private func addLanguage(
    _ request: Request.AddLanguage, to notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    let name = try hub.clean(request.name, .name)
    let first = request.entry == Request.Entry() ? nil : request.entry
    let entry = try first.map { entry throws(WireError) in try hub.clean(entry) }
    return try hub.addLanguage(name, entry, to: notebook, of: player)
  }

  private func changeLanguage(
    _ request: Request.ChangeLanguage, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    let name = try request.name.map { name throws(WireError) in try hub.clean(name, .name) }
    let language = try notebook.language(request.language)
    try hub.change(notebook, of: player) { words throws(VocabularyFault) in
      try words.changing(language, name: name, retention: request.retention, newPerDay: request.newPerDay)
    }
    return hub.languages(of: notebook)
  }

  private func deleteLanguage(
    _ request: Request.DeleteLanguage, from notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    let language = try notebook.language(request.language)
    try hub.change(notebook, of: player) { _ in .languageDeleted(language.number) }
    return hub.languages(of: notebook)
  }

  // MARK: - Words

  private func addWord(
    _ request: Request.AddWord, to notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    let entry = try hub.clean(request.entry)
    // Taken by themselves: while a copy of the language is held, a change copies all of its words.
    let number = try notebook.language(request.language).number
    let duplicate = notebook.words.language(number)?.word(like: entry.original)?.number
    let change = try hub.change(notebook, of: player) { words throws(VocabularyFault) in
      try words.adding(entry, to: number)
    }
    var answer = try notebook.answer(to: change)
    answer.duplicate = duplicate
    return answer
  }

  private func editWord(
    _ request: Request.EditWord, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    let edit = try hub.clean(edit: request.entry)
    let word = try notebook.word(request.word).word
    let entry = word.entry.edited(by: edit)
    // A mark alone is no edit.
    if entry != word.entry || request.marked == nil {
      _ = try hub.change(notebook, of: player) { words throws(VocabularyFault) in
        try words.changing(request.word, to: entry)
      }
    }
    if let marked = request.marked, marked != word.isMarked {
      try hub.change(notebook, of: player) { _ in .marked(number: request.word, marked) }
    }
    return try notebook.answer(about: request.word)
  }

  private func deleteWord(
    _ request: Request.DeleteWord, from notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    let (word, language) = try notebook.word(request.word)
    try hub.change(notebook, of: player) { _ in .wordDeleted(request.word) }
    return WordAnswer(language: language.name, word: LearntWord(word), isDeleted: true)
  }

  private func search(
    _ request: Request.Search, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    let language = try notebook.language(request.language)
    let page = language.page(holding: request.text, after: request.after ?? 0, limit: request.limit)
    return FoundWords(
      language: language.name, text: request.text, words: page.words.map { LearntWord($0) },
      next: page.hasMore ? page.words.last?.number : nil)
  }

  // MARK: - Cards

  private func section(
    _ request: Request.Section, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    try hub.deal(request, from: notebook)
  }

  private func turn(
    _ request: Request.Turn, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    try hub.turn(request.word, request.isTurned, in: notebook)
  }

  private func study(
    _ request: Request.Study, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    (notebook.answered, notebook.isCardSeen) = (nil, true)
    return hub.study(try notebook.language(request.language), in: notebook, choices: request.choices)
  }

  private func cards(
    _ request: Request.Cards, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    (notebook.answered, notebook.isCardSeen) = (nil, true)
    return try hub.cards(request, in: notebook, of: player)
  }

  private func rate(
    _ request: Request.Rate, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    try hub.rate(request, in: notebook, of: player)
  }

  private func undoRating(
    _ request: Request.UndoRating, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    try hub.undoRating(in: notebook, of: player)
  }
}

extension Hub {
  /// Checks a change, makes it and stores it.
  @discardableResult
  func change(
    _ notebook: Notebook, of player: Player, _ body: (WordCollection) throws(VocabularyFault) -> VocabularyChange
  ) throws(WireError) -> VocabularyChange {
    let change = try WireError.catching { () throws(VocabularyFault) in try body(notebook.words) }
    keep(player)
    try notebook.emit(change, through: self)
    return change
  }

  fileprivate func languages(of notebook: Notebook) -> LanguagesAnswer {
    let languages = notebook.words.languages.map { language in
      let queue = StudyQueue(of: language, on: today)
      return LanguagesAnswer.Language(
        name: language.name, words: language.words.count, marked: language.markedCount,
        due: queue.due.count + queue.lapsed.count, new: queue.new.count, newLater: queue.laterCount,
        newPerDay: language.newPerDay, retention: language.fsrs.retention)
    }
    return LanguagesAnswer(
      languages: languages, selected: notebook.selected.flatMap(notebook.words.language)?.name)
  }

  /// The first word is checked before the language is there: both are added, or neither.
  fileprivate func addLanguage(
    _ name: String, _ first: Word.Entry?, to notebook: Notebook, of player: Player
  ) throws(WireError) -> LanguagesAnswer {
    let addition = try WireError.catching { () throws(VocabularyFault) in try notebook.words.adding(languageNamed: name)
    }
    guard case .language(let number, _, _, _) = addition else { return languages(of: notebook) }
    var word: VocabularyChange?
    if let first {
      let language = Language(number: number, name: name)
      word = try WireError.catching { () throws(VocabularyFault) in try notebook.words.adding(first, to: language) }
    }
    try change(notebook, of: player) { _ in addition }
    if let word { try change(notebook, of: player) { _ in word } }
    notebook.selected = number
    return languages(of: notebook)
  }

  // MARK: - Texts

  func clean(_ text: String, _ field: VocabularyFault.Field) throws(WireError) -> String {
    let most = CollectionLimits()
    return switch field {
    case .name: try CleanText.line(text, as: "A language's name", maximum: most.nameCharacters)
    case .original: try CleanText.line(text, as: "An original", maximum: most.wordCharacters)
    case .translation: try CleanText.line(text, as: "A translation", maximum: most.wordCharacters)
    case .note: text.isEmpty ? "" : try CleanText.line(text, as: "A note", maximum: most.noteCharacters)
    case .part: text.isEmpty ? "" : try CleanText.line(text, as: "A part of speech", maximum: most.partCharacters)
    case .example: text.isEmpty ? "" : try CleanText.line(text, as: "An example", maximum: most.noteCharacters)
    }
  }

  fileprivate func clean(edit: Request.Entry) throws(WireError) -> Request.Entry {
    func clean(_ text: String?, _ field: VocabularyFault.Field) throws(WireError) -> String? {
      try text.map { text throws(WireError) in try self.clean(text, field) }
    }
    return Request.Entry(
      original: try clean(edit.original, .original), translation: try clean(edit.translation, .translation),
      note: try clean(edit.note, .note), part: try clean(edit.part, .part), example: try clean(edit.example, .example))
  }

  fileprivate func clean(_ entry: Request.Entry) throws(WireError) -> Word.Entry {
    Word.Entry(original: "", translation: "").edited(by: try clean(edit: entry))
  }
}

extension Notebook {
  /// The word that a change has stored.
  fileprivate func answer(to change: VocabularyChange) throws(WireError) -> WordAnswer {
    guard case .word(let number, _, _) = change else { throw WireError(.notFound, .word, "No word was changed") }
    return try answer(about: number)
  }

  /// A word as it is now; its language is the one that was dealt with last.
  fileprivate func answer(about number: Int) throws(WireError) -> WordAnswer {
    let (word, language) = try word(number)
    selected = language.number
    return WordAnswer(language: language.name, word: LearntWord(word))
  }
}

extension Word.Entry {
  /// The entry with what an edit says in the place of what was there.
  fileprivate func edited(by edit: Request.Entry) -> Word.Entry {
    Word.Entry(
      original: edit.original ?? original, translation: edit.translation ?? translation, note: edit.note ?? note,
      part: edit.part ?? part, example: edit.example ?? example)
  }
}

extension LearntWord {
  init(_ word: Word) {
    self.init(
      number: word.number, original: word.entry.original, translation: word.entry.translation, note: word.entry.note,
      part: word.entry.part, example: word.entry.example, isMarked: word.isMarked,
      due: word.schedule.map { Day(number: $0.due).text })
  }
}
