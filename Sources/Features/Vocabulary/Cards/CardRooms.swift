import GameKit
import ParlorCore
import WireProtocol

/// Opening rooms of cards.
extension Notebooks {
  /// Studies the due words of a language. Another request deals the same card again.
  func study(_ request: Request.Study, _ context: SessionContext) throws(WireError) {
    let notebook = try notebook(context)
    try checkOpening(context)
    let language = try notebook.language(request.language).number
    var table = CardTable(.study, language: language, isInverted: notebook.isInverted, hasChoices: request.choices)
    if let open = context.player.soloRoom as? CardRoom, open.table.kind == .study, open.table.language == language {
      table = open.table
      (table.isInverted, table.hasChoices, table.answered) = (notebook.isInverted, request.choices, nil)
    }
    table.deal(from: notebook.words, on: context.today, seed: context.randomNumber())
    open(CardRoom(table, of: self, at: context.now), notebook, context)
  }

  /// Continues the current run, or begins one.
  func cards(_ request: Request.Cards, _ context: SessionContext) throws(WireError) {
    let notebook = try notebook(context)
    try checkOpening(context)
    let asksForNew = request.kind != nil || request.count != nil
    guard let run = notebook.words.practice, !request.restarts else { return try begin(request, notebook, context) }
    guard asksForNew else { return goOn(run, notebook, context) }
    guard run.score.ratings.isEmpty else {
      let next =
        context.isText
        ? "/cards goes on, /cards new drops it" : "go on with it, or restart to begin another"
      let progress = "\(run.score.ratings.count) of \(run.count) cards done"
      throw WireError(.exists, .run, "A run is under way, \(progress): \(next)")
    }
    try begin(request, notebook, context)
  }

  private func begin(
    _ request: Request.Cards, _ notebook: Notebook, _ context: SessionContext
  ) throws(WireError) {
    let table = try run(request, notebook, context)
    open(CardRoom(table, of: self, wish: request, at: context.now), notebook, context)
  }

  private func goOn(_ run: PracticeRun, _ notebook: Notebook, _ context: SessionContext) {
    if let room = context.player.soloRoom as? CardRoom, room.table.kind == .run, room.table.result == nil {
      return open(room, notebook, context)
    }
    var table = CardTable(
      .run, language: run.language, isInverted: notebook.isInverted, hasChoices: run.hasChoices)
    table.deal(from: notebook.words, on: context.today, seed: context.randomNumber())
    open(CardRoom(table, of: self, at: context.now), notebook, context)
  }

  /// Begins a run, which replaces the current one.
  ///
  /// - Returns: its table, with the first card.
  func run(
    _ request: Request.Cards, _ notebook: Notebook, _ context: SessionContext
  ) throws(WireError) -> CardTable {
    // Only these values: while a copy of the language is held, a change copies all of its words.
    let (number, name) = try { () throws(WireError) in
      let language = try notebook.language(request.language)
      return (language.number, language.name)
    }()
    let kind = request.kind.flatMap(Section.Kind.init(rawValue:)) ?? .random
    let words = notebook.words.language(number).map {
      PracticeRun.words(
        kind, of: $0, count: request.count ?? PracticeRun.defaultCount, seed: context.randomNumber())
    }
    guard let words, !words.isEmpty else {
      throw WireError(.notFound, .word, "\(name) has no such words yet: /add casa = house adds one")
    }
    let run = PracticeRun(language: number, left: words, hasChoices: request.choices)
    try notebook.change(context) { _ in .practiceBegun(run) }
    var table = CardTable(.run, language: number, isInverted: notebook.isInverted, hasChoices: run.hasChoices)
    table.deal(from: notebook.words, on: context.today, seed: context.randomNumber())
    return table
  }

  private func open(_ room: CardRoom, _ notebook: Notebook, _ context: SessionContext) {
    notebook.selected = room.table.language
    context.open(room)
    context.answer(room.description(notebook, context), after: notebook.ticket)
  }

  /// Refuses to replace a room whose state would be lost.
  private func checkOpening(_ context: SessionContext) throws(WireError) {
    try context.checkLeaving()
    guard let other = context.player.soloRoom, other.isOpen, !other.storesMoves else { return }
    throw WireError(.alreadyPlaying, "You are in \(other.name): play it to its end, or leave it")
  }
}

extension Notebooks: SoloRoomOpener {
  var roomNames: [String] { Vocabulary.roomNames }

  func join(_ name: String, since seq: Int?, _ context: SessionContext) throws(WireError) {
    let notebook = try notebook(context)
    if let room = context.player.soloRoom as? CardRoom, room.name == name {
      return context.answer(room.description(notebook, context, since: seq), after: notebook.ticket)
    }
    guard name == CardTable.Kind.run.rawValue else {
      // After a restart the language is that of the last review.
      if notebook.selected == nil, let word = notebook.words.lastReview?.word {
        notebook.selected = try? notebook.word(word).language.number
      }
      return try study(Request.Study(), context)
    }
    guard notebook.words.practice != nil else {
      throw WireError(.notFound, .room, "No run of cards is under way: begin one first")
    }
    try cards(Request.Cards(), context)
  }
}
