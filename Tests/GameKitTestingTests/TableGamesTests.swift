import GameKit
import GameKitTesting
import Testing
import WaitingTrait

@testable import TableGames

@Suite("Games for several players are sound", .waiting)
struct TableGamesTests {
  @Test("Connect Four")
  func connectFourIsSound() throws {
    try checkGame(ConnectFour.self, connectFourSource, golden: "Golden/connectfour.ndjson").expectSound()
  }

  @Test("A card game, with hands and chance")
  func highCardIsSound() throws {
    try checkGame(HighCard.self, highCardSource, golden: "Golden/highcard.ndjson").expectSound()
  }

  @Test("Battleship, with hidden ships")
  func battleshipIsSound() throws {
    try checkGame(Battleship.self, battleshipSource, golden: "Golden/battleship.ndjson").expectSound()
  }

  @Test("A game with a common clock and late joins")
  func countdownIsSound() throws {
    try checkGame(Countdown.self, countdownSource).expectSound()
  }
}
