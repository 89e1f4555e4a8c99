package import GameKit
package import Kernel
import Names
import TextMode
package import WireProtocol

/// What a feature's handler sees of the server when it serves a session: who asks, the time, games and puzzles, and how
/// to answer. Valid during the call only.
///
/// A handler reads everything before it changes or sends anything, since it runs again where a document is missing; and
/// it sends exactly one answer.
package struct SessionContext: FeatureContext {
  package let parlor: Parlor
  let session: Session
  /// Which request is answered; `nil` for one without an `id`, and for what is sent unasked.
  let re: RequestID?

  /// Who asks.
  package var player: Player { session.player }
  /// The same session, where nothing is answered.
  var unasked: SessionContext { SessionContext(parlor: parlor, session: session, re: nil) }
  /// Whether a person is answered, who reads lines of text.
  package var isText: Bool { session.format == .text }

  // MARK: - Time

  /// Microseconds on a clock that measures spans, at the request's line.
  package var stopwatch: Int64 { hub.clock.stopwatch }
  /// Whether equal times of the stopwatch are one turn of the loop.
  package var hasStopwatch: Bool { hub.clock.hasStopwatch }

  // MARK: - Reading

  /// Whether a change can be stored soon.
  package var canStore: Bool { !hub.isStalled }

  /// The player of a name; without a name, the player of the session.
  ///
  /// - Throws: `not_found`.
  package func player(named name: String?) throws(WireError) -> Player {
    try name.map(parlor.players.known) ?? session.player
  }

  /// The game of an id.
  ///
  /// - Throws: `not_found`, with the ids that there are.
  package func game(_ id: String) throws(WireError) -> GameModule { try hub.configuration.game(named: id) }

  /// Text of a client that others may be shown: one line, without characters that a terminal would act on, and without
  /// a token.
  package func line(_ text: String, as subject: String, maximum: Int) throws(WireError) -> String {
    let line = try CleanText.line(text, as: subject, maximum: maximum, isClean: hub.isTyped)
    guard !LoginToken.isHeld(in: line) else {
      throw WireError(.badText, "This holds a token, with which anybody could do what its owner may: it was not sent")
    }
    return line
  }

  /// The game that a request means: the one it names, the one of the room, or the first there is.
  ///
  /// - Throws: `not_found`, with the ids that there are.
  package func gameOrPresent(_ id: String?) throws(WireError) -> GameModule {
    if let id { return try game(id) }
    if let game = session.rooms.last?.plan.game ?? games.first { return game }
    throw WireError(.notFound, .game, "This server has no games")
  }

  /// The same for a request about results, which are recorded of other games as well.
  package func resultGame(_ id: String?) throws(WireError) -> (id: String, title: String) {
    if let id, let game = recordedGames.first(where: { $0.id == id.lowercased() }) { return (game.id, game.title) }
    let game = try gameOrPresent(id)
    return (game.info.id, game.info.title)
  }

  // MARK: - Finished matches

  /// Answers the request once storage has answered a question. The session's next requests do not wait for it.
  package func ask<Query: StoredQuery>(_ query: Query, _ draw: @escaping (Query.Answer) -> any Drawable) {
    session.pending.count += 1
    hub.ask(query, from: session.address) {
      [unowned parlor, hub, re, id = session.id, format = session.format] answer in
      guard let session = parlor.sessions[id] else { return }
      session.pending.count -= 1
      hub.puzzles.asker = session.address
      defer { hub.puzzles.asker = nil }
      let message = answer.map(draw) ?? ErrorMessage(Parlor.storageUnavailable)
      session.answering(in: format) {
        if let refusal = message as? ErrorMessage {
          hub.send(refusal, to: session, answering: re, after: 0)
        } else {
          hub.send(message, to: session, answering: re, after: 0)
        }
      }
      parlor.parts.departures.finishClosing(session, parlor.server)
    }
  }

  /// What storage answers to a question about the player.
  ///
  /// - Throws: where the answer is not there yet: the handler runs again once it is.
  package func fetch<Query: StoredQuery>(_ query: Query) throws(WireError) -> Query.Answer {
    try parlor.parts.fetcher.fetch(query, for: player)
  }

  /// Asks for a match that the player has finished: the one of a number, the last one in a room, or the last one.
  package func finishedMatch(_ match: String?, in room: String?) throws(WireError) -> FinishedMatchQuery {
    let wanted: FinishedMatch =
      if let match {
        .match(try StoredMatch.number(match))
      } else if let room {
        .lastInRoom(try parlor.rooms.room(named: room).number)
      } else {
        .last(besides: hub.unplayedGames)
      }
    return finishedMatch(wanted)
  }

  /// Asks for a match that the player has finished.
  package func finishedMatch(_ wanted: FinishedMatch) -> FinishedMatchQuery {
    FinishedMatchQuery(player: player.id, wanted: wanted, replayer: replayer)
  }

  /// Plays stored matches again, where they are read.
  package var replayer: MatchReplayer { hub.replayer }

  /// Why there is no such match.
  package func nothingFinished(_ query: FinishedMatchQuery) -> WireError { query.nothingFinished }

  /// A match that the player has finished, at its end.
  ///
  /// - Throws: `not_over` while others play at the same table; `not_found`; `too_fast`.
  package func finalState(of replayed: ReplayedMatch) throws(WireError) -> Match {
    guard !isOpenToOthers(replayed.history.match) else { throw WireError(.notOver, "The round is not over") }
    return try hub.end(of: replayed)
  }

  // MARK: - Checks

  /// Refuses what begins a match while the server is about to be restarted.
  package func checkMaintenance() throws(WireError) { try hub.checkMaintenance() }

  /// Refuses guests: a new connection is another one.
  package func checkName() throws(WireError) {
    if player.isGuest { throw WireError.nameNeeded }
  }

  /// Refuses somebody who may not choose names that others see.
  package func checkNaming() throws(WireError) { try hub.restrictions.checkNaming(of: session) }

  /// Whether the player may choose names that others see.
  package var mayName: Bool { (try? checkNaming()) != nil }

  /// Refuses an analysis while too much time has gone into analyses.
  package func checkAnalysisBudget() throws(WireError) { try hub.puzzles.checkAnalysisBudget() }

  /// Refuses a puzzle while too much time has gone into making puzzles.
  package func checkPuzzleBudget() throws(WireError) { try hub.puzzles.checkBudget() }

  // MARK: - Playing

  /// Makes a puzzle, and counts what it takes.
  ///
  /// - Returns: what was made, and the microseconds that it took.
  package func makingPuzzle<Made, Failure: Error>(
    _ make: () throws(Failure) -> Made
  ) throws(Failure) -> (made: Made, microseconds: Int64) {
    let made = try hub.puzzles.making(make)
    return (made, hub.puzzles.lastCost)
  }

  /// Finds out what a move of the session's player leads to, and changes nothing: ``PlayedMatch/play(_:by:)`` does.
  ///
  /// - Throws: `bad_text`, or the game's rejection.
  package func attempt(
    _ content: Request.Move.Content, on played: PlayedMatch
  ) throws(WireError) -> Match.Played { try hub.attempt(content, on: played, by: player.id) }

  /// Refuses a move on a board that has had as many as one takes.
  ///
  /// - Parameters:
  ///   - noun: what the board is to the player: `puzzle`.
  ///   - next: how to come to another one.
  package func requireRoom(on played: PlayedMatch, _ noun: String, next: String) throws(WireError) {
    try hub.requireRoom(on: played, noun, next: next)
  }

  // MARK: - A room of the player's own

  /// The solo room that a request means: it names the room, or its player is in no other.
  package func soloRoom(_ name: String?) -> (any SoloRoom)? { parlor.parts.soloRooms.room(name, of: session) }

  /// Opens a room for the player alone, in place of the one before.
  package func open(_ room: any SoloRoom) { parlor.parts.soloRooms.open(room, for: session) }

  /// Refuses to take somebody at a terminal away from a match, since leaving gives it up.
  package func checkLeaving() throws(WireError) { try parlor.parts.opening.checkMatch(of: session, besides: nil) }

  // MARK: - Answering

  /// Answers the request.
  ///
  /// - Parameter ticket: the commit that the message depends on; `nil` for all that has happened until now.
  package func answer(_ message: some Drawable, after ticket: CommitTicket? = nil) {
    hub.send(message, to: session, answering: re, after: ticket)
  }

  /// Sends the session what is no answer.
  ///
  /// - Parameter ticket: the commit that the message depends on; `nil` for all that has happened until now.
  package func send(_ message: some Drawable, after ticket: CommitTicket? = nil) {
    hub.send(message, to: session, after: ticket)
  }

  /// Sends the session a refusal that no request is answered with.
  package func send(_ error: WireError, after ticket: CommitTicket? = nil) {
    hub.send(ErrorMessage(error), to: session, after: ticket)
  }

  /// Reads nothing of the session for a while.
  package func pause(milliseconds: Int) { hub.effects.pause(session.id, milliseconds: milliseconds) }

  /// Begins work on a document of the player that is done a slice at a time, and whose result is the answer. What else
  /// is asked about the document waits for it.
  package func begin<Kind: DocumentKind>(_ task: any SlicedTask, on document: Document<Kind>) {
    parlor.parts.tasks.begin(task, on: document.id, self)
  }

  /// Carries out another request, as if the session had sent it without an `id`.
  ///
  /// - Returns: whether it was not refused at once.
  @discardableResult
  package func handle(_ request: some WireRequest) -> Bool { parlor.handle(request.call, unasked) }

  // MARK: - Lines of text

  /// What takes the session's lines until it is replaced or its part of the session has ended.
  package func setLineConsumer(_ reader: (any LineConsumer)?) { session.typing.consumer = reader }

  /// The line that the session has sent is text, which is answered by text.
  package func readText() { session.format = .text }

  /// Answers as somebody at a terminal reads it, whatever the session has sent before.
  package func inText(_ body: () -> Void) { session.answering(in: .text, body) }
}

extension Kernel {
  /// Takes in a request whose handler serves sessions, and sends its answer itself. Others, such as readers over HTTP,
  /// do not have this request.
  package func handleInSession<Read: WireRequest>(
    _ handle: @escaping (Read, SessionContext) throws(WireError) -> Void
  ) {
    handleSending { (request: Read, context: inout Context) throws(WireError) in
      guard let session = (context.caller as? SessionCaller)?.context else { throw Parlor.unknownType }
      try handle(request, session)
    }
  }
}
