package import GameKit
package import Kernel
package import WireProtocol

/// What a feature sees of the server, while it serves a session or does something later.
package protocol FeatureContext: ParlorContext {
  /// Whom it serves.
  var player: Player { get }
}

extension FeatureContext {
  /// All games of this server.
  package var games: [GameModule] { hub.configuration.games }
  /// The server's secret, from which addresses that nobody can guess are derived.
  package var season: SeasonKey { hub.configuration.season }
  /// The present civil day.
  package var today: Day { hub.today }
  /// A number by chance.
  package func randomNumber() -> UInt64 { hub.randomNumber() }
  /// A number that nothing else of this server has.
  package func newNumber() -> Int64 { hub.numbers.next() }

  // MARK: - Documents

  /// A document as it is now.
  ///
  /// - Throws: where it is not in memory: the handler runs again once it is. See ``Kernel/read(_:in:)``.
  package func read<Kind: DocumentKind>(
    _ key: Int64, in table: DocumentTable<Kind>
  ) throws(WireError) -> Document<Kind> { try parlor.kernel.read(key, in: table) }

  /// Takes a document out of memory once it is stored as it is, unless something is at work on it.
  package func unload(_ document: DocumentID) {
    parlor.kernel.unload(document) { [hub] in hub.journal.pending($0) == 0 }
  }

  // MARK: - Matches of the past

  /// The player's latest matches, the newest first; `nil` where storage does not answer.
  package func askForMatches(limit: Int, _ completion: @escaping ([Int64]?) -> Void) {
    hub.ask(HistoryQuery(player: player.id, limit: limit), from: player.address) { page in
      completion(page?.rows.map(\.match))
    }
  }

  /// A stored match, played again; `nil` for the completion where storage does not answer, and in it for one that is
  /// gone.
  package func askForMatch(_ number: Int64, _ completion: @escaping (ReplayedMatch??) -> Void) {
    hub.ask(MatchQuery(match: number, replayer: hub.replayer), from: player.address, completion)
  }

  /// A stored result, with as much of its outcome as the player may know.
  package func past(_ result: StoredResult) -> PastResult { hub.past(result, for: player) }

  /// The end of a match that was played again; `nil` for one that the player may not know, or that its game cannot play
  /// again.
  package func end(of replayed: ReplayedMatch) -> Match? {
    let history = replayed.history
    hub.spend(on: replayed)
    let hasFinished = history.results.contains { $0.player == player.id }
    guard hub.mayKnow(player, history.match, hasFinished: hasFinished) else { return nil }
    return try? hub.end(of: replayed)
  }

  /// A match that was played again, as it stands. What the player may see of it, the caller decides.
  ///
  /// - Throws: `not_found` when its game is gone or does not agree with it any more; `too_fast`.
  package func replayedEnd(of replayed: ReplayedMatch) throws(WireError) -> Match { try hub.end(of: replayed) }

  /// The label of a stored match's puzzle in share texts.
  package func label(of match: StoredMatch) -> String {
    match.day.map(ShareGrid.numberText) ?? match.archiveDay.map(ShareGrid.archiveText)
      ?? (match.isVoted ? VoteMode.label : match.mode)
  }

  /// Whether the player may know the puzzle of a stored match.
  ///
  /// - Parameter hasFinished: whether storage knows that the player has finished that very round.
  package func mayKnow(_ match: StoredMatch, hasFinished: Bool) -> Bool {
    hub.mayKnow(player, match, hasFinished: hasFinished)
  }

  /// Whether nobody plays a match's round any more: all who have moved in it know the solution.
  package func isRoundOver(_ match: StoredMatch) -> Bool { parlor.rooms.isRoundOver(match) }

  /// Whether a match against others goes on: what it holds is kept from those who are out of it.
  package func isOpenToOthers(_ match: StoredMatch) -> Bool { parlor.rooms.isOpenToOthers(match) }

  /// Counts what playing a match again took.
  package func spend(on replayed: ReplayedMatch?) { hub.spend(on: replayed) }

  /// Counts what the analysis of a stored match took.
  package func spend(_ replayed: ReplayedMatch, onAnalysis microseconds: Int64) {
    hub.spend(on: replayed)
    hub.puzzles.spendOnAnalysis(microseconds: microseconds)
  }

  /// Stores a result of the player's that came of no match of a game. The first of a day counts as the day's, and for
  /// the streak.
  ///
  /// - Returns: the number of its match, and the text by which it is shared.
  package func record(_ result: RecordedResult) -> (match: Int64, share: String) { hub.record(result, of: player) }

  /// The games of which features record results.
  package var recordedGames: [RecordedGame] { hub.recordedGames }
  /// Whether a match is the result of one of them.
  package func isRecorded(_ match: StoredMatch) -> Bool { hub.isRecorded(match) }
}

/// A player's context outside of a request.
package struct PlayerContext: FeatureContext {
  package let parlor: Parlor
  package let player: Player
  /// The session that it is about.
  let session: SessionID

  /// The session, as long as the player is there.
  package var present: SessionContext? {
    guard let session = parlor.sessions[session], session.player === player else { return nil }
    return server.context(of: session)
  }

  /// Sends the session a part of a file as it is, for somebody at a terminal.
  ///
  /// - Returns: whether it was sent: who reads slowly gets it later, and who is gone not at all.
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

  /// Does something once a document is in memory; not at all if it cannot be loaded, or the player has gone meanwhile.
  package func whenLoaded(_ document: DocumentID, _ body: @escaping (SessionContext) -> Void) {
    parlor.parts.fetcher.load(document, from: session.address) { [later] isLoaded in
      if isLoaded, let context = later.present, context.session.closing == nil { body(context) }
    }
  }
}
