import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// A player's session with words.
final class Notebook {
  /// The words, which are in memory while a request or a task uses them.
  weak var document: Document<NotebookDocument>?
  private let limits: CollectionLimits
  /// The language of requests that name none.
  var selected: Int?
  /// The last section of cards.
  var section: Section?
  /// Whether cards of the section and of study show the translation and ask for the original.
  var isInverted = false

  init(_ limits: CollectionLimits) { self.limits = limits }

  /// The player's words, with the server's limits.
  var words: WordCollection {
    var words = document?.state ?? WordCollection()
    words.limits = limits
    return words
  }

  /// The commit of the last change.
  var ticket: CommitTicket { document?.ticket ?? 0 }

  /// The document, which is in memory.
  var loaded: Document<NotebookDocument> {
    get throws(WireError) {
      guard let document else { throw Parlor.storageUnavailable }
      return document
    }
  }

  /// Validates a change, makes it and stores it.
  ///
  /// - Throws: `data_damaged` for a damaged document.
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

  /// The language of a request: the named one, the last used one, or the only one.
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

  /// The word with a number.
  func word(_ number: Int) throws(WireError) -> (word: Word, language: Language) {
    try WireError.catching { () throws(VocabularyFault) in try words.word(number) }
  }
}

extension WireError {
  /// Runs a body that may throw a fault about a player's words.
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
