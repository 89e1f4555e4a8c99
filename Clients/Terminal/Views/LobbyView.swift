internal import WireProtocol

struct LobbyView: ShellView {
  let shell: Shell
  let lobby: Lobby

  private var place: (top: Int, count: Int) {
    let top = height >= 18 ? 3 : 2
    return (top, max(0, height - top - 1))
  }

  private var rows: [Row] {
    let entries = lobby.entries(shell)
    let games = shell.games.count
    var rows: [Row] = entries.prefix(games).enumerated().map { .entry($0, $1) }
    if height >= 18 { rows.append(.gap) }
    guard hello != nil else {
      if link.phase == .ended { return rows + [.heading("No server")] }
      guard link.phase == .lost else { return rows }
      return rows + [.heading("No server yet: this is tried again by itself")] + Self.first.map { .text($0) }
    }
    rows.append(.heading(entries.count > games ? "Rooms" : "No rooms yet: n opens one"))
    rows += entries.enumerated().dropFirst(games).map { .entry($0, $1) }
    return rows
  }

  private enum Row {
    case entry(Int, String)
    case heading(String)
    case text(String)
    case gap
  }

  private static let first = [
    "To start one, in another window:", "  parlor-server", "or in a copy of the source:",
    "  swift run -c release parlor-server", "To play elsewhere:", "  parlor HOST:PORT", "q or ^C leaves.",
  ]

  private var offset: Int {
    let rows = rows
    let chosen = rows.firstIndex { if case .entry(lobby.chosen, _) = $0 { true } else { false } } ?? 0
    return min(max(0, chosen - place.count + 2), max(0, rows.count - place.count))
  }

  func entry(at mouse: Mouse) -> Int? {
    let index = mouse.y - place.top + offset
    guard mouse.y >= place.top, rows.indices.contains(index), case .entry(let entry, _) = rows[index]
    else { return nil }
    return entry
  }

  func draw(on frame: inout Frame) {
    drawHeader("parlor", on: &frame)
    let (top, count) = place
    if let hello {
      let wait = shell.nextDayAt.map { ShellFormat.clock($0 - now) } ?? ""
      frame.put("Today · \(hello.day)", 1, top - 1, look.heading)
      let next = width >= 60 ? "new puzzles in \(wait)" : "next in \(wait)"
      frame.put(next, max(20, width - 1 - next.count), top - 1, look.faint)
    }
    for (line, row) in rows.dropFirst(offset).prefix(count).enumerated() {
      let y = top + line
      switch row {
      case .gap: break
      case .text(let text): frame.put(TextWidth.clipped(text, to: width - 4), 3, y)
      case .heading(let text): frame.put(TextWidth.clipped(text, to: width - 2), 1, y, look.heading)
      case .entry(let index, let room): draw(room, index, y, on: &frame)
      }
    }
    // Omitted if the list needs the line.
    if KnownNames.isGuest(name), rows.count + 1 < count {
      let text =
        width >= 60
        ? "You are a guest: u chooses a name, a an account with a password." : "A guest: u chooses a name"
      frame.put(text, 1, height - 2, look.faint, limit: width)
    }
    drawFooter(
      "↵ play  p practise  n new room  g join  v words  s shares  t stats  m calendar  l leaderboard  h history  c compare  e past scores  "
        + "a account  u your name  o options  q quit  ? help", on: &frame)
  }

  private func draw(_ room: String, _ index: Int, _ y: Int, on frame: inout Frame) {
    let isChosen = index == lobby.chosen
    let style = isChosen ? look.chosen : .plain
    frame.fill(Area(x: 0, y: y, width: width, height: 1), style)
    frame.put(isChosen ? "▸" : " ", 1, y, style)
    if index < shell.games.count {
      drawGame(room, index, y, style, on: &frame)
    } else {
      drawRoom(room, y, style, on: &frame)
    }
  }

  private func drawGame(_ id: String, _ index: Int, _ y: Int, _ style: TextStyle, on frame: inout Frame) {
    let game = shell.games.first { $0.id == id }
    let state = lobby.dailyState(of: id, shell)
    let here = lobby.list.first { $0.room == id }?.playerCount ?? 0
    let faint = index == lobby.chosen ? style : look.faint
    frame.put("\(index + 1)", 3, y, faint)
    frame.put(TextWidth.clipped(game?.title ?? id, to: 14), 5, y, style.bolder)
    let isDone = lobby.isDone(id, shell)
    let right = here > 0 && width >= 60 ? "\(state) · \(here) here" : state
    let x = max(20, width - 1 - TextWidth.of(right))
    frame.put(right, x, y, isDone && index != lobby.chosen ? look.good : style, limit: width)
    if width >= 60 { frame.put(TextWidth.clipped(game?.summary ?? "", to: max(0, x - 22)), 20, y, faint) }
  }

  private func drawRoom(_ name: String, _ y: Int, _ style: TextStyle, on frame: inout Frame) {
    let own = shell.rooms[name]
    let listed = lobby.list.first { $0.room == name }
    var dot = style
    dot.ink = look.good.ink ?? style.ink
    frame.put(own == nil ? " " : "●", 3, y, dot)
    let nameEnd = frame.put(TextWidth.clipped(name, to: width >= 60 ? 14 : 12), 5, y, style.bolder)
    let mode = own?.mode ?? listed?.mode
    var parts = [mode.map { "\(title(of: own?.game ?? listed?.game)) · \($0.rawValue)" } ?? "talk"]
    if let listed {
      parts.append("\(listed.playerCount) here")
      if listed.watcherCount > 0 { parts.append("\(listed.watcherCount) looking on") }
      if !listed.isOpen { parts.append("private") }
    }
    if let own, own.unread > 0 { parts.append("\(own.unread) new") }
    frame.put(TextWidth.clipped(parts.joined(separator: " · "), to: width - 21), max(20, nameEnd + 1), y, style)
  }
}

extension TextStyle {
  var bolder: TextStyle {
    var style = self
    style.isBold = true
    return style
  }
}
