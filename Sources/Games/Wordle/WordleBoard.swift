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

/// What the colours say about each letter; a letter's colour only ever gets better.
struct Keyboard {
  /// Letters of a colour as a set of bits, `a` the lowest.
  private struct Letters {
    var bits: UInt32 = 0

    mutating func insert(_ letter: UInt8) { bits |= (1 << UInt32(letter & 31)) >> 1 }

    func forEach(_ body: (UInt8) -> Void) {
      var rest = bits
      while rest != 0 {
        body(0x61 &+ UInt8(truncatingIfNeeded: rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }

    var text: String {
      String(unsafeUninitializedCapacity: bits.nonzeroBitCount) { bytes in
        var count = 0
        forEach { letter in
          bytes[count] = letter
          count += 1
        }
        return count
      }
    }
  }

  private var right = Letters()
  private var elsewhere = Letters()
  private var absent = Letters()
  private let guesses: [JudgedGuess]

  init(_ guesses: [JudgedGuess]) {
    self.guesses = guesses
    for guess in guesses {
      for (place, letter) in guess.word.letters.enumerated() {
        switch guess.marks[place] {
        case .right: right.insert(letter)
        case .elsewhere: elsewhere.insert(letter)
        case .absent: absent.insert(letter)
        }
      }
    }
    elsewhere.bits &= ~right.bits
    absent.bits &= ~(right.bits | elsewhere.bits)
  }

  var keys: [Board.Keys] {
    [(Tile.right, right), (.elsewhere, elsewhere), (.absent, absent)].compactMap { tile, letters in
      letters.bits == 0 ? nil : Board.Keys(tile: tile, letters: letters.text)
    }
  }

  /// The letters whose place is known, `_` where none is.
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
    func list(_ label: StaticString, _ letters: Letters) {
      guard letters.bits != 0 else { return }
      begin(label)
      letters.forEach { letter in
        text.append(0x20)
        text.append(letter)
      }
    }
    list("not:", absent)
    list("elsewhere:", elsewhere)
    if right.bits != 0 {
      begin("right: ")
      text.append(contentsOf: places)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
