import GameKit
import OddGames
import ParlorServer
import TableGames
import TicTacToe

/// Games that are not in the catalogue.
enum ServedGames {
  static var all: [GameModule] {
    [pairs, sticks, fuse, stairs, ticTacToe, connectFour, highCard, countdown, battleship, hangman]
  }
}

runServer { _ in ServedGames.all }
