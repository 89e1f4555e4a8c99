extension World {
  /// Moves that solve the puzzle of day 324.
  package static let tries = ["train", "ponds", "blume", "nymph"]

  /// A server that stores, where some have solved today's puzzle.
  package static func finished(by names: [String], autoShare: Bool = false) throws -> World {
    let world = try World(stores: true, autoShare: autoShare)
    for name in names {
      world.logIn(name)
      world.play(tries, by: name)
    }
    world.clear()
    return world
  }

  /// Plays words in a room.
  package func play(_ words: [String], by name: String, room: String = "wordle") {
    post(name, #"{"type":"join","room":"\#(room)"}"#)
    for word in words { post(name, #"{"type":"move","room":"\#(room)","text":"\#(word)"}"#) }
  }
}
