import GameKit
public import WireProtocol

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
  case page([Score], more: Bool)
  /// The score that was asked for, added or deleted.
  case score(Score)
}

extension Parlor {
  /// Does something with the list of scores for somebody who has no session.
  ///
  /// - Parameter act: the caller has checked that it is permitted.
  /// - Returns: what came of it, and the commit that has to be durable before anybody hears of it.
  public func perform(
    _ act: ScoreAct, at now: Instant
  ) -> (outcome: Result<ScoreOutcome, WireError>, after: CommitTicket) {
    advance(to: now)
    do throws(WireError) {
      if act.changesSomething { try requireStorage() }
      let outcome = try perform(act, by: "http")
      return (.success(outcome), hub.journal.ticket)
    } catch {
      hub.figures.count(error)
      return (.failure(error), hub.journal.ticket)
    }
  }

  /// Carries an act out, for a session or for HTTP.
  ///
  /// - Parameter who: the name that the operator's log gives.
  func perform(_ act: ScoreAct, by who: String) throws(WireError) -> ScoreOutcome {
    switch act {
    case .list(let request):
      let last = try request.before.map { id throws(WireError) in try score(id) }
      let page = scoreBook.page(after: last, limit: request.limit)
      return .page(page.scores, more: page.more)
    case .get(let id): return .score(try score(id))
    case .add(let score): return .score(try add(score, by: who))
    case .delete(let id): return .score(try delete(id, by: who))
    case .reset: return reset(by: who)
    }
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
    hub.journal.onFailure { [self] in scoreBook.remove(score.id) }
    hub.log("score_added", ["id": .int(score.id), "by": .string(who)])
    return score
  }

  private func delete(_ id: Int, by who: String) throws(WireError) -> Score {
    let score = try score(id)
    scoreBook.remove(id)
    hub.journal.append(.scoreDeleted(Int64(id)))
    hub.journal.onFailure { [self] in scoreBook.add(score) }
    hub.log("score_deleted", ["id": .int(id), "by": .string(who)])
    return score
  }

  private func reset(by who: String) -> ScoreOutcome {
    let old = scoreBook
    scoreBook = ScoreBook(StoredScore.initial.map { Score($0) })
    hub.journal.append(.scoresReset)
    hub.journal.onFailure { [self] in scoreBook = old }
    hub.log("scores_reset", ["by": .string(who)])
    return .page(scoreBook.scores, more: false)
  }

  // MARK: - Requests of sessions

  func answerScores(_ act: ScoreAct, from session: Session, re: RequestID?) throws(WireError) {
    // Anybody can claim a name in one line, but then the log can say who it was.
    if act.changesSomething, session.player.isGuest {
      throw WireError(.notLoggedIn, "Log in to change the scores: claim a name first, for example /name ana")
    }
    switch (act, try perform(act, by: session.player.name)) {
    case (.reset, .page(let scores, _)):
      hub.send(ResetScoresAnswer(scores: scores), to: session, answering: re)
    case (_, .page(let scores, let more)):
      hub.send(ScoresAnswer(scores: scores, more: more), to: session, answering: re)
    case (.add, .score(let score)): hub.send(AddScoreAnswer(score: score), to: session, answering: re)
    case (.delete, .score(let score)): hub.send(DeleteScoreAnswer(score: score), to: session, answering: re)
    case (_, .score(let score)): hub.send(ScoreAnswer(score: score), to: session, answering: re)
    }
  }
}
