import OddGames
import ParlorBots
import TableGames
import TicTacToe

await runBots { _ in [ticTacToe, connectFour, highCard, battleship, countdown, pairs, sticks, stairs] }
