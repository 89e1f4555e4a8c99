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

  @Test("Battleship, whose ships nobody else sees")
  func battleshipIsSound() throws {
    try checkGame(Battleship.self, battleshipSource, golden: "Golden/battleship.ndjson").expectSound()
  }

  @Test("A game whose time runs for all, where people may come late")
  func countdownIsSound() throws {
    try checkGame(Countdown.self, countdownSource).expectSound()
  }
}
