public import WireProtocol

/// A guess at a word of five letters, with its colours.
public struct JudgedGuess: Hashable, Codable, Sendable {
  /// The guessed word.
  public let word: PackedWord
  /// The colours of its letters.
  public let colours: PackedColours

  /// A guess with known colours.
  public init(_ word: PackedWord, _ colours: PackedColours) { (self.word, self.colours) = (word, colours) }

  /// A guess at an answer.
  public init(_ word: PackedWord, at answer: PackedWord) {
    self.init(word, PackedColours(of: word, against: answer))
  }

  /// The guess of a board's row; `nil` for an open or hidden one.
  public init?(_ row: Board.Row) {
    guard let word = PackedWord(row.letters.lowercased()), let colours = PackedColours(tiles: row.tiles) else {
      return nil
    }
    self.init(word, colours)
  }

  /// The colours as text: `⬛🟨⬛⬛🟩`.
  public var tiles: String { colours.tiles }

  /// The row of a board.
  ///
  /// - Parameter showsLetters: whether the viewer may see the letters.
  public func row(showsLetters: Bool) -> Board.Row {
    Board.Row(letters: showsLetters ? word.text : Self.openRow.letters, tiles: tiles)
  }

  /// The row of a guess that has not been made.
  public static let openRow = Board.Row(
    letters: String(repeating: " ", count: PackedWord.length),
    tiles: String(repeating: Tile.open.rawValue, count: PackedWord.length))

  /// Whether the guess would have had the same colours if `other` were the answer.
  public func fits(_ other: PackedWord) -> Bool { PackedColours(of: word, against: other) == colours }
}

/// What the colours of all guesses reveal about each letter; a letter's colour only improves.
public struct GuessKeyboard: Sendable {
  private var letters = LetterKeys()
  /// The letters with known positions, nothing at the others.
  private var places = PackedWord.blank

  /// The keyboard after some guesses.
  public init(_ guesses: some Sequence<JudgedGuess>) {
    for guess in guesses {
      for place in 0..<PackedWord.length {
        letters.note(guess.word[place], guess.colours[place])
      }
      places = places.replacing(guess.word.places { guess.colours[$0] == .right })
    }
  }

  /// The keyboard of a board, the best colour first.
  public var keys: [Board.Keys] { letters.keys }

  /// `not: a c n   elsewhere: r   right: ____e`.
  public var remark: String {
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
      for place in 0..<PackedWord.length { text.append(places[place] == 0 ? UInt8(ascii: "_") : places[place]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
