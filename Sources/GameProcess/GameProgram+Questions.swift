public import GameKit
public import WireProtocol

/// The questions of the protocol, each as one call. See Protocol/GAMES.md.
extension GameProgram {
  /// Which puzzle is to be dealt.
  public enum PuzzleChoice: Hashable, Sendable {
    /// One of those that are numbered.
    case number(Int)
    /// One that is made from a text which nobody can guess.
    case seed(String)
  }

  /// Deals a puzzle.
  public func puzzle(_ choice: PuzzleChoice, settings: JSON) throws(ProgramFailure) -> DealtPuzzle {
    try ask("puzzle") { json in
      switch choice {
      case .number(let number): json.field("number", number)
      case .seed(let seed): json.field("seed", seed)
      }
      json.field("settings", settings)
    } _: { answer throws(Unreadable) in
      DealtPuzzle(
        puzzle: try answer.need("puzzle").view.value, key: try answer.text("key"),
        solution: try answer.list("solution").map { $0.view.value })
    }
  }

  /// A match before its first move.
  ///
  /// - Parameter viewers: whose views are wanted as well, here and below: each saves a question.
  public func start(_ puzzle: JSON, settings: JSON, viewers: [Viewer] = []) throws(ProgramFailure) -> Position {
    try ask("start") { json in
      json.field("puzzle", puzzle)
      json.field("settings", settings)
      Self.write(viewers, to: &json)
    } _: { answer throws(Unreadable) in
      try Position(answer, viewers: viewers)
    }
  }

  /// Plays a move that comes from outside: it is read, the vocabulary is asked, and then the rules.
  public func play(
    _ input: MoveInput, from position: Position, by player: PlayerID, at elapsed: Elapsed, puzzle: JSON,
    viewers: [Viewer] = []
  ) throws(ProgramFailure) -> PlayedMove {
    try play(position, player, elapsed, viewers) { json in
      Self.write(input, to: &json)
      json.field("puzzle", puzzle)
    }
  }

  /// Plays a move that was logged.
  public func replay(
    _ move: JSON, from position: Position, by player: PlayerID, at elapsed: Elapsed, viewers: [Viewer] = []
  ) throws(ProgramFailure) -> PlayedMove {
    try play(position, player, elapsed, viewers) { json in
      json.field("move", move)
      json.field("logged", true)
    }
  }

  private func play(
    _ position: Position, _ player: PlayerID, _ elapsed: Elapsed, _ viewers: [Viewer],
    _ fields: (inout JSONWriter) -> Void
  ) throws(ProgramFailure) -> PlayedMove {
    try ask("play") { json in
      json.field("player", Int(player.number))
      json.field("elapsed", Int(elapsed.milliseconds))
      fields(&json)
      Self.write(position, viewers, to: &json)
    } _: { answer throws(Unreadable) in
      PlayedMove(
        move: try answer.need("move").view.value, turn: try Turn(try answer.need("turn")),
        after: try Position(answer, viewers: viewers))
    }
  }

  /// Tells the game what happens at the table.
  public func tick(
    _ event: TableEvent, from position: Position, at elapsed: Elapsed, viewers: [Viewer] = []
  ) throws(ProgramFailure) -> PlayedMove {
    try ask("tick") { json in
      json.field("event", event.name)
      if case .begin(let players) = event {
        json.key("players")
        json.value(.array(players.map { .int(Int($0.number)) }))
      }
      json.field("player", ifPresent: event.player.map { Int($0.number) })
      json.field("elapsed", Int(elapsed.milliseconds))
      Self.write(position, viewers, to: &json)
    } _: { answer throws(Unreadable) in
      PlayedMove(move: .null, turn: try Turn(try answer.need("turn")), after: try Position(answer, viewers: viewers))
    }
  }

  /// What a match shows to some viewers, in their order. What is known already is not asked again.
  public func views(of position: Position, for viewers: [Viewer]) throws(ProgramFailure) -> [GameView] {
    let unknown = viewers.filter { position.view(for: $0) == nil }
    if !unknown.isEmpty {
      let views = try freshViews(of: position, for: unknown)
      for (viewer, view) in zip(unknown, views) { position.keep(view, for: viewer) }
    }
    return viewers.compactMap { position.view(for: $0) }
  }

  /// The same, asked anew.
  func freshViews(of position: Position, for viewers: [Viewer]) throws(ProgramFailure) -> [GameView] {
    try ask("view") { json in
      Self.write(position, viewers, to: &json)
    } _: { answer throws(Unreadable) in
      try GameView.list(answer, of: viewers.count)
    }
  }

  /// Reads a move without playing it.
  ///
  /// - Parameter puzzle: given where the vocabulary is to be asked.
  /// - Returns: the move in the form in which it is logged.
  public func read(_ input: MoveInput, puzzle: JSON? = nil) throws(ProgramFailure) -> JSON {
    try ask("read") { json in
      Self.write(input, to: &json)
      json.field("puzzle", ifPresent: puzzle)
    } _: { answer throws(Unreadable) in
      try answer.need("move").view.value
    }
  }

  /// Whether it says the same when a version is offered that does not exist yet, with members that it cannot know.
  public func acceptsLaterHosts() throws(ProgramFailure) -> Bool {
    let answer = try ask("hello") { json in
      json.key("versions")
      json.value([99, 1])
      json.field("later", ["than": "version 1"])
    } _: { answer throws(Unreadable) in
      answer.view.value
    }
    return (try? ProgramDescription(answer)) == description
  }

  // MARK: - Writing

  private static func write(_ input: MoveInput, to json: inout JSONWriter) {
    switch input {
    case .text(let line): json.field("text", line)
    case .typed(let view): json.field("move", view.value)
    }
  }

  private static func write(_ position: Position, _ viewers: [Viewer], to json: inout JSONWriter) {
    json.key("state")
    json.raw(position.state)
    write(viewers, to: &json)
  }

  private static func write(_ viewers: [Viewer], to json: inout JSONWriter) {
    guard !viewers.isEmpty else { return }
    json.key("views")
    json.beginArray()
    for viewer in viewers {
      switch viewer {
      case .seat(let player): json.int(player.number)
      case .informed: json.string("informed")
      case .outsider: json.string("outsider")
      }
    }
    json.endArray()
  }
}
