internal import WireProtocol

/// The positions of a board's parts on the screen: grids side by side if they fit, otherwise stacked; cards on as many
/// lines as needed. If there is not enough room, the part at the cursor gets it.
struct PartsLayout: Hashable, Sendable {
  /// A card, or several equal ones that lie face down.
  struct Token: Hashable, Sendable {
    var cards: Range<Int>
    var text: String
    var area: Area
  }

  struct Place: Hashable, Sendable {
    var part: Int
    var title: Area
    var grid: BoardLayout?
    var tokens: [Token] = []
  }

  private(set) var places: [Place] = []
  private(set) var height = 0

  /// The columns between two grids.
  private static let gap = 2
  /// The lines of a grid besides its rows: its title, and the names of its columns.
  private static let gridTop = 2

  init(_ board: Board, in space: Area, needsSigns: Bool, focus: BoardCell) {
    let fields = board.fields
    let bands = Self.bands(fields, width: space.width, needsSigns: needsSigns)
    let needs = bands.map { Self.height(of: $0, fields, width: space.width) }
    let first = bands.firstIndex { $0.contains(focus.part) } ?? 0
    let areTries = Self.areTries(fields)
    // Guesses at several words have cells of one size.
    let most = areTries ? bands.map(\.count).max() : nil
    let heights = Self.shares(needs, of: space.height, first: first, areTries: areTries, bands) {
      fields[$0.lowerBound].grid != nil
    }
    var y = space.y
    for (band, height) in zip(bands, heights) where height > 0 {
      let area = Area(x: space.x, y: y, width: space.width, height: height)
      y += place(band, fields, in: area, columns: most ?? band.count, needsSigns: needsSigns, focus: focus)
    }
    height = y - space.y
  }

  /// The height of the parts with the smallest readable cells, in lines.
  static func leastHeight(_ board: Board, width: Int, needsSigns: Bool) -> Int {
    let fields = board.fields
    return bands(fields, width: width, needsSigns: needsSigns).reduce(0) { $0 + height(of: $1, fields, width: width) }
  }

  /// The number of rows of grids that guesses at several words take; 0 for other boards.
  static func bandsOfTries(_ board: Board, width: Int, needsSigns: Bool) -> Int {
    areTries(board.fields) ? bands(board.fields, width: width, needsSigns: needsSigns).count : 0
  }

  private static func areTries(_ fields: [Board.Part]) -> Bool { fields.allSatisfy { $0.grid?.isTries == true } }

  mutating func move(down lines: Int) {
    for index in places.indices {
      places[index].title.y += lines
      places[index].grid?.area.y += lines
      for token in places[index].tokens.indices { places[index].tokens[token].area.y += lines }
    }
  }

  func cell(at x: Int, _ y: Int) -> BoardCell? {
    for place in places {
      if let token = place.tokens.first(where: { $0.area.contains(x, y) }) {
        return BoardCell(x: token.cards.lowerBound, y: 0, part: place.part)
      }
      if var cell = place.grid?.cell(at: x, y) {
        cell.part = place.part
        return cell
      }
    }
    return nil
  }

  // MARK: - Side by side

  private static func bands(_ fields: [Board.Part], width: Int, needsSigns: Bool) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    var used = 0
    for (index, field) in fields.enumerated() {
      let columns = field.grid.map { leastWidth($0, needsSigns) }
      if let columns, let last = bands.last, fields[last.lowerBound].grid != nil, used + gap + columns <= width {
        bands[bands.count - 1] = last.lowerBound..<(index + 1)
        used += gap + columns
      } else {
        bands.append(index..<(index + 1))
        used = columns ?? width
      }
    }
    return bands
  }

  private static func leastWidth(_ grid: Board.Grid, _ needsSigns: Bool) -> Int {
    (grid.isTries ? 0 : 3) + (grid.rows.map(\.tiles.count).max() ?? 0) * (needsSigns ? 3 : 2)
  }

  private static func height(of band: Range<Int>, _ fields: [Board.Part], width: Int) -> Int {
    band.map { index in
      if let grid = fields[index].grid { return (grid.isTries ? 1 : gridTop) + grid.rows.count }
      return 1 + ((tokens(fields[index].cards ?? [], width: width).last?.area.y ?? 0) + 1)
    }.max() ?? 0
  }

  /// The height of each band: its need and an equal share of the rest; if there is too little, guesses at several words
  /// share it, and otherwise the first one takes precedence.
  private static func shares(
    _ needs: [Int], of height: Int, first: Int, areTries: Bool, _ bands: [Range<Int>], isGrid: (Range<Int>) -> Bool
  ) -> [Int] {
    var rest = max(0, height)
    guard needs.reduce(0, +) > rest else {
      let grids = bands.indices.filter { isGrid(bands[$0]) }
      let spare = grids.isEmpty ? 0 : (rest - needs.reduce(0, +)) / grids.count
      return needs.indices.map { needs[$0] + (grids.contains($0) ? spare : 0) }
    }
    if areTries { return needs.map { min($0, rest / needs.count) } }
    var shares = needs.map { _ in 0 }
    for index in [first] + needs.indices.filter({ $0 != first }) where shares.indices.contains(index) {
      // Less than a title and one line is useless.
      let share = min(needs[index], rest)
      guard share > (isGrid(bands[index]) ? gridTop : 1) else { continue }
      shares[index] = share
      rest -= share
    }
    return shares
  }

  // MARK: - Positions

  /// - Returns: the number of lines used.
  private mutating func place(
    _ band: Range<Int>, _ fields: [Board.Part], in area: Area, columns: Int, needsSigns: Bool, focus: BoardCell
  ) -> Int {
    var used = 0
    let width = area.width / columns
    for (column, index) in band.enumerated() {
      var space = Area(x: area.x + column * width, y: area.y, width: width, height: area.height)
      let isLow = area.height < 3 && fields[index].grid.map { $0.isTries && $0.rows.count > 1 } == true
      // The last guess is worth more than the number of its word.
      var title = space.takeTop(isLow ? 0 : 1)
      var place = Place(part: index, title: title)
      if let grid = fields[index].grid {
        let end = grid.isTries ? grid.rows.count - 1 : 0
        let focus = focus.part == index && !grid.isTries ? focus : BoardCell(x: 0, y: end)
        let layout = BoardLayout(grid.board, in: space, needsSigns: needsSigns, focus: focus)
        title.x = layout.area.x
        title.width = space.right - title.x - (column < band.count - 1 ? 1 : 0)
        (place.title, place.grid) = (title, layout)
        used = max(used, title.height + layout.area.height)
      } else {
        let isFocus = focus.part == index
        let tokens = Self.tokens(fields[index].cards ?? [], width: width)
        place.tokens = Self.shown(tokens, in: space, isFocus ? focus.x : 0)
        let last = place.tokens.map(\.area.bottom).max() ?? space.y + 1
        used = max(used, last - area.y)
      }
      places.append(place)
    }
    return used
  }

  /// Places the cards from the left, on lines numbered from 0.
  private static func tokens(_ cards: [Board.Card], width: Int) -> [Token] {
    var tokens: [Token] = []
    var (x, y, index) = (1, 0, 0)
    while index < cards.count {
      let card = cards[index]
      let same = card == .faceDown() ? cards[index...].prefix { $0 == card }.count : 1
      let text = text(of: card, same)
      let columns = TextWidth.of(text)
      if x > 1, x + columns > width { (x, y) = (1, y + 1) }
      tokens.append(
        Token(cards: index..<(index + same), text: text, area: Area(x: x, y: y, width: columns, height: 1)))
      x += columns + 1
      index += same
    }
    return tokens
  }

  /// `[12]` for a playable card, ` 12 ` for others; `[?]` and ` 3×? ` for cards that lie face down.
  private static func text(of card: Board.Card, _ count: Int) -> String {
    let face = card.face.isEmpty ? (count > 1 ? "\(count)×?" : "?") : card.face
    return card.move.isEmpty ? " \(face) " : "[\(face)]"
  }

  /// The lines of cards that fit, around the one that must be visible.
  private static func shown(_ tokens: [Token], in space: Area, _ focus: Int) -> [Token] {
    let lines = (tokens.last?.area.y ?? 0) + 1
    let line = tokens.first { $0.cards.contains(focus) }?.area.y ?? 0
    let first = lines > space.height ? min(max(0, line - space.height / 2), lines - max(0, space.height)) : 0
    return tokens.filter { $0.area.y >= first && $0.area.y < first + space.height }.map { token in
      var token = token
      token.area.x += space.x
      token.area.y += space.y - first
      return token
    }
  }
}

extension Board {
  /// The parts of a board that can be pointed at: its rows, if any, and its parts.
  var fields: [Part] { rows.isEmpty ? parts : [.grid(title, rows: rows, drag: drag ?? "")] + parts }
}

extension Board.Grid {
  /// The grid as a board.
  var board: Board {
    Board(title: "", rows: rows, gestures: drag.isEmpty ? [] : [Gesture(.drag, drag)], isGrid: !isTries)
  }
}
