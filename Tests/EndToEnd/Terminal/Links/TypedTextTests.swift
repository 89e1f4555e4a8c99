import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Input during a lost connection", .waiting)
struct TypedTextTests {
  @Test(
    "Half a word and half a message survive a reconnect, and the loss is reported",
    arguments: WindowAndLook.all)
  func halves(_ window: WindowAndLook) throws {
    let server = try Tables.server()
    let proxy = try Proxy(target: server.port)
    let player = try window.player(port: proxy.port)
    try player.enter(.wordle)
    player.terminal.type("moi")
    try player.terminal.wait(for: "› moi")
    player.terminal.type(Key.tab + "hola a to")
    try player.terminal.wait(for: "say › hola a to")
    proxy.shut()
    try player.terminal.wait(for: "The server closed the connection.")
    player.terminal.type("d")
    try player.terminal.wait(for: "say › hola a tod")
    player.terminal.type(Key.tab + "s")
    try player.terminal.wait(for: "› mois")
    proxy.open()
    try player.waitUntilBack()
    player.terminal.type("t" + Key.enter)
    try player.terminal.wait(for: "2/6")
    player.terminal.type(Key.tab)
    try player.terminal.wait(for: "say › hola a tod")
    player.terminal.type("os" + Key.enter)
    try player.terminal.wait(for: ": hola a todos")
    player.expectSound()
    try player.leave()
  }

  @Test(
    "A message whose answer was lost is not sent twice: the draft goes when its event arrives")
  func saidAfterAll() throws {
    let server = try Tables.server()
    let proxy = try Proxy(target: server.port)
    let player = try PlayerAtTerminal(port: proxy.port)
    try player.order("create patio")
    try player.terminal.wait(for: "patio · talk")
    let witness = try Witness(in: "patio", port: server.port)
    try player.terminal.wait(for: "is watching")
    proxy.admit(0)
    player.terminal.type("hola" + Key.enter)
    try witness.wait { $0["type"]?.stringValue == "said" }
    proxy.shut()
    try player.terminal.wait(for: "say › hola")
    proxy.admit(nil)
    proxy.open()
    try player.waitImpatiently(until: "what was said") { $0.contains(": hola") && !$0.contains("say › hola") }
    player.terminal.type("adiós" + Key.enter)
    try player.terminal.wait(for: ": adiós")
    #expect(try witness.talk() == ["hola", "adiós"])
    player.expectSound()
    try player.leave()
  }

  @Test("Messages entered without a connection are sent on reconnect, and the draft stays")
  func notSaid() throws {
    let server = try Tables.server()
    let proxy = try Proxy(target: server.port)
    let player = try PlayerAtTerminal(port: proxy.port)
    try player.order("create patio")
    try player.terminal.wait(for: "patio · talk")
    proxy.shut()
    try player.terminal.wait(for: "Trying again")
    // Without a connection they wait.
    player.terminal.type("primero" + Key.enter + "segundo" + Key.enter + "terc")
    try player.terminal.wait(for: "say › terc")
    proxy.open()
    try player.waitImpatiently(until: "the talk") { $0.contains(": primero") && $0.contains(": segundo") }
    try player.terminal.wait(for: "say › terc")
    player.expectSound()
    try player.leave()
  }

  @Test("Moves typed ahead without a connection are played once and in order")
  func typedAhead() throws {
    let server = try Tables.server()
    let proxy = try Proxy(target: server.port)
    let player = try PlayerAtTerminal(port: proxy.port)
    let witness = try Witness(in: "wordle", port: server.port)
    let rehearsal = try WholeGame.wordle.rehearse(port: server.port, seenBy: witness)
    try player.enter(.wordle)
    proxy.shut()
    try player.terminal.wait(for: "Trying again")
    player.terminal.type(WholeGame.wordle.moves.map { $0 + Key.enter }.joined())
    try player.terminal.wait(for: "Your move waits for the connection")
    proxy.open()
    try player.waitImpatiently(until: "the end") { $0.contains(WholeGame.wordle.ending) }
    let finished = try witness.waitForFinish(butNotOf: [rehearsal.player])
    #expect(try witness.turns(of: finished.player) == rehearsal.turns)
    player.expectSound()
    try player.leave()
  }

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
}
