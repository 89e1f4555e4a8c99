import Foundation
import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Refusals by the server", .waiting)
struct RefusedClientTests {
  @Test("A full server is reported, and the client connects once there is room")
  func full() throws {
    let server = try Tables.server(["--limit", "connections=1"])
    let other = try SocketClient(port: server.port)
    try other.greeting()
    let player = try PlayerAtTerminal(port: server.port)
    try player.terminal.wait(for: "The server takes no more connections for now")
    try player.terminal.wait(for: "Trying again")
    other.send(line: #"{"type":"bye"}"#)
    _ = other.rest()
    try player.waitImpatiently(until: "the lobby") { $0.contains("Today · 2026-11-20") }
    player.expectSound()
    try player.leave()
  }

  /// Connects to a server that allows one connection, once it has noticed that the previous one is closed.
  private static func onlyClient(of server: ServerProcess) throws -> SocketClient {
    for _ in 0..<3000 {
      let client = try SocketClient(port: server.port)
      if (try? client.greeting()) != nil { return client }
      usleep(20_000)
    }
    throw SocketClient.Failure(description: "the server stays full")
  }

  @Test("A server that is full on reconnect does not change the typed input")
  func fullInMidGame() throws {
    let server = try Tables.server(["--limit", "connections=1"])
    let proxy = try Proxy(target: server.port)
    let player = try PlayerAtTerminal(port: proxy.port)
    try player.enter(.wordle)
    try player.playMove("crane")
    try player.terminal.wait(for: "2/6")
    player.terminal.type("moi")
    try player.terminal.wait(for: "› moi")
    proxy.shut()
    try player.terminal.wait(for: "The server closed the connection.")
    let other = try Self.onlyClient(of: server)
    proxy.open()
    try player.waitImpatiently(until: "the refusal") { $0.contains("The server takes no more connections for now") }
    try player.terminal.wait(for: "› moi")
    other.send(line: #"{"type":"bye"}"#)
    _ = other.rest()
    try player.waitUntilBack()
    player.terminal.type("st" + Key.enter)
    try player.terminal.wait(for: "3/6")
    player.expectSound()
    try player.leave()
  }

  @Test(
    "A server of another version is reported with advice",
    arguments: [
      (2, "The server speaks version 2 of the protocol: get a newer version of this program."),
      (0, "The server speaks version 0 of the protocol, which is too old for us."),
    ])
  func version(number: Int, sentence: String) throws {
    let hello =
      #"{"type":"hello","protocol":\#(number),"server":"parlor 9","epoch":"e","you":"guest-1","day":"2026-11-20"}"#
    let listener = try TalkingListener(greeting: hello + "\n", closes: false)
    let player = try PlayerAtTerminal(port: listener.port, columns: 100)
    try player.terminal.wait(for: sentence)
    player.terminal.type("q")
    #expect(try player.terminal.wait() == .exit(0))
    player.expectRestored()
    let script = try PlayerAtTerminal(port: listener.port, columns: 100, arguments: ["--plain"])
    #expect(try script.terminal.wait() == .exit(69))
    #expect(script.terminal.screen.contains("parlor: " + sentence))
  }

  @Test("A taken name is reported, and stays in the dialog to be changed")
  func nameTaken() throws {
    let server = try Tables.server()
    let other = try SocketClient(port: server.port)
    try other.greeting()
    _ = try other.ask(#"{"type":"login","name":"ana"}"#)
    let player = try PlayerAtTerminal(port: server.port, arguments: ["--name", "ana"])
    try player.terminal.wait(for: "The name ana is taken.")
    player.terminal.type("u")
    try player.terminal.wait(for: "╭─ Your name")
    player.terminal.type("ana" + Key.enter)
    try player.terminal.wait(until: "the refusal") { $0.contains("The name ana is taken.") && $0.contains("Name  ana") }
    player.terminal.type("bel" + Key.enter)
    try player.terminal.wait(for: "You are anabel.")
    player.expectSound()
    try player.leave()
  }

  @Test("A full room is reported, and its name stays in the dialog", arguments: WindowAndLook.all)
  func roomFull(_ window: WindowAndLook) throws {
    let server = try Tables.server(["--limit", "room_members=2"])
    let others = try (0..<2).map { _ in try SocketClient(port: server.port) }
    for (other, verb) in zip(others, ["create", "join"]) {
      try other.greeting()
      _ = try other.ask(#"{"type":"\#(verb)","room":"lunch"}"#)
    }
    let player = try window.player(port: server.port)
    try player.terminal.wait(for: "Today · ")
    player.terminal.type("g")
    try player.terminal.wait(for: "╭─ Go to a room")
    player.terminal.type("lunch" + Key.enter)
    try player.terminal.wait(until: "the refusal") { $0.contains("lunch is full") && $0.contains("Room  lunch") }
    others[1].send(line: #"{"type":"bye"}"#)
    _ = others[1].rest()
    player.terminal.type(Key.enter)
    try player.terminal.wait(for: "lunch · talk")
    player.expectSound()
    try player.leave()
  }

  @Test("A room that cannot be created keeps the dialog's fields")
  func roomExists() throws {
    let server = try Tables.server()
    let other = try SocketClient(port: server.port)
    try other.greeting()
    _ = try other.ask(#"{"type":"create","room":"lunch"}"#)
    let player = try PlayerAtTerminal(port: server.port)
    // The list of games arrives after the greeting.
    try player.terminal.wait(for: "3 WordSearch")
    player.terminal.type("n")
    try player.terminal.wait(for: "╭─ A new room")
    player.terminal.type("lunch" + String(repeating: Key.tab, count: 4) + "seed=7" + Key.enter)
    try player.terminal.wait(until: "the refusal") {
      $0.contains("There is a room lunch already") && $0.contains("lunch") && $0.contains("seed=7")
    }
    player.terminal.type(String(repeating: Key.backTab, count: 4) + "time" + Key.enter)
    try player.terminal.wait(for: "· lunchtime")
    player.expectSound()
    try player.leave()
  }

  @Test("A player kicked while offline is told, and the draft is printed at the end")
  func sentAway() throws {
    let server = try Tables.server()
    let proxy = try Proxy(target: server.port)
    let owner = try SocketClient(port: server.port)
    try owner.greeting()
    _ = try owner.ask(#"{"type":"create","room":"patio"}"#)
    let player = try PlayerAtTerminal(port: proxy.port, arguments: ["--name", "ana"])
    try player.order("join patio")
    try player.terminal.wait(for: "patio · talk")
    player.terminal.type("hola a tod")
    try player.terminal.wait(for: "say › hola a tod")
    proxy.shut()
    _ = try owner.line { $0.contains(#""type":"away""#) }
    owner.send(line: #"{"type":"kick","room":"patio","player":"ana","id":1}"#)
    _ = try owner.line { $0.contains(#""re":1"#) }
    proxy.open()
    try player.waitImpatiently(until: "the lobby") { $0.contains("You are not in patio any more") }
    player.terminal.type("q")
    _ = try player.terminal.wait()
    #expect(player.terminal.screen.contains("hola a tod"))
    player.expectRestored()
  }

  @Test("At the server's rate limit the client waits: everything is sent once and in order")
  func tooFast() throws {
    let server = try Tables.server(["--limit", "burst=8", "--limit", "commands_per_s=5"])
    let player = try PlayerAtTerminal(port: server.port)
    try player.order("create patio")
    try player.terminal.wait(for: "patio · talk")
    let witness = try Witness(in: "patio", port: server.port)
    try player.terminal.wait(for: "is watching")
    let lines = (1...12).map { "line \($0)" }
    player.terminal.type(lines.map { $0 + Key.enter }.joined() + "and half a l")
    try witness.wait { $0["text"]?.stringValue == "line 12" }
    #expect(try witness.talk() == lines)
    try player.terminal.wait(for: "say › and half a l")
    player.expectSound()
    try player.leave()
  }
}
