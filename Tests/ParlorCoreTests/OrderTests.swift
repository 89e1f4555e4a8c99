import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Keeping order")
struct OrderTests {
  /// A server with a guest, two players in today's puzzle, and its console.
  static func world() throws -> World {
    let world = try World(stores: true)
    world.connect("guest")
    for name in ["ana", "ben"] {
      world.logIn(name)
      world.send(name, #"{"type":"join","room":"wordle"}"#)
    }
    world.connect("op", from: "local:root")
    return world
  }

  static let staffRows = RequestTable.rows.filter(\.isForStaff).map(\.type)

  @Test("What is for those who keep order is forbidden to everybody else, and changes nothing", arguments: staffRows)
  func strangers(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    let world = try Self.world()
    let before = world.parlor.figures.stored.records
    for name in ["guest", "ben"] {
      for line in [row.example.text, #"{"type":"\#(type)"}"#] {
        let told = world.send(name, line)
        #expect(told.map(\.code) == ["forbidden"], "\(name)")
      }
      #expect(world.send(name, #"{"type":"help","topic":"\#(type)"}"#).last?.code == "unknown_type")
      #expect(world.send(name, #"{"type":"schema","of":"\#(type)"}"#).last?.code == "no_such_schema")
    }
    #expect(world.parlor.figures.stored.records == before)
    #expect(!world.log.contains { $0.event == "admin_act" })
    #expect(world.send("op", #"{"type":"help","topic":"\#(type)"}"#).last?["commands"]?.arrayValue?.count == 1)
  }

  @Test(
    "An address of a network is never taken for the console", arguments: ["local", "127.0.0.1", "::/64", "Local:a"])
  func addresses(_ address: String) {
    #expect(Session.Role(address: address) == .player)
  }

  @Test("An announcement reaches everybody but whoever makes it, and stands in the audit log")
  func announces() throws {
    let world = try Self.world()
    for name in ["guest", "ana", "ben"] { _ = world.take(name) }
    let told = world.send("op", #"{"type":"announce","text":"Soon.","id":1}"#)
    #expect(told.last?["count"]?.intValue == 3)
    for name in ["guest", "ana", "ben"] {
      #expect(world.take(name).map { $0["text"]?.stringValue } == ["Soon."])
    }
    world.send("op", #"{"type":"announce","room":"Wordle","text":"Here.","id":2}"#)
    #expect(world.take("guest").isEmpty)
    #expect(world.take("ana").last?["room"] == "wordle")
    let acts = world.send("op", #"{"type":"audit"}"#).last?["acts"]?.arrayValue ?? []
    #expect(acts.map { $0["text"] } == ["Here.", "Soon."])
    #expect(acts.map { $0["by"] } == ["root", "root"])
    #expect(world.log.filter { $0.event == "admin_act" }.map { $0.fields["number"] } == [1, 2])
  }

  @Test("The console needs no slash, and plays nothing")
  func typed() throws {
    let world = try Self.world()
    #expect(world.send("op", "announce Soon.").text.hasPrefix("Done (3 people)."))
    #expect(world.send("op", "/audit").text.contains("root  announce: Soon."))
    world.send("op", "join wordle")
    #expect(world.send("op", "crane").text.contains("There is no command /crane"))
  }
}
