public import WireProtocol

/// The requests of every player; all others go through ``Client/ask(_:within:)``.
extension Client {
  /// Claims a name, requests a token (without a name), or logs in with one; the client keeps the token for
  /// reconnecting.
  @discardableResult
  public func login(
    name: String? = nil, token: String? = nil, isBot: Bool = false, within limit: Duration? = nil
  ) async throws(RequestError) -> LoginAnswer {
    try await ask(Request.Login(name: name, token: token, isBot: isBot), within: limit)
  }

  /// Takes a seat in a room, or gets the state of one that it is in. Every game has a room of its own name.
  @discardableResult
  public func join(
    _ room: String, code: String? = nil, settings: JSONObject? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> Joined {
    try await ask(Request.Join(room: room, code: code, settings: settings), within: limit)
  }

  /// Creates a room: without a game it is for talk, and without a name the server chooses one.
  ///
  /// - Parameters:
  ///   - seed: from 0 on; the same seed gives the same puzzles, and such matches are unranked.
  ///   - roundSeconds: the duration of a race's round.
  ///   - isNamedOnly: whether only players with a name may join.
  @discardableResult
  public func create(
    room: String? = nil, game: String? = nil, mode: ModeKind? = nil, settings: JSONObject? = nil,
    code: String? = nil, seed: Int? = nil, roundSeconds: Int? = nil, isNamedOnly: Bool = false,
    within limit: Duration? = nil
  ) async throws(RequestError) -> Joined {
    let request = Request.Create(
      room: room, game: game, mode: mode, settings: settings, code: code, seed: seed, roundSeconds: roundSeconds,
      isNamedOnly: isNamedOnly)
    return try await ask(request, within: limit)
  }

  /// Leaves a room.
  public func leave(_ room: String, within limit: Duration? = nil) async throws(RequestError) {
    _ = try await send(Request.Leave(room: room), within: limit)
  }

  /// Starts the next round.
  @discardableResult
  public func start(_ room: String, within limit: Duration? = nil) async throws(RequestError) -> Round {
    try await ask(Request.Start(room: room), within: limit)
  }

  /// Plays a move in its typed form, which the game parses: works for every game.
  ///
  /// - Parameters:
  ///   - room: optional for a client that is in one room only.
  ///   - puzzle: the intended daily puzzle; on another day the move is refused.
  ///   - moveID: a repeated value at the same board gets the same answer and plays nothing. By default the client makes
  ///     one; pass one to be able to ask again for the result of a move that timed out.
  @discardableResult
  public func move(
    _ text: String, in room: String? = nil, puzzle: Int? = nil, moveID: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> Moved {
    try await play(room, puzzle, moveID, limit) { json in json.field("text", text) }
  }

  /// Plays a typed move that matches the game's schema.
  @discardableResult
  public func move(
    _ move: JSON, in room: String? = nil, puzzle: Int? = nil, moveID: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> Moved {
    try await play(room, puzzle, moveID, limit) { json in json.field("move", move) }
  }

  private func play(
    _ room: String?, _ puzzle: Int?, _ moveID: String?, _ limit: Duration?, _ content: (inout JSONWriter) -> Void
  ) async throws(RequestError) -> Moved {
    var traits = RequestTraits("move", room: room)
    traits.namesPuzzle = puzzle != nil
    let message = try await send(traits, within: limit) { json, id in
      json.field("room", ifPresent: room)
      content(&json)
      json.field("puzzle", ifPresent: puzzle)
      json.field("move_id", moveID ?? self.moveID(id))
    }
    return try Self.read(message)
  }
}
