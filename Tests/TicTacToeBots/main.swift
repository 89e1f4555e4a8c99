import ParlorBots
import TicTacToe

await runBots { _ in [ticTacToe] }
