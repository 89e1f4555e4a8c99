public import GameKit
public import WireProtocol

extension WordSearch {
  public func board(for viewer: Viewer) -> Board {
    guard let challenge else { return Board(title: Self.info.title, rows: []) }
    // The letters are public; the positions of the words are for those who may know.
    let showsFinds = viewer != .outsider
    return Board(
      title: Self.info.title,
      rows: rows(of: challenge, showsFinds ? grid : GridState()),
      prompt: isOver ? "" : prompt(challenge),
      notes: notes(challenge, for: viewer), data: data(challenge),
      gestures: isOver
        ? [] : [Gesture(.drag, "{x1},{y1} {x2},{y2}"), Gesture(.key, "{letters}")],
      isGrid: true, completed: showsFinds ? completed : nil)
  }

  /// The previous grid, until somebody moves on this one.
  private var completed: Board.Completed? {
    let index = grids.count - 2
    guard grid == GridState(), !skipping.isProposed, puzzle.challenges.indices.contains(index) else { return nil }
    let challenge = puzzle.challenges[index]
    return Board.Completed(caption: challenge.answer, rows: rows(of: challenge, grids[index]))
  }

  private func rows(of challenge: Challenge, _ state: GridState) -> [Board.Row] {
    var tiles = challenge.rows.map { Array(repeating: Tile.open.rawValue, count: $0.count) }
    func light(_ from: Cell, _ to: Cell, _ tile: Tile) {
      guard let path = try? challenge.path(from: from, to: to) else { return }
      for cell in path.cells where tiles[cell.y].indices.contains(cell.x) {
        tiles[cell.y][cell.x] = tile.rawValue
      }
    }
    if state.isSkipped {
      for target in challenge.targets { light(target.from, target.to, .elsewhere) }
    }
    for find in state.finds where challenge.targets.indices.contains(find.target) {
      let target = challenge.targets[find.target]
      guard let seat = players.firstIndex(where: { $0.player == find.player }) else { continue }
      light(find.from ?? target.from, find.to ?? target.to, tile(of: seat))
    }
    return zip(challenge.rows, tiles).map { Board.Row(letters: $0, tiles: String($1)) }
  }

  private func prompt(_ challenge: Challenge) -> String {
    let language = TargetLanguage.name(of: challenge.targetLanguage)
    let count = challenge.targets.count
    if challenge.isAuthored { return "Find \(count == 1 ? "the word" : "\(count) words"): \(challenge.word)" }
    return count == 1
      ? "Find the \(language) word for \(challenge.wordAndSense)"
      : "Find \(count) \(language) words for \(challenge.wordAndSense)"
  }

  private func data(_ challenge: Challenge) -> JSONObject {
    let targets = challenge.targets.count
    var data: JSONObject = ["word": .string(challenge.word)]
    if let sense = challenge.sense { data["sense"] = .string(sense) }
    data["source_language"] = .string(challenge.sourceLanguage)
    data["target_language"] = .string(challenge.targetLanguage)
    data["challenge"] = .int(grids.count)
    data["challenges"] = .int(puzzle.challenges.count)
    data["targets"] = .int(targets)
    data["left"] = .int(targets - grid.finds.count)
    return data
  }

  private func notes(_ challenge: Challenge, for viewer: Viewer) -> [String] {
    var notes = [
      "grid \(grids.count)/\(puzzle.challenges.count)", "\(grid.finds.count)/\(challenge.targets.count) found",
    ]
    if viewer != .outsider, !grid.finds.isEmpty {
      let words = grid.finds.compactMap { find in
        challenge.targets.indices.contains(find.target) ? challenge.targets[find.target].text : nil
      }
      notes[1] += ": " + words.joined(separator: ", ")
    }
    let misses = players.reduce(0) { $0 + $1.misses }
    if misses > 0 { notes.append(misses == 1 ? "1 miss" : "\(misses) misses") }
    if isOver, grid.isSkipped {
      let hidden = hidden(in: challenge).map { challenge.targets[$0].text }.joined(separator: ", ")
      notes.append(viewer == .outsider ? "given up" : "given up: \(hidden)")
    }
    // Watchers see what is searched for, but not what to do next.
    if case .seat = viewer { return notes }
    if challenge.isAuthored { return [challenge.word] + notes }
    return ["\(challenge.wordAndSense) in \(TargetLanguage.name(of: challenge.targetLanguage))"] + notes
  }
}
