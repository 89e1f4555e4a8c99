import GameKit
import WireProtocol

/// Plays two matches in parallel that differ only in one player's hand or secret action, and compares the views of the
/// others: while they receive the same turns, they must see the same.
///
/// The two matches come from chance with one different draw, or from two moves of a player whose turns look the same to
/// the others.
struct Hands<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var mostSteps: Int { 24 }
  /// How many steps two matches are played.
  private static var farthest: Int { 10 }
  /// How many draws of chance are changed, one at a time.
  private static var draws: Int { 40 }

  private struct World {
    let puzzle: G.Puzzle
    var game: G
  }

  /// Two matches, and the viewers who must not distinguish them.
  private struct Pair {
    var one: World
    var other: World
    let seed: UInt64
    /// Their difference, as findings describe it.
    let secret: String
    var blind: [Viewer]
    var elapsed = Elapsed.zero
    var steps: [String]
  }

  func check(seeds: [UInt64]) {
    var pairs = 0
    for seed in seeds where !diary.hasFound(.handSeen) {
      pairs += followChance(seed) + followMoves(seed)
    }
    diary.figures.comparisons += pairs
    if pairs == 0 {
      diary.missed("no player was seen to hold or do anything in secret, so that no hands were compared")
    }
  }

  private var everybody: [Viewer] { subject.players.map { .seat($0) } + [.outsider] }

  private func name(_ viewer: Viewer) -> String {
    if case .seat(let player) = viewer { "player \(player.number)" } else { "a spectator" }
  }

  private func place(_ pair: Pair) -> Finding.Place {
    subject.place(seed: pair.seed, step: pair.steps.count, moves: pair.steps)
  }

  /// The part of a turn that a viewer receives: players of the match receive its secret part.
  private func received(_ result: Result<Turn, Rejection>, by viewer: Viewer) -> String {
    guard case .success(let turn) = result else { return subject.text(result) }
    guard case .seat(let player) = viewer else { return "\(subject.openText(turn)) \(turn.openRemark)" }
    let remark = turn.remark.isEmpty ? turn.openRemark : turn.remark
    return "\(JSON.object(turn.full(for: player)).text) \(turn.spentTry) \(remark)"
  }

  private func sees(_ game: G, _ viewer: Viewer) -> String { subject.board(game, for: viewer).json }

  /// The turn and deadline, which the room sends to everybody.
  private func clockwork(_ game: G) -> String {
    "\(subject.toMove(game).map(\.number)) \(subject.deadline(game)?.milliseconds ?? -1)"
  }

  // MARK: - Chance

  /// - Returns: the number of compared pairs.
  private func followChance(_ seed: UInt64) -> Int {
    guard let puzzle = try? subject.puzzle(seed), let chance = puzzle as? Chance, let one = begin(puzzle, seed) else {
      return 0
    }
    var followed = 0
    // By holder and viewer, over the draws whose turns looked the same to the viewer: plus 1 if the boards differed,
    // minus 1,000 if they did not. Positive counts are leaks.
    var leaks: [[String]: Int] = [:]
    for draw in 0..<Self.draws {
      guard let altered = chance.altering(draw: draw) as? G.Puzzle, let other = begin(altered, seed) else { continue }
      let same = everybody.map { received(one.turn, by: $0) == received(other.turn, by: $0) }
      let looks = everybody.map { sees(one.world.game, $0) == sees(other.world.game, $0) }
      // Spectators receive only public parts.
      guard same.last == true else { continue }
      guard looks.last == true else {
        diary.found(
          .chanceInPublic,
          "what chance has brought at the beginning is seen by spectators: "
            + difference(sees(one.world.game, .outsider), sees(other.world.game, .outsider)),
          at: subject.place(seed: seed))
        return followed
      }
      if case .success(let turn) = one.turn, let index = everybody.indices.first(where: { same[$0] && !looks[$0] }),
        case .seat(let player) = everybody[index], turn.hands.contains(where: { $0.players.contains(player) })
      {
        diary.found(
          .handSeen,
          "player \(player.number) sees at the beginning what was not sent to them: "
            + difference(sees(one.world.game, everybody[index]), sees(other.world.game, everybody[index])),
          at: subject.place(seed: seed))
      }
      let holders = everybody.indices.filter { !same[$0] || !looks[$0] }
      for holder in holders {
        for viewer in everybody.indices where viewer != holder && same[viewer] {
          let key = [name(everybody[holder]), name(everybody[viewer])]
          leaks[key, default: 0] += looks[viewer] ? -1000 : 1
        }
      }
      guard let holder = holders.first, followed < 6 else { continue }
      let blind = everybody.indices.filter { same[$0] && looks[$0] }.map { everybody[$0] }
      follow(
        Pair(
          one: one.world, other: other.world, seed: seed, secret: "what \(name(everybody[holder])) holds", blind: blind,
          steps: []))
      followed += 1
    }
    // A hand that only the board shows may have swapped cards with another hand, which does not happen each time.
    for (key, count) in leaks.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where count > 2 {
      diary.found(
        .handSeen, "\(key[1]) sees at the beginning what \(key[0]) holds", at: subject.place(seed: seed))
    }
    return followed
  }

  private func begin(_ puzzle: G.Puzzle, _ seed: UInt64) -> (world: World, turn: Result<Turn, Rejection>)? {
    diary.doing("begin a match on the puzzle of seed \(seed)")
    var game = subject.start(puzzle)
    let turn = subject.handle(.begin(subject.players), &game, at: .zero)
    return turn.isRefused ? nil : (World(puzzle: puzzle, game: game), turn)
  }

  // MARK: - Moves

  /// At every step, tries another move of the player to move whose turn looks the same to the others.
  private func followMoves(_ seed: UInt64) -> Int {
    guard let puzzle = try? subject.puzzle(seed) else { return 0 }
    var walk = Walk<S>(puzzle: puzzle, game: subject.newGame(puzzle), seed: seed)
    var followed = 0
    for _ in 0..<Self.mostSteps where followed < 6 && !diary.hasFound(.handSeen) {
      let toMove = subject.toMove(walk.game)
      for player in toMove.isEmpty ? subject.players : toMove where subject.outcome(walk.game, of: player) == nil {
        guard let pair = pair(of: player, walk) else { continue }
        follow(pair)
        followed += 1
      }
      guard walk.advance(subject) else { break }
    }
    return followed
  }

  private func pair(of player: PlayerID, _ walk: Walk<S>) -> Pair? {
    var generator = walk.generator
    let moves = subject.candidates(walk.game, .seat(player), 5, using: &generator)
    guard let first = moves.first, let text = Subject<S>.text(first) else { return nil }
    let others = everybody.filter { $0 != .seat(player) }
    var one = World(puzzle: walk.puzzle, game: walk.game)
    let result = play(first, &one, player, walk.next, text)
    guard !result.isRefused else { return nil }
    for move in moves.dropFirst() {
      guard let second = Subject<S>.text(move), second != text else { continue }
      var other = World(puzzle: walk.puzzle, game: walk.game)
      let answer = play(move, &other, player, walk.next, second)
      guard !answer.isRefused, others.allSatisfy({ received(result, by: $0) == received(answer, by: $0) }),
        subject.playing(one.game) == subject.playing(other.game)
      else { continue }
      var pair = Pair(
        one: one, other: other, seed: walk.seed, secret: "what player \(player.number) has done", blind: others,
        steps: walk.steps + ["\(player.number) \(text)|\(second)"])
      pair.elapsed = walk.next
      guard compare(pair) else { return nil }
      return pair
    }
    return nil
  }

  private func play(
    _ move: G.Move, _ world: inout World, _ player: PlayerID, _ elapsed: Elapsed, _ text: String
  ) -> Result<Turn, Rejection> {
    diary.doing("play \(text) by player \(player.number) to compare what others see of it")
    return subject.play(move, on: &world.game, puzzle: world.puzzle, by: player, at: elapsed)
  }

  // MARK: - Comparing

  /// Whether viewers who received the same turns see the same.
  private func compare(_ pair: Pair) -> Bool {
    for viewer in pair.blind {
      let (one, other) = (sees(pair.one.game, viewer), sees(pair.other.game, viewer))
      guard one != other else { continue }
      diary.found(
        .handSeen,
        "\(name(viewer)) sees \(pair.secret): with the same messages, their boards differ, \(difference(one, other))",
        at: place(pair))
      return false
    }
    for case .seat(let player) in pair.blind where !listsAlike(pair, player) { return false }
    let (one, other) = (clockwork(pair.one.game), clockwork(pair.other.game))
    if !pair.blind.isEmpty, one != other {
      diary.found(
        .handSeen, "whose turn it is, or until when, tells \(pair.secret): \(difference(one, other))", at: place(pair))
      return false
    }
    return true
  }

  /// Equal boards must have equal listed moves.
  private func listsAlike(_ pair: Pair, _ player: PlayerID) -> Bool {
    let one = subject.listedText(pair.one.game, for: player)
    let other = subject.listedText(pair.other.game, for: player)
    guard one != other else { return true }
    diary.found(
      .secretInCandidates,
      "the moves listed for player \(player.number) depend on \(pair.secret): \(difference(one, other))",
      at: place(pair))
    return false
  }

  /// Plays the same moves in both while at least one viewer receives the same turns.
  private func follow(_ start: Pair) {
    var pair = start
    var generator = SeededGenerator(seed: start.seed &+ 17)
    for _ in 0..<Self.farthest {
      pair.elapsed = Elapsed(milliseconds: pair.elapsed.milliseconds + 700)
      guard !pair.blind.isEmpty, compare(pair), step(&pair, &generator) else { return }
    }
  }

  private func step(_ pair: inout Pair, _ generator: inout SeededGenerator) -> Bool {
    let toMove = subject.toMove(pair.one.game)
    var players = toMove.isEmpty ? subject.players : toMove
    generator.shuffle(&players)
    for player in players where subject.outcome(pair.one.game, of: player) == nil {
      guard let moves = candidates(pair, player, &generator) else { return false }
      for move in moves {
        let text = Subject<S>.text(move) ?? ""
        var next = pair
        let result = play(move, &next.one, player, pair.elapsed, text)
        let answer = play(move, &next.other, player, pair.elapsed, text)
        guard !result.isRefused, !answer.isRefused else {
          guard refusesAlike(result, answer, text, player, pair) else { return false }
          continue
        }
        guard subject.playing(next.one.game) == subject.players, subject.playing(next.other.game) == subject.players
        else { return false }
        next.blind = pair.blind.filter { received(result, by: $0) == received(answer, by: $0) }
        // If the move discloses the difference to all viewers, another one is tried.
        guard !next.blind.isEmpty else { continue }
        next.steps.append("\(player.number) \(text)")
        pair = next
        return true
      }
    }
    return false
  }

  /// The candidates of a player who sees the same in both; a difference is a fault.
  private func candidates(_ pair: Pair, _ player: PlayerID, _ generator: inout SeededGenerator) -> [G.Move]? {
    var twin = generator
    let one = subject.candidates(pair.one.game, .seat(player), 8, using: &generator)
    guard pair.blind.contains(.seat(player)) else { return one }
    let other = subject.candidates(pair.other.game, .seat(player), 8, using: &twin)
    let texts = [one, other].map { $0.compactMap { Subject<S>.text($0) }.joined(separator: " ") }
    guard texts[0] != texts[1] else { return one }
    diary.found(
      .secretInCandidates,
      "the candidate moves of player \(player.number) depend on \(pair.secret): \(difference(texts[0], texts[1]))",
      at: place(pair))
    return nil
  }

  private func refusesAlike(
    _ result: Result<Turn, Rejection>, _ answer: Result<Turn, Rejection>, _ text: String, _ player: PlayerID,
    _ pair: Pair
  ) -> Bool {
    guard pair.blind.contains(.seat(player)), subject.text(result) != subject.text(answer) else { return true }
    diary.found(
      .secretInRefusal,
      "a refusal costs nothing and tells player \(player.number) \(pair.secret): \(text) is answered in two ways, "
        + difference(subject.text(result), subject.text(answer)), at: place(pair))
    return false
  }
}
