/// A bug put in on purpose at an edge of the server, to see whether the simulation finds it.
enum Plant: String, CaseIterable {
  /// The disk says that a commit is done before it is.
  case commitsTooEarly
  /// Output leaves without waiting for its commit.
  case sendsTooEarly
  /// A line to a client is lost on the way.
  case losesLines
  /// A line to a client comes twice.
  case repeatsLines
  /// What a client sends comes in twice.
  case repeatsInput
  /// The game tells everybody the letters of each move.
  case leaksMoves
  /// The game tells everybody the answer once one has found it.
  case leaksAnswers
  /// The disk forgets the tokens of those who log in.
  case forgetsTokens
  /// The disk loses some of the moves.
  case losesMoves
  /// What a client has not read is kept without bound.
  case keepsAllOutput
  case forgetsPlaces
  /// Nobody tells the core that a connection is gone.
  case neverCloses
  /// Requests that the disk answers are forgotten.
  case forgetsQuestions
  /// After a commit has failed, what waits for it is sent all the same.
  case sendsWhatFailed
  /// The disk forgets which day it is, so that a clock that is set back brings a day back.
  case forgetsDays
  /// The disk loses some of the shared results.
  case losesShares
  /// The disk keeps what was taken back.
  case keepsShares
  /// The disk keeps all that a player ever answered to a shared result.
  case addsReactions
  /// The disk says that everybody has finished what is shared.
  case revealsToAll
  case losesTrials
  /// The disk loses what facts tell in their rooms.
  case losesTellings
  /// The disk applies some entries of the log twice.
  case appliesTwice
  /// The log is trimmed before the tables have taken its last entry.
  case trimsEarly
  /// Of the facts after a snapshot a start does not read the first ones.
  case readsTailLate
  /// A snapshot on the disk is the one before, under the new one's number.
  case snapshotsTooOld
  /// A snapshot on the disk says that it holds one fact more than it does.
  case snapshotsTooNew
  /// The matches of a round are closed with the next one, one too early.
  case closesEarly
  /// The disk loses some of those who come and go.
  case skipsFacts
  /// The disk loses the puzzles of rounds.
  case losesPuzzles
  /// The disk loses which boards are dealt.
  case losesBoards
  /// The disk loses which board somebody is given who joins a round.
  case losesSeats
  /// The disk loses when the next round begins.
  case losesNextRounds
  /// The disk loses from where, and until when, somebody is excluded.
  case losesExclusions
  /// The disk loses who the room passes on to.
  case losesOwners
  /// The disk loses who only watches.
  case losesWatchers
  /// The disk loses how long a player took.
  case losesTimes
  /// The disk loses what facts tell of those who have finished.
  case losesEnds
  /// What was told of a player who is forgotten stays on the disk.
  case keepsForgottenTalk
  /// Whoever checks passwords finds all of them right.
  case acceptsAnyPassword
  /// The disk keeps what a changed password was checked against before.
  case keepsOldPasswords
  /// The words of an account that is deleted stay on the disk.
  case keepsForgottenWords
  /// Whoever checks passwords finds some wrong that are right.
  case refusesRightPasswords
  /// Whoever checks passwords never says what came of some.
  case forgetsPasswords
  /// Whoever makes verifiers gives out the one that was made before.
  case mixesPasswords
  /// The disk loses some of the words that players learn.
  case losesWords
  /// A start takes moves that lead to another state than they did: those on the disk are others, and what their hashes
  /// would tell goes unseen.
  case comparesNoHashes
  /// When the next round begins is decided again as the end of the one before is read, and not as it was told.
  case decidesAgain
  /// The server takes a commit for stored in whose place somebody else has appended.
  case ignoresFences
  /// A report says more moves than were played.
  case miscountsTrials
  /// A snapshot of a document lacks its last fact.
  case packsTooLittle
  /// A snapshot of a player lacks the password.
  case packsNoPassword
  /// A document is folded without its last line.
  case foldsTooLittle
  /// The lines of a document are folded from the last to the first.
  case foldsBackwards
  /// A document that is fetched is the one before it.
  case fetchesAnother
  /// A document that is fetched is as it was when it was fetched first.
  case fetchesOld
  /// A look-up does not find that a match was shared.
  case overlooksShares
  /// A look-up does not find that a puzzle was claimed.
  case overlooksClaims
}

/// What is planted in the game, which knows nothing of the simulation that it is played in.
enum Planted {
  @TaskLocal static var plant: Plant?

  static var leaksMoves: Bool { plant == .leaksMoves }
  static var leaksAnswers: Bool { plant == .leaksAnswers }
}

extension Plant {
  /// Whether it shows to those alone who have accounts.
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
