import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Server restarts", .waiting)
struct RestartTests {
  @Test(
    "After kill -9 during a game the client reports it, reconnects, and the game continues",
    arguments: WholeGame.all)
  func killed(_ game: WholeGame) throws {
    let place = try ServerPlace(program: game.program)
    var server = try place.start()
    let player = try PlayerAtTerminal(port: place.port)
    try player.enter(game)
    let half = game.moves.count / 2
    for move in game.moves[..<half] { try player.playMove(move) }
    player.terminal.type("hal")
    try player.terminal.wait(for: "› hal")
    server.killNow()
    try player.terminal.wait(for: "Trying again")
    try player.terminal.wait(for: "› hal")
    server = try place.start()
    try player.waitUntilBack()
    try player.terminal.wait(for: "› hal")
    player.terminal.type(Key.control("u"))
    try player.terminal.wait(without: "› hal")
    for move in game.moves[half...] { try player.playMove(move) }
    try player.terminal.wait(for: game.ending)
    player.expectSound()
    try player.leave()
  }

  @Test("After a clean stop the client reports a restart, and moves wait for the server")
  func stopped() throws {
    let place = try ServerPlace()
    var server = try place.start()
    let player = try PlayerAtTerminal(port: place.port)
    try player.enter(.wordle)
    try player.playMove("crane")
    try player.terminal.wait(for: "2/6")
    server.terminate()
    try player.terminal.wait(for: "The server is restarting. Trying again")
    #expect(server.exitStatus() == 0)
    try player.playMove("moist")
    try player.terminal.wait(for: "Your move waits for the connection")
    player.terminal.type("bul")
    try player.terminal.wait(for: "› bul")
    server = try place.start()
    try player.waitUntilBack()
    try player.terminal.wait(for: "3/6")
    try player.terminal.wait(for: "› bul")
    player.terminal.type("ly" + Key.enter)
    try player.terminal.wait(for: "Solved in 3")
    player.expectSound()
    try player.leave()
  }

  @Test("After all data is lost the client reports missing rooms, and keeps the draft")
  func forgotten() throws {
    let place = try ServerPlace()
    var server = try place.start()
    let player = try PlayerAtTerminal(port: place.port)
    try player.order("create patio")
    try player.terminal.wait(for: "patio · talk")
    player.terminal.type("hola a tod")
    try player.terminal.wait(for: "say › hola a tod")
    server.killNow()
    try player.terminal.wait(for: "Trying again")
    place.forgetEverything()
    server = try place.start()
    try player.waitImpatiently(until: "the lobby") { $0.contains("You are not in patio any more") }
    player.terminal.type("q")
    #expect(try player.terminal.wait() == .exit(0))
    player.expectRestored()
    #expect(player.terminal.screen.contains("hola a tod"))
    withExtendedLifetime(server) {}
  }
}
