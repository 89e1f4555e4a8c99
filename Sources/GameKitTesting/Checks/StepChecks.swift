import GameKit
import WireProtocol

/// What is tried with one move before it is played: on copies, so that the match goes on as if nothing had been.
struct StepChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let game: G
  let puzzle: G.Puzzle
  let player: PlayerID
  let elapsed: Elapsed
  let diary: Diary
  let place: Finding.Place
  /// Moves beside the one that is played: a restored game answers them as well, or refuses them for the same reason.
  let others: [G.Move]

  /// Whether the game is a value, and plays the same move the same way twice, and once more after a restore.
  ///
  /// - Returns: false when playing on would only repeat what has been found.
  func isSteady(_ move: G.Move, _ text: String) -> Bool {
    guard let state = subject.state(game) else {
      diary.found(.stateUnwritable, "the game's state cannot be written as JSON", at: place)
      return false
    }
    let before = look(game)
    let first = attempt(move, from: game)
    // References are looked for first, since they would look like chance.
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
    // A board drawn twice from one value must be the same: if not, that is chance, which the next check finds.
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
        "\(text) is refused (\(rejection.message)) and changes the game all the same, which must hold a reference: "
          + change, at: place)
    } else {
      diary.found(
        .sharedState,
        "\(text), played on a copy, changes the original, which must hold a reference: \(change)", at: place)
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
      diary.found(.stateLost, "a restored game answers \(text) in another way: \(difference)", at: place)
    }
    for other in others {
      guard let difference = differing(attempt(other, from: game), attempt(other, from: restored)) else { continue }
      let text = Subject<S>.text(other) ?? ""
      return diary.found(.stateLost, "a restored game answers \(text) in another way: \(difference)", at: place)
    }
  }
}
