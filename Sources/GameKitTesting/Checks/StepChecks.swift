import GameKit
import WireProtocol

/// Checks of one move on copies of the game, before it is played.
struct StepChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let game: G
  let puzzle: G.Puzzle
  let player: PlayerID
  let elapsed: Elapsed
  let diary: Diary
  let place: Finding.Place
  /// Other moves that a restored game must answer like the original.
  let others: [G.Move]

  /// Whether the game has value semantics and gives the same result for a move twice and after a restore.
  ///
  /// - Returns: false if continuing would only repeat the finding.
  func isSteady(_ move: G.Move, _ text: String) -> Bool {
    guard let state = subject.state(game) else {
      diary.found(.stateUnwritable, "the game's state cannot be written as JSON", at: place)
      return false
    }
    let before = look(game)
    let first = attempt(move, from: game)
    // References are checked first, because their effects look like randomness.
    guard leavesAlone(before, state, first.result, text) else { return false }
    let second = attempt(move, from: game)
    if let difference = differing(first, second) {
      diary.found(.differsOnRepeat, "\(text), played twice from the same state: \(difference)", at: place)
      return false
    }
    checkMove(move, text)
    restore(state, move, text, first)
    return true
  }

  private struct Attempt {
    let result: Result<Turn, Rejection>
    let view: Look
  }

  private func attempt(_ move: G.Move, from game: G) -> Attempt {
    var copy = game
    let result = subject.play(move, on: &copy, puzzle: puzzle, by: player, at: elapsed)
    return Attempt(result: result, view: look(copy))
  }

  private func look(_ game: G) -> Look { subject.look(at: game) }

  private func differing(_ one: Attempt, _ other: Attempt) -> String? {
    if subject.text(one.result) != subject.text(other.result) {
      return "the turn differs: \(difference(subject.text(one.result), subject.text(other.result)))"
    }
    return subject.differing(one.view, other.view)
  }

  private func leavesAlone(
    _ before: Look, _ state: String, _ result: Result<Turn, Rejection>, _ text: String
  ) -> Bool {
    // A difference between two boards of one value is randomness, not a reference.
    let now = subject.state(game) ?? ""
    let drawn = look(game)
    let again = look(game)
    let listings = [subject.listing(of: game), subject.listing(of: game)]
    if let difference = subject.differing(drawn, again) ?? subject.differing(listings[0], listings[1]) {
      diary.found(.differsOnRepeat, "looked at twice, \(difference)", at: place)
      return false
    }
    let change = now == state ? subject.differing(before, drawn) : "the state differs: \(difference(state, now))"
    guard let change else { return true }
    if case .failure(let rejection) = result {
      diary.found(
        .refusalChangesState,
        "\(text) is refused (\(rejection.message)) but changes the game, which must contain a reference: "
          + change, at: place)
    } else {
      diary.found(
        .sharedState,
        "\(text), played on a copy, changes the original, which must contain a reference: \(change)", at: place)
    }
    return false
  }

  private func checkMove(_ move: G.Move, _ text: String) {
    guard (try? JSON(encoding: move))?.text == text else {
      return diary.found(.moveLost, "\(text) is another move as its Codable conformance writes it", at: place)
    }
    guard let again = try? subject.move(text) else {
      return diary.found(.moveLost, "\(text) cannot be read again", at: place)
    }
    if let other = Subject<S>.text(again), other != text {
      diary.found(.moveLost, "\(text) reads back as another move, \(other)", at: place)
    }
  }

  private func restore(_ state: String, _ move: G.Move, _ text: String, _ expected: Attempt) {
    guard let restored = subject.restored(state) else {
      return diary.found(.stateUnwritable, "the game's state cannot be read again: \(state.prefix(200))", at: place)
    }
    let moves = [game, restored].map { subject.listing(of: $0) }
    if let difference = subject.differing(look(game), look(restored)) ?? subject.differing(moves[0], moves[1]) {
      return diary.found(.stateLost, "in a restored game \(difference)", at: place)
    }
    if let difference = differing(expected, attempt(move, from: restored)) {
      diary.found(.stateLost, "a restored game answers \(text) differently: \(difference)", at: place)
    }
    for other in others {
      guard let difference = differing(attempt(other, from: game), attempt(other, from: restored)) else { continue }
      let text = Subject<S>.text(other) ?? ""
      return diary.found(.stateLost, "a restored game answers \(text) differently: \(difference)", at: place)
    }
  }
}
