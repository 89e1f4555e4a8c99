import GameKit
import Kernel
import Names
import TextMode
import Vocabulary
import WireProtocol

/// Requests about the words that a player learns: languages and words.
extension Parlor {
  func learn(_ request: Request.Vocabulary, from session: Session, re: RequestID?) throws(WireError) {
    let notebook = try notebook(of: session.player)
    let answer = try answer(to: request, in: notebook, of: session.player)
    hub.send(answer, to: session, answering: re, after: notebook.ticket)
  }

  private func answer(
    to request: Request.Vocabulary, in notebook: Notebook, of player: Player
  ) throws(WireError) -> any Drawable {
    switch request {
    case .languages(let name):
      if let name { _ = try notebook.language(name) }
      return hub.languages(of: notebook)
    case .addLanguage(let name, let first):
      let name = try hub.clean(name, .name)
      let entry = try first.map { entry throws(WireError) in try hub.clean(entry) }
      return try hub.addLanguage(name, entry, to: notebook, of: player)
    case .changeLanguage(let language, let name, let retention, let newPerDay):
      let name = try name.map { name throws(WireError) in try hub.clean(name, .name) }
      let language = try notebook.language(language)
      try hub.change(notebook, of: player) { words throws(VocabularyFault) in
        try words.changing(language, name: name, retention: retention, newPerDay: newPerDay)
      }
      return hub.languages(of: notebook)
    case .deleteLanguage(let name):
      let language = try notebook.language(name)
      try hub.change(notebook, of: player) { _ in .languageDeleted(language.number) }
      return hub.languages(of: notebook)
    case .addWord(let language, let entry):
      let entry = try hub.clean(entry)
      // Taken by themselves: while a copy of the language is held, a change copies all of its words.
      let number = try notebook.language(language).number
      let duplicate = notebook.words.language(number)?.word(like: entry.original)?.number
      let change = try hub.change(notebook, of: player) { words throws(VocabularyFault) in
        try words.adding(entry, to: number)
      }
      var answer = try notebook.answer(to: change)
      answer.duplicate = duplicate
      return answer
    case .editWord(let number, let edit):
      let edit = try hub.clean(edit: edit)
      let entry = try notebook.word(number).word.entry.edited(by: edit)
      let change = try hub.change(notebook, of: player) { words throws(VocabularyFault) in
        try words.changing(number, to: entry)
      }
      return try notebook.answer(to: change)
    case .deleteWord(let number):
      let (word, language) = try notebook.word(number)
      try hub.change(notebook, of: player) { _ in .wordDeleted(number) }
      return WordAnswer(language: language.name, word: LearntWord(word), isDeleted: true)
    case .mark(let number, let isMarked):
      let (word, _) = try notebook.word(number)
      if word.isMarked != isMarked {
        try hub.change(notebook, of: player) { _ in .marked(number: number, isMarked) }
      }
      let (marked, language) = try notebook.word(number)
      return WordAnswer(language: language.name, word: LearntWord(marked))
    case .search(let search):
      let language = try notebook.language(search.language)
      let page = language.page(holding: search.text, after: search.after, limit: search.limit)
      return FoundWords(
        language: language.name, text: search.text, words: page.words.map { LearntWord($0) }, more: page.hasMore)
    case .section(let request):
      return try hub.deal(request, from: notebook)
    case .turn(let number, let isTurned):
      return try hub.turn(number, isTurned, in: notebook)
    case .study(let language, let choices):
      (notebook.answered, notebook.isCardSeen) = (nil, true)
      return hub.study(try notebook.language(language), in: notebook, choices: choices)
    case .cards(let cards):
      (notebook.answered, notebook.isCardSeen) = (nil, true)
      return try hub.cards(cards, in: notebook, of: player)
    case .rate(let number, let rating):
      return try hub.rate(number, rating, in: notebook, of: player)
    case .undoRating:
      return try hub.undoRating(in: notebook, of: player)
    }
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
        due: queue.due.count + queue.again.count, new: queue.new.count, newLater: queue.laterCount,
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

  fileprivate func clean(edit: Request.Vocabulary.Entry) throws(WireError) -> Request.Vocabulary.Entry {
    func clean(_ text: String?, _ field: VocabularyFault.Field) throws(WireError) -> String? {
      try text.map { text throws(WireError) in try self.clean(text, field) }
    }
    return Request.Vocabulary.Entry(
      original: try clean(edit.original, .original), translation: try clean(edit.translation, .translation),
      note: try clean(edit.note, .note), part: try clean(edit.part, .part), example: try clean(edit.example, .example))
  }

  fileprivate func clean(_ entry: Request.Vocabulary.Entry) throws(WireError) -> Word.Entry {
    Word.Entry(original: "", translation: "").edited(by: try clean(edit: entry))
  }
}

extension Notebook {
  /// The word that a change has stored.
  fileprivate func answer(to change: VocabularyChange) throws(WireError) -> WordAnswer {
    guard case .word(let number, _, _) = change else { throw WireError(.noSuchWord, "No word was changed") }
    let (word, language) = try word(number)
    selected = language.number
    return WordAnswer(language: language.name, word: LearntWord(word))
  }
}

extension Word.Entry {
  /// The entry with what an edit says in the place of what was there.
  fileprivate func edited(by edit: Request.Vocabulary.Entry) -> Word.Entry {
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
