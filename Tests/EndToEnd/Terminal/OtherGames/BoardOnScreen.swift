import ScreenHarness

/// The screen positions of a grid's fields, found by the labels at its edges.
struct BoardOnScreen {
  private let columns: [Int]
  private let rows: [Int]

  init?(_ screen: Screen, columns count: Int, rows rowCount: Int) {
    let names = "ABCDEFGHIJ".prefix(count)
    for (row, cells) in screen.cells.enumerated() {
      // The players are beside the board, after a border.
      let board = cells.prefix { $0.text != "│" }
      let letters = board.indices.filter { board[$0].text != " " && !board[$0].text.isEmpty }
      guard letters.map({ board[$0].text }).joined() == names else { continue }
      let numbered = (1...rowCount).compactMap { number in
        (row..<screen.rows).first { line in
          let text = screen.lines[line].prefix { $0 != "│" }
          return text.trimmed.first == Character("\(number)")
        }
      }
      guard numbered.count == rowCount else { return nil }
      (columns, rows) = (letters, numbered)
      return
    }
    return nil
  }

  func place(_ x: Int, _ y: Int) -> (column: Int, row: Int) { (columns[x], rows[y]) }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
