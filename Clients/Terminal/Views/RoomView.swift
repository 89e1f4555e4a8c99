internal import WireProtocol

/// A room: the board, what is typed, the keyboard, who else is here, what is said.
struct RoomView: ShellView {
  let shell: Shell
  let room: RoomState

  func draw(on frame: inout Frame) {
    let layout = self.layout
    drawHeader(heading(), on: &frame, right: countdown())
    if let board = room.shown, let place = layout.board {
      BoardView(
        room: room, board: board, layout: place, look: look, isAnimated: shell.preferences.isAnimated, now: now
      ).draw(on: &frame)
      drawNotes(board, layout, on: &frame)
      if layout.side.height < 8, layout.keyboard.height > 0, let stats = shownStats {
        // Letters are of no more use, and there is no room beside them.
        drawShort(stats, layout.keyboard, on: &frame)
      } else if layout.keyboard.height > 0 {
        drawKeyboard(board, layout.keyboard, on: &frame)
      }
    }
    let watched = room.watched.compactMap { other in
      other.board.map {
        BoardsView.Entry(player: other.name, state: other.result ?? (other.isAway ? "away" : ""), board: $0)
      }
    }
    BoardsView(shell: shell, entries: watched).draw(in: layout.watched, on: &frame)
    drawSide(layout, on: &frame)
    drawInput(layout, on: &frame)
    drawFooter(hints(), on: &frame)
  }

  private func heading() -> String {
    let title = room.board?.title ?? (room.game == nil ? room.name : title(of: room.game))
    if room.mode == .daily {
      // In a narrow window the time to the next puzzle says as much.
      return width < 60 && room.state == .finished ? title : "\(title) · today"
    }
    if room.game == nil { return "\(title) · talk" }
    return "\(title) · \(room.mode?.rawValue ?? "") · \(room.name)" + (room.watched.isEmpty ? "" : " · looking on")
  }

  private func countdown() -> String? {
    if let end = room.endsAt { return "\(ShellFormat.clock(end - now)) left" }
    if let next = room.nextAt { return "next round in \(ShellFormat.clock(next - now))" }
    if room.mode == .daily, room.state == .finished, let nextDayAt = shell.nextDayAt {
      return "\(width >= 60 ? "next puzzle in" : "next in") \(ShellFormat.clock(nextDayAt - now))"
    }
    return width >= 60 ? nil : name
  }

  private func hints() -> String {
    if room.isTalking { return "↵ say  / command  tab board  esc back" }
    if room.completed != nil { return "any key goes on  ? help" }
    guard room.isPlaying, let board = room.board else {
      let next =
        room.game == nil || room.mode == .daily ? "↵ say" : room.isOwner && room.nextAt == nil ? "↵ start" : "↵ say"
      let share = room.share == nil ? "" : "^S share  ^Y copy  "
      let others = room.watched.count > 1 ? "←→ next board  " : ""
      return "\(next)  esc lobby  \(others)\(share)F2 shares  F3 statistics  F1 help"
    }
    var parts: [String] = []
    if room.pointer.anchor != nil {
      parts = ["arrows move", board.drag == nil ? "space drop" : "space end", "esc cancel"]
    } else {
      if board.drag != nil { parts.append("arrows+space select") }
      if board.swap != nil { parts.append("arrows+space swap") }
      parts += ["esc lobby", "tab talk", "↵ send"]
    }
    return parts.joined(separator: "  ") + "  ? help"
  }

  // MARK: - Below the board

  private func drawNotes(_ board: Board, _ layout: RoomLayout, on frame: inout Frame) {
    func centre(_ text: String, _ area: Area, _ style: Style) {
      guard area.height > 0 else { return }
      let text = TextWidth.clipped(text, to: area.width - 2)
      frame.put(text, area.x + max(1, (area.width - TextWidth.of(text)) / 2), area.y, style)
    }
    var lines = RoomLayout.noteLines(of: room, width: layout.notes.width)
    if lines.count > layout.notes.height, layout.notes.height > 0 {
      // What there is no room for is left out at the end, and seen to be.
      lines = lines.prefix(layout.notes.height - 1) + [lines.dropFirst(layout.notes.height - 1).joined(separator: " ")]
    }
    for (index, text) in lines.prefix(layout.notes.height).enumerated() {
      centre(text, Area(x: layout.notes.x, y: layout.notes.y + index, width: layout.notes.width, height: 1), look.faint)
    }
    let shake = isShaking() && board.openRow == nil ? (now / 80 % 2 == 0 ? 1 : -1) : 0
    var line = layout.prompt
    line.x += shake
    /// What does not fit into one line takes those above it as well.
    func centreAll(_ text: String, _ style: Style) {
      for (index, text) in TextWidth.wrapped(text, to: max(8, line.width - 2)).reversed().prefix(3).enumerated() {
        let place = Area(x: line.x, y: line.y - index, width: line.width, height: line.height)
        if index > 0 { frame.fill(place) }
        centre(text, place, style)
      }
    }
    if let complaint = room.complaint {
      centreAll(complaint, look.bad)
    } else if room.completed != nil {
      centreAll("✓ \(board.prompt)", look.good)
    } else if let outcome = room.outcome, room.state == .finished {
      centre(Self.ending(outcome, room.praise), line, outcome["won"]?.boolValue == true ? look.good : look.bad)
    } else if let solution = room.solution {
      centreAll("The solution: \(solution)", look.heading)
    } else if room.state == .watching {
      centre("You are looking on", line, look.heading)
    } else if let news = room.news, room.isPlaying, TextWidth.of(news + board.prompt) + 7 <= line.width {
      // Where there is no room for both, what to do next says more.
      centre("✓ \(news) · \(board.prompt)", line, look.good)
    } else if !room.underWay.isEmpty, !link.isOnline {
      centre("Your move waits for the connection", line, look.bad)
    } else {
      centre(board.prompt, line, look.heading)
    }
  }

  private func isShaking() -> Bool {
    shell.preferences.isAnimated && room.shakenAt.map { now - $0 < BoardView.shaking } ?? false
  }

  /// `Splendid! Solved in 4`, or how it went and what it was.
  private static func ending(_ outcome: JSONObject, _ praise: String?) -> String {
    guard let praise else { return sentence(outcome) }
    guard outcome["won"]?.boolValue == true else { return praise }
    return "\(praise)! \(sentence(outcome).split(separator: " · ").first ?? "")"
  }

  /// `Solved in 4 · it was CRANE`.
  private static func sentence(_ outcome: JSONObject) -> String {
    let text = Told.result(outcome)
    return ([text.prefix(1).uppercased() + text.dropFirst()] + Told.details(outcome)).joined(separator: " · ")
  }

  private func drawKeyboard(_ board: Board, _ area: Area, on frame: inout Frame) {
    var rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map(Array.init)
    let known = board.keys.flatMap { group in group.letters.map { ($0, group.tile.rawValue) } }
    let tiles = Dictionary(known, uniquingKeysWith: { first, _ in first })
    if known.contains(where: { letter, _ in !rows.contains { $0.contains(letter) } }) {
      let letters = known.map(\.0).sorted()
      let third = (letters.count + 2) / 3
      rows = (0..<3).map { Array(letters.dropFirst($0 * third).prefix(third)) }
    }
    let width = look.isPlainColour ? (area.width >= 42 ? 3 : 2) : 3
    let gap = area.width >= 42 && look.isPlainColour ? 1 : 0
    for (line, letters) in rows.enumerated().prefix(area.height) {
      let total = letters.count * (width + gap) - gap
      var x = area.x + max(0, (area.width - total) / 2)
      for letter in letters {
        let tile = tiles[letter] ?? Tile.open.rawValue
        let style = look.key(tile)
        let place = Area(x: x, y: area.y + line, width: width, height: 1)
        frame.fill(place, style)
        if room.isPlaying { frame.link(place, to: .character(letter)) }
        let signs = Look.signs(tile)
        if !look.isPlainColour {
          frame.put(String(signs.left), x, area.y + line, style)
          frame.put(String(signs.right), x + 2, area.y + line, style)
        }
        let isSmall = look == .signs && tile != Tile.right.rawValue
        frame.put(
          isSmall ? String(letter) : letter.uppercased(), x + width / 2 - (width == 2 ? 1 : 0), area.y + line, style)
        x += width + gap
      }
    }
  }

  private func drawInput(_ layout: RoomLayout, on frame: inout Frame) {
    let isMove = room.takesMoves
    let line = isMove ? room.draft : room.talkLine
    var area = layout.input
    // Talk is written where it is read.
    if !isMove, !layout.isSideOnly, layout.side.width < width, layout.side.height > 0 {
      area = Area(x: layout.side.x + 1, y: layout.side.bottom - 1, width: layout.side.width - 1, height: 1)
    }
    guard area.height > 0 else { return }
    let sign = isMove ? "› " : room.isTalking || room.game == nil || !room.isPlaying ? "say › " : ""
    var x = area.x + 1
    if isMove, !line.isEmpty || layout.notes.height > 0 || room.notes.isEmpty {
      x = area.x + max(1, (area.width - 2 - TextWidth.of(line.text)) / 2)
    }
    x = frame.put(sign, x, area.y, look.heading, limit: area.right)
    if isMove != room.isPlaying { frame.link(layout.isSideOnly ? layout.input : layout.prompt, to: .tab) }
    // The end of a long line is what one writes at.
    var before = line.before
    while TextWidth.of(before) > area.right - x - 2, !before.isEmpty { before.removeFirst() }
    if isMove, line.isEmpty, layout.notes.height == 0 {
      // A board that leaves no line for its notes has them where nothing is typed yet.
      let notes = room.notes.joined(separator: " · ")
      frame.put(TextWidth.clipped(notes, to: area.right - x - 3), x + 2, area.y, look.faint)
    }
    let cursor = frame.put(before, x, area.y, .bold, limit: area.right - 1)
    frame.put(line.after, cursor, area.y, .bold, limit: area.right)
    if shell.dialog == nil, shell.help == nil { frame.cursor = .init(x: min(cursor, width - 1), y: area.y) }
  }
}
