import GameKit
public import Kernel
import Names
import ParlorCore
import WireProtocol

/// The list of scores: finished puzzles as written down by a person. Anybody reads it, and the operator's token permits
/// changes.
public struct Scores: Feature {
  private let token: AccessToken
  private let most: Int

  /// - Parameters:
  ///   - token: permits changes.
  ///   - most: the most scores.
  public init(token: AccessToken, most: Int) {
    self.token = token
    self.most = most
  }

  public static var documents: [DocumentForm] { [DocumentForm(ScoreDocument.self)] }

  public func register(in kernel: Kernel) {
    let list = DocumentTable<ScoreDocument>()
    kernel.add(list)
    kernel.gauge(.scores) { Double(list[0].state.scores.count) }
    kernel.handle { (page: Request.Scores, context) throws(WireError) in
      ShownScores(message: try answer(page, context.read(in: list).state.book, context.caller), request: page)
    }
    kernel.handle { (request: Request.ShowScore, context) throws(WireError) in
      let book = context.read(in: list).state.book
      let listed = Self.listed(try book.score(request.score), of: book, for: context.caller)
      let score = listed.score
      let rows = zip(score.tries, listed.tiles ?? []).map { Board.Row(letters: $0, tiles: $1) }
      return ScoreAnswer(
        score: score.id, date: score.date, player: score.player, word: listed.isHidden ? nil : score.word,
        rows: listed.isHidden ? [] : rows)
    }
    kernel.handle { (request: Request.AddScore, context) throws(WireError) in
      try require(request.token)
      return AddScoreAnswer(score: ListedScore(try add(request.score, to: context.readToChange(in: list), &context)))
    }
    kernel.handle { (request: Request.DeleteScore, context) throws(WireError) in
      try require(request.token)
      return DeleteScoreAnswer(score: try delete(request.score, from: context.readToChange(in: list), &context))
    }
    kernel.handleInSession { (request: Request.RemoveScore, context) throws(WireError) in
      let why = try context.reason(request.reason)
      try context.checkActs()
      let document = list[0]
      try document.checkSound()
      let score = try document.state.book.score(request.score)
      context.emit(.deleted(score.id), on: document)
      context.log("score_deleted", ["id": .int(score.id), "by": .string(context.player.name)])
      context.answer(context.act(.removeScore, target: "\(score.id)", text: why))
    }
    kernel.handle { (request: Request.ResetScores, context) throws(WireError) in
      try require(request.token)
      return ResetScoresAnswer(scores: reset(try context.readToChange(in: list), &context))
    }
  }

  private func require(_ shown: String?) throws(WireError) {
    guard !token.matches(shown ?? "") else { return }
    throw WireError(
      .badToken,
      shown == nil
        ? "Changing the scores takes the operator's token: token=TOKEN" : "This is not the token for the scores")
  }

  // MARK: - Reading

  private func answer(
    _ request: Request.Scores, _ book: ScoreBook, _ caller: any Caller
  ) throws(WireError) -> ScoresAnswer {
    let last = try request.after.map { id throws(WireError) in try book.score(id) }
    let month = try request.month.map { text throws(WireError) in
      guard let month = ScoreMonth(text) else { throw WireError(.badField, "A month is written like 2022-03") }
      return month
    }
    let page = book.page(
      of: request.names.map(PlayerName.fold), month: month, after: last, limit: request.limit)
    return ScoresAnswer(
      scores: page.scores.map { Self.listed($0, of: book, for: caller) },
      next: page.more ? page.scores.last?.id : nil, names: request.names)
  }

  /// A score as the caller may see it: its words are for those who may know all dailies of its day, since a score does
  /// not name its game.
  private static func listed(_ score: Score, of book: ScoreBook, for caller: any Caller) -> ListedScore {
    let isKnown = Day(score.date).map { caller.mayKnowDailies(ofDay: $0.number) } ?? true
    return ListedScore(score, isHidden: !isKnown, tiles: book.tiles[score.id])
  }

  // MARK: - Changing

  private func add(
    _ draft: Score, to list: Document<ScoreDocument>, _ context: inout Context
  ) throws(WireError) -> Score {
    let score: Score
    do throws(Score.Fault) {
      score = try draft.checked()
    } catch {
      throw WireError(.badField, "The score's \(error.message)")
    }
    guard list.state.book[score.id] == nil else {
      throw WireError(.exists, .score, "There is a score \(score.id) already")
    }
    guard list.state.scores.count < most else {
      throw WireError(.tooMany, .score, "There are \(most) scores already, which is the most")
    }
    context.emit(.added(score), on: list)
    context.log("score_added", ["id": .int(score.id), "by": .string(context.caller.name)])
    return score
  }

  private func delete(
    _ id: Int, from list: Document<ScoreDocument>, _ context: inout Context
  ) throws(WireError) -> ListedScore {
    let score = try list.state.book.score(id)
    let shown = ListedScore(score, isHidden: Self.listed(score, of: list.state.book, for: context.caller).isHidden)
    context.emit(.deleted(id), on: list)
    context.log("score_deleted", ["id": .int(id), "by": .string(context.caller.name)])
    return shown
  }

  private func reset(_ list: Document<ScoreDocument>, _ context: inout Context) -> [ListedScore] {
    context.emit(.reset, on: list)
    context.log("scores_reset", ["by": .string(context.caller.name)])
    let book = list.state.book
    return book.scores.map {
      ListedScore($0, isHidden: Self.listed($0, of: book, for: context.caller).isHidden)
    }
  }
}

extension ScoreBook {
  /// The score of a number.
  ///
  /// - Throws: `not_found`.
  fileprivate func score(_ id: Int) throws(WireError) -> Score {
    guard let score = self[id] else { throw WireError(.notFound, .score, "There is no score \(id)") }
    return score
  }
}

extension ActKind {
  /// A score was removed by a moderator.
  fileprivate static let removeScore = ActKind(rawValue: "remove_score")
}
