import GameKit
import Names
import TextMode
import Vocabulary
import WireProtocol

/// Where words come from.
struct ImportSource {
  /// The name of a deck that is there; `nil` for what was sent.
  var deck: String?
  /// The language that the words are for.
  var language: String?
}

/// Requests about decks.
extension Parlor {
  static var deckHandlers: [RequestHandler] {
    [
      RequestHandler(sendDecks), RequestHandler(importPart), RequestHandler(preview), RequestHandler(add),
      RequestHandler(exportPage),
    ]
  }

  private func sendDecks(_ request: Request.Decks, to session: Session, re: RequestID?) {
    hub.send(decks, to: session, answering: re, after: 0)
  }

  private func importPart(_ request: Request.Import, from session: Session, re: RequestID?) throws(WireError) {
    if request.isPasted { return try beginTypedUpload(into: request.language, of: session) }
    if request.offset == 0, request.text.isEmpty { return cancelImport(of: session, re: re) }
    try takePart(request, from: session, re: re)
  }

  private func preview(_ request: Request.ImportPreview, from session: Session, re: RequestID?) throws(WireError) {
    try take(ImportSource(deck: request.deck, language: request.language), adds: false, from: session, re: re)
  }

  private func add(_ request: Request.ImportAdd, from session: Session, re: RequestID?) throws(WireError) {
    try take(ImportSource(deck: request.deck, language: request.language), adds: true, from: session, re: re)
  }

  private func exportPage(_ request: Request.Export, from session: Session, re: RequestID?) throws(WireError) {
    let notebook = try notebook(of: session.player)
    guard session.format == .text else {
      return hub.send(try notebook.page(of: request), to: session, answering: re, after: notebook.ticket)
    }
    let language = try notebook.language(request.language).name
    let task = ExportTask(request, of: language) { [unowned self, id = session.id] text in
      send(text, to: id, after: notebook.ticket)
    }
    begin(task, in: notebook, from: session, re: re)
  }

  private var decks: DecksAnswer {
    let decks = hub.configuration.games.flatMap(\.decks)
    let ready = decks.map { DecksAnswer.Deck(name: $0.name, title: $0.title, language: $0.language, words: $0.count) }
    let missed = decks.map { deck in
      DecksAnswer.Deck(
        name: Self.missedPrefix + deck.name,
        title: "\(deck.language) words that you met in games and did not find", language: deck.language, words: nil)
    }
    return DecksAnswer(decks: ready + missed)
  }

  /// What the names of decks begin with that hold missed words.
  private static let missedPrefix = "missed-"

  private func take(
    _ source: ImportSource, adds: Bool, from session: Session, re: RequestID?
  ) throws(WireError) {
    let notebook = try notebook(of: session.player)
    begin(try task(source, adds: adds, for: session), in: notebook, from: session, re: re)
  }

  private func task(
    _ source: ImportSource, adds: Bool, for session: Session
  ) throws(WireError) -> any NotebookTask {
    if let name = source.deck {
      if name.lowercased().hasPrefix(Self.missedPrefix) {
        let language = try readyMade(String(name.dropFirst(Self.missedPrefix.count))).language
        return DeckTask(
          .missed(MissedWords(of: language, hub)), into: source.language ?? language, adds: adds, hub: hub
        ) { _ in }
      }
      let deck = try readyMade(name)
      return DeckTask(.deck(ReadDeck(deck)), into: source.language ?? deck.language, adds: adds, hub: hub) { _ in }
    }
    guard let upload = session.upload else {
      throw WireError(.notFound, .deck, "No deck has been sent: begin with import")
    }
    prolong(uploadOf: session)
    upload.language = source.language ?? upload.language
    let deck: DeckSource =
      switch upload.state {
      case .coming(let bytes): .file(bytes)
      case .read(let deck): .deck(deck)
      case .refused(let error): throw error
      }
    return DeckTask(deck, into: upload.language, adds: adds, hub: hub) { [unowned self, id = session.id] deck in
      if let deck {
        upload.finishReading(deck)
      } else if let session = sessions[id], session.upload === upload {
        drop(uploadOf: session)
      }
    }
  }

  private func readyMade(_ name: String) throws(WireError) -> WordDeck {
    let decks = hub.configuration.games.flatMap(\.decks)
    if let deck = decks.first(where: { $0.name == name.lowercased() }) { return deck }
    let shown = try CleanText.line(name, as: "A deck's name", maximum: 64)
    let known = decks.map(\.name).joined(separator: ", ")
    throw WireError(
      .notFound, .deck, "There is no deck \(shown)\(known.isEmpty ? "" : "; there are \(known)")")
  }

  /// Sends a part of a file to somebody at a terminal, as it is.
  ///
  /// - Returns: whether it was sent: whoever reads slowly gets it later, and whoever is gone not at all.
  private func send(_ text: [UInt8], to id: SessionID, after ticket: CommitTicket) -> Bool {
    guard let session = sessions[id] else { return true }
    guard !session.isSlow else { return false }
    hub.effects.send(to: id, after: hub.journal.pending(ticket)) { $0.raw(text) }
    return true
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
    // New words are studied in the order in which they were added, which should not be that of the alphabet. The same
    // order each time, so that what is previewed is what is added.
    var generator = SeasonKey(hashing: deck.name.utf8).generator(for: "deck")
    generator.shuffle(&notes)
  }
}
