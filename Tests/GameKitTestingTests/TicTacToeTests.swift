import GameKitTesting
import Testing

@testable import TicTacToe

@Test("Tic-tac-toe keeps what GameKit promises of games")
func ticTacToeIsSound() throws {
  try checkGame(TicTacToe.self, ticTacToeSource, golden: "Golden/tictactoe.ndjson").expectSound()
}
