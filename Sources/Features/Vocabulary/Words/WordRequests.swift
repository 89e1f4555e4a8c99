import GameKit
import Kernel
import Names
import ParlorCore
import WireProtocol

/// Requests about the words that a player learns: languages, words and cards.
extension Notebooks {
  func addHandlers(to kernel: Kernel) {
    handle(Notebook.languages, kernel)
    handle(Notebook.addLanguage, kernel)
    handle(Notebook.changeLanguage, kernel)
    handle(Notebook.deleteLanguage, kernel)
    handle(Notebook.addWord, kernel)
    handle(Notebook.editWord, kernel)
    handle(Notebook.deleteWord, kernel)
    handle(Notebook.search, kernel)
    handle(Notebook.section, kernel)
    handle(Notebook.turn, kernel)
    kernel.handleInSession { (request: Request.Study, context) throws(WireError) in try study(request, context) }
    kernel.handleInSession { (request: Request.Cards, context) throws(WireError) in try cards(request, context) }
  }

  private func handle<Read: WireRequest, Answer: Drawable>(
    _ method: @escaping (Notebook) -> (Read, SessionContext) throws(WireError) -> Answer, _ kernel: Kernel
  ) {
    kernel.handleInSession { (request: Read, context) throws(WireError) in
      let notebook = try self.notebook(context)
      context.answer(try method(notebook)(request, context), after: notebook.ticket)
    }
  }
}

extension Notebook {
  // MARK: - Languages

  func languages(_ request: Request.Languages, _ context: SessionContext) throws(WireError) -> LanguagesAnswer {
    if let name = request.select { _ = try language(name) }
    return languages(on: context.today)
  }

  func addLanguage(_ request: Request.AddLanguage, _ context: SessionContext) throws(WireError) -> LanguagesAnswer {
    let name = try context.clean(request.name, .name)
    let first = request.entry == Request.Entry() ? nil : request.entry
    let entry = try first.map { entry throws(WireError) in try context.clean(entry) }
    return try addLanguage(name, entry, context)
  }

  func changeLanguage(_ request: Request.ChangeLanguage, _ context: SessionContext) throws(WireError) -> LanguagesAnswer
  {
    let name = try request.name.map { name throws(WireError) in try context.clean(name, .name) }
    let language = try self.language(request.language)
    try change(context) { words throws(VocabularyFault) in
      try words.changing(language, name: name, retention: request.retention, newPerDay: request.newPerDay)
    }
    return languages(on: context.today)
  }

  func deleteLanguage(_ request: Request.DeleteLanguage, _ context: SessionContext) throws(WireError) -> LanguagesAnswer
  {
    let language = try self.language(request.language)
    try change(context) { _ in .languageDeleted(language.number) }
    return languages(on: context.today)
  }

  // MARK: - Words

  func addWord(_ request: Request.AddWord, _ context: SessionContext) throws(WireError) -> WordAnswer {
    let entry = try context.clean(request.entry)
    // Only the number: while a copy of the language is held, a change copies all of its words.
    let number = try language(request.language).number
    let duplicate = words.language(number)?.word(like: entry.original)?.number
    let change = try self.change(context) { words throws(VocabularyFault) in
      try words.adding(entry, to: number)
    }
    var answer = try self.answer(to: change)
    answer.duplicate = duplicate
    return answer
  }

  func editWord(_ request: Request.EditWord, _ context: SessionContext) throws(WireError) -> WordAnswer {
    let edit = try context.clean(edit: request.entry)
    let word = try self.word(request.word).word
    let entry = word.entry.edited(by: edit)
    // A mark alone is no edit.
    if entry != word.entry || request.marked == nil {
      _ = try change(context) { words throws(VocabularyFault) in
        try words.changing(request.word, to: entry)
      }
    }
    if let marked = request.marked, marked != word.isMarked {
      try change(context) { _ in .marked(number: request.word, marked) }
    }
    return try answer(about: request.word)
  }

  func deleteWord(_ request: Request.DeleteWord, _ context: SessionContext) throws(WireError) -> WordAnswer {
    let (word, language) = try self.word(request.word)
    try change(context) { _ in .wordDeleted(request.word) }
    return WordAnswer(language: language.name, word: LearntWord(word), isDeleted: true)
  }

  func search(_ request: Request.Search, _ context: SessionContext) throws(WireError) -> ShownWords {
    let language = try self.language(request.language)
    let page = language.page(holding: request.text, after: request.after ?? 0, limit: request.limit)
    let found = FoundWords(
      language: language.name, text: request.text, words: page.words.map { LearntWord($0) },
      next: page.hasMore ? page.words.last?.number : nil)
    return ShownWords(message: found, request: request, today: context.today)
  }
}

extension Notebook {
  fileprivate func languages(on today: Day) -> LanguagesAnswer {
    let known = words.languages.map { language in
      let queue = StudyQueue(of: language, on: today)
      return LanguagesAnswer.Language(
        name: language.name, words: language.words.count, marked: language.markedCount,
        due: queue.dueCount, new: queue.newCount, newLater: queue.laterCount,
        newPerDay: language.newPerDay, retention: language.fsrs.retention)
    }
    return LanguagesAnswer(languages: known, selected: selected.flatMap(words.language)?.name)
  }

  /// Adds a language with its first word: both, or neither.
  fileprivate func addLanguage(
    _ name: String, _ first: Word.Entry?, _ context: SessionContext
  ) throws(WireError) -> LanguagesAnswer {
    let addition = try WireError.catching { () throws(VocabularyFault) in try words.adding(languageNamed: name) }
    guard case .language(let number, _, _, _) = addition else { return languages(on: context.today) }
    var word: VocabularyChange?
    if let first {
      let language = Language(number: number, name: name)
      word = try WireError.catching { () throws(VocabularyFault) in try words.adding(first, to: language) }
    }
    try change(context) { _ in addition }
    if let word { try change(context) { _ in word } }
    selected = number
    return languages(on: context.today)
  }
}

extension FeatureContext {
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

  /// The present word; its language becomes the last used one.
  fileprivate func answer(about number: Int) throws(WireError) -> WordAnswer {
    let (word, language) = try self.word(number)
    selected = language.number
    return WordAnswer(language: language.name, word: LearntWord(word))
  }
}

extension Word.Entry {
  /// The entry with the texts of an edit.
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
