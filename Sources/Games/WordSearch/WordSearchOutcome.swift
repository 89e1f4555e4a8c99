public import GameKit
import WireProtocol

extension WordSearch {
  /// All players finish at once, each with a score: 100 points per find, minus 10 per miss and 1 per second.
  public func outcome(for player: PlayerID) -> Outcome? {
    guard let endedAt else { return nil }
    let tally = players.first { $0.player == player } ?? Tally(player: player)
    let skipped = grids.count(where: \.isSkipped)
    let seconds = Int(clamping: endedAt.milliseconds / 1000)
    let points = tally.found * 100 - tally.misses * 10
    var open: JSONObject = [
      "found": .int(tally.found), "misses": .int(tally.misses),
      "targets": .int(puzzle.challenges.reduce(0) { $0 + $1.targets.count }),
    ]
    if skipped > 0 { open["skipped"] = .int(skipped) }
    return Outcome(
      won: skipped == 0, score: max(0, points - min(seconds, 1_000_000)), open: open,
      praise: praise(skipped: skipped), grid: ShareGrid(headline: headline(endedAt), rows: grids.indices.map(row)))
  }

  public func progress(of player: PlayerID) -> Int {
    players.first { $0.player == player }.map { $0.found * 100 - $0.misses * 10 } ?? 0
  }

  private func praise(skipped: Int) -> String {
    if skipped > 0 { return "That is that" }
    return players.allSatisfy { $0.misses == 0 } ? "Perfect: not one miss" : "All found"
  }

  /// `en→es 5/5 · 1:42`.
  private func headline(_ endedAt: Elapsed) -> String {
    let first = puzzle.challenges.first
    let done = grids.count { !$0.isSkipped }
    let languages = first?.isAuthored == true ? "" : "\(first?.sourceLanguage ?? "")→\(first?.targetLanguage ?? "") "
    return "\(languages)\(done)/\(puzzle.challenges.count) · \(endedAt.clockText)"
  }

  /// One tile per selection at a grid, in order: the finder's colour or ⬛ for a miss; then ⬜ for each word not found.
  private func row(_ index: Int) -> String {
    var tiles: [Tile] = []
    var missesInARow = 0
    for mark in grids[index].marks {
      switch mark {
      case .find(let seat):
        tiles.append(players.count == 1 ? .right : tile(of: seat))
        missesInARow = 0
      case .miss:
        missesInARow += 1
        if missesInARow <= Self.missesShown { tiles.append(.absent) }
      }
    }
    let left = puzzle.challenges[index].targets.count - grids[index].finds.count
    if left > 0 { tiles += repeatElement(.open, count: left) }
    return String(tiles.map(\.rawValue))
  }

  /// Misses are unlimited; a shared row shows at most this many in a row.
  static let missesShown = 3
}

extension WordSearch {
  /// Translations that were not found.
  public func missed(by player: PlayerID) -> [MissedWord] {
    zip(puzzle.challenges, grids).filter { !$0.0.isAuthored }.flatMap { challenge, grid in
      challenge.targets.indices.filter { target in !grid.finds.contains { $0.target == target } }.map { target in
        let word = challenge.targets[target]
        let meaning = challenge.sense.map { "\(challenge.word) (\($0))" } ?? challenge.word
        return MissedWord(
          language: TargetLanguage.name(of: challenge.targetLanguage),
          word: WordDeck.Word(original: word.written ?? word.word, translation: meaning))
      }
    }
  }
}
