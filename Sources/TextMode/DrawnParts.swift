import WireProtocol

/// Draws parts of a board as plain lines: grids side by side if they fit, cards by their names.
extension Drawing {
  static func parts(_ board: Board) -> [String] {
    var lines: [String] = []
    var grids: [Board.Part] = []
    func drawGrids() {
      lines += SideBySide.lines(of: grids.map(block)) + signs(of: grids)
      grids = []
    }
    for part in board.parts {
      guard let cards = part.cards else {
        grids.append(part)
        continue
      }
      drawGrids()
      lines.append("\(part.heading): \(self.cards(cards))")
    }
    drawGrids()
    return lines
  }

  private static func block(_ part: Board.Part) -> [String] {
    guard let grid = part.grid else { return [part.heading] }
    return [part.heading] + (grid.isTries ? grid.rows.filter { !isOpen($0) }.map(line(of:)) : self.grid(grid.rows))
  }

  /// The legend of the visible letters: `X hit, o water`.
  private static func signs(of grids: [Board.Part]) -> [String] {
    var seen: [Board.Sign] = []
    for grid in grids.compactMap(\.grid) {
      let letters = Set(grid.rows.flatMap(\.letters))
      for sign in grid.signs where letters.contains(sign.letter) && !seen.contains(sign) { seen.append(sign) }
    }
    return seen.isEmpty ? [] : [seen.map { "\($0.letter) \($0.text)" }.joined(separator: ", ")]
  }

  /// `7s = seven of spades, 12, 4 (not now), 5 face down`: with the text to type before the name, if they differ.
  static func cards(_ cards: [Board.Card]) -> String {
    let isChoice = cards.contains { !$0.move.isEmpty }
    var texts: [String] = []
    var index = 0
    while index < cards.count {
      let card = cards[index]
      let same = cards[index...].prefix { $0 == card }.count
      if card == .faceDown(), same > 1 {
        texts.append("\(same) face down")
        index += same
      } else {
        texts.append(text(of: card, isChoice: isChoice))
        index += 1
      }
    }
    return texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  private static func text(of card: Board.Card, isChoice: Bool) -> String {
    let words = (card.tile.map { "\($0.rawValue) " } ?? "") + card.words
    if card.move.isEmpty { return isChoice ? "\(words) (not now)" : words }
    return card.move == card.words ? words : "\(card.move) = \(words)"
  }
}

extension Board {
  /// The visible part of the board: its rows and parts without possible actions.
  var picture: [Part] {
    var board = self
    board.removePartMoves()
    return board.parts + [.grid("", rows: rows)]
  }
}
