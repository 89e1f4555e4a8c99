public import GameKit
public import WireProtocol

extension DailySort {
  public func board(for viewer: Viewer) -> Board {
    let showsLetters = viewer != .outsider
    let blank = String(repeating: " ", count: row.count)
    var rows = shownTries.map { Board.Row(letters: showsLetters ? $0.letters : blank, tiles: $0.tiles) }
    let lastRow = isGivenUp ? puzzle.word : row
    if !isSolved {
      rows.append(
        Board.Row(
          letters: showsLetters ? lastRow : blank,
          tiles: String(repeating: Tile.open.rawValue, count: row.count)))
    }
    var data: JSONObject = ["tries": .int(tried.count), "hints": .int(hints)]
    if showsLetters {
      data["row"] = .string(lastRow)
      let anagrams = tried.map(\.letters).filter { puzzle.anagrams?.contains($0) == true }
      if !anagrams.isEmpty { data["anagrams"] = .array(anagrams.map(JSON.string)) }
    }
    return Board(
      title: Self.info.title, rows: rows, prompt: isOver ? "" : "Sort the tiles into a word",
      notes: notes(showsLetters: showsLetters), data: data,
      gestures: isOver ? [] : [Gesture(.swap, "{x1} {x2}"), Gesture(.key, "{letters}")])
  }

  private func notes(showsLetters: Bool) -> [String] {
    var notes = [isOver ? effort : "try \(tried.count + 1)"]
    if !isOver, hints > 0 {
      let told = showsLetters ? ": \(puzzle.word.prefix(told).uppercased())…" : ""
      notes.append((hints == 1 ? "1 hint" : "\(hints) hints") + told)
    }
    if puzzle.beginsNewOrder { notes.append("every word has come once: a new order begins") }
    if isOver, showsLetters {
      let (meaning, separator) = (puzzle.meaning.line, puzzle.meaning.part.isEmpty ? ": " : ", ")
      notes.append(puzzle.word + (meaning.isEmpty ? "" : separator + meaning))
      if !puzzle.meaning.example.isEmpty { notes.append(puzzle.meaning.example) }
    }
    return notes
  }
}
