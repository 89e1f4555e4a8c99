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
  /// Places are given up at once.
  case forgetsPlaces
  /// Nobody tells the core that a connection is gone.
  case neverCloses
  /// Requests that the disk answers are forgotten.
  case forgetsQuestions
  /// After a commit has failed, what it should have dropped is sent all the same.
  case sendsWhatFailed
}

/// What is planted in the game, which knows nothing of the simulation that it is played in.
enum Planted {
  @TaskLocal static var plant: Plant?

  static var leaksMoves: Bool { plant == .leaksMoves }
  static var leaksAnswers: Bool { plant == .leaksAnswers }
}
