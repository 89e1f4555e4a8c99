/// What players, sessions and rooms are found by: all parts of the core work on these.
struct Directories {
  let hub: Hub
  let players: PlayerDirectory
  let sessions: SessionTable
  let rooms: RoomDirectory
}
