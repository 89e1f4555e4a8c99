import GameKit
import WireProtocol

/// Checks the form and the sizes of a board's parts, on which clients rely.
struct PartChecks {
  private typealias Limit = Board.PartLimit

  let viewer: String
  let diary: Diary
  let place: Finding.Place

  func check(_ board: Board) {
    limit(board.parts.count, Limit.parts, "the board of \(viewer) has", "parts")
    if !board.parts.isEmpty, board.gestures.contains(where: { $0.act == .swap }) {
      diary.found(.badGesture, "a board with parts has the gesture swap, which clients offer on rows alone", at: place)
    }
    for part in board.parts {
      text(part.title, "the title of a part", Limit.title)
      switch part.content {
      case .grid(let grid): check(grid, of: part.title)
      case .cards(let cards): check(cards, of: part.title)
      }
    }
  }

  private func check(_ grid: Board.Grid, of title: String) {
    let what = FormChecks.quoted(title)
    if grid.rows.isEmpty { diary.found(.unevenRow, "the grid \(what) has no rows", at: place) }
    limit(max(grid.rows.count, grid.rows.map(\.tiles.count).max() ?? 0), Limit.side, "a side of \(what) has", "cells")
    FormChecks.checkRows(grid.rows, of: viewer, diary, place)
    FormChecks.checkField(grid.rows, diary, place)
    limit(grid.signs.count, Limit.signs, "\(what) has", "signs")
    for sign in grid.signs { text(sign.text, "what the sign \(sign.letter) stands for", Limit.words) }
    if Set(grid.signs.map(\.letter)).count < grid.signs.count {
      diary.found(.badText, "a sign of \(what) is explained twice", at: place)
    }
    let strange = FormChecks.strangePlaceholder(in: Gesture(.drag, grid.drag))
    if let strange {
      diary.found(.badGesture, "the drag on \(what) has \(strange), which nothing fills", at: place)
    }
  }

  private func check(_ cards: [Board.Card], of title: String) {
    limit(cards.count, Limit.cards, "\(FormChecks.quoted(title)) has", "cards")
    for card in cards {
      if !card.face.isEmpty { text(card.face, "the face of a card", Limit.face) }
      if !card.name.isEmpty { text(card.name, "the name of a card", Limit.words) }
      if !card.move.isEmpty { text(card.move, "the move of a card", Limit.move) }
      if !card.face.isEmpty, card.name.isEmpty, !card.face.contains(where: { $0.isLetter || $0.isNumber }) {
        diary.found(
          .badText, "the card \(FormChecks.quoted(card.face)) has no name for a screen reader", at: place
        )
      }
    }
  }

  private func text(_ text: String, _ what: String, _ most: Int) {
    guard !FormChecks.isLine(text, maximum: most) else { return }
    diary.found(.badText, "\(what) is not one line of at most \(most): \(FormChecks.quoted(text))", at: place)
  }

  private func limit(_ count: Int, _ most: Int, _ what: String, _ things: String) {
    guard count > most else { return }
    diary.found(.tooLarge, "\(what) \(count) \(things), and at most \(most) are sent", at: place)
  }
}
