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
    let present = isOver ? (isWon ? "solved \(standing)" : standing) : "\(guesses.count + 1)/\(Self.maximumTries)"
    var notes = [isGivenUp ? "\(present), gave up" : present]
    if settings.isHard { notes.append(settings.ultra ? "ultra-hard mode" : "hard mode") }
    if isOver, showsLetters, let praise = outcome(for: PlayerID(0))?.praise { notes.append(praise) }
    return notes
  }
}

/// What the colours show about each letter; a letter's colour only improves.
struct Keyboard {
  private var letters = LetterKeys()
  private let guesses: [JudgedGuess]

  init(_ guesses: [JudgedGuess]) {
    self.guesses = guesses
    for guess in guesses {
      for (place, letter) in guess.word.letters.enumerated() { letters.note(letter, guess.marks[place].tile) }
    }
  }

  var keys: [Board.Keys] { letters.keys }

  /// The letters with known positions, `_` for the others.
  private var places: [UInt8] {
    var places = [UInt8](repeating: UInt8(ascii: "_"), count: Wordle.length)
    for guess in guesses {
      for (place, letter) in guess.word.letters.enumerated() where guess.marks[place] == .right {
        places[place] = letter
      }
    }
    return places
  }

  /// `not: a c n   elsewhere: r   right: ____e`.
  var remark: String {
    var text: [UInt8] = []
    text.reserveCapacity(80)
    func begin(_ label: StaticString) {
      if !text.isEmpty { text.append(contentsOf: [0x20, 0x20, 0x20]) }
      label.withUTF8Buffer { text.append(contentsOf: $0) }
    }
    func list(_ label: StaticString, _ letters: LetterKeys.Letters) {
      guard !letters.isEmpty else { return }
      begin(label)
      letters.forEach { letter in
        text.append(0x20)
        text.append(letter)
      }
    }
    list("not:", letters.absent)
    list("elsewhere:", letters.elsewhere)
    if !letters.right.isEmpty {
      begin("right: ")
      text.append(contentsOf: places)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
