import GameKit
import WireProtocol

/// Fuzzes a game with malformed lines, moves, times and players. None may trap, and refused ones must change nothing.
struct Garbage<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let game: G
  let puzzle: G.Puzzle
  let elapsed: Elapsed
  let diary: Diary
  let place: Finding.Place
  /// Valid moves as JSON.
  let samples: [String]
  /// Words that refusals must not contain.
  let secrets: SecretWords

  func offer(using generator: inout SeededGenerator) {
    guard let state = subject.state(game) else { return }
    let strings = samples.flatMap { Mangling.strings(in: $0) }
    for line in Mangling.lines(like: strings, using: &generator) {
      diary.figures.garbage += 1
      diary.doing("parse the line \(JSON.string(line).text), \(place)")
      do throws(Rejection) {
        tryOut(try subject.parse(line), state, "the line \(JSON.string(line).text)")
      } catch {
        FormChecks.check(error, to: "the line \(JSON.string(line).text)", diary, place)
      }
    }
    for sample in samples {
      for text in Mangling.values(like: sample, most: 40, using: &generator) {
        diary.figures.garbage += 1
        diary.doing("read the move \(text), \(place)")
        guard let move = try? subject.move(text) else { continue }
        tryOut(move, state, text)
      }
    }
    offerExtremes()
  }

  private func tryOut(_ move: G.Move, _ before: String, _ text: String) {
    guard !diary.hasFound(.sharedState, .refusalChangesState) else { return }
    var copy = game
    diary.doing("play \(text), \(place)")
    let result = subject.play(move, on: &copy, puzzle: puzzle, by: subject.players[0], at: elapsed)
    switch result {
    case .success:
      diary.doing("draw the boards after \(text), \(place)")
      _ = subject.look(at: copy)
    case .failure(let rejection):
      FormChecks.check(rejection, to: text, diary, place)
      checkSecrecy(of: rejection, to: text)
    }
    guard let now = subject.state(game), now != before else { return }
    if case .failure(let rejection) = result {
      diary.found(
        .refusalChangesState,
        "\(text) is refused (\(rejection.message)) but changes the game: "
          + difference(before, now), at: place)
    } else {
      diary.found(
        .sharedState, "\(text), played on a copy, changes the original: \(difference(before, now))", at: place)
    }
  }

  /// A refusal must not contain the solution while the player is still playing, because refusals are free.
  private func checkSecrecy(of rejection: Rejection, to text: String) {
    let player = subject.players[0]
    guard subject.hasPuzzles, subject.outcome(game, of: player) == nil,
      let word = secrets.first(in: [rejection.message, rejection.code], besides: text)
    else { return }
    diary.found(.secretInRefusal, "the refusal of \(text) names \"\(word)\" of the solution", at: place)
  }

  /// Times and players at the bounds of their types.
  private func offerExtremes() {
    let stranger = PlayerID(.max)
    diary.doing("look as a player who has never played, \(place)")
    _ = (subject.board(game, for: .seat(stranger)), subject.outcome(game, of: stranger))
    _ = subject.timeIsUp(game, for: stranger)
    for sample in samples.prefix(2) {
      guard let move = try? subject.move(sample) else { continue }
      for player in [subject.players[0], stranger] {
        for elapsed in [Elapsed.zero, Elapsed(milliseconds: .max)] {
          diary.doing("play \(sample) by player \(player.number) at \(elapsed.milliseconds) ms, \(place)")
          var copy = game
          _ = subject.play(move, on: &copy, puzzle: puzzle, by: player, at: elapsed)
          _ = subject.look(at: copy)
        }
      }
    }
    var generator = SeededGenerator(seed: 1)
    for limit in [0, -1] {
      diary.doing("ask for \(limit) candidate moves, \(place)")
      let moves = subject.candidates(game, .seat(subject.players[0]), limit, using: &generator)
      if !moves.isEmpty {
        diary.found(.tooManyCandidates, "\(limit) candidate moves were asked for and \(moves.count) came", at: place)
      }
    }
  }
}

/// Stored puzzles and settings are untrusted too: replay files and clients contain them.
extension Garbage {
  /// Plays damaged puzzles.
  func offerPuzzles(using generator: inout SeededGenerator) {
    guard subject.hasPuzzles, let text = Subject<S>.text(puzzle) else { return }
    for damaged in Mangling.values(like: text, most: 60, using: &generator) {
      diary.figures.garbage += 1
      diary.doing("play the stored puzzle \(damaged.prefix(300)), \(place)")
      guard let puzzle = try? JSON(parsing: damaged).decode(G.Puzzle.self) else { continue }
      _ = subject.key(of: puzzle)
      var game = subject.newGame(puzzle)
      let moves = subject.solution(of: puzzle) + samples.compactMap { try? subject.move($0) }
      for move in moves.prefix(12) {
        _ = subject.replay(move, on: &game, by: subject.players[0], at: elapsed)
        _ = subject.look(at: game)
      }
    }
  }

  /// Deals with damaged settings that validate.
  func offerSettings(using generator: inout SeededGenerator) {
    guard let text = Subject<S>.text(subject.settings) else { return }
    for damaged in Mangling.values(like: text, most: 60, using: &generator) {
      diary.figures.garbage += 1
      diary.doing("deal with the settings \(damaged.prefix(300))")
      guard let settings = try? JSON(parsing: damaged).decode(G.Settings.self), (try? settings.validate()) != nil,
        let puzzle = try? subject.source.puzzle(seed: 1, settings: settings, excluding: [])
      else { continue }
      _ = G(puzzle: puzzle, settings: settings).board(for: .outsider)
    }
  }
}
