import GameKit
import WireProtocol

/// Looks for the letters of a move where everybody sees them: somebody who is still playing the same puzzle could use
/// them.
struct PublicMove {
  /// Texts of four characters or more in the move, in lower case. Shorter ones stand in other words by chance.
  private let texts: [String]

  /// What a spectator saw before: a prompt or a note may hold any word.
  private let known: [String]

  /// - Parameters:
  ///   - move: the move as JSON.
  ///   - board: a spectator's board before it.
  init(move: String, after board: Board) {
    known = board.texts
    texts = Mangling.words(in: move)
  }

  func check<S: PuzzleSource>(
    _ turn: Turn, _ subject: Subject<S>, from place: Finding.Place, in game: S.G, _ diary: Diary
  ) {
    guard !texts.isEmpty else { return }
    for (key, value) in turn.open.members {
      report(in: Mangling.strings(in: value.text), "the public part of the turn, \"\(key)\",", diary, place)
    }
    report(in: [turn.openRemark], "what spectators read of the turn", diary, place)
    let board = subject.board(game, for: .outsider)
    report(in: board.texts.filter { !known.contains($0) }, "a spectator's board", diary, place)
    for player in subject.players {
      guard let outcome = subject.outcome(game, of: player) else { continue }
      report(in: [outcome.grid.headline] + outcome.grid.rows, "the share grid", diary, place)
    }
  }

  private func report(in shown: [String], _ what: String, _ diary: Diary, _ place: Finding.Place) {
    for text in shown {
      guard let move = texts.first(where: text.lowercased().contains) else { continue }
      return diary.found(.moveInPublic, "\(what) shows \"\(move)\" of the move", at: place)
    }
  }
}
