import GameKit
public import WireProtocol
import TextMode

/// What can be done with the list of scores, from the line and over HTTP alike.
public enum ScoreAct: Sendable {
  /// A page of the list.
  case list(Request.Scores)
  /// The score of a number.
  case get(Int)
  /// A new score.
  case add(Score)
  /// A score away.
  case delete(Int)
  /// The list as it was at first.
  case reset

  /// Whether it is to be stored.
  public var changesSomething: Bool {
    switch self {
    case .list, .get: false
    case .add, .delete, .reset: true
    }
  }
}

/// What came of it.
public enum ScoreOutcome: Sendable {
  /// A page, and whether there are older scores.
  case page([ListedScore], more: Bool)
  /// The score that was asked for, added or deleted.
  case score(ListedScore)
}

extension Parlor {
  /// Whether a text is the token that changing the list of scores needs.
  public func mayChangeScores(showing token: String) -> Bool {
    hub.configuration.scoresToken?.matches(token) == true
  }

  /// Does something with the list of scores for somebody who has no session, and is nobody who may know a puzzle.
  ///
  /// - Parameter act: the caller has checked that it is permitted: see ``mayChangeScores(showing:)``.
  /// - Returns: what came of it, and the commit that has to be durable before anybody hears of it.
  public func perform(
    _ act: ScoreAct, at now: Instant
  ) -> (outcome: Result<ScoreOutcome, WireError>, after: CommitTicket) {
    advance(to: now)
    do throws(WireError) {
      if act.changesSomething { try requireStorage() }
      let outcome = try perform(act, by: "http", for: nil)
      return (.success(outcome), hub.journal.pending(scoresTicket))
    } catch {
      hub.figures.count(error)
      return (.failure(error), error.code == Self.storageUnavailable.code ? 0 : hub.journal.pending(scoresTicket))
    }
  }

  /// Carries an act out, for a session or for HTTP.
  ///
  /// - Parameters:
  ///   - who: the name that the operator's log gives.
  ///   - viewer: who is told of it; `nil` for whoever it may be.
  func perform(_ act: ScoreAct, by who: String, for viewer: Player?) throws(WireError) -> ScoreOutcome {
    switch act {
    case .list(let request):
      let last = try request.before.map { id throws(WireError) in try score(id) }
      let month = try request.month.map { text throws(WireError) in try scoreMonth(text) }
      let players = request.names.map(PlayerName.fold)
      let page = scoreBook.page(of: players, month: month, after: last, limit: request.limit)
      return .page(page.scores.map { hub.listed($0, for: viewer) }, more: page.more)
    case .get(let id): return .score(hub.listed(try score(id), for: viewer))
    // Whoever adds a score knows it.
    case .add(let score): return .score(ListedScore(try add(score, by: who)))
    case .delete(let id): return .score(hub.listed(try delete(id, by: who), for: viewer))
    case .reset:
      reset(by: who)
      return .page(scoreBook.scores.map { hub.listed($0, for: viewer) }, more: false)
    }
  }

  private func scoreMonth(_ text: String) throws(WireError) -> ScoreMonth {
    guard let month = ScoreMonth(text) else {
      throw WireError(.badField, "A month is written like 2022-03")
    }
    return month
  }

  private func score(_ id: Int) throws(WireError) -> Score {
    guard let score = scoreBook[id] else { throw WireError(.noSuchScore, "There is no score \(id)") }
    return score
  }

  private func add(_ draft: Score, by who: String) throws(WireError) -> Score {
    let score: Score
    do throws(Score.Fault) {
      score = try draft.checked()
    } catch {
      throw WireError(.badField, "The score's \(error.message)")
    }
    guard scoreBook[score.id] == nil else {
      throw WireError(.scoreExists, "There is a score \(score.id) already")
    }
    guard scoreBook.scores.count < hub.limits.scores else {
      throw WireError(.tooManyScores, "There are \(hub.limits.scores) scores already, which is the most")
    }
    scoreBook.add(score)
    hub.journal.append(.scoreAdded(StoredScore(score)))
    scoresTicket = hub.journal.ticket
    hub.log("score_added", ["id": .int(score.id), "by": .string(who)])
    return score
  }

  private func delete(_ id: Int, by who: String) throws(WireError) -> Score {
    let score = try score(id)
    scoreBook.remove(id)
    hub.journal.append(.scoreDeleted(Int64(id)))
    scoresTicket = hub.journal.ticket
    hub.log("score_deleted", ["id": .int(id), "by": .string(who)])
    return score
  }

  private func reset(by who: String) {
    scoreBook = ScoreBook(StoredScore.initial.map { Score($0) })
    hub.journal.append(.scoresReset)
    scoresTicket = hub.journal.ticket
    hub.log("scores_reset", ["by": .string(who)])
  }

  // MARK: - Requests of sessions

  func answerScores(
    _ act: ScoreAct, showing token: String? = nil, from session: Session, re: RequestID?
  ) throws(WireError) {
    if act.changesSomething, !mayChangeScores(showing: token ?? "") {
      throw WireError(
        .badToken,
        token == nil
          ? "Changing the scores takes the operator's token: token=TOKEN" : "This is not the token for the scores")
    }
    let outcome = try perform(act, by: session.player.name, for: session.player)
    func answer(_ message: some Drawable) { hub.send(message, to: session, answering: re, after: scoresTicket) }
    switch (act, outcome) {
    case (.list(let request), .page(let scores, let more)):
      answer(ScoresAnswer(scores: scores.map(coloured), more: more, names: request.names))
    case (_, .page(let scores, _)): answer(ResetScoresAnswer(scores: scores))
    case (.add, .score(let score)): answer(AddScoreAnswer(score: score))
    case (.delete, .score(let score)): answer(DeleteScoreAnswer(score: score))
    case (_, .score(let score)): answer(ScoreAnswer(score: coloured(score)))
    }
  }
}

extension Parlor {
  /// With the colours of its tries, which are no secret.
  private func coloured(_ listed: ListedScore) -> ListedScore {
    ListedScore(listed.score, isHidden: listed.isHidden, tiles: scoreBook.tiles[listed.score.id])
  }
}

extension Hub {
  /// A score as somebody may see it: its words are for those who may know every daily of its day, and for everybody once
  /// the day is over and nobody plays them any more. A score does not say which of the day's games it is of.
  fileprivate func listed(_ score: Score, for viewer: Player?) -> ListedScore {
    guard let day = Day(score.date), day >= openSince else { return ListedScore(score) }
    let games = configuration.games.filter { $0.info.modes.contains(.daily) }
    let isKnown = viewer.map { viewer in games.allSatisfy { mayKnow(viewer, .day(game: $0.info.id, day)) } } ?? false
    return ListedScore(score, isHidden: !isKnown)
  }
}
