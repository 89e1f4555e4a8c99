/// A deliberate bug at an edge of the server, which the simulation must find.
enum Plant: String, CaseIterable {
  /// The disk reports a commit before it is done.
  case commitsTooEarly
  /// Output leaves without waiting for its commit.
  case sendsTooEarly
  /// A line to a client is lost.
  case losesLines
  /// A line to a client is duplicated.
  case repeatsLines
  /// A client's line is duplicated.
  case repeatsInput
  /// The game shows everybody the letters of each move.
  case leaksMoves
  /// The game shows everybody the answer once one player has found it.
  case leaksAnswers
  /// The disk loses the tokens of logins.
  case forgetsTokens
  /// The disk loses some of the moves.
  case losesMoves
  /// Unread output is kept without a limit.
  case keepsAllOutput
  case forgetsPlaces
  /// The core is not told of closed connections.
  case neverCloses
  /// Queries to the disk are lost.
  case forgetsQuestions
  /// After a failed commit the output that waits for it is sent.
  case sendsWhatFailed
  /// The disk forgets the day, so that a clock that is set back repeats a day.
  case forgetsDays
  /// The disk loses some of the shared results.
  case losesShares
  /// The disk keeps withdrawn shares.
  case keepsShares
  /// The disk keeps all of a player's former reactions.
  case addsReactions
  /// The disk reports that everybody has finished every shared puzzle.
  case revealsToAll
  case losesTrials
  /// The disk loses the room events of facts.
  case losesTellings
  /// The disk applies some entries of the log twice.
  case appliesTwice
  /// The log is trimmed before the tables have followed its last entry.
  case trimsEarly
  /// A start skips the first facts after a snapshot.
  case readsTailLate
  /// A snapshot on the disk is the previous one, with the new one's number.
  case snapshotsTooOld
  /// A snapshot on the disk states one fact more than it has.
  case snapshotsTooNew
  /// The matches of a round are closed with the next one, one too early.
  case closesEarly
  /// The disk loses some joins and leaves.
  case skipsFacts
  /// The disk loses the puzzles of rounds.
  case losesPuzzles
  /// The disk loses the numbers of dealt boards.
  case losesBoards
  /// The disk loses the board of a player who joins a round.
  case losesSeats
  /// The disk loses when the next round begins.
  case losesNextRounds
  /// The disk loses the address and the end of exclusions.
  case losesExclusions
  /// The disk loses the next owner of a room.
  case losesOwners
  /// The disk loses who is watching.
  case losesWatchers
  /// The disk loses how long a player took.
  case losesTimes
  /// The disk loses players' ends in facts.
  case losesEnds
  /// Talk of a forgotten player stays on the disk.
  case keepsForgottenTalk
  /// Every password is accepted.
  case acceptsAnyPassword
  /// The disk keeps the verifier of a changed password.
  case keepsOldPasswords
  /// The words of a deleted account stay on the disk.
  case keepsForgottenWords
  /// Some right passwords are refused.
  case refusesRightPasswords
  /// Some password tasks are never answered.
  case forgetsPasswords
  /// A new verifier is the previously made one.
  case mixesPasswords
  /// The disk loses some words of players.
  case losesWords
  /// A start replays changed moves without comparing the hashes.
  case comparesNoHashes
  /// The time of the next round is decided again when the end of the previous one is read.
  case decidesAgain
  /// The server treats a commit as stored after a foreign append.
  case ignoresFences
  /// A report has more moves than were played.
  case miscountsTrials
  /// A snapshot of a document lacks its last fact.
  case packsTooLittle
  /// A snapshot of a player lacks the password.
  case packsNoPassword
  /// A document is folded without its last line.
  case foldsTooLittle
  /// The lines of a document are folded in reverse order.
  case foldsBackwards
  /// The previous document is fetched.
  case fetchesAnother
  /// A fetched document has the state of its first fetch.
  case fetchesOld
  /// A look-up misses that a match was shared.
  case overlooksShares
  /// A look-up misses that a puzzle was claimed.
  case overlooksClaims
}

/// The planted bug for the game, which does not know the simulation.
enum Planted {
  @TaskLocal static var plant: Plant?

  static var leaksMoves: Bool { plant == .leaksMoves }
  static var leaksAnswers: Bool { plant == .leaksAnswers }
}

extension Plant {
  /// Whether only clients with accounts can detect it.
  var isOfAccounts: Bool {
    switch self {
    case .acceptsAnyPassword, .keepsOldPasswords, .keepsForgottenWords, .refusesRightPasswords, .forgetsPasswords,
      .mixesPasswords, .losesWords, .packsTooLittle, .packsNoPassword, .foldsBackwards, .fetchesAnother, .fetchesOld:
      true
    default: false
    }
  }

  /// The invariants of which one has to be named.
  var breaks: Set<String> {
    let lost = "nothing acknowledged is lost"
    let changed = "an event stays what it is"
    let gaps: Set = ["seq without gaps", "resume is without gaps"]
    return switch self {
    case .commitsTooEarly:
      gaps.union([
        lost, changed, "logins are kept", "places are kept", "what is stored is sound", "a move is played once",
      ])
    case .sendsTooEarly, .sendsWhatFailed:
      gaps.union([
        lost, changed, "logins are kept", "each request has one answer", "places are kept", "each event is told once",
        "a share stays", "what is taken back stays away", "one reaction a player and share",
      ])
    case .losesLines: gaps.union(["each request has one answer", changed, "places are kept"])
    case .repeatsLines: ["each event is told once", "each request has one answer"]
    case .repeatsInput: ["each request has one answer", changed, "every line is one message", "a move is played once"]
    case .leaksMoves, .leaksAnswers: ["no secret is seen"]
    case .forgetsTokens: ["logins are kept"]
    case .losesMoves: [lost, "no seat is lost"]
    case .keepsAllOutput: ["queues are bounded"]
    case .forgetsPlaces: ["places are kept"]
    case .neverCloses: ["no session leaks", "the books agree", "no room leaks"]
    case .forgetsQuestions: ["each request has one answer"]
    case .forgetsDays: ["a day comes once", "what is stored is sound"]
    case .losesShares: ["a share stays"]
    case .keepsShares: ["what is taken back stays away"]
    case .addsReactions: ["one reaction a player and share"]
    case .revealsToAll: ["no secret is seen"]
    case .losesTrials: [lost]
    case .losesTellings, .losesEnds, .keepsForgottenTalk, .readsTailLate, .snapshotsTooOld, .snapshotsTooNew,
      .closesEarly, .skipsFacts, .losesPuzzles, .losesBoards, .losesSeats, .losesNextRounds, .losesExclusions,
      .losesOwners, .losesWatchers, .losesTimes, .comparesNoHashes, .decidesAgain:
      [Simulation.foldInvariant]
    case .appliesTwice: [Simulation.foldInvariant, "what is stored is sound"]
    case .trimsEarly:
      gaps.union([Simulation.foldInvariant, lost, changed, "logins are kept", "what is stored is sound"])
    case .acceptsAnyPassword: ["an account opens to its password alone"]
    case .keepsOldPasswords: ["an account opens to its password alone", "logins are kept"]
    case .keepsForgottenWords: ["what is deleted is gone"]
    case .refusesRightPasswords: ["logins are kept"]
    case .forgetsPasswords: ["each request has one answer"]
    case .mixesPasswords: ["an account opens to its password alone", "logins are kept"]
    case .losesWords: [lost]
    case .ignoresFences:
      gaps.union([
        Simulation.foldInvariant, lost, changed, "logins are kept", "places are kept", "what is stored is sound",
      ])
    case .miscountsTrials: ["a report counts its own moves"]
    case .packsTooLittle, .foldsTooLittle, .foldsBackwards, .fetchesAnother, .fetchesOld:
      [lost, "a share stays", "one reaction a player and share"]
    case .packsNoPassword: ["logins are kept"]
    case .overlooksShares, .overlooksClaims: ["what is stored is sound"]
    }
  }
}
