import GameKit
import WireProtocol

/// Checks that a move's words are not public: players who are still solving the same puzzle could use them.
struct PublicMove {
  /// The move's strings of four or more characters, in lower case. Shorter ones occur in other words by chance.
  private let texts: [String]

  /// The texts of the spectator's board before: a prompt or note may contain any word.
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
