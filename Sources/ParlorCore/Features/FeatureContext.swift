package import GameKit
package import Kernel
package import WireProtocol

/// A feature's view of the server in a session or a deferred task.
package protocol FeatureContext: ParlorContext {
  /// The served player.
  var player: Player { get }
}

extension FeatureContext {
  /// All games of this server.
  package var games: [GameModule] { hub.configuration.games }
  /// The server's secret, from which unguessable addresses derive.
  package var season: SeasonKey { hub.configuration.season }
  /// The present civil day.
  package var today: Day { hub.today }
  /// A random number.
  package func randomNumber() -> UInt64 { hub.randomNumber() }
  /// A new number, unique on this server.
  package func newNumber() -> Int64 { hub.numbers.next() }

  // MARK: - Documents

  /// A document's present state.
  ///
  /// - Throws: if it is not in memory: the handler runs again once it is. See ``Kernel/read(_:in:)``.
  package func read<Kind: DocumentKind>(
    _ key: Int64, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> { try parlor.kernel.read(key, in: table) }

  /// Unloads a document once it is stored, unless a task uses it.
  package func unload(_ document: DocumentID) {
    parlor.kernel.unload(document) { [hub] in hub.journal.pending($0) == 0 }
  }

  // MARK: - Matches of the past

  /// The player's latest matches, the newest first; `nil` if storage fails.
  package func askForMatches(limit: Int, _ completion: @escaping ([Int64]?) -> Void) {
    hub.ask(HistoryQuery(player: player.id, limit: limit), from: player.address) { page in
      completion(page?.rows.map(\.match))
    }
  }

  /// Replays a stored match; `nil` for the completion if storage fails, and in it for a missing match.
  package func askForMatch(_ number: Int64, _ completion: @escaping (ReplayedMatch??) -> Void) {
    hub.ask(MatchQuery(match: number, replayer: hub.replayer), from: player.address, completion)
  }

  /// A stored result, with the part of its outcome that the player may know.
  package func past(_ result: StoredResult) -> PastResult { hub.past(result, for: player) }

  /// The final state of a replayed match; `nil` if the player may not know it, or its game cannot replay it.
  package func end(of replayed: ReplayedMatch) -> Match? {
    let history = replayed.history
    hub.spend(on: replayed)
    let hasFinished = history.results.contains { $0.player == player.id }
    guard hub.mayKnow(player, history.match, hasFinished: hasFinished) else { return nil }
    return try? hub.end(of: replayed)
  }

  /// The state of a replayed match. The caller decides what the player may see.
  ///
  /// - Throws: `not_found` if its game is gone or contradicts it; `too_fast`.
  package func replayedEnd(of replayed: ReplayedMatch) throws(WireError) -> Match { try hub.end(of: replayed) }

  /// The label of a stored match's puzzle in share texts.
  package func label(of match: StoredMatch) -> String {
    match.day.map(ShareGrid.numberText) ?? match.archiveDay.map(ShareGrid.archiveText)
      ?? (match.isVoted ? VoteMode.label : match.mode)
  }

  /// Whether the player may know the puzzle of a stored match.
  ///
  /// - Parameter hasFinished: whether the player has finished that round, according to storage.
  package func mayKnow(_ match: StoredMatch, hasFinished: Bool) -> Bool {
    hub.mayKnow(player, match, hasFinished: hasFinished)
  }

  /// Whether a match's round is over: all who have moved in it may know the solution.
  package func isRoundOver(_ match: StoredMatch) -> Bool { parlor.rooms.isRoundOver(match) }

  /// Whether a match against others is in progress: its state is hidden from players who are out of it.
  package func isOpenToOthers(_ match: StoredMatch) -> Bool { parlor.rooms.isOpenToOthers(match) }

  /// Charges the budget for a replay.
  package func spend(on replayed: ReplayedMatch?) { hub.spend(on: replayed) }

  /// Charges the budget for the analysis of a stored match.
  package func spend(_ replayed: ReplayedMatch, onAnalysis microseconds: Int64) {
    hub.spend(on: replayed)
    hub.puzzles.spendOnAnalysis(microseconds: microseconds)
  }

  /// Stores a result of the player that has no match. The first of a day counts as the day's, and for the streak.
  ///
  /// - Returns: the number of its match, and its share text.
  package func record(_ result: RecordedResult) -> (match: Int64, share: String) { hub.record(result, of: player) }

  /// The games under which features record results.
  package var recordedGames: [RecordedGame] { hub.recordedGames }
  /// Whether a match is such a result.
  package func isRecorded(_ match: StoredMatch) -> Bool { hub.isRecorded(match) }
}

/// A player's context outside of a request.
package struct PlayerContext: FeatureContext {
  package let parlor: Parlor
  package let player: Player
  /// The session that it is about.
  let session: SessionID

  /// The session, while the player is there.
  package var present: SessionContext? {
    guard let session = parlor.sessions[session], session.player === player else { return nil }
    return server.context(of: session)
  }

  /// Sends the session a part of a file unchanged, for a terminal.
  ///
  /// - Returns: whether it was sent: not to a slow reader, who gets it later, and not to a closed session.
  package func send(_ text: [UInt8], after ticket: CommitTicket) -> Bool {
    guard let session = parlor.sessions[session] else { return true }
    guard !session.isSlow else { return false }
    parlor.hub.effects.send(to: session.id, after: parlor.hub.journal.pending(ticket)) { $0.raw(text) }
    return true
  }
}

extension SessionContext {
  /// The same for later, when the session may be gone.
  package var later: PlayerContext { PlayerContext(parlor: parlor, player: player, session: session.id) }

  /// Runs a body once a document is in memory; never if it cannot be loaded, or the player has left.
  package func whenLoaded(_ document: DocumentID, _ body: @escaping (SessionContext) -> Void) {
    parlor.parts.fetcher.load(document, from: session.address) { [later] isLoaded in
      if isLoaded, let context = later.present, context.session.closing == nil { body(context) }
    }
  }
}
