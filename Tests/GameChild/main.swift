import GameKit
import GameProcess
import GameProcessTesting
import TableGames

// Plays a game in Swift over the pipe: `GameChild connectfour`. Measures: `GameChild measure connectfour` in this
// process, `GameChild measure PROCESSES SECONDS PROGRAM…` a program.

let games = [connectFour, battleship, highCard, hangman]
let arguments = Array(CommandLine.arguments.dropFirst())
let game = games.first { $0.info.id == arguments.last }

if arguments.first == "measure", arguments.count > 3, let processes = Int(arguments[1]), let seconds = Int(arguments[2])
{
  var limits = ProgramLimits()
  limits.processes = processes
  do throws(ProgramFault) {
    let program = try GameProgram(ProgramCommand(Array(arguments[3...])), limits: limits, log: { print($0) })
    print(measureProgram(program, seconds: seconds))
  } catch {
    print(error)
  }
} else if arguments.first == "measure", let game {
  print(measureModule(game, seconds: 5))
} else if let game {
  serveGame(game)
}
