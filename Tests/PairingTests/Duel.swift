import CoreHarness
import GameKit
import LastWord
import ParlorCore
import Testing
import WireProtocol

extension World {
  /// A server with Wordle and Last Word, and players who are logged in, each from an address of their own.
  static func duelling(_ names: String..., limits change: (inout Limits) -> Void = { _ in }) throws -> World {
    let list = Array("brine\ncrane\nleast\nquick\nslate\nstale\n".utf8)
    let source = try LastWordSource(GuessLists(answers: list, guesses: list))
    let world = try World(
      others: [GameModule(source)], limits: change)
    for name in names {
      world.connect(name, from: "192.0.2.\(name.utf8.first ?? 0)")
      world.send(name, #"{"type":"login","name":"\#(name)"}"#)
    }
    world.clear()
    return world
  }

  /// A request in JSON: its type, and the rest of its members.
  @discardableResult
  func ask(_ name: String, _ type: String, _ members: String = "") -> [Line] {
    send(name, #"{"type":"\#(type)"\#(members.isEmpty ? "" : ",")\#(members)}"#)
  }

  /// A player is in the middle of a race.
  func keepBusy(_ name: String) {
    ask(name, "create", #""room":"\#(name)-races","game":"wordle","mode":"race""#)
    ask(name, "start", #""room":"\#(name)-races""#)
    #expect(ask(name, "move", #""room":"\#(name)-races","text":"train""#).types.contains("moved"))
    clear()
  }

  /// The names of the rooms where a player is, as `joined` has said.
  func rooms(_ lines: [Line]) -> [String] {
    lines.filter { $0.type == "joined" }.compactMap { $0["room"]?.stringValue }
  }
}
