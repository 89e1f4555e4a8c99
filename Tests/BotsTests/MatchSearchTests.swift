import GameKit
import Testing
import WireProtocol

@testable import ParlorBots
@testable import TableGames
@testable import TicTacToe

@Suite("Searching for a move")
struct MatchSearchTests {
  private let players = [PlayerID(1), PlayerID(2)]
  private let budget = SearchBudget(iterations: 300, time: .seconds(600))

  /// A match after some moves.
  private func game<G: Game>(_ start: G, _ moves: [G.Move] = []) throws -> G {
    var game = start
    _ = try game.handle(.begin(players), at: .zero)
    for move in moves {
      let mover = try #require(game.toMove.first)
      _ = try game.play(move, by: mover, at: .zero)
    }
    return game
  }

  private func found<G: SearchableGame>(
    _ game: G, _ settings: G.Settings, seed: UInt64 = 1, _ budget: SearchBudget? = nil
  ) throws -> G.Move? {
    let mover = try #require(game.toMove.first)
    let observation = try #require(Observation(of: game, by: mover))
    var search = MatchSearch<G>(observation, settings: settings, seed: seed)
    return search.bestMove(within: budget ?? self.budget)
  }

  private func connectFour(_ columns: [Int]) throws -> ConnectFour {
    try game(
      ConnectFour(puzzle: NoPuzzle(), settings: NoSettings()), columns.map { ConnectFour.Move(column: $0) })
  }

  @Test("A winning fourth disc is played", arguments: [([1, 7, 2, 7, 3, 6], 4), ([4, 1, 4, 2, 4, 2], 4)])
  func wins(columns: [Int], winner: Int) throws {
    for seed in 1...3 {
      let move = try found(connectFour(columns), NoSettings(), seed: UInt64(seed))
      #expect(move?.column == winner)
    }
  }

  @Test("Three discs of the opponent are blocked")
  func blocks() throws {
    let move = try found(connectFour([1, 4, 1, 4, 7, 4]), NoSettings(), seed: 1)
    #expect(move?.column == 4)
  }

  @Test("A search wins against random moves, whoever begins")
  func beatsRandom() throws {
    var generator = SeededGenerator(seed: 5)
    var won = 0
    for match in 0..<4 {
      var game = try connectFour([])
      let searcher = players[match % 2]
      while let mover = game.toMove.first {
        let moves = game.candidates(for: mover)
        var move = moves[generator.number(below: moves.count)]
        if mover == searcher {
          let budget = SearchBudget(iterations: 400, time: budget.time)
          move = try found(game, NoSettings(), seed: UInt64(match), budget) ?? move
        }
        _ = try game.play(move, by: mover, at: .zero)
      }
      if game.outcome(for: searcher)?.won == true { won += 1 }
    }
    #expect(won == 4)
  }

  @Test("Two hidden hands with the same board lead to the same move: a search uses only the board")
  func looksAlike() throws {
    let game = try game(HighCard(puzzle: Chance(seed: 4), settings: NoSettings()))
    var other = game
    (other.hands[1], other.deck) = (Array(game.deck.prefix(3)), game.hands[1] + game.deck.dropFirst(3))
    #expect(other.board(for: .seat(players[0])) == game.board(for: .seat(players[0])))
    #expect(other.hands[1] != game.hands[1])
    let moves = try [game, other].map { try found($0, NoSettings(), seed: 9) }
    #expect(moves[0] != nil && moves[0] == moves[1])
  }

  @Test("Sampled matches are consistent with the board, and differ in hidden information")
  func determinizations() throws {
    let game = try game(HighCard(puzzle: Chance(seed: 4), settings: NoSettings()))
    let observation = try #require(Observation(of: game, by: players[0]))
    var generator = SeededGenerator(seed: 2)
    var hands: Set<[Int]> = []
    for _ in 0..<20 {
      let world = try #require(
        HighCard.determinization(of: observation, settings: NoSettings(), using: &generator))
      #expect(observation.agrees(with: world) && world.hands[0] == game.hands[0])
      hands.insert(world.hands[1])
    }
    #expect(hands.count > 10)
  }

  @Test("An inconsistent observation is not searched")
  func disagreeing() throws {
    let game = try connectFour([1, 2, 1, 2])
    var observation = try #require(Observation(of: game, by: players[0]))
    #expect(observation.agrees(with: game))
    // The same discs with another note: no match of the game has this board.
    var board = game.board(for: .seat(players[0]))
    board.notes = ["a note"]
    for index in board.seats.indices { board.seats[index].player = "p\(index)" }
    board.toMove = ["p0"]
    observation = try #require(Observation(board, of: "p0"))
    var search = MatchSearch<ConnectFour>(observation, settings: NoSettings(), seed: 1)
    #expect(search.bestMove(within: budget) == nil)
  }

  @Test("A board from the wire is searched, unless the rules are missing or the board lists nothing")
  func chooser() throws {
    let game = try connectFour([1, 7, 2, 7, 3, 6])
    var board = game.board(for: .seat(players[0]))
    board.title = "Connect Four round 1"
    for index in board.seats.indices { board.seats[index].player = ["ana", "ben"][index] }
    board.toMove = ["ana"]
    board.moves = game.candidates(for: players[0]).compactMap { try? JSON(encoding: $0) }
    var chooser = MoveChooser(.search, game: TableGames.connectFour, budget: budget, seed: 1)
    #expect(chooser.searches)
    #expect(chooser.choose(on: board, as: "ana", settings: nil) == .typed(["column": 4]))
    #expect(chooser.choose(on: board, as: "ben", settings: nil) == nil)
    var blind = MoveChooser(.search, game: nil, budget: budget, seed: 1)
    #expect(!blind.searches)
    var chosen: Set<String> = []
    for _ in 0..<100 { if let move = blind.choose(on: board, as: "ana", settings: nil) { chosen.insert(move.text) } }
    #expect(chosen.count == 7)
    board.moves = []
    board.choices = [Board.Choice(text: "House", move: "1"), Board.Choice(text: "Mouse")]
    #expect(blind.choose(on: board, as: "ana", settings: nil) == .text("1"))
    board.choices = []
    #expect(blind.choose(on: board, as: "ana", settings: nil) == nil)
  }
}
