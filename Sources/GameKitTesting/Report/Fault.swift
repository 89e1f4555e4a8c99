/// The groups of checks. Each fault belongs to one of them.
public enum Check: String, CaseIterable, Codable, Sendable {
  /// The same seed, settings and moves give the same bytes in every process.
  case determinism
  /// A match can be stored and restored at every step: its state, moves and puzzle survive as JSON.
  case restoring
  /// No input traps or hangs, and refused input changes nothing.
  case totality
  /// Puzzles that look alike to a viewer stay alike while their public turns agree.
  case secrecy
  /// Boards, texts and the game's description have the form that clients rely on.
  case form
  /// Outcomes are final, solutions win, candidates are accepted, matches end.
  case rules
  /// Games for several players: matches begin, turns and time advance, players who give up do not win, hands and chance
  /// are not disclosed.
  case tables
  /// The source's guarantees about days, seeds and exclusions.
  case puzzles
  /// A recorded playthrough replays to the same bytes.
  case golden
  /// Sizes and time.
  case budgets
}

/// The faults that the checks find. Raw values are stable, for searching reports.
public enum Fault: String, CaseIterable, Codable, Sendable {
  // Determinism.
  /// Another process gets other bytes: from the order of a Set or Dictionary, `hashValue`, or static state.
  case differsBetweenProcesses = "differs_between_processes"
  /// The same call twice in one process gives two answers: from randomness, a clock, or global state.
  case differsOnRepeat = "differs_on_repeat"

  // Restoring.
  /// The game's state cannot be written as JSON, or cannot be read back.
  case stateUnwritable = "state_unwritable"
  /// A restored game behaves differently.
  case stateLost = "state_lost"
  /// A logged move decodes to another one, or cannot be encoded.
  case moveLost = "move_lost"
  /// A stored puzzle decodes to another one, or cannot be encoded.
  case puzzleLost = "puzzle_lost"
  /// Settings decode to others, or one of them is not encoded.
  case settingsLost = "settings_lost"

  // Totality.
  /// A call ended the process.
  case traps
  /// A call did not return.
  case hangs
  /// Playing on a copy changed the original: the game contains a reference.
  case sharedState = "shared_state"
  /// A refused move changed the state.
  case refusalChangesState = "refusal_changes_state"

  // Secrecy.
  /// A spectator's board depends on what is hidden.
  case secretOnBoard = "secret_on_board"
  /// A player's board depends on something that was not disclosed to the player.
  case secretOnPlayersBoard = "secret_on_players_board"
  /// The public part of a turn, a spectator's board or a share grid shows the letters of the move.
  case moveInPublic = "move_in_public"
  /// The public part of an outcome depends on what is hidden.
  case secretInOutcome = "secret_in_outcome"
  /// Whether or why a move is refused depends on what is hidden. Refusals are free, so they can be repeated.
  case secretInRefusal = "secret_in_refusal"
  /// A turn's remark for spectators depends on what is hidden.
  case secretInRemark = "secret_in_remark"
  /// Repeating the same move discloses the solution.
  case secretByRepeating = "secret_by_repeating"
  /// Candidate or listed moves depend on what the viewer cannot see.
  case secretInCandidates = "secret_in_candidates"
  /// No two puzzles look alike at the start, so nothing could be compared: give twins.
  case twinsNeeded = "twins_needed"

  // Form.
  /// A row has different numbers of letters and tiles, or the rows of a field are missing or differ in length.
  case unevenRow = "uneven_row"
  /// A tile is not one emoji of one Unicode scalar.
  case badTile = "bad_tile"
  /// A text for people is empty, too long, missing for a sign, or has control or bidirectional characters.
  case badText = "bad_text"
  /// A keyboard's letters are not sorted, or one has two colours.
  case badKeys = "bad_keys"
  /// A gesture has a placeholder that its action does not fill.
  case badGesture = "bad_gesture"
  /// A rejection's code is not `lower_snake_case`.
  case badCode = "bad_code"
  /// The game's description is invalid.
  case badInfo = "bad_info"
  /// A board's data violate the view schema.
  case viewUndescribed = "view_undescribed"
  /// The move schema differs from the accepted moves.
  case schemaDisagrees = "schema_disagrees"
  /// A typed move has another effect than the same move as JSON.
  case formsDisagree = "forms_disagree"
  /// A choice or card on a board is refused, or a playable card is not offered although others are.
  case badChoice = "bad_choice"
  /// A setting accepts values that its schema forbids, has no bounds, or refuses a value that the schema allows.
  case settingsUnbounded = "settings_unbounded"

  // Rules.
  /// An outcome disappeared or changed.
  case outcomeChanges = "outcome_changes"
  /// No move is possible, and there is no outcome.
  case stuck
  /// A board has a prompt, gestures or cards after the end.
  case asksAfterTheEnd = "asks_after_the_end"
  /// The solution is refused or does not win.
  case solutionFails = "solution_fails"
  /// A candidate or listed move is refused.
  case candidateRefused = "candidate_refused"
  /// More candidates than requested, or more listed moves than allowed.
  case tooManyCandidates = "too_many_candidates"
  /// Moves are listed for a player who does not have the turn or has finished.
  case candidateOutOfTurn = "candidate_out_of_turn"
  /// The match generated for a search has another board or other moves than the player's.
  case worldDisagrees = "world_disagrees"
  /// A match does not end within the move limit.
  case endless
  /// There is no candidate move at the start.
  case noCandidates = "no_candidates"

  // Tables.
  /// A match cannot begin with a number of players that the game allows.
  case beginRefused = "begin_refused"
  /// The turn belongs to a player who has finished or is not in the match: the others would wait for ever.
  case wrongTurn = "wrong_turn"
  /// The deadline is in the past, or the game refuses the event at its deadline: it would be sent repeatedly.
  case deadlineStands = "deadline_stands"
  /// A move is accepted from a player who does not have the turn or is not in the match.
  case movesOutOfTurn = "moves_out_of_turn"
  /// A match is over or cannot continue, and a player has no outcome.
  case noOutcome = "no_outcome"
  /// A player who has given up, left or run out of time has won.
  case quitterWins = "quitter_wins"
  /// A draw without the agreement of all players.
  case drawByOne = "draw_by_one"
  /// The outcomes of a match contradict each other.
  case wrongWinners = "wrong_winners"
  /// A player has two seats, or somebody outside the match has one.
  case badSeats = "bad_seats"
  /// A player's hand or secret action is visible to another player or to spectators.
  case handSeen = "hand_seen"
  /// A hand is addressed to somebody outside the match, or its content is public.
  case handInPublic = "hand_in_public"
  /// The initial draws of chance are visible to spectators.
  case chanceInPublic = "chance_in_public"

  // Puzzles.
  /// The source throws for a seed or day without exclusions.
  case noPuzzle = "no_puzzle"
  /// An excluded puzzle is dealt.
  case excludedPuzzle = "excluded_puzzle"
  /// A daily repeats before all others were used.
  case dailyRepeats = "daily_repeats"
  /// Different puzzles have equal keys, or equal puzzles different ones.
  case badKey = "bad_key"
  /// The source's count of puzzles is wrong.
  case wrongCount = "wrong_count"
  /// The dailies do not depend on the season's secret, so anybody can compute them.
  case dailiesArePredictable = "dailies_are_predictable"

  // Golden.
  /// There is no golden file yet.
  case goldenMissing = "golden_missing"
  /// The playthrough replays to other bytes.
  case goldenDiffers = "golden_differs"
  /// A seed gives another puzzle than in the recorded playthrough.
  case seedMeansOther = "seed_means_other"

  // Budgets.
  /// A size exceeds its budget or a client's limit, or will in a long match.
  case tooLarge = "too_large"
  /// A call exceeds its time budget, or will in a long match.
  case tooSlow = "too_slow"

  /// The check that finds it.
  public var check: Check {
    switch self {
    case .differsBetweenProcesses, .differsOnRepeat: .determinism
    case .stateUnwritable, .stateLost, .moveLost, .puzzleLost, .settingsLost: .restoring
    case .traps, .hangs, .sharedState, .refusalChangesState: .totality
    case .secretOnBoard, .secretOnPlayersBoard, .moveInPublic, .secretInOutcome, .secretInRefusal,
      .secretInRemark, .secretByRepeating, .secretInCandidates, .twinsNeeded:
      .secrecy
    case .unevenRow, .badTile, .badText, .badKeys, .badGesture, .badCode, .badInfo, .viewUndescribed,
      .schemaDisagrees, .formsDisagree, .badChoice, .settingsUnbounded:
      .form
    case .outcomeChanges, .stuck, .asksAfterTheEnd, .solutionFails, .candidateRefused, .tooManyCandidates,
      .candidateOutOfTurn, .worldDisagrees, .endless, .noCandidates:
      .rules
    case .beginRefused, .wrongTurn, .deadlineStands, .movesOutOfTurn, .noOutcome, .quitterWins, .drawByOne,
      .wrongWinners, .badSeats, .handSeen, .handInPublic, .chanceInPublic:
      .tables
    case .noPuzzle, .excludedPuzzle, .dailyRepeats, .badKey, .wrongCount, .dailiesArePredictable: .puzzles
    case .goldenMissing, .goldenDiffers, .seedMeansOther: .golden
    case .tooLarge, .tooSlow: .budgets
    }
  }
}
