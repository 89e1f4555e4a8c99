internal import WireProtocol

/// A month of a player's dailies: a tile per day, with consecutive solved days connected by a line.
struct CalendarView: ShellView {
  let shell: Shell
  let lookingBack: LookingBack

  var area: Area { Area(x: 2, y: 2, width: width - 4, height: height - 3) }

  private var isRecorded: Bool { shell.isRecorded(lookingBack.game) }

  func draw(_ listing: Listing, on frame: inout Frame) {
    drawHeader(listing.title, on: &frame)
    drawFooter(listing.hints, on: &frame)
    guard let answer = lookingBack.calendar, let month = Month(answer.month) else { return }
    let area = self.area
    let shown = CalendarMonth(month, answer, today: hello?.day ?? "")
    let grid = CalendarGrid(month, in: area)
    let title = TextWidth.clipped("\(answer.player) · \(month.title)", to: grid.width)
    let end = frame.put(title, grid.left, area.y, look.heading)
    drawStreak(grid, area.y, answer, behind: end, on: &frame)
    for (column, name) in ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].enumerated() {
      let place = grid.place(week: 0, column: column)
      frame.put(name, place.x + (place.width - 2) / 2, place.y - 1, look.faint)
    }
    for day in 1...month.dayCount { draw(day, of: shown, grid.place(day), on: &frame) }
    if let chosen = lookingBack.chosen(shell), chosen.month == month {
      frame.restyle(grid.place(chosen.day)) { $0 = look.chosen }
    }
    for day in 1..<month.dayCount where shown.isSolved(day) && shown.isSolved(day + 1) { join(day, grid, on: &frame) }
    let y = min(grid.bottom + 1, area.bottom - 1)
    frame.put(TextWidth.clipped(sentence(shown), to: area.width), grid.left, y)
    if y + 1 < area.bottom { drawLegend(grid.left, y + 1, area.right, on: &frame) }
  }

  private func sentence(_ month: CalendarMonth) -> String {
    if month.playedCount == 0 { return "Nothing was finished in this month." }
    if isRecorded {
      return "\(ShellFormat.count(month.playedCount, "day")) · longest run \(month.longestRun)"
    }
    return "solved \(month.solvedCount) of \(month.playedCount) · longest run \(month.longestRun)"
  }

  private func drawLegend(_ x: Int, _ y: Int, _ limit: Int, on frame: inout Frame) {
    var x = x
    let tiles = isRecorded ? [(Tile.right, "done")] : [(Tile.right, "solved"), (.absent, "not solved")]
    for (tile, text) in tiles {
      x = frame.put(look.cell(tile.rawValue, "n"), x, y, look.tile(tile.rawValue), limit: limit)
      x = frame.put(" \(text) ", x, y, look.faint, limit: limit)
    }
    frame.put("›n‹ today", x, y, look.faint, limit: limit)
  }

  /// The present streak, which may begin before the month.
  private func drawStreak(
    _ grid: CalendarGrid, _ y: Int, _ answer: CalendarAnswer, behind end: Int, on frame: inout Frame
  ) {
    guard let stats = lookingBack.stats, stats.game == answer.game, stats.player == answer.player else { return }
    let text = "streak \(stats.streak)" + (grid.isRoomy ? " · best \(stats.bestStreak)" : "")
    let x = grid.left + grid.width - TextWidth.of(text)
    if x > end { frame.put(text, x, y, look.good) }
  }

  private func draw(_ day: Int, of month: CalendarMonth, _ place: Area, on frame: inout Frame) {
    let isToday = day == month.today
    let tile: Tile? =
      switch month.mark(day) {
      case .solved: .right
      case .notSolved: .absent
      case .open, .future: nil
      }
    var style = tile.map { look.tile($0.rawValue) } ?? (month.mark(day) == .future ? look.faint : .plain)
    if look == .signs { style.isReversed = false }
    if isToday { style.isBold = true }
    frame.fill(place, style)
    let signs = look.signs((tile ?? .open).rawValue)
    if place.height == 1 {
      // One line per week: the day's number is in its tile.
      let left = isToday ? "›" : String(signs.left)
      let right = isToday && (tile == nil || look.isPlainColour) ? "‹" : String(signs.right)
      let number = day < 10 ? " \(day)" : "\(day)"
      frame.put(left + number + right, place.x, place.y, style)
      return
    }
    let number = isToday ? "›\(day)‹" : "\(day)"
    frame.put(number, place.x + (place.width - number.count) / 2, place.y, style)
    var result = "X"
    if case .solved(let tries) = month.mark(day) { result = tries.map(String.init) ?? "#" }
    let text = tile == nil ? "" : "\(signs.left)\(result)\(signs.right)"
    frame.put(text, place.x + (place.width - text.count) / 2, place.y + 1, style)
  }

  private func join(_ day: Int, _ grid: CalendarGrid, on frame: inout Frame) {
    let (here, next) = (grid.place(day), grid.place(day + 1))
    let style = look == .signs ? TextStyle.bold : look.bar(.right)
    // Signs are narrower than the cell: the line continues up to them.
    let inner = look.isPlainColour || here.height == 1 ? 0 : 2
    func draw(from x: Int, to end: Int, _ y: Int) {
      frame.put(String(repeating: "━", count: max(0, end - x)), x, y, style)
    }
    if here.y == next.y {
      draw(from: here.right - inner, to: next.x + inner, here.bottom - 1)
    } else {
      draw(from: here.right - inner, to: here.right + 1, here.bottom - 1)
      draw(from: next.x - 1, to: next.x + inner, next.bottom - 1)
    }
  }
}

struct CalendarGrid: Sendable {
  private let month: Month
  let left: Int
  let width: Int
  private let top: Int
  private let cell: (width: Int, height: Int)
  private let gap: (x: Int, y: Int)

  /// The largest cells that fit, with room for the names above and two lines below.
  init(_ month: Month, in area: Area) {
    self.month = month
    let weeks = (month.firstWeekday + month.dayCount + 6) / 7
    let sizes = [(7, 2, 2, 1), (7, 2, 2, 0), (4, 1, 1, 1), (4, 1, 1, 0)]
    let room = area.height - 4
    let size =
      sizes.first { width, height, x, y in
        7 * (width + x) <= area.width + x && weeks * (height + y) - y <= room - (height > 1 ? 1 : 0)
      } ?? (4, 1, 1, 0)
    (cell, gap) = ((size.0, size.1), (size.2, size.3))
    width = 7 * (cell.width + gap.x) - gap.x
    left = area.x + max(0, (area.width - width) / 2)
    top = area.y + (area.height > 14 ? 3 : 2)
    bottom = top + weeks * (cell.height + gap.y) - gap.y
  }

  let bottom: Int

  var isRoomy: Bool { cell.height > 1 }

  func place(week: Int, column: Int) -> Area {
    Area(
      x: left + column * (cell.width + gap.x), y: top + week * (cell.height + gap.y), width: cell.width,
      height: cell.height)
  }

  func place(_ day: Int) -> Area {
    let index = month.firstWeekday + day - 1
    return place(week: index / 7, column: index % 7)
  }
}
