import GameKit
import Kernel
import Names
import ParlorCore
import TextMode
import WireProtocol

/// The source of words.
struct ImportSource {
  /// The name of a bundled deck; `nil` for the uploaded file.
  var deck: String?
  /// The language of the words.
  var language: String?
}

/// Requests about decks.
struct DeckRequests {
  let notebooks: Notebooks
  private let space = UploadSpace()

  init(_ notebooks: Notebooks) { self.notebooks = notebooks }

  func addHandlers(to kernel: Kernel) {
    kernel.handleInSession { (request: Request.Decks, context) throws(WireError) in
      context.answer(decks(context), after: 0)
    }
    kernel.handleInSession { (request: Request.Import, context) throws(WireError) in
      try takePart(request, context)
    }
    kernel.handleInSession { (request: Request.ImportPreview, context) throws(WireError) in
      try begin(ImportSource(deck: request.deck, language: request.language), adds: false, context)
    }
    kernel.handleInSession { (request: Request.ImportAdd, context) throws(WireError) in
      try begin(ImportSource(deck: request.deck, language: request.language), adds: true, context)
    }
    kernel.handleInSession { (request: Request.Export, context) throws(WireError) in
      try export(request, context)
    }
  }

  // MARK: - Files

  private func takePart(_ part: Request.Import, _ context: SessionContext) throws(WireError) {
    if part.isPasted { return try beginTypedUpload(into: part.language, context) }
    if part.offset == 0, part.text.isEmpty {
      let dropped = context.part(DeckUpload.self)?.drop(context) ?? 0
      return context.answer(ImportAnswer(bytes: 0, dropped: dropped), after: 0)
    }
    var dropped: Int?
    if part.offset == 0 {
      (_, dropped) = DeckUpload.begin(language: part.language, isTyped: false, space, context)
    }
    let present = context.part(DeckUpload.self)
    guard let upload = present, case .coming = upload.state, upload.count == part.offset else {
      let count = present?.count ?? 0
      throw WireError(
        .badField, count == 0 ? "Nothing has been sent yet: begin with \"at\" 0" : "The next part begins at \(count)")
    }
    upload.language = part.language ?? upload.language
    do throws(WireError) {
      try upload.append(part.text.utf8, context)
    } catch {
      upload.drop(context)
      throw error
    }
    context.answer(ImportAnswer(bytes: upload.count, dropped: dropped), after: 0)
  }

  /// Typed lines are the file from now on.
  private func beginTypedUpload(into language: String?, _ context: SessionContext) throws(WireError) {
    guard context.isText else {
      throw WireError(.badField, "Only people at a terminal paste a deck: send it with \"import\"")
    }
    let (upload, dropped) = DeckUpload.begin(language: language, isTyped: true, space, context)
    let before = dropped == nil ? "" : "The deck that was sent before is dropped. "
    let owner = language == nil ? "\nIts words are for the language that it names; /import LANGUAGE says another." : ""
    context.send(Sentence("\(before)Paste the deck: Anki's text, CSV or TSV.\(owner)\n\(upload.ends ?? "")"))
  }

  private func export(_ request: Request.Export, _ context: SessionContext) throws(WireError) {
    let notebook = try notebooks.notebook(context)
    guard context.isText else { return context.answer(try notebook.page(of: request), after: notebook.ticket) }
    let language = try notebook.language(request.language).name
    try context.begin(ExportTask(request, of: language, notebook), on: notebook.loaded)
  }

  // MARK: - Decks

  private func decks(_ context: SessionContext) -> DecksAnswer {
    let decks = context.games.flatMap(\.decks)
    let ready = decks.map { DecksAnswer.Deck(name: $0.name, title: $0.title, language: $0.language, words: $0.count) }
    let missed = decks.map { deck in
      DecksAnswer.Deck(
        name: Self.missedPrefix + deck.name,
        title: "\(deck.language) words that you met in games and did not find", language: deck.language, words: nil)
    }
    return DecksAnswer(decks: ready + missed)
  }

  /// The prefix of names of decks with missed words.
  private static let missedPrefix = "missed-"

  private func begin(_ source: ImportSource, adds: Bool, _ context: SessionContext) throws(WireError) {
    let notebook = try notebooks.notebook(context)
    let (deck, language) = try deck(source, context)
    try context.begin(DeckTask(deck, called: source.deck, into: language, adds: adds, notebook), on: notebook.loaded)
  }

  /// A deck, and the language of its words; `nil` for the deck's own.
  private func deck(
    _ source: ImportSource, _ context: SessionContext
  ) throws(WireError) -> (DeckSource, language: String?) {
    if let name = source.deck {
      if name.lowercased().hasPrefix(Self.missedPrefix) {
        let language = try readyMade(String(name.dropFirst(Self.missedPrefix.count)), context).language
        return (.missed(MissedWords(of: language)), source.language ?? language)
      }
      let deck = try readyMade(name, context)
      return (.deck(ReadDeck(deck)), source.language ?? deck.language)
    }
    guard let upload = context.part(DeckUpload.self) else {
      throw WireError(.notFound, .deck, "No deck has been sent: begin with import")
    }
    upload.prolong(context)
    upload.language = source.language ?? upload.language
    if case .refused(let error) = upload.state { throw error }
    return (.upload(upload), upload.language)
  }

  private func readyMade(_ name: String, _ context: SessionContext) throws(WireError) -> WordDeck {
    let decks = context.games.flatMap(\.decks)
    if let deck = decks.first(where: { $0.name == name.lowercased() }) { return deck }
    let shown = try CleanText.line(name, as: "A deck's name", maximum: 64)
    let known = decks.map(\.name).joined(separator: ", ")
    throw WireError(
      .notFound, .deck, "There is no deck \(shown)\(known.isEmpty ? "" : "; there are \(known)")")
  }
}

extension ReadDeck {
  fileprivate init(_ deck: WordDeck) {
    self.init()
    notes = deck.words().map { word in
      Deck.Note(
        entry: Word.Entry(
          original: word.original, translation: word.translation, part: word.part, example: word.example))
    }
    // New words are studied in the order of adding, which should not be alphabetical. The order is deterministic, so
    // that the preview shows what is added.
    var generator = SeasonKey(hashing: deck.name.utf8).generator(for: "deck")
    generator.shuffle(&notes)
  }
}
