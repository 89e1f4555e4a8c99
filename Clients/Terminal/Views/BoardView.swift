internal import WireProtocol

struct BoardView {
  let room: RoomModel
  let board: Board
  let layout: BoardLayout
  let look: Look
  let isAnimated: Bool
  let now: Int
  /// The index of the part of the room's board.
  var part = 0

  /// The durations of turning a tile, shaking a row and celebrating a win, in milliseconds.
  static let turning = 90
  static let shaking = 400
  static let celebrating = 1400

  func draw(on frame: inout Frame) {
    if layout.hasNames { drawNames(on: &frame) }
    let typed = typedRow()
    let selected = Set(room.pointer.selection(on: board))
    let pointed = room.pointer.isShown && room.takesMoves ? room.pointer.cell : nil
    for y in layout.rows {
      let tiles = Array(board.rows[y].tiles)
      var letters = Array(board.rows[y].letters)
      var faintFrom = Int.max
      if y == board.openRow, let typed {
        letters = typed.letters
        faintFrom = typed.faintFrom
      }
      for x in layout.columns where tiles.indices.contains(x) && letters.indices.contains(x) {
        let cell = BoardCell(x: x, y: y, part: part)
        guard var place = layout.place(of: cell) else { continue }
        place.x += shake(y)
        let isTurned = isTurned(cell)
        draw(
          letters[x], isTurned ? tiles[x] : Tile.open.rawValue, in: place, isFaint: x >= faintFrom,
          isSelected: selected.contains(cell), isPointed: pointed == cell,
          isLit: isLit(cell) || room.lit.contains(cell), on: &frame)
      }
    }
  }

  private func drawNames(on frame: inout Frame) {
    for x in layout.columns {
      guard let place = layout.place(of: BoardCell(x: x, y: layout.rows.lowerBound)) else { continue }
      frame.put(Board.columnName(x), place.x + (layout.cellWidth - 1) / 2, layout.area.y, look.faint)
    }
    for y in layout.rows {
      guard let place = layout.place(of: BoardCell(x: layout.columns.lowerBound, y: y)) else { continue }
      let number = "\(y + 1)"
      frame.put(number, place.x - 1 - number.count, place.y + (layout.cellHeight - 1) / 2, look.faint)
    }
  }

  private func draw(
    _ letter: Character, _ tile: Character, in place: Area, isFaint: Bool, isSelected: Bool, isPointed: Bool,
    isLit: Bool, on frame: inout Frame
  ) {
    var style = look.tile(tile, isGrid: board.isGrid)
    if isSelected {
      style =
        look.isPlainColour
        ? TextStyle(ink: Colour(0x10202E), paper: Colour(0x8EC7F2), isBold: true)
        : TextStyle(isBold: true, isReversed: true)
    }
    if isPointed {
      if look.isPlainColour, !isSelected {
        style = TextStyle(ink: Colour(0x10202E), paper: Colour(0xF2E3A0), isBold: true)
      }
      style.isReversed = look.isPlainColour ? false : !isSelected
      style.isUnderlined = true
    }
    if isLit { style.isReversed.toggle() }
    frame.fill(place, style)
    // Only the letter: empty tiles do not change while typing.
    if isFaint, letter != " " { style.isFaint = true }
    var shown = Self.shown(letter, tile, look)
    // Empty tiles without gaps would look like pillars.
    if layout.isDense, letter == " ", tile == Tile.open.rawValue { shown = "_" }
    let middle = place.y + place.height / 2
    let width = TextWidth.of(shown)
    let x = place.x + (place.width - width) / 2
    if !look.isPlainColour, place.width >= 3 {
      var signs = look.signs(tile)
      if isSelected { signs = ("»", "«") }
      if isPointed, tile == Tile.open.rawValue { signs = ("‹", "›") }
      frame.put(String(signs.left), x - 1, middle, style)
      frame.put(String(signs.right), x + width, middle, style)
    }
    frame.put(String(shown), x, middle, style, limit: place.right)
  }

  /// A letter on its tile: in upper case, unless lower case has a meaning.
  private static func shown(_ letter: Character, _ tile: Character, _ look: Look) -> Character {
    if letter == " ", look == .signs || tile != Tile.open.rawValue { return look.sign(tile) }
    if look == .signs, tile == Tile.elsewhere.rawValue || tile == Tile.absent.rawValue { return letter }
    let capital = letter.uppercased()
    return capital.count == 1 ? capital.first ?? letter : letter
  }

  /// The open row with typed letters, a pending move, or a carried tile.
  private func typedRow() -> (letters: [Character], faintFrom: Int)? {
    guard let y = board.openRow, room.isPlaying else { return nil }
    var letters = Array(board.rows[y].letters)
    if let anchor = room.pointer.anchor, board.drag == nil, letters.indices.contains(anchor.x),
      letters.indices.contains(room.pointer.cell.x)
    {
      letters.swapAt(anchor.x, room.pointer.cell.x)
      return (letters, Int.max)
    }
    let text = room.draft.isEmpty ? room.underWay.first?.text ?? "" : room.draft.text
    let typed = Array(text.lowercased())
    guard !typed.isEmpty, typed.count <= letters.count, typed.allSatisfy(\.isLetter) else { return nil }
    // For letters to sort, those not typed yet stay visible.
    var rest = letters
    for letter in typed { if let index = rest.firstIndex(of: letter) { rest.remove(at: index) } }
    return (typed + rest.prefix(letters.count - typed.count), typed.count)
  }

  // MARK: - Animation

  private func shake(_ y: Int) -> Int {
    guard isAnimated, y == board.openRow, let start = room.shakenAt, now - start < Self.shaking else { return 0 }
    return [1, -1, 1, -1, 0][(now - start) / 80 % 5]
  }

  private func isTurned(_ cell: BoardCell) -> Bool {
    guard isAnimated, !board.isGrid, board.drag == nil, let start = room.judgedAt, cell.y == lastJudged else {
      return true
    }
    return now - start >= cell.x * Self.turning
  }

  private var lastJudged: Int? {
    board.rows.lastIndex { $0.tiles.contains { $0 != Tile.open.rawValue } }
  }

  private func isLit(_ cell: BoardCell) -> Bool {
    guard isAnimated, let start = room.wonAt, cell.y == lastJudged || board.isGrid else { return false }
    let time = now - start - (board.isGrid ? 0 : (board.rows.first?.tiles.count ?? 0) * Self.turning)
    guard time >= 0, time < Self.celebrating else { return false }
    return (time / 60 - cell.x - (board.isGrid ? cell.y : 0)) % 8 == 0
  }
}

extension App {
  var isAnimating: Bool {
    guard shell.preferences.isAnimated, let room = shell.room else { return false }
    func isRecent(_ start: Int?, _ length: Int) -> Bool { start.map { shell.now - $0 < length } ?? false }
    let columns = room.board?.rows.first?.tiles.count ?? 0
    return isRecent(room.shakenAt, BoardView.shaking) || isRecent(room.judgedAt, min(columns, 24) * BoardView.turning)
      || isRecent(room.wonAt, BoardView.celebrating + min(columns, 24) * BoardView.turning)
  }
}
