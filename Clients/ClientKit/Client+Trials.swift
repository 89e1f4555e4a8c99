public import WireProtocol

/// The requests of a bot in a trial. Moves are those of everywhere, in the room ``KnownNames/trial``. When one has
/// ended the puzzle (``Moved/endsPuzzle``), ``Event/finished(_:)`` and then ``Event/round(_:)`` with the next puzzle,
/// or ``Event/trialReport(_:)`` follow. After a lost link ``Event/trial(_:)`` says where a player's trial stands.
extension Client {
  /// Opens a trial: a seeded series of puzzles, as fast as the bot can.
  @discardableResult
  public func trial(_ trial: Request.Trial, within limit: Duration? = nil) async throws(RequestError) -> TrialAnswer {
    let message = try await send(RequestTraits("trial"), within: limit) { json, _ in
      json.field("game", trial.game)
      json.field("puzzles", ifPresent: trial.puzzles)
      if trial.all { json.field("all", true) }
      json.field("seed", ifPresent: trial.seed)
      json.field("settings", ifPresent: trial.settings.map { JSON.object($0) })
      json.field("name", ifPresent: trial.name)
      switch trial.boards {
      case .atStart: break
      case .always: json.field("send_boards", true)
      case .never: json.field("send_boards", false)
      }
    }
    return try Self.read(message)
  }

  /// Gives up the puzzle of the trial that is being played.
  ///
  /// - Parameter puzzle: its number: then a lost link does no harm, and a puzzle that is over already is refused as
  ///   `other_puzzle`. Without it the request fails when the link is lost.
  /// - Returns: how the puzzle ended, with its solution.
  @discardableResult
  public func giveUp(_ puzzle: Int? = nil, within limit: Duration? = nil) async throws(RequestError) -> Finished {
    var fields: JSONObject = ["room": .string(KnownNames.trial)]
    if let puzzle { fields["puzzle"] = .int(puzzle) }
    return try await request("give_up", fields, within: limit, as: Finished.self)
  }

  /// The kept reports of a player's trials, the newest first; one's own unless it says whose.
  public func trials(
    of player: String? = nil, game: String? = nil, limit count: Int = 20, within limit: Duration? = nil
  ) async throws(RequestError) -> TrialsAnswer {
    var fields: JSONObject = ["limit": .int(count)]
    if let player { fields["player"] = .string(player) }
    if let game { fields["game"] = .string(game) }
    return try await request("trials", fields, within: limit, as: TrialsAnswer.self)
  }

  /// One kept report, puzzle by puzzle.
  public func trialReport(
    _ name: String, of player: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> TrialReport {
    var fields: JSONObject = ["name": .string(name)]
    if let player { fields["player"] = .string(player) }
    return try await request("trial_report", fields, within: limit, as: TrialReport.self)
  }
}
