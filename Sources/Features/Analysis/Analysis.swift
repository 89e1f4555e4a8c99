import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Analyses: the cost of each guess of a finished match, the luck in it, and what still fitted after it.
///
/// Nothing is stored, and nothing is shown of a match that its player has not finished. The work is done on storage's
/// queue, within a time budget as large as that for making puzzles.
public struct Analysis: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [] }

  public func register(in kernel: Kernel) {
    let asked = AskedAnalyses()
    kernel.handleInSession { (request: Request.Analysis, context) throws(WireError) in
      let finished = try context.finishedMatch(request.match, in: request.room)
      let (match, found) = try Self.fetch(AnalysisQuery(finished: finished, wanted: .analysis), asked, context)
      guard case .analysis(let analysis?) = found else {
        throw WireError(
          .notFound, .match, "Match \(match.id) cannot be analysed: its puzzle is not one of the game's own")
      }
      guard !analysis.guesses.isEmpty else {
        throw WireError(.notFound, .match, "Nothing was guessed in match \(match.id)")
      }
      context.answer(AnalysisAnswer(analysis, of: match))
    }
    kernel.handleInSession { (request: Request.WordsLeft, context) throws(WireError) in
      let finished = try context.finishedMatch(request.match, in: request.room)
      let wanted = AnalysisQuery.Wanted.words(guess: request.number)
      let (match, found) = try Self.fetch(AnalysisQuery(finished: finished, wanted: wanted), asked, context)
      guard case .words(let words?) = found else {
        throw WireError(.badField, "Match \(match.id) has no guess \(request.number) that can be analysed")
      }
      context.answer(try WordsLeftAnswer(words, after: request.number, of: match, page: request.page ?? 1))
    }
    kernel.react { (done: DailyDone) in
      if done.hasAnalysis, asked.isNew(done.day.player.id) { done.day.tell("/analysis says how much luck it was.") }
    }
    kernel.react { (gone: PlayerGone) in asked.forget(gone.player) }
  }

  /// Fetches what a request asks for.
  private static func fetch(
    _ query: AnalysisQuery, _ asked: AskedAnalyses, _ context: SessionContext
  ) throws(WireError) -> (match: StoredMatch, found: AnalysisQuery.Found) {
    try asked.check(context)
    try context.checkAnalysisBudget()
    let answer = try context.fetch(query)
    asked.count(context)
    guard let replayed = answer.replayed else { throw context.nothingFinished(query.finished) }
    context.spend(replayed, onAnalysis: answer.microseconds)
    let stored = replayed.history.match
    guard let game = context.games.first(where: { $0.info.id == stored.game }) else {
      throw WireError(.badField, "There are no analyses of what was learned")
    }
    let match = try context.finalState(of: replayed)
    guard match.hasAnalysis else { throw WireError(.badField, "There are no analyses of \(game.info.title)") }
    guard let found = answer.found else {
      throw WireError(.badField, "Match \(stored.id) has more than \(AnalysisQuery.mostMoves) moves to analyse")
    }
    return (stored, found)
  }
}

/// The number of requests per player in the current minute.
private final class AskedAnalyses {
  private var counts: [PlayerID: Int] = [:]
  private var began = Instant(milliseconds: 0)
  /// Players who know of analyses, since the server's start.
  private var informed: Set<PlayerID> = []

  private static let minute: Int64 = 60_000

  func check(_ context: SessionContext) throws(WireError) {
    let passed = context.now.milliseconds(since: began)
    guard passed >= 0, passed < Self.minute else {
      (counts, began) = ([:], context.now)
      return
    }
    let limit = context.limits.analysesPerMinute
    guard counts[context.player.id, default: 0] >= limit else { return }
    throw WireError(
      .tooFast, "More than \(limit) analyses in a minute", retryAfterMilliseconds: Int(Self.minute - passed))
  }

  func count(_ context: SessionContext) {
    counts[context.player.id, default: 0] += 1
    informed.insert(context.player.id)
  }

  /// Whether a player has neither requested nor been told of analyses; marks the player as told.
  func isNew(_ player: PlayerID) -> Bool { informed.insert(player).inserted }

  func forget(_ player: PlayerID) {
    counts[player] = nil
    informed.remove(player)
  }
}
