import Names
import WireProtocol

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
