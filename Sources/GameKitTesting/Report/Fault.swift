/// What is checked. Each fault belongs to one check.
public enum Check: String, CaseIterable, Codable, Sendable {
  /// The same seed, settings and moves give the same bytes, in this process and in every other.
  case determinism
  /// A match can be put away and taken up at every step: its state, its moves and its puzzle survive as JSON.
  case restoring
  /// Nothing from outside traps, hangs, or changes anything when it is refused.
  case totality
  /// Puzzles that look alike to a viewer stay alike for as long as their public turns agree.
  case secrecy
  /// Boards, texts and what the game says of itself have the form that clients rely on.
  case form
  /// Outcomes stay, solutions win, candidates are taken, matches end.
  case rules
  /// Where several play: matches begin, turns and time go on, who gives up has not won, hands and chance stay where
  /// they belong.
  case tables
  /// A source keeps its promises about days, seeds and what is left out.
  case puzzles
  /// A recorded playthrough replays to the same bytes.
  case golden
  /// Sizes and time.
  case budgets
}

/// What can be wrong with a game. The raw value is stable, so that a report can be searched for it.
public enum Fault: String, CaseIterable, Codable, Sendable {
  // Determinism.
  /// Another process comes to other bytes: the order of a Set or Dictionary, `hashValue`, something static.
  case differsBetweenProcesses = "differs_between_processes"
  /// The same call twice in one process gives two answers: chance, a clock, something global.
  case differsOnRepeat = "differs_on_repeat"

  // Restoring.
  /// The game's state cannot be written as JSON, or cannot be read back.
  case stateUnwritable = "state_unwritable"
  /// A restored game goes on in another way.
  case stateLost = "state_lost"
  /// A logged move reads back as another one, or cannot be written.
  case moveLost = "move_lost"
  /// A stored puzzle reads back as another one, or cannot be written.
  case puzzleLost = "puzzle_lost"
  /// Settings read back as others, or one of them is not written.
  case settingsLost = "settings_lost"

  // Totality.
  /// A call ended the process.
  case traps
  /// A call did not come back.
  case hangs
  /// A copy of the game changed when another was played: there is a reference in it.
  case sharedState = "shared_state"
  /// A move that was refused changed the state all the same.
  case refusalChangesState = "refusal_changes_state"

  // Secrecy.
  /// A spectator's board depends on what is hidden.
  case secretOnBoard = "secret_on_board"
  /// A player's board depends on what the player has not been told.
  case secretOnPlayersBoard = "secret_on_players_board"
  /// The public part of a turn, a spectator's board or a share grid shows the letters of the move.
  case moveInPublic = "move_in_public"
  /// The public part of an outcome depends on what is hidden.
  case secretInOutcome = "secret_in_outcome"
  /// Whether or why a move is refused, which costs nothing, depends on what is hidden.
  case secretInRefusal = "secret_in_refusal"
  /// What spectators read of a turn depends on what is hidden.
  case secretInRemark = "secret_in_remark"
  /// The same move, again and again, brings the solution.
  case secretByRepeating = "secret_by_repeating"
  /// Candidate moves for a viewer, or those that are listed, depend on what the viewer cannot see.
  case secretInCandidates = "secret_in_candidates"
  /// No two puzzles look alike at the start, so that nothing could be compared: twins are needed.
  case twinsNeeded = "twins_needed"

  // Form.
  /// A row has more letters than tiles or fewer, or the rows of a field are none or not equally long.
  case unevenRow = "uneven_row"
  /// A tile is not one emoji of one Unicode scalar.
  case badTile = "bad_tile"
  /// A text for people is empty, too long, missing for a sign, or holds control or bidirectional characters.
  case badText = "bad_text"
  /// A keyboard's letters are out of order or under two colours.
  case badKeys = "bad_keys"
  /// A gesture has a placeholder that its act does not fill.
  case badGesture = "bad_gesture"
  /// A rejection's code is not `lower_snake_case`.
  case badCode = "bad_code"
  /// The game's description cannot be used by the lobby.
  case badInfo = "bad_info"
  /// A board holds something for programs that the schema of the view does not name, or describes otherwise.
  case viewUndescribed = "view_undescribed"
  /// The schema of moves and the moves that are taken do not agree.
  case schemaDisagrees = "schema_disagrees"
  /// What is typed does something else than the same move as JSON.
  case formsDisagree = "forms_disagree"
  /// A choice or a card on a board cannot be chosen, or a card that can be played is not offered with the others.
  case badChoice = "bad_choice"
  /// A setting may have values that its schema forbids, or any value at all, or may not have one that the schema
  /// allows.
  case settingsUnbounded = "settings_unbounded"

  // Rules.
  /// An outcome was there and is gone, or has become another one.
  case outcomeChanges = "outcome_changes"
  /// Nothing can be played any more, and there is no outcome.
  case stuck
  /// A board still asks for a move after the end.
  case asksAfterTheEnd = "asks_after_the_end"
  /// The solution is refused or does not win.
  case solutionFails = "solution_fails"
  /// A candidate move, or one that is listed, is refused.
  case candidateRefused = "candidate_refused"
  /// More candidates than were asked for, or more moves listed than there may be.
  case tooManyCandidates = "too_many_candidates"
  /// Moves are listed for somebody who has not the turn, or is done.
  case candidateOutOfTurn = "candidate_out_of_turn"
  /// The match made for a search is not one that the player may be in: it shows another board, or other moves.
  case worldDisagrees = "world_disagrees"
  /// A match does not end, however long it is played.
  case endless
  /// There is no candidate move at the start: nothing could be played.
  case noCandidates = "no_candidates"

  // Tables.
  /// A match cannot begin with as many players as the game says may sit.
  case beginRefused = "begin_refused"
  /// It is the turn of somebody who does not play, or does no more: everybody else would wait for ever.
  case wrongTurn = "wrong_turn"
  /// The deadline that the game names is over, or it refuses that: time would be up again and again.
  case deadlineStands = "deadline_stands"
  /// Somebody moves who does not have the turn, or does not play.
  case movesOutOfTurn = "moves_out_of_turn"
  /// A match is over, or cannot go on, and somebody has no outcome.
  case noOutcome = "no_outcome"
  /// Somebody who has given up, has left or is out of time has won.
  case quitterWins = "quitter_wins"
  /// A draw that not all have agreed to.
  case drawByOne = "draw_by_one"
  /// The outcomes of those who played contradict each other.
  case wrongWinners = "wrong_winners"
  /// Somebody has two seats, or somebody who does not play has one.
  case badSeats = "bad_seats"
  /// What one player holds or does in secret is seen by another, or by those who look on.
  case handSeen = "hand_seen"
  /// A hand is given to a stranger, or told to everybody.
  case handInPublic = "hand_in_public"
  /// What chance has brought at the beginning is seen by those who look on.
  case chanceInPublic = "chance_in_public"

  // Puzzles.
  /// The source throws for a seed or a day and nothing was excluded.
  case noPuzzle = "no_puzzle"
  /// A puzzle that was excluded is dealt.
  case excludedPuzzle = "excluded_puzzle"
  /// A daily comes again before all others have come.
  case dailyRepeats = "daily_repeats"
  /// A puzzle's key does not tell it from others, or is another one for the same puzzle.
  case badKey = "bad_key"
  /// The source counts its puzzles wrongly.
  case wrongCount = "wrong_count"
  /// The dailies do not depend on the season's secret: anybody can compute them.
  case dailiesArePredictable = "dailies_are_predictable"

  // Golden.
  /// There is no golden file yet.
  case goldenMissing = "golden_missing"
  /// The playthrough does not replay to what it was.
  case goldenDiffers = "golden_differs"
  /// A seed gives another puzzle than when the playthrough was recorded.
  case seedMeansOther = "seed_means_other"

  // Budgets.
  /// Something is larger than its budget or more than clients read, or grows beyond it in a long match.
  case tooLarge = "too_large"
  /// A move, a drawing or a deal takes longer than its budget, or will in a long match.
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
