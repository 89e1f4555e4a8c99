import WireProtocol
@testable import ParlorTerminal

/// A minimal terminal for the drawing tests: takes bytes and shows cells. Independent of the code under test.
struct TinyTerminal {
  struct Cell: Hashable {
    var text: Character = " "
    var style = ""
  }

  let width: Int
  let height: Int
  private(set) var cells: [[Cell]]
  private(set) var x = 0
  private(set) var y = 0
  private(set) var isCursorShown = true
  private var style = ""

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Array(repeating: Array(repeating: Cell(), count: width), count: height)
  }

  mutating func take(_ bytes: [UInt8]) {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let character = rest.first {
      guard character == "\u{1B}" else {
        put(character)
        rest.removeFirst()
        continue
      }
      guard let end = rest.dropFirst(2).firstIndex(where: { $0.isLetter }) else { return }
      obey(rest[end], String(rest.dropFirst(2)[..<end]))
      rest = rest[rest.index(after: end)...]
    }
  }

  private mutating func obey(_ final: Character, _ parameters: String) {
    switch final {
    case "H":
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      (y, x) = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
    case "J": cells = Array(repeating: Array(repeating: Cell(), count: width), count: height)
    case "m": style = parameters == "0" ? "" : parameters
    case "h": isCursorShown = true
    case "l": isCursorShown = false
    default: break
    }
  }

  private mutating func put(_ character: Character) {
    guard y < height, x < width else { return }
    // Overwriting half of a wide character removes the other half.
    if cells[y][x].text == "\u{0}", x > 0 { cells[y][x - 1].text = " " }
    cells[y][x] = Cell(text: character, style: style)
    x += 1
    if TextWidth.of(character) == 2, x < width {
      cells[y][x] = Cell(text: "\u{0}", style: style)
      x += 1
    }
    if x < width, cells[y][x].text == "\u{0}", TextWidth.of(cells[y][x - 1].text) != 2 { cells[y][x].text = " " }
  }

  /// Whether it shows a frame.
  func shows(_ frame: Frame, _ depth: ColourDepth) -> Bool {
    for y in 0..<height {
      for x in 0..<width {
        let cell = frame[x, y]
        let sequence = String(cell.style.sequence(depth).dropFirst(2).dropLast())
        let text: Character = cell.width == 0 ? "\u{0}" : cell.text
        if cells[y][x] != Cell(text: text, style: sequence == "0" ? "" : sequence) { return false }
      }
    }
    guard let cursor = frame.cursor else { return !isCursorShown }
    return isCursorShown && cursor.x == x && cursor.y == y
  }
}
