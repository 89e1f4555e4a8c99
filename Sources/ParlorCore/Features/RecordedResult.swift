package import GameKit
import Kernel
package import WireProtocol

/// The pseudo-game under which a feature records results: they are shared, count in statistics and for a streak, and
/// are in the history.
package struct RecordedGame {
  /// The id under which they are stored, which no game has.
  package let id: String
  /// Its name for people.
  package let title: String
  /// Whether a result is a match that the player has just finished, and can refer to as the last one.
  let isPlayed: Bool
  /// The link to today's result.
  package let link: DrawnPage.Link?

  package init(id: String, title: String, isPlayed: Bool = true, link: DrawnPage.Link? = nil) {
    (self.id, self.title, self.isPlayed, self.link) = (id, title, isPlayed, link)
  }
}

/// A result of a ``RecordedGame``.
package struct RecordedResult {
  package let game: RecordedGame
  /// The day for which it counts; `nil` for today.
  package let day: Day?
  package let won: Bool
  package let score: Int
  let grid: ShareGrid
  /// Its label in the share text; `nil` for the number of the day.
  let label: String?

  package init(
    of game: RecordedGame, on day: Day? = nil, won: Bool, score: Int, label: String? = nil, grid: ShareGrid
  ) {
    (self.game, self.day, self.won, self.score, self.label, self.grid) = (game, day, won, score, label, grid)
  }
}

extension Hub {
  /// The games of which features record results.
  var recordedGames: [RecordedGame] { kernel.contributions() }

  /// The ids of pseudo-games whose results are no matches just finished, each between spaces.
  var unplayedGames: String { " " + recordedGames.filter { !$0.isPlayed }.map { $0.id + " " }.joined() }

  /// Whether a match is such a result.
  func isRecorded(_ match: StoredMatch) -> Bool { recordedGames.contains { $0.id == match.game } }

  /// Stores a match without puzzle and moves, with its result.
  func record(_ result: RecordedResult, of player: Player) -> (match: Int64, share: String) {
    let day = result.day ?? today
    let scope = PuzzleScope.day(game: result.game.id, day)
    let isDaily = !knowledge.hasFinished(player.id, scope)
    if isDaily { knowledge.finish(scope, by: player.id) }
    let mode = isDaily ? ModeKind.daily : .practice
    let label = result.label ?? (isDaily ? ShareGrid.numberText(day.number) : mode.rawValue)
    let share = result.grid.text(title: result.game.title, label: label)
    let match = StoredMatch(
      id: numbers.next(), room: 0, game: result.game.id, mode: mode.rawValue, puzzleKey: "", puzzle: Array("{}".utf8),
      settings: Array("{}".utf8), day: isDaily ? day.number : nil, round: nil, player: player.id, isRanked: isDaily,
      startedAt: now)
    func append(_ fact: MatchFact) { journal.append(MatchDocument.line(fact, of: match.id)) }
    append(.opened(match))
    append(
      .finished(
        StoredResult(
          match: match.id, player: player.id, game: match.game, mode: match.mode, day: day.number, won: result.won,
          tries: nil, score: result.score, elapsed: Elapsed(milliseconds: 0), isRanked: isDaily, share: share,
          secret: Array("{}".utf8), finishedAt: now), told: nil))
    append(.closed)
    return (match.id, share)
  }
}
