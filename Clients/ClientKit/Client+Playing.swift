public import WireProtocol

/// What every player asks; everything else is ``Client/ask(_:within:)``.
extension Client {
  /// Claims a name, asks for a token (without a name), or comes back with one; the client keeps the token to come back.
  @discardableResult
  public func login(
    name: String? = nil, token: String? = nil, isBot: Bool = false, within limit: Duration? = nil
  ) async throws(RequestError) -> LoginAnswer {
    try await ask(Request.Login(name: name, token: token, isBot: isBot), within: limit)
  }

  /// Takes a seat in a room, or is told again of one that it is in. Every game has a room of its own name.
  @discardableResult
  public func join(
    _ room: String, code: String? = nil, settings: JSONObject? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> Joined {
    try await ask(Request.Join(room: room, code: code, settings: settings), within: limit)
  }

  /// Looks on without a seat.
  @discardableResult
  public func watch(
    _ room: String, code: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> Joined {
    try await ask(Request.Join(room: room, isWatching: true, code: code), within: limit)
  }

  /// Opens a room; without a game it is for talking, without a name the server makes one up.
  ///
  /// - Parameters:
  ///   - seed: from 0 on; the same seed gives the same puzzles, and such matches are unranked.
  ///   - roundSeconds: how long a round of a race lasts.
  ///   - isNamedOnly: whether only players with a name may come in.
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

  /// Begins the next round.
  @discardableResult
  public func start(_ room: String, within limit: Duration? = nil) async throws(RequestError) -> Round {
    try await ask(Request.Start(room: room), within: limit)
  }

  /// Plays what a person would type: the game parses it, so that this works for every game.
  ///
  /// - Parameters:
  ///   - room: may be left out by a client that is in one room.
  ///   - puzzle: the daily puzzle that is meant; on another day the move is refused.
  ///   - moveID: the same value again, at the same board, gets the same answer and plays nothing. The client makes one
  ///     up unless it is given: give one to be able to ask again what became of a move that timed out.
  @discardableResult
  public func move(
    _ text: String, in room: String? = nil, puzzle: Int? = nil, moveID: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> Moved {
    try await play(room, puzzle, moveID, limit) { json in json.field("text", text) }
  }

  /// Plays a move as the game's schema says.
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
