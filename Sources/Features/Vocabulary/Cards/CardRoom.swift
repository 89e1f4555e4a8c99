import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// A player's room in which words are studied, or dealt once in a run. Its moves change the player's words, so a run
/// continues after a restart.
final class CardRoom {
  private let notebooks: Notebooks
  var table: CardTable
  /// The request for another run.
  private let wish: Request.Cards
  /// Distinguishes it from earlier rooms, also of earlier server processes: a move for one of those must not be an
  /// answer here.
  private let number: Int
  private var seq = 1
  private var round = 1
  /// The answers to the last moves with a `move_id`, the oldest first.
  private var answers: [(id: String, answer: ShownCardMove)] = []
  private static let mostAnswers = 16

  /// A room with its first card.
  init(_ table: CardTable, of notebooks: Notebooks, wish: Request.Cards = Request.Cards(), at now: Instant) {
    (self.table, self.notebooks, self.wish) = (table, notebooks, wish)
    number = Int(now.milliseconds)
  }

  private func nextPlace() -> EventPlace {
    seq += 1
    return EventPlace(room: name, seq: seq)
  }

  /// The room for its player.
  func description(
    _ notebook: Notebook, _ context: SessionContext, since: Int? = nil
  ) -> ShownRoom {
    table.settle(with: notebook.words, on: context.today, seed: context.randomNumber())
    let player = context.player.name
    let joined = Joined(
      room: name, seq: seq, viewer: player, game: CardScore.game.id, mode: .practice, puzzle: number,
      state: table.result == nil ? .playing : .finished, players: [player], owner: player, isSolo: true,
      board: table.board(of: notebook.words, on: context.today), outcome: table.result?.outcome,
      share: table.result?.share, recovered: since.map { $0 == seq })
    return ShownRoom(message: joined, noun: "card", seats: nil)
  }
}

extension CardRoom: SoloRoom {
  var name: String { table.kind.rawValue }
  var storesMoves: Bool { true }
  var isOpen: Bool { true }
  var finishedMatch: Int64? { table.result?.match }

  func play(_ request: Request.Move, _ context: SessionContext) throws(WireError) {
    let notebook = try notebooks.notebook(context)
    if let id = request.moveID, let earlier = answers.first(where: { $0.id == id }) {
      return context.answer(earlier.answer, after: notebook.ticket)
    }
    let hadResult = table.result != nil
    table.settle(with: notebook.words, on: context.today, seed: context.randomNumber())
    // Counted before the server's restart, but its answer was lost.
    let isCounted = request.moveID.map { $0 == notebook.words.lastReview?.moveID } ?? false
    guard isCounted || request.puzzle.map({ $0 == number }) ?? true else {
      throw WireError(.otherPuzzle, "The cards were dealt anew meanwhile, and nothing was rated")
    }
    let move = try CardMove(request.content, isTurned: table.card?.isTurned == true)
    let turn = isCounted ? CardTurn() : try perform(move, as: request.moveID, notebook, context)
    let answer = ShownCardMove(
      message: Moved(
        place: nextPlace(), player: context.player.name, turn: turn.fields,
        remark: turn.remark.isEmpty ? nil : turn.remark,
        board: table.board(of: notebook.words, on: context.today, verdict: turn.verdict)))
    remember(answer, for: request.moveID)
    context.answer(answer, after: notebook.ticket)
    if !hadResult, let result = table.result { context.send(finish(result, context.player.name)) }
    if turn.isReview { publishDue(notebook, context) }
  }

  func showBoard(_ context: SessionContext) throws(WireError) {
    let notebook = try notebooks.notebook(context)
    table.settle(with: notebook.words, on: context.today, seed: context.randomNumber())
    let board = table.board(of: notebook.words, on: context.today)
    context.answer(BoardAnswer(room: name, board: board), after: notebook.ticket)
  }

  /// Begins another run with the same settings, or deals what is due by now.
  func start(_ context: SessionContext) throws(WireError) {
    let notebook = try notebooks.notebook(context)
    switch table.kind {
    case .study: table.deal(from: notebook.words, on: context.today, seed: context.randomNumber())
    case .run:
      guard table.result != nil || notebook.words.practice == nil else {
        let next = context.isText ? "/cards new" : "a restart"
        throw WireError(.alreadyPlaying, "The run is not over: \(next) drops it")
      }
      table = try notebooks.run(wish, notebook, context)
    }
    round += 1
    let message = Round(
      place: nextPlace(), number: round, board: table.board(of: notebook.words, on: context.today))
    context.answer(ShownRound(message: message, looksOn: false), after: notebook.ticket)
  }

  func leave(_ context: SessionContext) {
    let left = Presence(place: nextPlace(), change: .left, player: context.player.name)
    context.answer(ShownPresence(message: left, isOwn: true))
  }

  func resume(_ context: SessionContext) {
    context.whenLoaded(NotebookDocument.id(of: context.player)) { [self] context in
      guard let notebook = try? notebooks.notebook(context), context.soloRoom(name) === self else { return }
      context.send(description(notebook, context), after: notebook.ticket)
    }
  }

  private func remember(_ answer: ShownCardMove, for id: String?) {
    guard let id else { return }
    answers.append((id, answer))
    if answers.count > Self.mostAnswers { answers.removeFirst() }
  }

  private func finish(_ result: FinishedRun, _ player: String) -> ShownRunEnd {
    ShownRunEnd(
      message: Finished(place: nextPlace(), player: player, outcome: result.outcome, share: result.share))
  }

  /// Tells other features that nothing is due any more.
  private func publishDue(_ notebook: Notebook, _ context: SessionContext) {
    guard let language = notebook.words.language(table.language),
      StudyQueue(of: language, on: context.today).dueCount == 0
    else { return }
    context.publishDue(CardScore.game, notebook.words.dueCount(on: context.today.number))
  }
}

extension FinishedRun {
  var outcome: JSONObject {
    ["won": .bool(score.isWon), "remembered": .int(score.remembered), "cards": .int(score.ratings.count)]
  }
}

/// A move on a card, and the table after it.
struct ShownCardMove: Drawable {
  let message: Moved

  func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  func drawn() -> String {
    let board = message.board.map { Drawing.lines(of: $0) } ?? []
    return ((message.remark.map { [$0] } ?? []) + board).joined(separator: "\n")
  }
}

/// The end of a run.
struct ShownRunEnd: Drawable {
  let message: Finished

  func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  func drawn() -> String { "\(message.share)\n\n/share posts it; /start goes through others; /leave leaves" }
}
