internal import GameKit
internal import WireProtocol

/// How a bot without knowledge of the game chooses.
enum ChoiceMethod: String, CaseIterable, Sendable {
  /// At random among the board's moves, or those that the game's source makes from the board.
  case random
  /// By a search with the game's rules, if the bot has them; otherwise at random.
  case search
}

/// A move to send.
enum ChosenMove: Equatable, Sendable {
  case typed(JSON)
  case text(String)
}

/// Chooses a move in any game from the board alone.
struct MoveChooser: Sendable {
  private let method: ChoiceMethod
  private let budget: SearchBudget
  private let game: (any SearchableGame.Type)?
  private let module: GameModule?
  private var generator: SeededGenerator

  /// - Parameter game: the module with the rules, if the bot has it.
  init(_ method: ChoiceMethod, game: GameModule?, budget: SearchBudget, seed: UInt64) {
    self.method = method
    self.budget = budget
    module = game
    self.game = game.flatMap { $0.game as? any SearchableGame.Type }
    generator = SeededGenerator(seed: seed)
  }

  var searches: Bool { method == .search && game != nil }

  /// A move for the player of that name; `nil` if the board offers none.
  ///
  /// - Parameters:
  ///   - settings: those of the room.
  ///   - atRandom: whether to skip the search, because its result was refused.
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

  /// The number of moves requested from a source.
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

  /// A part of the player's remaining time, if that is less than the search's limit.
  private func budget(on board: Board, for name: String) -> SearchBudget {
    var budget = budget
    let clock = board.clocks.first { $0.player == name }?.milliseconds
    for (left, share) in [(clock, 20), (board.endsInMilliseconds, 4)] {
      if let left { budget.time = min(budget.time, .milliseconds(max(0, left) / share)) }
    }
    return budget
  }
}
