import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// Handles requests about custom puzzles.
final class PuzzleShelves {
  let puzzles = DocumentTable<PuzzleDocument>()
  let shelves = DocumentTable<ShelfDocument>()
  /// By room number.
  private var played: [Int64: PlayedPuzzle] = [:]
  private var guests = GuestResults()

  static let mostClueCharacters = 200

  // MARK: - Making

  func make(_ request: Request.MakePuzzle, _ context: SessionContext) throws(WireError) {
    let game = try context.game(request.game)
    try context.checkNaming()
    let draft = try draft(request, context)
    let shelf = try context.read(context.player.id.number, in: shelves)
    try shelf.checkSound()
    try checkBounds(shelf.state, context)
    try context.checkPuzzleBudget()
    let (settings, puzzle) = try puzzle(of: draft, game, request.settings, context)
    let code = freeCode(context)
    let made = CustomPuzzle(
      author: context.player.id, game: game.info.id, settings: settings, puzzle: puzzle, clue: draft.clue,
      day: context.today.number)
    let entry = ShelfDocument.Entry(
      puzzle: code.number, game: made.game, words: draft.words, clue: draft.clue, meaning: draft.meaning, day: made.day)
    context.keep(context.player)
    context.emit(.made(puzzle: made), on: puzzles.new(code.number))
    context.emit(.made(entry: entry), on: shelf)
    context.log("puzzle_made", ["game": .string(made.game), "by": .string(context.player.name)])
    context.answer(PuzzleAnswer(puzzle: message(of: made, code, words: draft.words, context)))
  }

  private func draft(_ request: Request.MakePuzzle, _ context: SessionContext) throws(WireError) -> PuzzleDraft {
    func line(_ text: String?, _ subject: String) throws(WireError) -> String? {
      guard let text else { return nil }
      return try context.line(text, as: subject, maximum: Self.mostClueCharacters)
    }
    let words = try request.words.map { word throws(WireError) in
      try context.line(word, as: "A word", maximum: 30).lowercased()
    }
    let draft = PuzzleDraft(
      words: words, clue: try line(request.clue, "A clue"), meaning: try line(request.meaning, "A meaning"))
    try checkWords(of: draft, context)
    return draft
  }

  /// Refuses words that a game of this server blocks, as whole words.
  private func checkWords(of draft: PuzzleDraft, _ context: SessionContext) throws(WireError) {
    let texts = draft.words + [draft.clue, draft.meaning].compactMap { $0 }
    let words = texts.flatMap { $0.split { !$0.isLetter }.map { PlainWord.of($0) } }
    for game in context.games where words.contains(where: Set(game.refusedWords.map { PlainWord.of($0) }).contains) {
      throw WireError(.badText, "A word of this is one that no puzzle here has")
    }
  }

  private func checkBounds(_ shelf: ShelfDocument.Shelf, _ context: SessionContext) throws(WireError) {
    guard shelf.made(on: context.today.number) < context.limits.puzzlesPerDay else {
      throw WireError(
        .tooMany, .puzzle, "You have made \(context.limits.puzzlesPerDay) puzzles today, as many as a day has")
    }
    guard shelf.entries.count < context.limits.puzzlesPerPlayer else {
      throw WireError(
        .tooMany, .puzzle,
        "You have \(shelf.entries.count) puzzles, as many as you may have: /remove-puzzle CODE takes one down")
    }
  }

  private func puzzle(
    of draft: PuzzleDraft, _ game: GameModule, _ fields: JSONObject?, _ context: SessionContext
  ) throws(WireError) -> (settings: JSON, puzzle: JSON) {
    do throws(Rejection) {
      let settings = try game.settings(from: fields ?? [:])
      let match = try context.makingPuzzle { () throws(Rejection) in
        try game.match(of: draft, settings: settings, seed: context.randomNumber())
      }.made
      if let puzzle = try? match?.puzzle() { return (settings, puzzle) }
    } catch {
      throw WireError(error)
    }
    throw WireError(.notFound, .mode, "\(game.info.title) takes no puzzles by players")
  }

  private func freeCode(_ context: SessionContext) -> PuzzleCode {
    while true {
      let code = PuzzleCode(random: context.randomNumber())
      if puzzles.loaded(code.number) == nil { return code }
    }
  }

  // MARK: - Playing

  func open(_ code: String, _ context: SessionContext) throws(WireError) {
    let (code, document) = try puzzle(code, context)
    let puzzle = try state(of: document, code)
    let game = try context.game(puzzle.game)
    let before = context.rooms.last { $0.authored.map { $0.number != code.number } == true }
    let isGivenUp = context.isText && before.map { $0.hasBegun && $0.outcome == nil } == true
    try context.play(
      AuthoredPuzzle(number: code.number, puzzle: puzzle.puzzle), of: game, settings: puzzle.settings)
    if isGivenUp { context.send(Sentence("You have left the puzzle before this one: it counts as not solved")) }
  }

  /// A session has opened a puzzle, or has moved in it. The result is stored at the end; at the end and on opening the
  /// puzzle is sent.
  func follow(_ room: RoomHandle, _ context: SessionContext, isMove: Bool = false) {
    guard let number = room.authored?.number else { return }
    let (name, room, owner, outcome, hasBegun) = (room.name, room.number, room.owner, room.outcome, room.hasBegun)
    if isMove, outcome == nil, played[room] != nil {
      played[room]?.hasBegun = true
      return
    }
    context.whenLoaded(DocumentID(kind: PuzzleDocument.number, key: number)) { [self] context in
      guard let document = puzzles.loaded(number) else { return }
      guard let puzzle = document.state else {
        return context.closeRooms(playing: number, saying: Self.takenDown)
      }
      played[room] = PlayedPuzzle(
        document: document, author: puzzle.author, player: owner,
        guestAddress: context.player.isGuest ? context.address : nil, hasBegun: hasBegun, isDone: outcome != nil)
      if let outcome { keep(outcome, of: context.player.id, puzzle, document, context) }
      if isMove, outcome == nil { return }
      guard let puzzle = document.state else { return }
      context.send(
        PuzzleAnswer(
          room: name, puzzle: message(of: puzzle, PuzzleCode(number: number), isFinished: outcome != nil, context)))
    }
  }

  private func keep(
    _ outcome: Outcome, of player: PlayerID, _ puzzle: CustomPuzzle, _ document: Document<PuzzleDocument>,
    _ context: SessionContext
  ) {
    guard puzzle.author != player, !puzzle.isFinished(by: player), context.canStore, !document.isDamaged,
      !context.player.isGuest || guests.take(document.id.key, from: context.address)
    else { return }
    context.keep(context.player)
    let result = CustomPuzzle.Result(player: player, won: outcome.won, tries: outcome.won ? outcome.tries : nil)
    let count = Self.resultsKept(context.limits, isGuest: context.player.isGuest)
    context.emit(.finished(result: result, keeping: count), on: document)
  }

  /// The number of results up to which one more counts. Guests, who are cheap, get half of the places.
  private static func resultsKept(_ limits: Limits, isGuest: Bool) -> Int {
    isGuest ? (limits.puzzleResults + 1) / 2 : limits.puzzleResults
  }

  /// A room is gone. Leaving a puzzle in progress counts as not solved: opening it again gives no first result.
  func release(_ closed: RoomClosed) {
    guard let left = played.removeValue(forKey: closed.number), left.hasBegun, !left.isDone,
      let puzzle = left.document.state, puzzle.author != left.player, !puzzle.isFinished(by: left.player),
      left.guestAddress.map({ guests.take(left.document.id.key, from: $0) }) != false
    else { return }
    let result = CustomPuzzle.Result(player: left.player, won: false, tries: nil)
    let count = Self.resultsKept(closed.limits, isGuest: left.guestAddress != nil)
    closed.emit(.finished(result: result, keeping: count), on: left.document)
  }

  /// Ends the rooms of a deleted player's puzzles.
  func closeRooms(of gone: PlayerGone) {
    for (room, puzzle) in played where puzzle.player == gone.player { played[room] = nil }
    for puzzle in played.values where gone.isForgotten && puzzle.author == gone.player {
      gone.closeRooms(playing: puzzle.document.id.key, saying: Self.takenDown)
    }
  }

  private static let takenDown = "This puzzle was taken down"

  // MARK: - Looking

  func showResults(_ code: String?, _ context: SessionContext) throws(WireError) {
    guard let code = code ?? context.authoredHere.map({ PuzzleCode(number: $0).text }) else {
      throw WireError(.badField, "Say which puzzle: /puzzle-results CODE")
    }
    let (named, document) = try puzzle(code, context)
    let puzzle = try state(of: document, named)
    let shown = message(of: puzzle, named, isFinished: context.hasFinished(named.number), context)
    guard shown.results != nil else {
      throw WireError(.notFinished, "You see how others did once you have finished it: /puzzle \(named.text)")
    }
    context.answer(PuzzleAnswer(puzzle: shown), after: document.ticket)
  }

  func list(_ context: SessionContext) throws(WireError) {
    let shelf = try context.read(context.player.id.number, in: shelves)
    var made: [MadePuzzle] = []
    for entry in shelf.state.entries.reversed() {
      let puzzle = try context.read(entry.puzzle, in: puzzles).state
      if let puzzle {
        made.append(message(of: puzzle, PuzzleCode(number: entry.puzzle), words: entry.words, context))
      }
    }
    context.answer(PuzzlesAnswer(puzzles: made), after: nil)
  }

  // MARK: - Removing

  func remove(_ request: Request.RemovePuzzle, _ context: SessionContext) throws(WireError) {
    let why = try context.reason(request.reason)
    let (code, document) = try puzzle(request.code, context)
    let author = try state(of: document, code).author
    let shelf = try context.read(author.number, in: shelves)
    if author != context.player.id {
      guard context.mayKeepOrder, context.isOperator || !context.isModerator(author) else {
        throw WireError(.forbidden, "Who has made a puzzle takes it down, or those who keep order")
      }
      try context.checkActs()
    }
    try document.checkSound()
    try shelf.checkSound()
    context.emit(.removed, on: document)
    context.emit(.removed(puzzle: code.number), on: shelf)
    if author != context.player.id {
      _ = context.act(.removePuzzle, on: author, target: code.text, text: why)
    }
    context.closeRooms(playing: code.number, saying: Self.takenDown)
    context.answer(PuzzleRemoved(code: code.text))
  }

  // MARK: - Parts

  private func puzzle(
    _ text: String, _ context: SessionContext
  ) throws(WireError) -> (PuzzleCode, Document<PuzzleDocument>) {
    guard let code = PuzzleCode(text) else {
      throw WireError(.notFound, .puzzle, "A puzzle's code has ten letters and digits, like k7q2m-9xw4d")
    }
    return (code, try context.read(code.number, in: puzzles))
  }

  private func state(of document: Document<PuzzleDocument>, _ code: PuzzleCode) throws(WireError) -> CustomPuzzle {
    if let puzzle = document.state { return puzzle }
    throw WireError(.notFound, .puzzle, "There is no puzzle \(code.text), or it was taken down")
  }

  /// A puzzle as the session may see it: the solution is for its author only.
  private func message(
    of puzzle: CustomPuzzle, _ code: PuzzleCode, words: [String] = [], isFinished: Bool = false,
    _ context: SessionContext
  ) -> MadePuzzle {
    let player = context.player.id
    let mayKnow =
      isFinished || puzzle.author == player || puzzle.isFinished(by: player) || context.mayKeepOrder
    return MadePuzzle(
      code: code.text, game: puzzle.game, player: context.player(puzzle.author)?.name ?? KnownNames.forgotten,
      clue: puzzle.clue, link: context.hasPages ? "/puzzle/\(code.text)" : nil, day: Day(number: puzzle.day).text,
      played: puzzle.results.count, results: mayKnow ? puzzle.summary : nil, words: words)
  }
}

extension ActKind {
  /// A custom puzzle was removed by a moderator.
  fileprivate static let removePuzzle = ActKind(rawValue: "remove_puzzle")
}
