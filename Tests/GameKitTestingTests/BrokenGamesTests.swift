import GameKit
import GameKitTesting
import TestSeed
import Testing
import WaitingTrait

struct BrokenGame: Sendable, CustomTestStringConvertible {
  let fault: Fault
  /// What the finding's sentence or place says.
  let says: String
  let testDescription: String
  let check: @Sendable () -> GameReport

  init<F: Flaw>(
    _ flaw: F.Type, _ fault: Fault, _ says: String, budgets: Budgets = Budgets(), golden: String? = nil,
    settings: [F.Settings] = [F.Settings()]
  ) {
    (self.fault, self.says) = (fault, says)
    testDescription = "\(flaw)"
    check = {
      var budgets = budgets
      budgets.puzzles = TestLength.count(short: 2, long: budgets.puzzles)
      return checkGame(
        Guess<F>.self, GuessSource<F>(), settings: settings, golden: golden, budgets: budgets, function: "caught(_:)")
    }
  }

  static let all: [BrokenGame] =
    determinism + restoring + totality + secrecy + form + rules + budgets + puzzles

  private static let determinism = [
    BrokenGame(HashOrder.self, .differsBetweenProcesses, "the order of a Set or Dictionary"),
    BrokenGame(Chance.self, .differsOnRepeat, "played twice from the same state: the turn differs"),
  ]

  private static let restoring = [
    BrokenGame(Forgetful.self, .stateLost, "a restored game answers"),
    BrokenGame(LateField.self, .stateLost, "a restored game answers"),
    BrokenGame(LostSetting.self, .stateLost, "a restored game answers"),
    BrokenGame(Unwritable.self, .stateUnwritable, "cannot be written as JSON"),
    BrokenGame(ShortMove.self, .moveLost, "reads back as another move"),
    BrokenGame(Backwards.self, .puzzleLost, "the puzzle"),
    BrokenGame(UnwrittenSetting.self, .settingsLost, "the setting \"short\" of the schema is not written"),
    BrokenGame(ClampedSetting.self, .settingsLost, "read back from"),
  ]

  private static let totality = [
    BrokenGame(ShortLine.self, .traps, "parse the line \"a\""),
    BrokenGame(ForeignLetter.self, .traps, "play "),
    BrokenGame(Endless.self, .hangs, "parse the line \",\"", budgets: .tight { $0.hangSeconds = 1 }),
    BrokenGame(BoxedTurns.self, .sharedState, "changes the original"),
    BrokenGame(SignedSeed.self, .traps, "deal the puzzle of seed 9223372036854775808"),
    BrokenGame(BoxedRefusals.self, .refusalChangesState, "is refused (Type four letters) and changes the game"),
  ]

  private static let secrecy = [
    BrokenGame(Helpful.self, .secretOnBoard, "on the board of a spectator after turn 2"),
    BrokenGame(HelpfulToPrograms.self, .secretOnBoard, "on the board of a spectator after turn 2"),
    BrokenGame(Generous.self, .secretOnPlayersBoard, "on the board of a player after turn 1"),
    BrokenGame(OpenGuess.self, .moveInPublic, "the public part of the turn, \"guess\", shows"),
    BrokenGame(RemarkOnGuess.self, .moveInPublic, "what spectators read of the turn shows"),
    BrokenGame(RemarkOnWord.self, .secretInRemark, "what spectators read differs"),
    BrokenGame(RemarkWithWord.self, .secretInRemark, "of the solution"),
    BrokenGame(OpenAnswer.self, .secretInOutcome, "the public part of the outcome"),
    BrokenGame(LossHeadline.self, .secretInOutcome, "the public part of the outcome differs"),
    BrokenGame(LossWithWord.self, .secretInOutcome, "the public part of the outcome"),
    BrokenGame(LongOracle.self, .secretInRefusal, "It begins well"),
    BrokenGame(Blabbing.self, .secretInRefusal, "of the solution"),
    BrokenGame(Oracle.self, .secretInRefusal, "is answered \"taken\" and \"Very warm\""),
    BrokenGame(Insider.self, .secretInCandidates, "candidate moves know more than the player sees"),
    BrokenGame(Labelled.self, .twinsNeeded, "give two puzzles as twins"),
  ]

  private static let form = [
    BrokenGame(Uneven.self, .unevenRow, "row 1 of the board of player 1 has 5 letters and 4 tiles"),
    BrokenGame(Keycap.self, .badTile, "U+31 U+FE0F U+20E3"),
    BrokenGame(Escaping.self, .badText, "a note on the board is not one line of text"),
    BrokenGame(TwoColours.self, .badKeys, "the key c is there twice"),
    BrokenGame(StrangeGesture.self, .badGesture, "{x1}"),
    BrokenGame(Shouting.self, .badCode, "\"Four letters\""),
    BrokenGame(Unnamable.self, .badInfo, "\"Guess-1\""),
  ]

  private static let rules = [
    BrokenGame(Reopened.self, .outcomeChanges, "after the end"),
    BrokenGame(NoLoss.self, .stuck, "there is nothing left to play"),
    BrokenGame(Insistent.self, .asksAfterTheEnd, "the prompt \"Type four letters\""),
    BrokenGame(WrongSolution.self, .solutionFails, "the solution does not win"),
    BrokenGame(LongCandidate.self, .candidateRefused, "is refused: Type four letters"),
    BrokenGame(Talkative.self, .tooManyCandidates, "candidate moves were asked for and 16 came"),
    BrokenGame(Silent.self, .noCandidates, "no candidate move at the start"),
  ]

  private static let budgets = [
    BrokenGame(Verbose.self, .tooLarge, "a board with a turn takes"),
    BrokenGame(GrowingState.self, .tooLarge, "the state grows with each move"),
    BrokenGame(Slow.self, .tooSlow, "ms of processor time", budgets: .tight { $0.moveMilliseconds = 1 }),
    BrokenGame(SlowBoard.self, .tooSlow, "drawing all boards took", budgets: .tight { $0.moveMilliseconds = 1 }),
    BrokenGame(
      GrowingTime.self, .tooSlow, "longer than the one before", budgets: .tight { $0.moveMilliseconds = 10 }),
  ]

  private static let puzzles = [
    BrokenGame(DayOff.self, .noPuzzle, "day 3"),
    BrokenGame(Stubborn.self, .excludedPuzzle, "although it was excluded"),
    BrokenGame(Repetitive.self, .dailyRepeats, "has not come yet"),
    BrokenGame(InOrder.self, .dailiesArePredictable, "two seasons have the same 40 dailies"),
    BrokenGame(Sound.self, .goldenMissing, "there is no playthrough", golden: "Nowhere/none.ndjson"),
    BrokenGame(NewRules.self, .goldenDiffers, "line 2 of Golden/guess.ndjson", golden: "Golden/guess.ndjson"),
    BrokenGame(NewOrder.self, .seedMeansOther, "seed 1 in Golden/guess.ndjson", golden: "Golden/guess.ndjson"),
  ]
}

extension Budgets {
  fileprivate static func tight(_ change: (inout Budgets) -> Void) -> Budgets {
    var budgets = Budgets()
    change(&budgets)
    return budgets
  }
}

@Suite("Broken games are caught", .waiting)
struct BrokenGamesTests {
  @Test("Each by its own name and by no other", arguments: BrokenGame.all)
  func caught(_ game: BrokenGame) {
    let report = game.check()
    #expect(report.findings.map(\.fault) == [game.fault], "\(report)")
    #expect(report.findings.first?.description.contains(game.says) == true, "\(report)")
    #expect(!report.unchecked.contains { $0.contains("second process") }, "\(report)")
  }

  @Test("There is a broken game for every fault that can be found")
  func everyFault() {
    let shown = BrokenGame.all.map(\.fault) + BrokenTablesTests.Broken.all.map(\.fault)
    #expect(Set(shown) == Set(Fault.allCases))
  }

  @Test("The game that they are broken from is sound")
  func sound() throws {
    let twins = [(Guess<Sound>.Puzzle(word: "barn"), Guess<Sound>.Puzzle(word: "moth"))]
    let report = checkGame(Guess<Sound>.self, GuessSource(), twins: twins, golden: "Golden/guess.ndjson")
    #expect(report.isSound, "\(report)")
    #expect(report.unchecked == [], "\(report)")
    #expect(report.figures.moves > 10)
    #expect(report.figures.garbage > 100)
    #expect(report.figures.comparisons > 10)
  }

  @Test("What was not checked is said: no twins, no other settings, no golden playthrough")
  func missed() {
    let report = checkGame(Guess<LostSetting>.self, GuessSource())
    for words in ["no twins were given", "no other settings", "no golden playthrough"] {
      #expect(report.unchecked.contains { $0.contains(words) }, "\(report)")
      #expect(report.description.contains(words))
    }
    #expect(!report.unchecked.contains { $0.contains("no match was lost") })
  }

  @Test("A game that was never lost is said to be unknown in that")
  func noLoss() {
    let report = checkGame(Guess<NoLoss>.self, GuessSource())
    #expect(report.unchecked.contains { $0.contains("no match was lost") }, "\(report)")
  }

  @Test("Where no second process comes to the call, everything else is checked in this one, and the report says so")
  func alone() {
    let report = checkGame(
      Guess<Helpful>.self, GuessSource(), file: "NoSuchModule/NoSuchTests.swift", function: "noSuchTest()")
    #expect(report.unchecked.count { $0.contains("second process") } == 1)
    #expect(report.findings.map(\.fault) == [.secretOnBoard])
    #expect(throws: UnsoundGame.self) { try report.expectSound() }
  }
}
