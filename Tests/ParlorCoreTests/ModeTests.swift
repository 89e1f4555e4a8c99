import CoreHarness
import GameKit
import Names
import Testing
import WireProtocol

@testable import ParlorCore

/// A mode that the rooms' code has never heard of: alone, unseen, and without a word said.
private struct RetreatMode: RoundMode {
  let name = "retreat"
  let kind: ModeKind? = .practice
  let isListed = false
  let hasCommonRounds = false
  let dealsAtOnce = true
  let roundNoun = "sitting"

  func checkEntry(of player: Player, isWatching: Bool, to room: RoomView) throws(WireError) {
    guard room.owner !== player else { return }
    throw WireError(.roomFull, "\(room.name) is \(room.owner?.name ?? "nobody")'s alone")
  }

  func checkTalk(in room: RoomView) throws(WireError) { throw WireError(.noTalk, "Silence, please") }
}

@Suite("Modes")
struct ModeTests {
  @Test("A feature's mode decides who may join, what begins, what is listed and what is sent")
  func foreignMode() throws {
    let world = try World()
    world.connect("ana", "ben")
    let name = try PlayerName("cell", as: .room, maximum: 64)
    let game = try #require(world.parlor.hub.configuration.games.first)
    let plan = Room.Plan(name: name, game: game, settings: try game.settings(from: [:]), mode: RetreatMode(), seed: 7)
    world.parlor.rooms.add(Room(plan, owner: world.player("ana"), hub: world.parlor.hub))
    world.send("ana", #"{"type":"rooms"}"#)
    let joined = world.send("ana", #"{"type":"join","room":"cell"}"#)
    #expect(joined.last?["round"]?.intValue == 1 && joined.last?["state"]?.stringValue == "playing")
    #expect(world.send("ben", #"{"type":"join","room":"cell","watching":true}"#).text.contains("alone"))
    #expect(!world.send("ben", #"{"type":"rooms"}"#).text.contains("cell"))
    #expect(world.send("ana", #"{"type":"say","room":"cell","text":"hello"}"#).text.contains("Silence, please"))
    #expect(world.send("ana", #"{"type":"stop","room":"cell"}"#).last?.type == "error")
    #expect(world.faults.isEmpty)
  }

  @Test("Every mode of the wire has a name in snapshots, and is parsed from it", arguments: ModeKind.allCases)
  func names(_ kind: ModeKind) throws {
    let mode = try #require(Modes.named(kind.rawValue, for: nil))
    #expect(mode.kind == kind && mode.name == kind.rawValue)
  }

  @Test("Rooms for talk and the channel are modes as well; an unknown name is none")
  func otherNames() {
    #expect(Modes.named("talk", for: nil) is TalkMode && Modes.named("channel", for: nil) is ChannelMode)
    #expect(Modes.named("siege", for: nil) == nil)
  }
}
