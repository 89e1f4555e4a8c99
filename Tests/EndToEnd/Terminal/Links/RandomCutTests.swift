import GameKit
import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Connections that are cut at random", .waiting)
struct RandomCutTests {
  @Test(
    "The game ends as planned, with every move played once and in order", arguments: WholeGame.all, Seeds.all)
  func wholeGame(_ game: WholeGame, seed: UInt64) throws {
    let server = try game.server()
    let witness = try Witness(in: game.id, port: server.port)
    let rehearsal = try game.rehearse(port: server.port, seenBy: witness)
    let proxy = try Proxy(target: server.port, seed: seed)
    let player = try PlayerAtTerminal(port: proxy.port)
    try player.enter(game)
    proxy.cut(within: 2_000)
    var random = SeededGenerator(seed: seed)
    for move in game.moves {
      try player.playMove(move)
      if random.number(below: 2) == 0 { try player.waitImpatiently(until: "the link") { Self.isOnline($0, proxy) } }
    }
    try player.waitImpatiently(until: game.ending) { Self.isOnline($0, proxy) && $0.contains(game.ending) }
    let finished = try witness.waitForFinish(butNotOf: [rehearsal.player])
    let turns = try witness.turns(of: finished.player)
    #expect(turns == rehearsal.turns)
    #expect(proxy.cuts > 0, "nothing was cut")
    player.expectSound()
    try player.leave()
  }

  /// Whether the client is connected. After a few cuts the proxy stops cutting.
  private static func isOnline(_ screen: Screen, _ proxy: Proxy) -> Bool {
    if proxy.cuts > 0 { proxy.cut(within: proxy.cuts < 6 ? 3_000 : nil) }
    return !PlayerAtTerminal.linkTroubles.contains { screen.contains($0) }
  }
}
