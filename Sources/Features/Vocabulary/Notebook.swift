import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// What a player does with words while the player is here.
final class Notebook {
  /// The words, which are in memory as long as a request or a task is at work on them.
  weak var document: Document<NotebookDocument>?
  private let limits: CollectionLimits
  /// The number of the language that requests are about which name none.
  var selected: Int?
  /// The cards that were dealt last.
  var section: Section?
  /// Whether cards show the translation and ask for the original: those of the section, and those that are studied.
  var isInverted = false

  init(_ limits: CollectionLimits) { self.limits = limits }

  /// What the player learns, which checks against the server's limits.
  var words: WordCollection {
    var words = document?.state ?? WordCollection()
    words.limits = limits
    return words
  }

  /// The commit that the last change is part of.
  var ticket: CommitTicket { document?.ticket ?? 0 }

  /// The document, which is in memory.
  var loaded: Document<NotebookDocument> {
    get throws(WireError) {
      guard let document else { throw Parlor.storageUnavailable }
      return document
    }
  }

  /// Checks a change, makes it and stores it.
  ///
  /// - Throws: `data_damaged` where something of the words is lost.
  @discardableResult
  func change(
    _ context: some FeatureContext, _ body: (WordCollection) throws(VocabularyFault) -> VocabularyChange
  ) throws(WireError) -> VocabularyChange {
    let change = try WireError.catching { () throws(VocabularyFault) in try body(words) }
    let document = try loaded
    try document.checkSound()
    context.keep(context.player)
    context.emit(change, on: document)
    return change
  }

  /// The language that a request means: the one that it names, the one that was dealt with last, or the only one.
  func language(_ name: String?) throws(WireError) -> Language {
    if let name {
      let language = try WireError.catching { () throws(VocabularyFault) in try words.language(named: name) }
      selected = language.number
      return language
    }
    if let language = selected.flatMap(words.language) { return language }
    guard let language = words.languages.first else {
      throw WireError(.notFound, .language, "You are not learning a language yet: begin one first")
    }
    guard words.languages.count == 1 else {
      throw WireError(.notFound, .language, "You learn \(words.languages.count) languages: say which")
    }
    selected = language.number
    return language
  }

  /// The word of a number.
  func word(_ number: Int) throws(WireError) -> (word: Word, language: Language) {
    try WireError.catching { () throws(VocabularyFault) in try words.word(number) }
  }
}

extension WireError {
  /// Does something that may be at fault with a player's words.
  static func catching<Value>(_ body: () throws(VocabularyFault) -> Value) throws(WireError) -> Value {
    do throws(VocabularyFault) {
      return try body()
    } catch {
      throw WireError(error)
    }
  }

  private init(_ fault: VocabularyFault) {
    switch fault {
    case .noSuchLanguage(let name): self.init(.notFound, .language, "You learn no \(name)")
    case .noSuchWord(let number): self.init(.notFound, .word, "You have no word \(number)")
    case .noReview:
      self.init(.notFound, .word, "There is no rating to take back: the last one can be, and once")
    case .languageExists(let name): self.init(.exists, .language, "You learn \(name) already")
    case .empty(let field): self.init(.badField, "The \(field.rawValue) is missing")
    case .tooLong(let field, let most):
      self.init(.badText, "The \(field.rawValue) may have at most \(most) characters")
    case .tooManyLanguages(let most):
      self.init(.tooMany, .word, "You learn \(most) languages already, which is the most")
    case .tooManyWords(let most): self.init(.tooMany, .word, "You have \(most) words already, which is the most")
    case .tooManyBytes(let most):
      self.init(.tooMany, .word, "All your words together may have at most \(most) bytes, and would have more")
    }
  }
}
