import Names
import WireProtocol

/// A request about a game, by default the room's.
private protocol GameRequest: WireRequest {
  var game: String? { get set }
}

extension Request.Stats: GameRequest {}
extension Request.Compare: GameRequest {}
extension Request.Calendar: GameRequest {}
extension Request.Ratings: GameRequest {}
extension Request.Leaderboard: GameRequest {}

extension RequestCall {
  /// Fills in the line's room and game, unless the request names them.
  mutating func take(room: String, game: String?) {
    if var request = request as? any RoomRequest, request.room == nil {
      request.room = room
      self.request = request
    }
    if var request = request as? any GameRequest, request.game == nil {
      // Claims are about other sites' games.
      if let leaderboard = request as? Request.Leaderboard, leaderboard.claimed { return }
      request.game = game
      self.request = request
    }
  }
}
