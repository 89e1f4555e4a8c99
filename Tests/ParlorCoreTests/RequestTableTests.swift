import CoreHarness
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore

/// What the table says that a request needs holds for each of its rows, so that a new one is caught on its first day.
@Suite("The table of requests")
struct RequestTableTests {
  /// Those whose examples do more than their rows say: one stands for another request, one ends the session, which is
  /// no question of what works, and one is kept only where it chooses something.
  private static let exceptions: Set = ["command", "bye", "theme"]

  private func world() throws -> World {
    let world = try World(stores: true)
    world.logIn("ana")
    world.logIn("ben")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    world.connectConsole("op")
    return world
  }

  /// Who may ask.
  private func asker(_ row: RequestRow) -> String { row.isForStaff ? "op" : "ana" }

  private func stall(_ world: World) {
    world.stallsCommits = true
    world.send("ben", #"{"type":"say","room":"wordle","text":"hola"}"#)
    world.wait(seconds: 2)
  }

  // The core has some of the requests in the files of these features.
  @Test(
    "Every request has exactly one handler, in the core or a feature",
    .needs("Channel"), .needs("Order"), .needs("Statistics"))
  func handlers() throws {
    let parlor = try World().parlor
    let own = Set(CoreParts.rows.map(\.type))
    #expect(own.count == CoreParts.rows.count)
    let features = Set(RequestTable.rows.filter { parlor.kernel.handles($0) }.map(\.type))
    #expect(own.isDisjoint(with: features))
    // Of a feature that is left out nothing is handled. `command` stands for another request.
    let handled = own.union(features).union(["command"])
    for (_, rows) in RequestTable.files where rows.contains(where: { handled.contains($0.type) }) {
      #expect(rows.map(\.type).filter { !handled.contains($0) } == [])
    }
  }

  @Test("A command stands for one request")
  func words() {
    let names = RequestTable.rows.flatMap(\.textForms).flatMap(\.names)
    #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
  }

  @Test(
    "Requests with durable effects are marked as needing storage",
    arguments: RequestTable.rows.map(\.type))
  func storage(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    // An announcement is made also when the act cannot be stored.
    guard !row.needs.contains(.storage), !Self.exceptions.contains(type), type != "announce" else { return }
    let world = try world()
    let before = world.parlor.figures.stored.records
    world.send(asker(row), row.example.text)
    #expect(world.parlor.figures.stored.records == before)
  }

  @Test("While storage is stalled only requests that need it are refused", arguments: RequestTable.rows.map(\.type))
  func stalled(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    let world = try world()
    // Requests of a feature that is left out are unknown, whatever works.
    guard !Self.exceptions.contains(type), world.parlor.parts.handled.contains(row) else { return }
    stall(world)
    let code = world.send(asker(row), row.example.text).last?.code
    #expect((code == ErrorCode.storageUnavailable.rawValue) == row.needs.contains(.storage), "\(code ?? "none")")
  }

  @Test("Setting colours needs storage, and reading them does not")
  func theme() throws {
    let world = try world()
    stall(world)
    #expect(world.send("ana", #"{"type":"theme","theme":"light"}"#).last?.code == ErrorCode.storageUnavailable.rawValue)
    #expect(world.send("ana", #"{"type":"theme"}"#).last?.type == "theme")
  }

  @Test(
    "Requests that need a name are refused to guests",
    arguments: RequestTable.rows.filter { $0.needs.contains(.name) }.map(\.type))
  func name(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    let world = try World()
    world.connect("ana")
    let code = world.parlor.parts.handled.contains(row) ? ErrorCode.notNamed : .unknownType
    #expect(world.send("ana", row.example.text).last?.code == code.rawValue)
  }
}
