public import WireProtocol

/// The requests of a bot in a trial. Moves are those of everywhere, in the room ``KnownNames/trial``. When one has
/// ended the puzzle (``Moved/endsPuzzle``), ``Event/finished(_:)`` and then ``Event/round(_:)`` with the next puzzle,
/// or ``Event/trialReport(_:)`` follow. After a lost link ``Event/trial(_:)`` says where a player's trial stands.
extension Client {
  /// Opens a trial: a seeded series of puzzles, as fast as the bot can.
  @discardableResult
  public func trial(_ trial: Request.Trial, within limit: Duration? = nil) async throws(RequestError) -> TrialAnswer {
    try await ask(trial, within: limit)
  }

  /// Gives up the puzzle of the trial that is being played.
  ///
  /// - Parameter puzzle: its number: then a lost link does no harm, and a puzzle that is over already is refused as
  ///   `other_puzzle`. Without it the request fails when the link is lost.
  /// - Returns: how the puzzle ended, with its solution.
  @discardableResult
  public func giveUp(_ puzzle: Int? = nil, within limit: Duration? = nil) async throws(RequestError) -> Finished {
    try await ask(Request.GiveUp(room: KnownNames.trial, puzzle: puzzle), within: limit)
  }

  /// The kept reports of a player's trials, the newest first; one's own unless it says whose.
  public func trials(
    of player: String? = nil, game: String? = nil, limit count: Int = 20, within limit: Duration? = nil
  ) async throws(RequestError) -> TrialsAnswer {
    try await ask(Request.Trials(player: player, game: game, limit: count), within: limit)
  }

  /// One kept report, puzzle by puzzle.
  public func trialReport(
    _ name: String, of player: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> TrialReport {
    try await ask(Request.TrialReport(name: name, player: player), within: limit)
  }
}
