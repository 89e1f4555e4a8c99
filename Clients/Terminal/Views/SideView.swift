internal import WireProtocol

extension RoomView {
  func drawSide(_ layout: RoomLayout, on frame: inout Frame) {
    var area = layout.side
    guard area.height > 0 else { return }
    let isBeside = area.width < width
    if isBeside {
      for y in area.y..<area.bottom { frame.put("│", area.x - 1, y, look.faint) }
      area.x += 1
      area.width -= 1
      if !room.takesMoves { _ = area.takeBottom(1) }
    }
    if !room.isTalking, room.isPlaying { frame.link(area, to: .tab) }
    if !isBeside { (area.x, area.width) = (area.x + 1, area.width - 2) }
    if isBeside || layout.isSideOnly {
      drawPeople(&area, on: &frame)
    } else {
      drawPeopleInLine(&area, on: &frame)
    }
    if layout.isSideOnly, !room.isTalking { drawWaiting(&area, on: &frame) }
    drawPoll(&area, on: &frame)
    drawTalk(area, on: &frame)
  }

  /// The open poll, whose answers can be clicked. A window that is too low for them has its title.
  private func drawPoll(_ area: inout Area, on frame: inout Frame) {
    guard let poll = room.poll, area.height > 2 else { return }
    let titles = TextWidth.wrapped(poll.title, to: area.width - 1).prefix(2).map { ($0, Key.function(8), look.heading) }
    let options = poll.options.enumerated().map { ("  \($1)", Key.option($0 + 1), TextStyle.plain) }
    let all = titles + options + [("  \(poll.footnote)", Key.function(8), look.faint)]
    let isLow = all.count + 3 > area.height
    for (text, key, style) in isLow ? Array(titles.prefix(area.height - 2)) : all {
      let line = area.takeTop(1)
      frame.put(TextWidth.clipped(text, to: line.width), line.x, line.y, style)
      frame.link(line, to: key)
    }
    if area.height > 3 { _ = area.takeTop(1) }
  }

  private func drawWaiting(_ area: inout Area, on frame: inout Frame) {
    guard room.state == .waiting || room.code != nil else { return }
    var texts: [String] = []
    if room.state == .waiting {
      texts.append(
        room.isOwner
          ? "Press Enter when everybody is here: the round begins."
          : "Waiting for \(room.owner ?? "the owner") to begin.")
    }
    if let code = room.code { texts.append("Others come in with g, the room \(room.name) and the code \(code).") }
    for text in texts.flatMap({ TextWidth.wrapped($0, to: area.width) }) {
      let line = area.takeTop(1)
      frame.put(text, line.x, line.y, look.heading, limit: line.right)
    }
  }

  private func drawPeople(_ area: inout Area, on frame: inout Frame) {
    let heading = "\(room.playerCount) here" + (room.finishedCount.map { ", \($0) done" } ?? "")
    let top = area.takeTop(1)
    frame.put(TextWidth.clipped(heading, to: top.width), top.x, top.y, look.heading)
    if !room.standings.isEmpty { drawStandings(&area, on: &frame) }
    let most = max(1, area.height / 2)
    let own = area.takeTop(room.players.contains(room.viewer) ? 1 : 0)
    let you = "\(room.viewer) (you)\(room.isOwner ? " · owner" : "")"
    if own.height > 0 { frame.put(TextWidth.clipped(you, to: own.width), own.x, own.y) }
    let others = room.others.filter { room.players.contains($0.name) || !$0.rows.isEmpty || $0.result != nil }
    let busy = room.watched.isEmpty ? others.filter { !$0.rows.isEmpty } : []
    let idle = others.filter { other in
      (busy.isEmpty || other.rows.isEmpty) && !room.standings.contains { $0.player == other.name }
    }
    for other in idle.prefix(most) { drawIdle(other, &area, on: &frame) }
    if idle.count > most {
      let line = area.takeTop(1)
      frame.put("and \(idle.count - most) more", line.x, line.y, look.faint)
    }
    // A third is left for talk.
    let place = Area(x: area.x, y: area.y, width: area.width, height: max(2, area.height * 2 / 3))
    let used = BoardsView(shell: shell, entries: busy.map(miniature), isSmall: true).draw(in: place, on: &frame)
    _ = area.takeTop(used)
    if used == 0 { for other in busy.prefix(most) { draw(other, area.takeTop(1), on: &frame) } }
    _ = area.takeTop(area.height > 3 ? 1 : 0)
    drawStats(&area, on: &frame)
    drawRules(&area, on: &frame)
  }

  /// A remark that is too long for a line continues below.
  private func drawIdle(_ other: OtherPlayer, _ area: inout Area, on frame: inout Frame) {
    let name = TextWidth.clippedName(other.name, to: max(4, area.width / 2))
    let lines = TextWidth.wrapped("\(name) \(other.remark)", to: area.width - 2)
    guard !other.isAway, other.result == nil, lines.count > 1 else { return draw(other, area.takeTop(1), on: &frame) }
    for (index, text) in lines.prefix(3).enumerated() {
      let line = area.takeTop(1)
      guard line.height > 0 else { return }
      frame.put(index == 0 ? text : "  \(text)", line.x, line.y, look.faint, limit: line.right)
      if index == 0 { frame.put(name, line.x, line.y, limit: line.right) }
    }
  }

  private func drawPeopleInLine(_ area: inout Area, on frame: inout Frame) {
    if let best = room.standings.first {
      let line = area.takeTop(1)
      let text = room.standings.prefix(4).map(\.placedName).joined(separator: "  ")
      frame.put(
        TextWidth.clipped(text, to: line.width), line.x, line.y, best.player == room.viewer ? look.good : .bold)
      return
    }
    let busy = room.others.filter { !$0.rows.isEmpty || !$0.remark.isEmpty || $0.result != nil }
    guard let other = busy.max(by: { $0.rows.count < $1.rows.count }), area.height > 1 else { return }
    draw(other, area.takeTop(1), on: &frame)
  }

  private func draw(_ other: OtherPlayer, _ line: Area, on frame: inout Frame) {
    var x = frame.put(
      TextWidth.clippedName(other.name, to: max(4, line.width / 2)), line.x, line.y, other.isAway ? look.faint : .plain,
      limit: line.right)
    x += 1
    if other.isAway { x = frame.put("away ", x, line.y, look.faint, limit: line.right) }
    if let result = other.result {
      x = frame.put(result + " ", x, line.y, look.good, limit: line.right)
    } else if !other.remark.isEmpty {
      frame.put(TextWidth.clipped(other.remark, to: line.right - x), x, line.y, look.faint)
      return
    }
    guard let tiles = other.rows.last?.tiles, x + tiles.count * 2 <= line.right else { return }
    x = drawTiles(tiles, x, line.y, line.right, on: &frame)
    if other.result == nil { frame.put(" \(other.rows.count)", x, line.y, look.faint, limit: line.right) }
  }

  private func drawStandings(_ area: inout Area, on frame: inout Frame) {
    if let winner = room.winner {
      let line = area.takeTop(1)
      let text = winner == room.viewer ? "You have won the round" : "\(winner) won the round"
      frame.put(TextWidth.clipped(text, to: line.width), line.x, line.y, look.heading)
    }
    for (standing, words) in zip(room.standings, room.standingLines).prefix(max(3, area.height / 3)) {
      let style = standing.player == room.viewer ? look.good : TextStyle.plain
      for (index, text) in TextWidth.wrapped(words, to: area.width).prefix(2).enumerated() {
        let line = area.takeTop(1)
        if line.height > 0 { frame.put((index == 0 ? "" : "   ") + text, line.x, line.y, style, limit: line.right) }
      }
    }
    _ = area.takeTop(1)
  }

  private func miniature(of other: OtherPlayer) -> BoardsView.Entry {
    let rows = other.rows.map { row in
      let blank = String(repeating: " ", count: row.tiles.count)
      return Board.Row(letters: row.letters.isEmpty ? blank : row.letters, tiles: row.tiles)
    }
    return BoardsView.Entry(
      player: other.name, state: other.result ?? (other.isAway ? "away" : other.remark),
      board: Board(title: "", rows: rows), isAway: other.isAway, row: rows.count - 1)
  }

  var shownStats: StatsAnswer? { room.state == .finished ? room.stats : nil }

  func drawShort(_ stats: StatsAnswer, _ area: Area, on frame: inout Frame) {
    let bars = Histogram(stats).bars.suffix(max(1, (area.width - 2) / 4))
    let text = "played \(stats.played) · won \(stats.winPercent) % · streak \(stats.streak)"
    frame.put(text, area.x + max(1, (area.width - TextWidth.of(text)) / 2), area.y, look.good, limit: area.right)
    var x = area.x + max(1, (area.width - bars.count * 4) / 2)
    for bar in bars {
      frame.put("\(bar.label):", x, area.y + 1, look.faint, limit: area.right)
      frame.put("\(bar.count)", x, area.y + 2, .bold, limit: area.right)
      x += 4
    }
  }

  private func drawStats(_ area: inout Area, on frame: inout Frame) {
    guard let stats = shownStats, area.height > 10 else { return }
    let histogram = Histogram(stats)
    var place = area.takeTop(min(area.height - 3, histogram.bars.count + 3))
    for text in [
      "played \(stats.played) · won \(stats.winPercent) %", "streak \(stats.streak) · best \(stats.bestStreak)",
    ] {
      let line = place.takeTop(1)
      frame.put(TextWidth.clipped(text, to: line.width), line.x, line.y, look.good)
    }
    let won = room.outcome?["won"]?.boolValue == true
    histogram.draw(place, marked: won ? room.outcome?["tries"]?.intValue.map(String.init) : "X", look, on: &frame)
  }

  /// The rules and the meaning of colours, until something was played.
  private func drawRules(_ area: inout Area, on frame: inout Frame) {
    guard area.height >= 8, let board = room.board, room.isPlaying, room.judgedAt == nil,
      let rules = shell.rules[room.game ?? ""],
      !rules.isEmpty,
      board.rows.allSatisfy({ $0.tiles.allSatisfy { $0 == Tile.open.rawValue } })
    else { return }
    let lines = rules.flatMap { TextWidth.wrapped(look.legend($0), to: area.width - 1) }
    let title = area.takeTop(1)
    frame.put("How it goes", title.x, title.y, look.heading, limit: title.right)
    let isWhole = lines.count + 3 <= area.height
    for text in isWhole ? lines : lines.prefix(area.height - 4) + ["… F1 tells the rest"] {
      let line = area.takeTop(1)
      drawTiles(text, line.x, line.y, line.right, on: &frame)
    }
    _ = area.takeTop(1)
  }
}
