import Foundation
import GameKitTesting

/// A fault that is planted into a game, named after the faulty method.
enum Plant: String, CaseIterable, Sendable {
  case none

  // play
  case playOutOfTurn, playByStrangers, playTraps, playHangs, playSlow, playByChance, playByClock
  case playTellsMove, playRemarksMove, playRemarksFirstLetter, playRemarksWord, playRefusesWarm, playRefusesWithWord
  case playTellsHand, playTellsHandAtBoard, playTellsHandRenamed, playRemarksHand, playHandsToStranger
  case playAfterTheEnd, playShares, playSharesRefused, playForgets, playForgetsLate, playBadRemark, playBadCode
  case playGrows, playRepeatTells, playHintRepeatTells, playHandToAll, playNeverEnds

  // handle
  case handleResignIgnored, handleResignWins, handleResignWinsLater, handleFlagIgnored
  case handleFlagWins, handleLeaveIgnored, handleLeaveRefused, handleDrawByOne, handleDrawTwice
  case handleDrawIgnored, handleTimeRefused, handleTimeIgnored, handleBeginRefused
  case handleBeginManyRefused, handleBeginManyTraps, handleStrangerTraps, handleByChance
  case handleForgets, handleJoinTwice, handlePauseChangesEnd, handleDealsOpenly, handleSlow
  case handleHangs

  // board
  case boardTellsWord, boardDataTell, boardTellsPlayer, boardTellsOther, boardTellsSpectator, boardDataTellOther
  case boardTellsNextCard, boardUneven, boardBadTile, boardBadText, boardBadKeys, boardBadGesture, boardDeafGesture
  case boardAsksAfterEnd, boardHashOrder, boardByClock, boardSlow, boardTraps, boardHangs, boardLarge
  case boardSeatTwice, boardSeatOfStranger, boardDataUndescribed, boardDataOfOtherType, boardBadChoice, boardLabelled
  case boardWrongPrompt
  case partTellsOther, partTellsFaceDown, partBadText, partNameless, partManyCards, partLargeGrid, partManySigns
  case partBadDrag, partOfStranger, partKeepsMoves, cardRefused, cardMissing, cardOutOfTurn, cardToSpectator

  // outcome
  case outcomeTellsWord, outcomeHeadlineTells, outcomeHeadlineBackwards, outcomeAllWin, outcomeAllLose
  case outcomeWonAgainstResult, outcomeOfLoserMissing, outcomeSwapped, outcomeDrawnAndWon, outcomeAlwaysWon
  case outcomeNeverLost, outcomeVanishes, outcomeTraps, outcomeSlow, outcomeScoresReversed, outcomeBadTile
  case outcomeWrongTries

  // toMove, deadline, timeIsUp, progress, missed
  case toMoveKeepsQuitter, toMoveTwice, toMoveStranger, toMoveOfOther, toMoveByChance, toMoveForgets, toMoveNobody
  case deadlineOver, deadlineForgets, deadlineByChance, deadlineAfterTheEnd, deadlineTells
  case timeIsUpEarly, timeIsUpTraps, progressByChance, missedTraps

  // Codable, settings
  case stateUnwritable, moveLost, moveTraps, puzzleLost
  case settingsUnbounded, settingsTooNarrow, settingsUnwritten, settingsClamped, settingsForgotten

  // parse, info, solution, key
  case parseTraps, parseHangs, parseSlow, parseDiffers, schemaOfOtherMoves, schemaTooWide, infoBadID
  case solutionWrong, keyOfAll, keyOfDayDiffers

  // the source
  case noPuzzleOnDay, dealsExcluded, dailyRepeats, dailyInOrder, dealTraps, dealSlow, dealByChance
  case countTooLarge, countTooSmall, dayCountTooLarge
  case admitNoCandidate, admitTells, admitNoSolution
  case rulesChange, seedsChange
  case candidatesKnowWord, candidatesKnowHand, candidatesTooMany, candidatesNone, candidatesRefused, candidatesTrap

  // candidates, determinization
  case listsRefused, listsTooMany, listsOutOfTurn, listsKnowHand, listsByChance, listsForgets, listsTrap
  case makesRefused, worldOther, worldMoves, worldNone, worldTraps

  /// The fault planted on this thread. Static requirements of a game have no instance to read it from.
  static var current: Plant { cases[Int(bitPattern: pthread_getspecific(key))] }

  private static let cases = allCases

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Runs a closure with this fault planted.
  func planted<Value>(_ body: () throws -> Value) rethrows -> Value {
    pthread_setspecific(Self.key, UnsafeRawPointer(bitPattern: Self.allCases.firstIndex(of: self) ?? 0))
    defer { pthread_setspecific(Self.key, nil) }
    return try body()
  }

  static func `is`(_ plant: Plant) -> Bool { current == plant }
}

/// The game that a fault is planted into.
enum Ground: String, Sendable {
  /// Seats, hidden moves, time: ``Battleship``.
  case ships
  /// Seats, hands, chance: ``HighCard``.
  case cards
  /// A secret, hints, a word list: ``Bulls``.
  case word
}

/// A planted fault with the expected finding.
struct Planted: Sendable {
  let plant: Plant
  let ground: Ground
  /// `nil` if the fault is undetectable.
  let fault: Fault?
  /// A part of the finding, or why there is none.
  let says: String
  /// Whether one process detects it: other faults end the process, or show only in a comparison of two.
  var inProcess = true
  /// A playthrough recorded without the fault.
  var golden: String?

  static func ships(_ plant: Plant, _ fault: Fault, _ says: String = "") -> Planted {
    Planted(plant: plant, ground: .ships, fault: fault, says: says)
  }

  static func cards(_ plant: Plant, _ fault: Fault, _ says: String = "") -> Planted {
    Planted(plant: plant, ground: .cards, fault: fault, says: says)
  }

  static func word(_ plant: Plant, _ fault: Fault, _ says: String = "") -> Planted {
    Planted(plant: plant, ground: .word, fault: fault, says: says)
  }

  /// A fault that ends the process, or shows only in a comparison of two.
  static func apart(_ ground: Ground, _ plant: Plant, _ fault: Fault, _ says: String = "") -> Planted {
    Planted(plant: plant, ground: ground, fault: fault, says: says, inProcess: false)
  }

  static func unseen(_ ground: Ground, _ plant: Plant, _ why: String) -> Planted {
    Planted(plant: plant, ground: ground, fault: nil, says: why)
  }

  static let all = play + handle + board + outcome + turns + forms + source + search + unseen

  private static let play: [Planted] = [
    .ships(.playOutOfTurn, .movesOutOfTurn, "without having the turn"),
    .cards(.playOutOfTurn, .movesOutOfTurn, "without having the turn"),
    .ships(.playByStrangers, .movesOutOfTurn, "player 99"),
    .apart(.ships, .playTraps, .traps, "play(_:by:at:) traps when asked to play"),
    .apart(.word, .playHangs, .hangs, "play(_:by:at:) does not come back"),
    .ships(.playSlow, .tooSlow, "play(_:by:at:) takes"),
    .word(.playByChance, .differsOnRepeat),
    .ships(.playByClock, .differsOnRepeat),
    .word(.playTellsMove, .moveInPublic, "the public part of the turn"),
    .word(.playRemarksMove, .moveInPublic, "what spectators read"),
    .word(.playRemarksFirstLetter, .secretInRemark, "what spectators read differs"),
    .word(.playRemarksWord, .secretInRemark, "of the solution"),
    .word(.playRefusesWarm, .secretInRefusal),
    .word(.playRefusesWithWord, .secretInRefusal, "of the solution"),
    .ships(.playTellsHand, .handInPublic, "\"ship\" of a hand"),
    .cards(.playTellsHand, .handInPublic),
    .ships(.playTellsHandAtBoard, .handInPublic, "\"ship\" of a hand"),
    .ships(.playTellsHandRenamed, .handInPublic, "in other words"),
    .cards(.playTellsHandRenamed, .handInPublic, "in other words"),
    .ships(.playRemarksHand, .handInPublic, "in other words"),
    .ships(.playHandsToStranger, .handInPublic, "player 77, who does not play"),
    .word(.playAfterTheEnd, .outcomeChanges, "after the end"),
    .word(.playShares, .sharedState, "changes the original"),
    .ships(.playShares, .sharedState, "changes the original"),
    .word(.playSharesRefused, .refusalChangesState),
    .ships(.playSharesRefused, .refusalChangesState),
    .word(.playForgets, .stateLost), .ships(.playForgets, .stateLost), .cards(.playForgets, .stateLost),
    .word(.playForgetsLate, .stateLost, "a restored game"),
    .ships(.playBadRemark, .badText, "remark"),
    .word(.playBadCode, .badCode, "Bad Code"),
    .ships(.playGrows, .tooLarge, "the state"),
    .word(.playRepeatTells, .secretByRepeating, "played 3 times"),
    .ships(.playNeverEnds, .endless, "is not over"),
  ]

  private static let handle: [Planted] = [
    .ships(.handleResignIgnored, .wrongTurn, "after resign"), .cards(.handleResignIgnored, .wrongTurn, "after resign"),
    .ships(.handleResignWins, .quitterWins, "has won by resign"),
    .cards(.handleResignWinsLater, .quitterWins, "has won by resign"),
    .ships(.handleFlagIgnored, .wrongTurn, "after flag"), .cards(.handleFlagIgnored, .noOutcome),
    .cards(.handleFlagWins, .quitterWins, "has won by flag"),
    .ships(.handleLeaveIgnored, .wrongTurn, "after leave"), .cards(.handleLeaveIgnored, .noOutcome),
    .cards(.handleLeaveRefused, .noOutcome, "leave is refused"),
    .ships(.handleDrawByOne, .drawByOne, "once"), .ships(.handleDrawTwice, .drawByOne, "twice"),
    .ships(.handleDrawIgnored, .noOutcome, "all have offered"),
    .ships(.handleTimeRefused, .deadlineStands, "refuses that it is over"), .ships(.handleTimeIgnored, .deadlineStands),
    .ships(.handleBeginRefused, .beginRefused), .cards(.handleBeginManyRefused, .beginRefused, "a match of 5"),
    .apart(.cards, .handleBeginManyTraps, .traps, "handle(_:at:) traps when asked to begin a match of 5"),
    .apart(.ships, .handleStrangerTraps, .traps, "handle(_:at:) traps when asked to handle leave of player 99"),
    .ships(.handleByChance, .differsOnRepeat), .ships(.handleForgets, .stateLost, "a restored game handles"),
    .cards(.handleJoinTwice, .badSeats), .ships(.handlePauseChangesEnd, .outcomeChanges, "with pause"),
    .cards(.handleDealsOpenly, .handInPublic), .ships(.handleSlow, .tooSlow, "handle(_:at:) takes"),
    .apart(.ships, .handleHangs, .hangs, "handle(_:at:) does not come back"),
  ]

  private static let board: [Planted] = [
    .word(.boardTellsWord, .secretOnBoard), .word(.boardDataTell, .secretOnBoard),
    .word(.boardTellsPlayer, .secretOnPlayersBoard),
    .ships(.boardTellsOther, .handSeen), .cards(.boardTellsOther, .handSeen),
    .ships(.boardTellsSpectator, .handSeen, "a spectator sees"), .cards(.boardTellsSpectator, .chanceInPublic),
    .ships(.boardDataTellOther, .handSeen), .cards(.boardDataTellOther, .handSeen),
    .cards(.boardTellsNextCard, .handSeen),
    .ships(.boardUneven, .unevenRow), .word(.boardBadTile, .badTile), .word(.boardBadText, .badText),
    .word(.boardBadKeys, .badKeys), .word(.boardBadGesture, .badGesture), .ships(.boardDeafGesture, .badGesture),
    .word(.boardAsksAfterEnd, .asksAfterTheEnd), .apart(.word, .boardHashOrder, .differsBetweenProcesses),
    .ships(.boardByClock, .differsOnRepeat), .word(.boardSlow, .tooSlow, "board(for:) takes"),
    .apart(.ships, .boardTraps, .traps, "board(for:) traps"),
    .apart(.word, .boardHangs, .hangs, "board(for:) does not come back"), .word(.boardLarge, .tooLarge),
    .ships(.boardSeatTwice, .badSeats, "two seats"), .ships(.boardSeatOfStranger, .badSeats, "player 77"),
    .word(.boardDataUndescribed, .viewUndescribed), .word(.boardDataOfOtherType, .viewUndescribed, "type"),
    .word(.boardBadChoice, .badChoice), .word(.boardLabelled, .twinsNeeded),
    .cards(.partTellsOther, .handSeen), .cards(.partTellsFaceDown, .handSeen), .cards(.partBadText, .badText, "face"),
    .cards(.partNameless, .badText, "no name"), .cards(.partManyCards, .tooLarge, "cards"),
    .ships(.partLargeGrid, .tooLarge, "41 cells"), .ships(.partManySigns, .tooLarge, "signs"),
    .ships(.partBadDrag, .badGesture, "which nothing fills"), .cards(.partOfStranger, .badSeats, "player 77"),
    .cards(.partKeepsMoves, .asksAfterTheEnd, "gestures or cards"),
    .cards(.cardRefused, .badChoice, "is offered the card"), .cards(.cardMissing, .badChoice, "no card on the board"),
    .cards(.cardOutOfTurn, .badChoice, "does not have the turn"), .cards(.cardToSpectator, .badChoice, "a spectator"),
  ]

  private static let outcome: [Planted] = [
    .word(.outcomeTellsWord, .secretInOutcome), .word(.outcomeHeadlineTells, .secretInOutcome),
    .word(.outcomeHeadlineBackwards, .secretInOutcome), .ships(.outcomeAllWin, .wrongWinners),
    .ships(.outcomeAllLose, .wrongWinners, "all have lost"), .cards(.outcomeAllLose, .wrongWinners),
    .ships(.outcomeWonAgainstResult, .wrongWinners), .ships(.outcomeOfLoserMissing, .noOutcome),
    .ships(.outcomeSwapped, .quitterWins), .ships(.outcomeDrawnAndWon, .wrongWinners, "draw"),
    .word(.outcomeNeverLost, .stuck), .word(.outcomeVanishes, .outcomeChanges, "disappears"),
    .apart(.word, .outcomeTraps, .traps, "outcome(for:) traps"), .word(.outcomeSlow, .tooSlow, "outcome(for:) takes"),
    .ships(.outcomeScoresReversed, .wrongWinners, "score"), .word(.outcomeBadTile, .badTile, "share grid"),
  ]

  private static let turns: [Planted] = [
    .cards(.toMoveKeepsQuitter, .wrongTurn), .ships(.toMoveTwice, .badSeats, "the turn twice"),
    .ships(.toMoveStranger, .wrongTurn, "player 77"), .cards(.toMoveOfOther, .stuck),
    .ships(.toMoveByChance, .differsOnRepeat), .ships(.toMoveForgets, .stateLost),
    .ships(.deadlineOver, .deadlineStands), .ships(.deadlineForgets, .stateLost, "deadline"),
    .ships(.deadlineByChance, .differsOnRepeat, "deadline"), .ships(.deadlineAfterTheEnd, .deadlineStands),
    .ships(.deadlineTells, .handSeen, "until when"), .ships(.timeIsUpEarly, .deadlineStands, "the time of player"),
    .apart(.ships, .timeIsUpTraps, .traps, "timeIsUp(for:) traps"),
    .word(.progressByChance, .differsOnRepeat, "progress"), .apart(.word, .missedTraps, .traps, "missed(by:) traps"),
  ]

  private static let forms: [Planted] = [
    .word(.stateUnwritable, .stateUnwritable), .word(.moveLost, .moveLost), .ships(.moveLost, .moveLost),
    .apart(.word, .moveTraps, .traps, "init(from:) traps when asked to read the move"), .word(.puzzleLost, .puzzleLost),
    .ships(.settingsUnbounded, .settingsUnbounded, "seconds"),
    .ships(.settingsTooNarrow, .settingsUnbounded, "is refused"),
    .ships(.settingsUnwritten, .settingsLost, "is not written"), .word(.settingsClamped, .settingsLost),
    .ships(.settingsForgotten, .stateLost),
    .apart(.word, .parseTraps, .traps, "parse(_:) traps when asked to parse the line"),
    .apart(.word, .parseHangs, .hangs, "parse(_:) does not come back"), .word(.parseSlow, .tooSlow, "parse(_:) takes"),
    .ships(.parseDiffers, .formsDisagree), .word(.schemaOfOtherMoves, .schemaDisagrees),
    .word(.schemaTooWide, .schemaDisagrees, "cannot be read"), .word(.infoBadID, .badInfo),
    .word(.solutionWrong, .solutionFails), .word(.keyOfAll, .badKey), .word(.keyOfDayDiffers, .badKey, "of day"),
  ]

  private static let source: [Planted] = [
    .word(.noPuzzleOnDay, .noPuzzle, "day 3"), .word(.dealsExcluded, .excludedPuzzle),
    .word(.dailyRepeats, .dailyRepeats), .word(.dailyInOrder, .dailiesArePredictable),
    .apart(.word, .dealTraps, .traps, "puzzle(seed:settings:excluding:) traps"),
    .word(.dealSlow, .tooSlow, "puzzle(seed:settings:excluding:) takes"), .word(.dealByChance, .differsOnRepeat),
    .word(.countTooLarge, .wrongCount), .word(.countTooSmall, .wrongCount), .word(.dayCountTooLarge, .dailyRepeats),
    .word(.admitNoCandidate, .candidateRefused), .word(.admitTells, .secretInRefusal),
    .word(.admitNoSolution, .solutionFails), .word(.candidatesKnowWord, .secretInCandidates),
    .cards(.candidatesKnowHand, .secretInCandidates), .word(.candidatesTooMany, .tooManyCandidates),
    .ships(.candidatesNone, .noCandidates), .word(.candidatesRefused, .candidateRefused),
    Planted(
      plant: .rulesChange, ground: .word, fault: .goldenDiffers, says: "line 2 of Golden/bulls.ndjson",
      inProcess: false,
      golden: "Golden/bulls.ndjson"),
    Planted(
      plant: .seedsChange, ground: .word, fault: .seedMeansOther, says: "seed 1 in Golden/bulls.ndjson",
      inProcess: false, golden: "Golden/bulls.ndjson"),
    Planted(
      plant: .none, ground: .word, fault: .goldenMissing, says: "there is no playthrough", inProcess: false,
      golden: "Nowhere/none.ndjson"),
    .apart(.word, .candidatesTrap, .traps, "candidateMoves(in:for:limit:using:) traps"),
  ]

  private static let search: [Planted] = [
    .cards(.listsRefused, .candidateRefused, "the listed move"),
    .ships(.listsTooMany, .tooManyCandidates, "300 moves are listed"),
    .ships(.listsOutOfTurn, .candidateOutOfTurn, "who may not move"),
    .cards(.listsOutOfTurn, .candidateOutOfTurn, "who may not move"),
    .cards(.listsKnowHand, .secretInCandidates, "the moves listed for player"),
    .ships(.listsByChance, .differsOnRepeat, "the moves listed"), .ships(.listsForgets, .stateLost, "the moves listed"),
    .apart(.ships, .listsTrap, .traps, "candidates(for:) traps"),
    .ships(.worldOther, .worldDisagrees, "does not look like it"),
    .word(.makesRefused, .candidateRefused, "the made move"),
    .ships(.worldMoves, .worldDisagrees, "has other moves"),
    .cards(.worldNone, .worldDisagrees, "no match is found"),
    .cards(.toMoveNobody, .worldDisagrees, "does not look like it"),
    .apart(.cards, .worldTraps, .traps, "determinization(of:settings:using:) traps"),
  ]

  /// Undetectable faults, with the reason.
  private static let unseen: [Planted] = [
    .unseen(.word, .playHintRepeatTells, "help has its price, which only the game knows"),
    .unseen(.cards, .playHandToAll, "a hand may be a team's: the game says who holds it"),
    .unseen(.ships, .boardWrongPrompt, "what a prompt means is not checked"),
    .unseen(
      .word, .outcomeAlwaysWon, "who has solved a puzzle in another way than the solution's is for the game to say"),
    .unseen(.word, .outcomeWrongTries, "what counts as a try is for the game to say"),
  ]
}
