import GameKit
import GameProcess
import TableGames

// Plays a game in Swift over the pipe: `GameChild connectfour`.

let games = [connectFour, battleship, highCard, hangman]
if let game = games.first(where: { $0.info.id == CommandLine.arguments.last }) { serveGame(game) }
