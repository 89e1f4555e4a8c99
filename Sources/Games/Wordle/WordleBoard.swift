public import GameKit
public import WireProtocol

extension Wordle {
  public func board(for viewer: Viewer) -> Board {
    let showsLetters = viewer != .outsider
    let blank = String(repeating: " ", count: Self.length)
    var rows = guesses.map { Board.Row(letters: showsLetters ? $0.word.text : blank, tiles: $0.tiles) }
    let openRow = Board.Row(
      letters: blank, tiles: String(repeating: Tile.open.rawValue, count: Self.length))
    while rows.count < Self.maximumTries { rows.append(openRow) }
    return Board(
      title: Self.info.title,
      rows: rows,
      keys: showsLetters ? Keyboard(guesses).keys : [],
      prompt: isOver ? "" : "Guess a five-letter word",
      notes: notes(showsLetters: showsLetters),
      gestures: isOver ? [] : [Gesture(.key, "{letters}")])
  }

  private func notes(showsLetters: Bool) -> [String] {
    var notes = ["\(isOver ? guesses.count : guesses.count + 1)/\(Self.maximumTries)"]
    if settings.isHard { notes.append(settings.ultra ? "ultra-hard mode" : "hard mode") }
    if isOver, showsLetters, let praise = outcome(for: PlayerID(0))?.praise { notes.append(praise) }
    return notes
  }
}

/// What the colours say about each letter; a letter's colour only ever gets better.
struct Keyboard {
  private let best: [UInt8: Mark]
  private let places: String

  init(_ guesses: [JudgedGuess]) {
    var best: [UInt8: Mark] = [:]
    var places = [Character](repeating: "_", count: Wordle.length)
    for guess in guesses {
      for (place, letter) in guess.word.letters.enumerated() {
        best[letter] = max(best[letter] ?? .absent, guess.marks[place])
        if guess.marks[place] == .right { places[place] = Character(UnicodeScalar(letter)) }
      }
    }
    self.best = best
    self.places = String(places)
  }

  /// The letters of each colour in alphabetical order, best colour first.
  var keys: [Board.Keys] {
    [Mark.right, .elsewhere, .absent].compactMap { mark in
      let letters = letters(marked: mark)
      return letters.isEmpty ? nil : Board.Keys(tile: mark.tile, letters: letters)
    }
  }

  /// `not: a c n   elsewhere: r   right: ____e`.
  var remark: String {
    var parts: [String] = []
    let absent = letters(marked: .absent)
    let elsewhere = letters(marked: .elsewhere)
    if !absent.isEmpty { parts.append("not: " + Self.spaced(absent)) }
    if !elsewhere.isEmpty { parts.append("elsewhere: " + Self.spaced(elsewhere)) }
    if places.contains(where: { $0 != "_" }) { parts.append("right: " + places) }
    return parts.joined(separator: "   ")
  }

  private func letters(marked mark: Mark) -> String {
    let letters = best.filter { $0.value == mark }.keys.sorted()
    return String(decoding: letters, as: UTF8.self)
  }

  private static func spaced(_ letters: String) -> String {
    letters.map(String.init).joined(separator: " ")
  }
}
