import GameKit
import WireProtocol

/// Checks what game-independent bots rely on: listed moves are accepted and only listed for players who may move, and a
/// match generated for a search looks like the actual one to its player.
struct ListedMoves<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary
  let puzzle: G.Puzzle

  /// How many moves are tried at each step.
  private static var tried: Int { 6 }
  /// How many matches are generated from one board.
  private static var worlds: Int { 2 }

  func check(_ game: G, at elapsed: Elapsed, _ place: Finding.Place) {
    let toMove = subject.toMove(game)
    for player in subject.players {
      makeFromBoard(game, player, toMove, elapsed, place)
      let moves = subject.listed(game, for: player)
      guard !moves.isEmpty else { continue }
      guard toMove.isEmpty || toMove.contains(player), subject.outcome(game, of: player) == nil else {
        return diary.found(
          .candidateOutOfTurn, "moves are listed for player \(player.number), who may not move", at: place)
      }
      if moves.count > CandidateMoves.maximum {
        diary.found(
          .tooManyCandidates, "\(moves.count) moves are listed, more than the \(CandidateMoves.maximum) there may be",
          at: place)
      }
      play(moves, "listed", game, player, elapsed, place)
      if let type = G.self as? any SearchableGame.Type { checkWorlds(type, game, player, place) }
    }
  }

  /// Moves that the source generates from a board are accepted from players who may move.
  private func makeFromBoard(
    _ game: G, _ player: PlayerID, _ toMove: [PlayerID], _ elapsed: Elapsed, _ place: Finding.Place
  ) {
    guard toMove.isEmpty || toMove.contains(player), subject.outcome(game, of: player) == nil else { return }
    var generator = SeededGenerator(seed: UInt64(place.step ?? 0))
    diary.doing("make moves from the board of player \(player.number), \(place)")
    let moves = subject.made(game, for: player, Self.tried, using: &generator)
    if moves.count > Self.tried {
      diary.found(
        .tooManyCandidates, "\(Self.tried) moves made from a board were asked for and \(moves.count) came", at: place)
    }
    play(moves, "made", game, player, elapsed, place)
  }

  private func play(
    _ moves: [G.Move], _ kind: String, _ game: G, _ player: PlayerID, _ elapsed: Elapsed, _ place: Finding.Place
  ) {
    var generator = SeededGenerator(seed: UInt64(place.step ?? 0))
    var moves = moves
    generator.shuffle(&moves)
    for move in moves.prefix(Self.tried) {
      let text = Subject<S>.text(move) ?? ""
      diary.doing("play the \(kind) move \(text) by player \(player.number), \(place)")
      var copy = game
      guard case .failure(let rejection) = subject.play(move, on: &copy, puzzle: puzzle, by: player, at: elapsed) else {
        continue
      }
      return diary.found(.candidateRefused, "the \(kind) move \(text) is refused: \(rejection.message)", at: place)
    }
  }

  private func checkWorlds<W: SearchableGame>(
    _ type: W.Type, _ game: G, _ player: PlayerID, _ place: Finding.Place
  ) {
    guard let settings = subject.settings as? W.Settings else { return }
    func found(_ sentence: String) { diary.found(.worldDisagrees, sentence, at: place) }
    guard let observation = Observation(of: game, by: player) else {
      return found("the board of player \(player.number) shows no seat of theirs, so that nothing can be searched")
    }
    for seed in 0..<UInt64(Self.worlds) {
      var generator = SeededGenerator(seed: seed)
      diary.doing("make a match that agrees with the board of player \(player.number), \(place)")
      let world: W? = subject.determinization(of: observation, settings: settings, using: &generator)
      guard let world = world as? G else {
        return found("no match is found that agrees with the board of player \(player.number)")
      }
      guard observation.agrees(with: world) else {
        let (seen, made) = (subject.board(game, for: .seat(player)).json, subject.board(world, for: .seat(player)).json)
        let why = seen == made ? "it is another's turn" : difference(seen, made)
        return found("a match made from the board of player \(player.number) does not look like it: \(why)")
      }
      let (listed, other) = (subject.listedText(game, for: player), subject.listedText(world, for: player))
      guard listed != other else { continue }
      return found(
        "a match made from the board of player \(player.number) has other moves: \(difference(listed, other))")
    }
  }
}
