internal import WireProtocol

struct Cell: Hashable, Sendable {
  /// One grapheme.
  var text: Character
  var style: TextStyle
  /// Columns: 1 or 2, and 0 for the right half of a wide cell.
  var width: UInt8

  static let blank = Cell(text: " ", style: .plain, width: 1)
}

struct Area: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }

  func contains(_ x: Int, _ y: Int) -> Bool { x >= self.x && x < right && y >= self.y && y < bottom }

  func inset(_ dx: Int, _ dy: Int) -> Area {
    Area(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  mutating func takeTop(_ lines: Int) -> Area {
    let lines = min(max(lines, 0), height)
    let top = Area(x: x, y: y, width: width, height: lines)
    y += lines
    height -= lines
    return top
  }

  mutating func takeBottom(_ lines: Int) -> Area {
    let lines = min(max(lines, 0), height)
    height -= lines
    return Area(x: x, y: y + height, width: width, height: lines)
  }

  mutating func takeRight(_ columns: Int) -> Area {
    let columns = min(max(columns, 0), width)
    width -= columns
    return Area(x: x + width, y: y, width: columns, height: height)
  }
}

struct Frame: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  let width: Int
  let height: Int
  private(set) var cells: [Cell]
  var cursor: Point?
  /// The keys that clicks on areas stand for. The one drawn last is on top.
  private(set) var links: [Link] = []

  struct Link: Hashable, Sendable {
    var area: Area
    var key: Key
  }

  init(width: Int, height: Int) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < width, y >= 0, y < height else { return .blank }
    return cells[y * width + x]
  }

  /// Writes text on a line, as far as it fits; characters without width are left out, so that no text can move the
  /// cursor.
  ///
  /// - Parameter limit: the column before which it ends; by default the frame's edge.
  /// - Returns: the column after it.
  @discardableResult
  mutating func put(_ text: some StringProtocol, _ x: Int, _ y: Int, _ style: TextStyle = .plain, limit: Int? = nil)
    -> Int
  {
    let limit = min(limit ?? width, width)
    guard y >= 0, y < height else { return x }
    var x = x
    for character in text {
      let columns = TextWidth.of(character)
      guard columns > 0 else { continue }
      guard x + columns <= limit else { break }
      if x >= 0 { set(character, columns, x, y, style) }
      x += columns
    }
    return x
  }

  mutating func link(_ area: Area, to key: Key) { links.append(Link(area: area, key: key)) }

  /// Removes the clickable areas below an overlay.
  mutating func removeLinks() { links = [] }

  func key(at x: Int, _ y: Int) -> Key? { links.last { $0.area.contains(x, y) }?.key }

  mutating func restyle(_ area: Area, _ change: (inout TextStyle) -> Void) {
    for y in max(0, area.y)..<max(0, area.y, min(height, area.bottom)) {
      for x in max(0, area.x)..<max(0, area.x, min(width, area.right)) { change(&cells[y * width + x].style) }
    }
  }

  mutating func fill(_ area: Area, _ style: TextStyle = .plain) {
    for y in max(0, area.y)..<max(0, area.y, min(height, area.bottom)) {
      for x in max(0, area.x)..<max(0, area.x, min(width, area.right)) { set(" ", 1, x, y, style) }
    }
  }

  private mutating func set(_ character: Character, _ columns: Int, _ x: Int, _ y: Int, _ style: TextStyle) {
    let index = y * width + x
    // Half of a wide cell cannot remain.
    if cells[index].width == 0, x > 0 { cells[index - 1] = Cell(text: " ", style: cells[index - 1].style, width: 1) }
    let last = index + columns - 1
    if x + columns < width, cells[last + 1].width == 0 {
      cells[last + 1] = Cell(text: " ", style: cells[last + 1].style, width: 1)
    }
    cells[index] = Cell(text: character, style: style, width: UInt8(columns))
    if columns == 2 { cells[index + 1] = Cell(text: " ", style: style, width: 0) }
  }
}
