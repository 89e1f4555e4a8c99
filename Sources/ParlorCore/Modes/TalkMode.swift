import GameKit
import WireProtocol

/// A room without a game.
struct TalkMode: Mode {
  let name = "talk"
  let kind: ModeKind? = nil
  let typedLine = TypedLine.talk
}

/// The channel, in which results are shared instead of talk.
struct ChannelMode: Mode {
  let name = "channel"
  let kind: ModeKind? = nil
  let typedLine = TypedLine.result
  let isPermanent = true
  let listPlace = 1

  func checkTalk(in room: RoomView) throws(WireError) {
    throw WireError(.noTalk, "\(room.name) is for results: react to them, or talk in a room of your own")
  }
}
