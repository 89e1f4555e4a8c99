public import GameKit
public import WireProtocol

extension WordSearch {
  public func board(for viewer: Viewer) -> Board {
    guard let challenge else { return Board(title: Self.info.title, rows: []) }
    // The letters are there for all to see; where the words are is for those who may know.
    let showsFinds = viewer != .outsider
    return Board(
      title: Self.info.title,
      rows: rows(of: challenge, showsFinds: showsFinds),
      prompt: isOver ? "" : prompt(challenge),
      notes: notes(challenge, for: viewer),
      gestures: isOver
        ? [] : [Gesture(.drag, "{x1},{y1} {x2},{y2}"), Gesture(.key, "{letters}")],
      isGrid: true)
  }

  private func rows(of challenge: Challenge, showsFinds: Bool) -> [Board.Row] {
    var tiles = challenge.rows.map { Array(repeating: Tile.open.rawValue, count: $0.count) }
    if showsFinds {
      for find in grid.finds where challenge.targets.indices.contains(find.target) {
        let target = challenge.targets[find.target]
        guard let path = try? challenge.path(from: target.from, to: target.to),
          let seat = players.firstIndex(where: { $0.player == find.player })
        else { continue }
        for cell in path.cells where tiles[cell.y].indices.contains(cell.x) {
          tiles[cell.y][cell.x] = tile(of: seat).rawValue
        }
      }
    }
    return zip(challenge.rows, tiles).map { Board.Row(letters: $0, tiles: String($1)) }
  }

  private func prompt(_ challenge: Challenge) -> String {
    let language = Language.name(of: challenge.targetLanguage)
    let count = challenge.targets.count
    return count == 1
      ? "Find the \(language) word for \(challenge.word)" : "Find \(count) \(language) words for \(challenge.word)"
  }

  private func notes(_ challenge: Challenge, for viewer: Viewer) -> [String] {
    var notes = [
      "grid \(grids.count)/\(puzzle.challenges.count)", "\(grid.finds.count)/\(challenge.targets.count) found",
    ]
    if viewer != .outsider, !grid.finds.isEmpty {
      let words = grid.finds.compactMap { find in
        challenge.targets.indices.contains(find.target) ? challenge.targets[find.target].word : nil
      }
      notes[1] += ": " + words.joined(separator: ", ")
    }
    let misses = players.reduce(0) { $0 + $1.misses }
    if misses > 0 { notes.append(misses == 1 ? "1 miss" : "\(misses) misses") }
    // Those who do not play are told what is being looked for, and not what to do next.
    if case .seat = viewer { return notes }
    return ["\(challenge.word) in \(Language.name(of: challenge.targetLanguage))"] + notes
  }
}
