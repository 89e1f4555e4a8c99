package import GameKit
package import Kernel
import Names
import TextMode
package import WireProtocol

/// A feature's view of the server when it serves a session: the player, the time, games and puzzles, and the answer.
/// Valid during the call only.
///
/// A handler reads everything before it changes or sends anything, since it runs again if a document is missing; and it
/// sends exactly one answer.
package struct SessionContext: FeatureContext {
  package let parlor: Parlor
  let session: Session
  /// The id of the answered request; `nil` for a request without one, and for unsolicited messages.
  let re: RequestID?

  /// The session's player.
  package var player: Player { session.player }
  /// The same session, without an answer.
  var unasked: SessionContext { SessionContext(parlor: parlor, session: session, re: nil) }
  /// Whether the session is in text mode.
  package var isText: Bool { session.format == .text }

  // MARK: - Time

  /// The time of the request's line on a monotonic clock, in microseconds.
  package var stopwatch: Int64 { hub.clock.stopwatch }
  /// Whether equal times of the stopwatch are the same turn of the loop.
  package var hasStopwatch: Bool { hub.clock.hasStopwatch }

  // MARK: - Reading

  /// Whether a change can be stored soon.
  package var canStore: Bool { !hub.isStalled }

  /// The player with a name; without a name, the session's player.
  ///
  /// - Throws: `not_found`.
  package func player(named name: String?) throws(WireError) -> Player {
    try name.map(parlor.players.known) ?? session.player
  }

  /// The game with an id.
  ///
  /// - Throws: `not_found`, with the existing ids.
  package func game(_ id: String) throws(WireError) -> GameModule { try hub.configuration.game(named: id) }

  /// Sanitised text of a client for others: one line, without control characters and tokens.
  package func line(_ text: String, as subject: String, maximum: Int) throws(WireError) -> String {
    let line = try CleanText.line(text, as: subject, maximum: maximum, isClean: hub.isTyped)
    guard !LoginToken.isHeld(in: line) else {
      throw WireError(.badText, "This holds a token, with which anybody could do what its owner may: it was not sent")
    }
    return line
  }

  /// The game of a request: the named one, the room's, or the first one.
  ///
  /// - Throws: `not_found`, with the existing ids.
  package func gameOrPresent(_ id: String?) throws(WireError) -> GameModule {
    if let id { return try game(id) }
    if let game = session.rooms.last?.plan.game ?? games.first { return game }
    throw WireError(.notFound, .game, "This server has no games")
  }

  /// The same for a request about results, which pseudo-games have too.
  package func resultGame(_ id: String?) throws(WireError) -> (id: String, title: String) {
    if let id, let game = recordedGames.first(where: { $0.id == id.lowercased() }) { return (game.id, game.title) }
    let game = try gameOrPresent(id)
    return (game.info.id, game.info.title)
  }

  // MARK: - Finished matches

  /// Answers the request once storage has answered a query. The session's next requests do not wait for it.
  package func ask<Query: StoredQuery>(_ query: Query, _ draw: @escaping (Query.Answer) -> any Drawable) {
    session.pending.count += 1
    hub.ask(query, from: session.address) {
      [unowned parlor, hub, re, id = session.id, format = session.format, asker = player.id] answer in
      guard let session = parlor.sessions[id] else { return }
      session.pending.count -= 1
      hub.puzzles.asker = session.address
      defer { hub.puzzles.asker = nil }
      // Who was forgotten meanwhile gets nothing about the account any more.
      let isKnown = parlor.players.contains(asker)
      let message =
        isKnown ? answer.map(draw) ?? ErrorMessage(Parlor.storageUnavailable) : ErrorMessage(Parlor.askerIsGone)
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

  /// The answer of storage to a query about the player.
  ///
  /// - Throws: if it has not arrived yet: the handler runs again once it has.
  package func fetch<Query: StoredQuery>(_ query: Query) throws(WireError) -> Query.Answer {
    try parlor.parts.fetcher.fetch(query, for: player)
  }

  /// Fetches a finished match of the player: the one with a number, the last one in a room, or the last one.
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

  /// Fetches a finished match of the player.
  package func finishedMatch(_ wanted: FinishedMatch) -> FinishedMatchQuery {
    FinishedMatchQuery(player: player.id, wanted: wanted, replayer: replayer)
  }

  /// Replays stored matches on storage's queue.
  package var replayer: MatchReplayer { hub.replayer }

  /// The error for a missing match.
  package func nothingFinished(_ query: FinishedMatchQuery) -> WireError { query.nothingFinished }

  /// A finished match of the player in its final state.
  ///
  /// - Throws: `not_over` while others play at the same table; `not_found`; `too_fast`.
  package func finalState(of replayed: ReplayedMatch) throws(WireError) -> Match {
    guard !isOpenToOthers(replayed.history.match) else { throw WireError(.notOver, "The round is not over") }
    return try hub.end(of: replayed)
  }

  // MARK: - Checks

  /// Refuses to begin a match during maintenance.
  package func checkMaintenance() throws(WireError) { try hub.checkMaintenance() }

  /// Refuses guests, since a new connection would be another one.
  package func checkName() throws(WireError) {
    if player.isGuest { throw WireError.nameNeeded }
  }

  /// Refuses a player who may not choose public names.
  package func checkNaming() throws(WireError) { try hub.restrictions.checkNaming(of: session) }

  /// Whether the player may choose public names.
  package var mayName: Bool { (try? checkNaming()) != nil }

  /// Refuses an analysis while its budget is exhausted.
  package func checkAnalysisBudget() throws(WireError) { try hub.puzzles.checkAnalysisBudget() }

  /// Refuses a puzzle while its budget is exhausted.
  package func checkPuzzleBudget() throws(WireError) { try hub.puzzles.checkBudget() }

  // MARK: - Playing

  /// Makes a puzzle, and charges its time.
  ///
  /// - Returns: the result, and the microseconds that it took.
  package func makingPuzzle<Made, Failure: Error>(
    _ make: () throws(Failure) -> Made
  ) throws(Failure) -> (made: Made, microseconds: Int64) {
    let made = try hub.puzzles.making(make)
    return (made, hub.puzzles.lastCost)
  }

  /// Computes the result of a move of the session's player without changing anything: ``PlayedMatch/play(_:by:)`` does.
  ///
  /// - Throws: `bad_text`, or the game's rejection.
  package func attempt(
    _ content: Request.Move.Content, on played: PlayedMatch
  ) throws(WireError) -> Match.Played { try hub.attempt(content, on: played, by: player.id) }

  /// Refuses a move on a full board.
  ///
  /// - Parameters:
  ///   - noun: the board's noun for the player: `puzzle`.
  ///   - next: how to get another one.
  package func requireRoom(on played: PlayedMatch, _ noun: String, next: String) throws(WireError) {
    try hub.requireRoom(on: played, noun, next: next)
  }

  // MARK: - A room of the player's own

  /// The solo room of a request: it names the room, or its player is in no other.
  package func soloRoom(_ name: String?) -> (any SoloRoom)? { parlor.parts.soloRooms.room(name, of: session) }

  /// Opens a room for the player alone, which replaces the previous one.
  package func open(_ room: any SoloRoom) { parlor.parts.soloRooms.open(room, for: session) }

  /// Refuses to take a text session away from a match, since leaving gives it up.
  package func checkLeaving() throws(WireError) { try parlor.parts.opening.checkMatch(of: session, besides: nil) }

  // MARK: - Answering

  /// Answers the request.
  ///
  /// - Parameter ticket: the commit that the message depends on; `nil` for everything until now.
  package func answer(_ message: some Drawable, after ticket: CommitTicket? = nil) {
    hub.send(message, to: session, answering: re, after: ticket)
  }

  /// Sends the session an unsolicited message.
  ///
  /// - Parameter ticket: the commit that the message depends on; `nil` for everything until now.
  package func send(_ message: some Drawable, after ticket: CommitTicket? = nil) {
    hub.send(message, to: session, after: ticket)
  }

  /// Sends the session an unsolicited refusal.
  package func send(_ error: WireError, after ticket: CommitTicket? = nil) {
    hub.send(ErrorMessage(error), to: session, after: ticket)
  }

  /// Stops reading the session for a while.
  package func pause(milliseconds: Int) { hub.effects.pause(session.id, milliseconds: milliseconds) }

  /// Begins a sliced task on a document of the player, whose result is the answer. Other requests about the document
  /// wait for it.
  package func begin<Kind: DocumentKind>(_ task: any SlicedTask, on document: Document<Kind>) {
    parlor.parts.tasks.begin(task, on: document.id, self)
  }

  /// Executes another request, as if the session had sent it without an `id`.
  ///
  /// - Returns: whether it was not refused at once.
  @discardableResult
  package func handle(_ request: some WireRequest) -> Bool { parlor.handle(request.call, unasked) }

  // MARK: - Lines of text

  /// Sets the consumer of the session's lines, until it is replaced or its session part has ended.
  package func setLineConsumer(_ reader: (any LineConsumer)?) { session.typing.consumer = reader }

  /// Switches the session to text mode.
  package func readText() { session.format = .text }

  /// Answers in text mode, whatever the session has sent before.
  package func inText(_ body: () -> Void) { session.answering(in: .text, body) }
}

extension Kernel {
  /// Registers a request whose handler serves sessions, and sends its answer itself. HTTP readers cannot send it.
  package func handleInSession<Read: WireRequest>(
    _ handle: @escaping (Read, SessionContext) throws(WireError) -> Void
  ) {
    handleSending { (request: Read, context: inout Context) throws(WireError) in
      guard let session = (context.caller as? SessionCaller)?.context else { throw Parlor.unknownType }
      try handle(request, session)
    }
  }
}
