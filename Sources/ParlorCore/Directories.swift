/// Players, sessions and rooms by their keys: all parts of the core use them.
struct Directories {
  let hub: Hub
  let players: PlayerDirectory
  let sessions: SessionTable
  let rooms: RoomDirectory
}
