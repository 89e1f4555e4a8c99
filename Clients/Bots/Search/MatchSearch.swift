internal import GameKit
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The limits of a search for one move.
struct SearchBudget: Sendable {
  /// Simulated matches.
  var iterations = 2000
  /// The time limit, whatever the number of iterations.
  var time = Duration.seconds(1)
}

/// Information set Monte Carlo tree search: each iteration draws a match that is consistent with the player's board,
/// descends one tree by UCT among the moves that are legal in that match, and plays a random rollout.
///
/// In a game with perfect information there is only one such match, and this is plain UCT. All hidden information comes
/// from the determinizations.
struct MatchSearch<G: SearchableGame> {
  private let observation: Observation
  private let settings: G.Settings
  private var generator: SeededGenerator
  private var nodes = [Node()]

  /// The length after which a random match counts as undecided.
  private static var longestRollout: Int { 500 }
  /// The exploration constant: the square root of 2, as in UCB1 for rewards from 0 to 1.
  private static var exploration: Double { 2.0.squareRoot() }

  /// A move in the tree, or its root.
  private struct Node {
    var children: [G.Move: Int] = [:]
    var visits = 0.0
    /// The sum of rewards for the player who made the move.
    var reward = 0.0
    /// How often the move was legal when its siblings were chosen from.
    var availability = 0.0
  }

  init(_ observation: Observation, settings: G.Settings, seed: UInt64) {
    self.observation = observation
    self.settings = settings
    generator = SeededGenerator(seed: seed)
  }

  /// The move with the most visits; `nil` if no match is consistent with the player's board.
  mutating func bestMove(within budget: SearchBudget) -> G.Move? {
    let end = ContinuousClock.now + budget.time
    var failures = 0
    var first: G?
    for _ in 0..<max(1, budget.iterations) {
      guard let world = sample() else {
        failures += 1
        if failures > 50, first == nil { return nil }
        continue
      }
      first = first ?? world
      iterate(from: world)
      if ContinuousClock.now >= end { break }
    }
    // In the order of the game's list, so that ties do not depend on hashes.
    let moves = first?.candidates(for: observation.player) ?? []
    var best: (move: G.Move, visits: Double)?
    for move in moves {
      guard let child = nodes[0].children[move], nodes[child].visits > best?.visits ?? 0 else { continue }
      best = (move, nodes[child].visits)
    }
    return best?.move
  }

  /// A consistent match; `nil` if the game has made none.
  private mutating func sample() -> G? {
    let world = G.determinization(of: observation, settings: settings, using: &generator)
    return world.flatMap { observation.agrees(with: $0) ? $0 : nil }
  }

  // MARK: - One iteration

  private mutating func iterate(from world: G) {
    var match = SimulatedMatch(world)
    var path: [(node: Int, mover: PlayerID)] = []
    var (node, isLeaf) = (0, false)
    while !isLeaf, let mover = path.isEmpty ? observation.player : match.mover {
      let moves = match.game.candidates(for: mover)
      guard let choice = choose(among: moves, at: node), match.play(choice.move, by: mover) else { break }
      isLeaf = choice.isNew
      node = choice.isNew ? add(choice.move, to: node) : choice.node
      path.append((node, mover))
    }
    match.playOut(most: Self.longestRollout, using: &generator)
    nodes[0].visits += 1
    // An outcome draws the board, so it is computed once per player.
    var rewards: [PlayerID: Double] = [:]
    for (node, mover) in path {
      let reward = rewards[mover] ?? match.reward(of: mover, among: observation.players.count)
      rewards[mover] = reward
      nodes[node].visits += 1
      nodes[node].reward += reward
    }
  }

  private mutating func add(_ move: G.Move, to parent: Int) -> Int {
    nodes.append(Node(availability: 1))
    nodes[parent].children[move] = nodes.count - 1
    return nodes.count - 1
  }

  /// A random untried move; otherwise the one with the highest upper confidence bound.
  private mutating func choose(
    among moves: [G.Move], at parent: Int
  ) -> (move: G.Move, node: Int, isNew: Bool)? {
    let untried = moves.filter { nodes[parent].children[$0] == nil }
    var best: (move: G.Move, node: Int, bound: Double)?
    for move in moves {
      guard let child = nodes[parent].children[move] else { continue }
      nodes[child].availability += 1
      let node = nodes[child]
      let visits = max(1, node.visits)
      let bound = node.reward / visits + Self.exploration * (log(node.availability) / visits).squareRoot()
      if bound > best?.bound ?? -.infinity { best = (move, child, bound) }
    }
    guard untried.isEmpty else { return (untried[generator.number(below: untried.count)], 0, true) }
    return best.map { ($0.move, $0.node, false) }
  }
}
