import Names
import WireProtocol

/// `command`: a line of text from a client that speaks JSON and does not know what it means.
extension Parlor {
  /// Carries out the request that the line stands for; its answer also has `drawn`.
  ///
  /// - Returns: whether it was not refused at once.
  func handleCommand(_ command: Request.Command, from session: Session, re: RequestID?) -> Bool {
    do throws(WireError) {
      let line = try CleanText.line(command.text, as: "A command", maximum: hub.limits.typedCharacters)
      hub.isTyped = true
      defer { hub.isTyped = false }
      try runCommand(line.drop { $0 == "/" }, in: command.room, from: session, re: re.map { .drawn($0) })
      return true
    } catch {
      hub.send(ErrorMessage(error), to: session, answering: re, after: 0)
      return false
    }
  }
}

/// A request about a game, which is a room's where none is named.
private protocol GameRequest: WireRequest {
  var game: String? { get set }
}

extension Request.Stats: GameRequest {}
extension Request.Compare: GameRequest {}
extension Request.Calendar: GameRequest {}
extension Request.Ratings: GameRequest {}
extension Request.Leaderboard: GameRequest {}

extension RequestCall {
  /// Fills in the room that the line was typed in, and its game, where the request names none.
  mutating func take(room: String, game: String?) {
    if var request = request as? any RoomRequest, request.room == nil {
      request.room = room
      self.request = request
    }
    if var request = request as? any GameRequest, request.game == nil {
      // What was played elsewhere is of games that are not this server's.
      if let leaderboard = request as? Request.Leaderboard, leaderboard.claimed { return }
      request.game = game
      self.request = request
    }
  }
}
