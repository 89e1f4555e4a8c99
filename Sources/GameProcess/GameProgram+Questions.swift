public import GameKit
public import WireProtocol

/// One method per question of the protocol: see Protocol/GAMES.md.
extension GameProgram {
  /// Selects the puzzle to deal.
  public enum PuzzleChoice: Hashable, Sendable {
    /// By number, from 0.
    case number(Int)
    /// Generated from an unguessable seed.
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
    } _: { answer throws(MalformedAnswer) in
      DealtPuzzle(
        puzzle: try answer.required("puzzle").view.value, key: try answer.text("key"),
        solution: try answer.list("solution").map { $0.view.value })
    }
  }

  /// Starts a match.
  ///
  /// - Parameter viewers: whose views to include in the answer, here and below: that saves a question each.
  public func start(_ puzzle: JSON, settings: JSON, viewers: [Viewer] = []) throws(ProgramFailure) -> Position {
    try ask("start") { json in
      json.field("puzzle", puzzle)
      json.field("settings", settings)
      Self.write(viewers, to: &json)
    } _: { answer throws(MalformedAnswer) in
      try Position(answer, viewers: viewers)
    }
  }

  /// Plays a player's move: the program parses it, checks its vocabulary, and applies the rules.
  public func play(
    _ input: MoveInput, from position: Position, by player: PlayerID, at elapsed: Elapsed, puzzle: JSON,
    viewers: [Viewer] = []
  ) throws(ProgramFailure) -> PlayedMove {
    try play(position, player, elapsed, viewers) { json in
      Self.write(input, to: &json)
      json.field("puzzle", puzzle)
    }
  }

  /// Plays a logged move, without checking the vocabulary.
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
    } _: { answer throws(MalformedAnswer) in
      PlayedMove(
        move: try answer.required("move").view.value, turn: try Turn(try answer.required("turn")),
        after: try Position(answer, viewers: viewers))
    }
  }

  /// Sends a table event.
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
    } _: { answer throws(MalformedAnswer) in
      PlayedMove(
        move: .null, turn: try Turn(try answer.required("turn")), after: try Position(answer, viewers: viewers))
    }
  }

  /// The views for some viewers, in their order. Cached views are not asked for again.
  public func views(of position: Position, for viewers: [Viewer]) throws(ProgramFailure) -> [GameView] {
    let unknown = viewers.filter { position.view(for: $0) == nil }
    if !unknown.isEmpty {
      let views = try freshViews(of: position, for: unknown)
      for (viewer, view) in zip(unknown, views) { position.store(view, for: viewer) }
    }
    return viewers.compactMap { position.view(for: $0) }
  }

  /// The same without the cache.
  func freshViews(of position: Position, for viewers: [Viewer]) throws(ProgramFailure) -> [GameView] {
    try ask("view") { json in
      Self.write(position, viewers, to: &json)
    } _: { answer throws(MalformedAnswer) in
      try GameView.list(answer, of: viewers.count)
    }
  }

  /// Parses a move without playing it.
  ///
  /// - Parameter puzzle: set to check the vocabulary as well.
  /// - Returns: the move in logged form.
  public func read(_ input: MoveInput, puzzle: JSON? = nil) throws(ProgramFailure) -> JSON {
    try ask("read") { json in
      Self.write(input, to: &json)
      json.field("puzzle", ifPresent: puzzle)
    } _: { answer throws(MalformedAnswer) in
      try answer.required("move").view.value
    }
  }

  /// Whether its answer to `hello` is the same if a future version is offered too, with unknown members.
  public func acceptsLaterHosts() throws(ProgramFailure) -> Bool {
    let answer = try ask("hello") { json in
      json.key("versions")
      json.value([99, 1])
      json.field("later", ["than": "version 1"])
    } _: { answer throws(MalformedAnswer) in
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
