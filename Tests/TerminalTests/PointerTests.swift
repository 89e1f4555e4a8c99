import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Pointing at boards")
struct PointerTests {
  static let field = Board(
    title: "Field", rows: ["abcd", "efgh", "ijkl"].map { Board.Row(letters: $0, tiles: "⬜⬜⬜⬜") },
    gestures: [Gesture(.drag, "{x1},{y1} {x2},{y2}")], isGrid: true)
  static let tiles = Board(
    title: "Tiles", rows: [Board.Row(letters: "bca", tiles: "🟩🟨🟨"), Board.Row(letters: "bca", tiles: "⬜⬜⬜")],
    gestures: [Gesture(.swap, "{x1} {x2}"), Gesture(.key, "{letters}")])

  @Test("Arrows and space make a selection")
  func arrows() {
    var pointer = BoardPointer()
    let result1 = pointer.move(1, 0, on: Self.field)
    #expect(result1)
    #expect(pointer.cell == BoardCell(x: 0, y: 0))
    let result2 = pointer.move(1, 0, on: Self.field)
    #expect(result2)
    let result3 = pointer.act(on: Self.field)
    #expect(result3 == nil)
    for _ in 0..<9 { _ = pointer.move(1, 1, on: Self.field) }
    #expect(pointer.cell == BoardCell(x: 3, y: 2))
    #expect(pointer.selection(on: Self.field).count == 3)
    let result4 = pointer.act(on: Self.field)
    #expect(result4 == "1,0 3,2")
    #expect(pointer.anchor == nil)
  }

  @Test("A mouse selects by press, drag and release, or by two clicks")
  func mouse() {
    var pointer = BoardPointer()
    let result5 = pointer.follow(.press, at: BoardCell(x: 0, y: 1), on: Self.field)
    #expect(result5 == nil)
    let result6 = pointer.follow(.drag, at: BoardCell(x: 2, y: 1), on: Self.field)
    #expect(result6 == nil)
    let result7 = pointer.follow(.release, at: BoardCell(x: 3, y: 1), on: Self.field)
    #expect(result7 == "0,1 3,1")
    let result8 = pointer.follow(.press, at: BoardCell(x: 0, y: 0), on: Self.field)
    #expect(result8 == nil)
    let result9 = pointer.follow(.release, at: BoardCell(x: 0, y: 0), on: Self.field)
    #expect(result9 == nil)
    let result10 = pointer.follow(.press, at: BoardCell(x: 0, y: 2), on: Self.field)
    #expect(result10 == "0,0 0,2")
    _ = pointer.follow(.release, at: BoardCell(x: 0, y: 2), on: Self.field)
    _ = pointer.follow(.press, at: BoardCell(x: 1, y: 1), on: Self.field)
    let result11 = pointer.follow(.release, at: nil, on: Self.field)
    #expect(result11 == nil)
    #expect(pointer.anchor == nil)
  }

  @Test("A tile is picked up and dropped, with positions counted from 1")
  func swap() {
    var pointer = BoardPointer()
    pointer.fit(Self.tiles)
    #expect(pointer.cell.y == 1)
    let result12 = pointer.act(on: Self.tiles)
    #expect(result12 == nil)
    _ = pointer.move(1, 0, on: Self.tiles)
    _ = pointer.move(1, 0, on: Self.tiles)
    let result13 = pointer.act(on: Self.tiles)
    #expect(result13 == "1 3")
    _ = pointer.act(on: Self.tiles)
    let result14 = pointer.act(on: Self.tiles)
    #expect(result14 == nil, "a tile that is dropped where it was is no move")
  }

  @Test("A gesture of one cell is sent at once")
  func single() {
    var board = Self.field
    board.gestures = [Gesture(.drag, "{x1},{y1}")]
    var pointer = BoardPointer()
    let result15 = pointer.follow(.press, at: BoardCell(x: 2, y: 1), on: board)
    #expect(result15 == "2,1")
  }

  @Test("The cursor stays inside a shrinking board, and a board without gestures has none")
  func fitting() {
    var pointer = BoardPointer()
    for _ in 0..<9 { _ = pointer.move(1, 1, on: Self.field) }
    pointer.fit(Board(title: "Small", rows: [Board.Row(letters: "a", tiles: "⬜")], gestures: Self.field.gestures))
    #expect(pointer.cell == BoardCell(x: 0, y: 0))
    pointer.fit(nil)
    let result16 = pointer.move(1, 0, on: Board(title: "", rows: []))
    #expect(!result16)
    let result17 = pointer.act(on: Board(title: "", rows: []))
    #expect(result17 == nil)
  }

  @Test("The cells of a layout are found by their positions, at any size")
  func layout() {
    for (width, height) in [(30, 8), (40, 11), (80, 20), (150, 44), (6, 3)] {
      for board in [Self.field, Self.tiles] {
        let area = Area(x: 3, y: 2, width: width, height: height)
        let layout = BoardLayout(board, in: area, needsSigns: false, focus: BoardCell(x: 0, y: 0))
        for y in layout.rows {
          for x in layout.columns {
            guard let place = layout.place(of: BoardCell(x: x, y: y)) else {
              Issue.record("no place for \(x),\(y)")
              continue
            }
            #expect(layout.cell(at: place.x, place.y) == BoardCell(x: x, y: y))
            #expect(place.right <= area.right || width < 10)
          }
        }
      }
    }
  }
}
