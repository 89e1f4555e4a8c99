import OddGames
import ParlorServer
import TableGames
import TicTacToe

runServer { _ in [pairs, sticks, fuse, ticTacToe, connectFour, highCard, countdown, battleship] }
