import OddGames
import ParlorServer
import TicTacToe

runServer { _ in [pairs, sticks, fuse, ticTacToe] }
