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
}
