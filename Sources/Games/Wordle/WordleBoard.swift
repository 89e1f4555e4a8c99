public import GameKit
public import WireProtocol

extension Wordle {
  public func board(for viewer: Viewer) -> Board {
    let showsLetters = viewer != .outsider
    var rows = guesses.map { guess in
      Board.Row(letters: showsLetters ? guess.word.text : Self.openRow.letters, tiles: guess.tiles)
    }
    rows += repeatElement(Self.openRow, count: max(0, Self.maximumTries - rows.count))
    return Board(
      title: Self.info.title,
      rows: rows,
      keys: showsLetters ? Keyboard(guesses).keys : [],
      prompt: isOver ? "" : "Guess a five-letter word",
      notes: notes(showsLetters: showsLetters),
      gestures: isOver ? [] : [Gesture(.key, "{letters}")])
  }

  private static let openRow = Board.Row(
    letters: String(repeating: " ", count: length), tiles: String(repeating: Tile.open.rawValue, count: length))

  private func notes(showsLetters: Bool) -> [String] {
    var notes = ["\(isOver ? guesses.count : guesses.count + 1)/\(Self.maximumTries)"]
    if settings.isHard { notes.append(settings.ultra ? "ultra-hard mode" : "hard mode") }
    if isOver, showsLetters, let praise = outcome(for: PlayerID(0))?.praise { notes.append(praise) }
    return notes
  }
}

/// What the colours say about each letter; a letter's colour only ever gets better.
struct Keyboard {
  /// For each letter from `a` to `z` its best colour.
  private var best = [Mark?](repeating: nil, count: 26)
  /// The letters whose place is known, `_` where none is.
  private var places = [UInt8](repeating: UInt8(ascii: "_"), count: Wordle.length)

  init(_ guesses: [JudgedGuess]) {
    for guess in guesses {
      for (place, letter) in guess.word.letters.enumerated() where (0x61...0x7A).contains(letter) {
        let mark = guess.marks[place]
        let key = Int(letter &- 0x61)
        best[key] = max(best[key] ?? .absent, mark)
        if mark == .right { places[place] = letter }
      }
    }
  }

  /// The letters of each colour in alphabetical order, best colour first.
  var keys: [Board.Keys] {
    [Mark.right, .elsewhere, .absent].compactMap { mark in
      let letters = letters(marked: mark)
      return letters.isEmpty ? nil : Board.Keys(tile: mark.tile, letters: String(decoding: letters, as: UTF8.self))
    }
  }

  /// `not: a c n   elsewhere: r   right: ____e`.
  var remark: String {
    var text: [UInt8] = []
    for (label, mark) in [("not:", Mark.absent), ("elsewhere:", .elsewhere)] {
      let letters = letters(marked: mark)
      guard !letters.isEmpty else { continue }
      text.append(contentsOf: (text.isEmpty ? label : "   " + label).utf8)
      for letter in letters { text += [UInt8(ascii: " "), letter] }
    }
    if places.contains(where: { $0 != UInt8(ascii: "_") }) {
      text.append(contentsOf: (text.isEmpty ? "right: " : "   right: ").utf8)
      text += places
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func letters(marked mark: Mark) -> [UInt8] {
    best.indices.filter { best[$0] == mark }.map { UInt8(truncatingIfNeeded: $0) &+ 0x61 }
  }
}
