/// Players, sessions and rooms by their keys.
struct Directories {
  let hub: Hub
  let players: PlayerDirectory
  let sessions: SessionTable
  let rooms: RoomDirectory
}

/// A part of the core: it works on players, sessions and rooms.
class CorePart {
  let hub: Hub
  let players: PlayerDirectory
  let sessions: SessionTable
  let rooms: RoomDirectory

  init(_ all: Directories) {
    (hub, players, sessions, rooms) = (all.hub, all.players, all.sessions, all.rooms)
  }
}
