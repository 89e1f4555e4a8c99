import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Lines of talk typed in a row", .waiting)
struct TypedTextTests {
  @Test("A client that quits right after its last message has sent all, in order")
  func leavesAtOnce() throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal(port: server.port)
    try player.order("create patio")
    try player.terminal.wait(for: "patio · talk")
    let witness = try Witness(in: "patio", port: server.port)
    try player.terminal.wait(for: "is watching")
    let lines = (1...3).map { "line \($0)" }
    player.terminal.type(lines.map { $0 + Key.enter }.joined() + Key.control("c"))
    #expect(try player.terminal.wait() == .exit(0))
    #expect(try witness.talk() == lines)
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
