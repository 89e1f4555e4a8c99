public import GameKit
import Names
import WireProtocol

/// Games that could not be started with the server.
extension Parlor {
  /// Adds such a game once it can be played: to the lobby, with its own room and stored ones.
  ///
  /// - Parameter file: its name in ``ServerConfiguration/missingGames``.
  public func add(_ game: GameModule, of file: String, at now: Instant) {
    advance(to: now)
    let id = game.info.id
    guard rooms[id] == nil, !hub.configuration.games.contains(where: { $0.info.id == id }) else {
      let why = "there is a room or game of its name: it comes with the next start"
      return hub.log("game_missing", ["game": .string(id), "why": .string(why)])
    }
    hub.add(game, of: file)
    rooms.listOwnRooms()
    parts.reference.listGames()
    let back = rooms.withoutGame.filter { $0.game == id }
    rooms.withoutGame.removeAll { $0.game == id }
    for room in back.compactMap({ restored($0.stored) }) where rooms[room.plan.name.folded] == nil { rooms.add(room) }
    for each in back where rooms[each.folded] != nil {
      rooms.release(each.folded)
    }
    // The lines of its own room may have been dropped, since a player was forgotten.
    if !rooms.isQuarantined(id) { rooms.addOwnRooms() }
    for room in rooms.inOrder where room.plan.game === game { rooms.settle(room) }
    hub.log("game_added", ["game": .string(id)])
  }
}

/// A stored room whose game is missing. It does not change meanwhile.
struct RoomWithoutGame {
  let game: String
  let folded: String
  let stored: StoredRoomState
}

extension RoomDirectory {
  /// Keeps a stored room in memory while its game may be added.
  func keepWithoutGame(_ game: String, _ folded: String, _ stored: StoredRoomState) {
    guard !hub.missingGames.isEmpty, withoutGame.count < Self.mostRoomsWithoutGame else { return }
    withoutGame.append(RoomWithoutGame(game: game, folded: folded, stored: stored))
  }

  private static let mostRoomsWithoutGame = 1000
}
