import GameKit
import WireProtocol

extension TicTacToe: SearchableGame {
  static func determinization(
    of observation: Observation, settings: NoSettings, using generator: inout SeededGenerator
  ) -> TicTacToe? {
    var game = TicTacToe(puzzle: NoPuzzle(), settings: settings)
    game.turns = Turns(players: observation.players, toMove: observation.toMove.first)
    let letters = Array(observation.board.rows.map(\.letters).joined())
    guard letters.count == game.marks.count else { return nil }
    game.marks = letters.map { $0 == "·" ? nil : $0 == "x" ? 0 : 1 }
    return game
  }
}
