import ParlorServer
import TicTacToe

runServer { _ in [ticTacToe] }
