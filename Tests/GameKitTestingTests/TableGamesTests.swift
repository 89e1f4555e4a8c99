import GameKit
import GameKitTesting
import Testing
import WaitingTrait

@testable import TableGames

@Suite("Games for several are sound", .waiting)
struct TableGamesTests {
  @Test("Connect Four")
  func connectFourIsSound() throws {
    try checkGame(ConnectFour.self, connectFourSource, golden: "Golden/connectfour.ndjson").expectSound()
  }

  @Test("A game of cards, with hands and chance")
  func highCardIsSound() throws {
    try checkGame(HighCard.self, highCardSource, golden: "Golden/highcard.ndjson").expectSound()
  }

  @Test("Battleship, whose ships nobody else sees, in at most ten seconds of one core")
  func battleshipIsSound() throws {
    let report = checkGame(Battleship.self, battleshipSource, golden: "Golden/battleship.ndjson")
    try report.expectSound()
    #expect(report.figures.processorMilliseconds <= 10_000)
  }

  @Test("A game whose time runs for all, where people may come late")
  func countdownIsSound() throws {
    try checkGame(Countdown.self, countdownSource).expectSound()
  }
}
