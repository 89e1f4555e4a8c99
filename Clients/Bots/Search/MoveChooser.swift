internal import GameKit
internal import WireProtocol

/// How a bot chooses that does not know the game.
enum ChoiceMethod: String, CaseIterable, Sendable {
  /// Among the moves that the board lists, or those that the game's source makes from the board, by lot.
  case random
  /// By a search over the game's own rules, where the bot has them; else at random.
  case search
}

/// What to send as a move.
enum ChosenMove: Equatable, Sendable {
  case typed(JSON)
  case text(String)
}

/// Chooses a move from what a board shows, in any game: the board is all that it is given.
struct MoveChooser: Sendable {
  private let method: ChoiceMethod
  private let budget: SearchBudget
  private let game: (any SearchableGame.Type)?
  private let module: GameModule?
  private var generator: SeededGenerator

  /// - Parameter game: the module with the rules, as far as the bot has it.
  init(_ method: ChoiceMethod, game: GameModule?, budget: SearchBudget, seed: UInt64) {
    self.method = method
    self.budget = budget
    module = game
    self.game = game.flatMap { $0.game as? any SearchableGame.Type }
    generator = SeededGenerator(seed: seed)
  }

  /// Whether moves are searched for.
  var searches: Bool { method == .search && game != nil }

  /// A move of the player of that name; `nil` where the board offers none.
  ///
  /// - Parameters:
  ///   - settings: those of the room.
  ///   - atRandom: whether to search for nothing: what a search has found was refused.
  mutating func choose(
    on board: Board, as name: String, settings: JSON?, atRandom: Bool = false
  ) -> ChosenMove? {
    guard board.toMove.isEmpty || board.toMove.contains(name) else { return nil }
    if board.moves.count > 1, searches, !atRandom, let move = search(board, name, settings) { return .typed(move) }
    if let move = pick(board.moves) { return .typed(move) }
    if let choice = pick(board.choices.map(\.move).filter({ !$0.isEmpty })) { return .text(choice) }
    let moves = module?.candidates(on: board, settings: settings ?? [:], limit: Self.candidates, using: &generator)
    return pick(moves ?? []).map { .typed($0) }
  }

  /// So many are asked for of a source.
  private static let candidates = 16

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[generator.number(below: elements.count)]
  }

  private mutating func search(_ board: Board, _ name: String, _ settings: JSON?) -> JSON? {
    guard let game, let observation = Observation(board, of: name) else { return nil }
    return search(game, observation, settings, within: budget(on: board, for: name))
  }

  private mutating func search<G: SearchableGame>(
    _ game: G.Type, _ observation: Observation, _ settings: JSON?, within budget: SearchBudget
  ) -> JSON? {
    guard let settings = try? (settings ?? .object([:])).decode(G.Settings.self) else { return nil }
    var search = MatchSearch<G>(observation, settings: settings, seed: generator.next())
    return search.bestMove(within: budget).flatMap { try? JSON(encoding: $0) }
  }

  /// A part of what is left on the player's clock, if that is less than the bot may think.
  private func budget(on board: Board, for name: String) -> SearchBudget {
    var budget = budget
    let clock = board.clocks.first { $0.player == name }?.milliseconds
    for (left, share) in [(clock, 20), (board.endsInMilliseconds, 4)] {
      if let left { budget.time = min(budget.time, .milliseconds(max(0, left) / share)) }
    }
    return budget
  }
}
