import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Boards with parts")
struct PartsTests {
  private static func sea(_ title: String, _ size: Int = 6, drag: String = "", hit: Bool = false) -> Board.Part {
    var rows = (0..<size).map { _ in
      Board.Row(letters: String(repeating: "·", count: size), tiles: String(repeating: "⬜", count: size))
    }
    if hit {
      rows[1] = Board.Row(letters: "·X" + rows[1].letters.dropFirst(2), tiles: "⬜🟥" + rows[1].tiles.dropFirst(2))
    }
    return .grid(title, rows: rows, signs: [Board.Sign("X", "hit")], drag: drag)
  }

  private static func board(_ parts: [Board.Part]) -> Board {
    var board = Board(title: "Field", rows: [], prompt: "Your turn")
    board.parts = parts
    return board
  }

  private static let seas = board([sea("Their sea", drag: "{x1},{y1}", hit: true), sea("Your sea")])

  private static func cards(_ faces: [String], move: Bool = true) -> Board {
    board([
      .cards("Deck", Array(repeating: .faceDown(), count: 20)),
      .cards("Your hand", faces.map { Board.Card($0, name: "card \($0)", move: move ? "play \($0)" : "") }),
    ])
  }

  private func stage(_ board: Board, width: Int = 80, height: Int = 24, look: Look = .signs) -> Stage {
    var stage = Stage(width: width, height: height, look: look)
    stage.enter(board, mode: .together, players: ["ana", "ben"])
    return stage
  }

  private func place(of text: String, in stage: Stage) -> (x: Int, y: Int)? {
    for (y, line) in stage.lines.enumerated() {
      if let range = line.firstRange(of: text) {
        return (line.distance(from: line.startIndex, to: range.lowerBound), y)
      }
    }
    return nil
  }

  private func click(_ text: String, by offset: Int = 0, _ stage: inout Stage) throws {
    let spot = try #require(place(of: text, in: stage), "\(stage.text)")
    for act in [Mouse.Act.press, .release] {
      stage.happen(.input(.mouse(Mouse(act: act, x: spot.x + offset, y: spot.y))))
    }
  }

  @Test("Two grids are side by side if they fit, otherwise stacked")
  func arrangement() {
    let wide = stage(Self.seas)
    #expect(wide.lines.contains { $0.contains("Their sea") && $0.contains("Your sea") }, "\(wide.text)")
    let colours = stage(Self.seas, width: 40, height: 15, look: .colour)
    #expect(colours.lines.contains { $0.contains("Their sea") && $0.contains("Your sea") }, "\(colours.text)")
    // With signs in place of colours a cell is wider.
    let narrow = stage(Self.seas, width: 40, height: 24)
    #expect(!narrow.lines.contains { $0.contains("Their sea") && $0.contains("Your sea") }, "\(narrow.text)")
    #expect(narrow.text.contains("Their sea") && narrow.text.contains("Your sea"), "\(narrow.text)")
  }

  @Test("Without room for both, the grid to play on is visible completely")
  func smallWindow() {
    let stage = stage(Self.seas, width: 40, height: 15)
    #expect(stage.text.contains("Their sea"), "\(stage.text)")
    for row in 1...6 { #expect(stage.lines.contains { $0.contains(" \(row) ") }, "\(stage.text)") }
    #expect(stage.text.contains("Your turn") && stage.lines.allSatisfy { TextWidth.of($0) <= 40 })
  }

  @Test("Arrows and space fire at a cell; the title names it and its content")
  func keys() {
    var stage = stage(Self.seas)
    stage.press(.character(" "))
    #expect(stage.moves == [], "the first key shows where one is")
    stage.press(.right, .down)
    #expect(stage.text.contains("Their sea · B2 hit"), "\(stage.text)")
    stage.press(.down, .character(" "))
    #expect(stage.moves == ["1,2"])
  }

  @Test("A click fires at its cell, and one on a grid without moves does nothing")
  func mouse() throws {
    var stage = stage(Self.seas)
    try click("X", &stage)
    #expect(stage.moves == ["1,1"])
    let own = try #require(place(of: "Your sea", in: stage))
    stage.happen(.input(.mouse(Mouse(act: .press, x: own.x + 4, y: own.y + 3))))
    #expect(stage.moves == ["1,1"])
  }

  @Test("A ship is drawn from end to end on one grid")
  func drag() throws {
    let drag = "{x1},{y1} {x2},{y2}"
    var stage = stage(Self.board([Self.sea("One", drag: drag), Self.sea("Two", drag: drag)]))
    stage.press(.right, .character(" "), .right, .right, .character(" "))
    #expect(stage.moves == ["0,0 2,0"])
    stage.press(.character(" "), .right, .right, .right, .right, .character(" "), .down, .character(" "))
    #expect(stage.moves == ["0,0 2,0", "0,0 0,1"])
  }

  @Test("A drag that ends on a card plays none")
  func dragToCard() throws {
    var board = Self.cards(["4"])
    board.parts.append(Self.sea("Sea", drag: "{x1},{y1} {x2},{y2}"))
    var stage = stage(board)
    let (sea, card) = (try #require(place(of: "Sea", in: stage)), try #require(place(of: "[4]", in: stage)))
    stage.happen(.input(.mouse(Mouse(act: .press, x: sea.x + 4, y: sea.y + 3))))
    stage.happen(.input(.mouse(Mouse(act: .release, x: card.x + 1, y: card.y))))
    #expect(stage.moves == [])
    try click("[4]", by: 1, &stage)
    #expect(stage.moves == ["play 4"])
  }

  @Test("Arrows move from the hand to the table, Enter plays a card, and its name is shown")
  func cardKeys() {
    var stage = stage(Self.cards(["4", "12", "30"]))
    #expect(stage.text.contains("[4] [12] [30]") && stage.text.contains("20×?"), "\(stage.text)")
    stage.press(.enter)
    #expect(stage.moves == [] && stage.text.contains("Your hand · card 4"), "\(stage.text)")
    stage.press(.right, .enter)
    #expect(stage.moves == ["play 12"])
    stage.press(.up)
    #expect(stage.text.contains("Deck · face down"), "\(stage.text)")
  }

  @Test("A double click plays one card, and the next one under the pointer stays in the hand")
  func doubleClick() throws {
    var stage = stage(Self.cards(["4", "12", "30"]))
    try click("[4]", by: 1, &stage)
    try click("[4]", by: 1, &stage)
    #expect(stage.moves == ["play 4"], "while the answer is pending")
    let moved = Moved(
      place: EventPlace(room: "wordle", seq: 2), player: "ana", turn: [:], board: Self.cards(["12", "30", "7"]))
    stage.happen(.heard(.moved(moved)))
    try click("[12]", by: 1, &stage)
    #expect(stage.moves == ["play 4"], "just after it")
    stage.app.shell.now += 1000
    try click("[12]", by: 1, &stage)
    #expect(stage.moves == ["play 4", "play 12"])
  }

  @Test("A card that is gone, or a turn that is over, is not played by an earlier pointer position")
  func stale() throws {
    var stage = stage(Self.cards(["4", "12", "30"]))
    stage.press(.right, .right, .right)
    let moved = Moved(
      place: EventPlace(room: "wordle", seq: 2), player: "ben", turn: [:], board: Self.cards(["4"], move: false))
    stage.happen(.heard(.moved(moved)))
    stage.press(.enter, .character(" "))
    try click(" 4 ", by: 1, &stage)
    #expect(stage.moves == [])
  }

  @Test(
    "The largest board is drawn in any window, and every key works",
    arguments: [(80, 24), (40, 15), (20, 6), (200, 60)])
  func largest(width: Int, height: Int) {
    let row = Board.Row(letters: String(repeating: "a", count: 40), tiles: String(repeating: "⬜", count: 40))
    let grid = Board.Part.grid("Grid", rows: Array(repeating: row, count: 40), drag: "{x1},{y1}")
    let hand = Board.Part.cards("Hand", (0..<120).map { Board.Card("c\($0)", move: "\($0)") })
    for parts in [Array(repeating: grid, count: 8), Array(repeating: hand, count: 8), [grid, hand, grid, hand]] {
      var stage = stage(Self.board(parts), width: width, height: height)
      for key in [Key.right, .right, .down, .down, .left, .up, .up, .right] {
        for _ in 0..<60 { stage.press(key) }
        #expect(stage.lines.count == height && stage.lines.allSatisfy { TextWidth.of($0) <= width })
      }
    }
  }

  @Test("Guesses at eight words show the last one of each in the smallest window", arguments: [Look.colour, .signs])
  func smallTries(look: Look) {
    let tries = Board.Row(letters: "crane", tiles: "⬛🟨⬛⬛🟩")
    let open = Board.Row(letters: "     ", tiles: "⬜⬜⬜⬜⬜")
    var board = Self.board((1...8).map { .tries("Word \($0)", rows: [tries, open]) })
    board.gestures = [Gesture(.key, "{letters}")]
    board.notes = ["guess 2/13"]
    let stage = stage(board, width: 40, height: 15, look: look)
    let letters = stage.text.filter(\.isLetter).lowercased()
    #expect(letters.ranges(of: "crane").count == 8, "\(stage.text)")
    #expect(stage.text.contains("guess 2/13"))
  }

  @Test("A cell is found again by its screen position", arguments: [(80, 24), (40, 15)])
  func places(width: Int, height: Int) {
    var board = Self.cards(["4", "12", "30"])
    board.parts.append(Self.sea("Sea", drag: "{x1},{y1}"))
    for focus in board.fields.indices {
      let area = Area(x: 1, y: 2, width: width - 2, height: height - 6)
      let layout = PartsLayout(board, in: area, needsSigns: true, focus: BoardCell(x: 0, y: 0, part: focus))
      #expect(layout.places.contains { $0.part == focus })
      for place in layout.places {
        for token in place.tokens {
          #expect(area.contains(token.area.x, token.area.y))
          let card = BoardCell(x: token.cards.lowerBound, y: 0, part: place.part)
          #expect(layout.cell(at: token.area.x, token.area.y) == card)
        }
        guard let grid = place.grid else { continue }
        for y in grid.rows {
          for x in grid.columns {
            guard let spot = grid.place(of: BoardCell(x: x, y: y)) else { continue }
            #expect(area.contains(spot.x, spot.y))
            #expect(layout.cell(at: spot.x, spot.y) == BoardCell(x: x, y: y, part: place.part))
          }
        }
      }
    }
  }
}
