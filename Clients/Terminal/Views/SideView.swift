internal import WireProtocol

/// Who else is in a room, how they are doing, the standings, and what is said.
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
    if isBeside || layout.isSideOnly {
      drawPeople(&area, on: &frame)
    } else {
      drawPeopleInLine(&area, on: &frame)
    }
    if layout.isSideOnly, !room.isTalking { drawWaiting(&area, on: &frame) }
    drawTalk(area, on: &frame)
  }

  /// What a room without a board waits for.
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
    for text in texts.flatMap({ TextWidth.wrapped($0, to: area.width - 2) }) {
      let line = area.takeTop(1)
      frame.put(text, line.x + 1, line.y, look.heading, limit: line.right)
    }
  }

  private func drawPeople(_ area: inout Area, on frame: inout Frame) {
    if !isBeside(area) {
      area.x += 1
      area.width -= 2
      defer {
        area.x -= 1
        area.width += 2
      }
      return listPeople(&area, on: &frame)
    }
    listPeople(&area, on: &frame)
  }

  private func isBeside(_ area: Area) -> Bool { area.width < width - 1 }

  private func listPeople(_ area: inout Area, on frame: inout Frame) {
    let heading =
      room.finishedCount.map { "\(room.playerCount) here, \($0) done" }
      ?? (room.playerCount == 1 ? "1 here" : "\(room.playerCount) here")
    let top = area.takeTop(1)
    frame.put(TextWidth.clipped(heading, to: top.width), top.x, top.y, look.heading)
    if !room.standings.isEmpty { drawStandings(&area, on: &frame) }
    let most = max(1, area.height / 2)
    var names = ["\(room.viewer) (you)"]
    if room.owner == room.viewer { names[0] += " · owner" }
    let line = area.takeTop(room.players.contains(room.viewer) ? 1 : 0)
    if line.height > 0 { frame.put(TextWidth.clipped(names[0], to: line.width), line.x, line.y) }
    let others = room.others.filter { room.players.contains($0.name) || !$0.rows.isEmpty || $0.result != nil }
    for other in others.prefix(most) {
      let line = area.takeTop(1)
      draw(other, line, on: &frame)
    }
    if others.count > most {
      let line = area.takeTop(1)
      frame.put("and \(others.count - most) more", line.x, line.y, look.faint)
    }
    _ = area.takeTop(area.height > 3 ? 1 : 0)
  }

  private func drawPeopleInLine(_ area: inout Area, on frame: inout Frame) {
    if let best = room.standings.first {
      let line = area.takeTop(1)
      let text = room.standings.prefix(4).map { "\($0.place). \($0.player)" }.joined(separator: "  ")
      frame.put(
        TextWidth.clipped(text, to: line.width - 2), line.x + 1, line.y, best.player == room.viewer ? look.good : .bold)
      return
    }
    let busy = room.others.filter { !$0.rows.isEmpty || !$0.remark.isEmpty || $0.result != nil }
    guard let other = busy.max(by: { $0.rows.count < $1.rows.count }), area.height > 1 else { return }
    var line = area.takeTop(1)
    line.x += 1
    line.width -= 2
    draw(other, line, on: &frame)
  }

  /// A name and the tiles of the last try.
  private func draw(_ other: OtherPlayer, _ line: Area, on frame: inout Frame) {
    var x = frame.put(
      TextWidth.clipped(other.name, to: max(4, line.width / 2)), line.x, line.y, other.isAway ? look.faint : .plain,
      limit: line.right)
    x += 1
    if other.isAway { x = frame.put("away ", x, line.y, look.faint, limit: line.right) }
    if let result = other.result {
      x = frame.put(result + " ", x, line.y, look.good, limit: line.right)
    } else if !other.remark.isEmpty {
      frame.put(TextWidth.clipped(other.remark, to: line.right - x), x, line.y, look.faint)
    }
    guard let tiles = other.rows.last, x + tiles.count <= line.right else { return }
    let width = x + tiles.count * 2 + 3 <= line.right ? 2 : 1
    for tile in tiles {
      let text = look.isPlainColour ? String(repeating: " ", count: width) : String(Look.sign(tile))
      x = frame.put(text, x, line.y, look.tile(tile), limit: line.right)
    }
    if other.result == nil { frame.put(" \(other.rows.count)", x, line.y, look.faint, limit: line.right) }
  }

  private func drawStandings(_ area: inout Area, on frame: inout Frame) {
    for standing in room.standings.prefix(max(3, area.height / 3)) {
      let line = area.takeTop(1)
      var parts = ["\(standing.place). \(standing.player)"]
      if let outcome = standing.outcome { parts.append(RoomState.result(outcome)) }
      if let time = standing.elapsedMilliseconds { parts.append("\(time / 1000) s") }
      if standing.outcome == nil, let progress = standing.progress { parts.append("\(progress) points") }
      if standing.wins > 0 { parts.append(standing.wins == 1 ? "1 win" : "\(standing.wins) wins") }
      let style = standing.player == room.viewer ? look.good : Style.plain
      frame.put(TextWidth.clipped(parts.joined(separator: " · "), to: line.width), line.x, line.y, style)
    }
    _ = area.takeTop(1)
  }

  /// The end of the talk, the newest at the bottom.
  private func drawTalk(_ area: Area, on frame: inout Frame) {
    guard area.height > 0, area.width > 4 else { return }
    var lines: [(String, Style, Int)] = []
    for entry in room.talk.suffix(area.height).reversed() where lines.count < area.height {
      let name = entry.player.map { "\($0): " } ?? ""
      let wrapped = TextWidth.wrapped(name + entry.text, to: area.width - 1)
      let bold = wrapped.first?.hasPrefix(name) == true ? TextWidth.of(name) : 0
      for (index, line) in wrapped.enumerated().reversed() {
        lines.append((line, entry.player == nil ? look.faint : .plain, index == 0 ? bold : 0))
      }
    }
    let x = area.width == width ? area.x + 1 : area.x
    for (index, line) in lines.prefix(area.height).enumerated() {
      let y = area.bottom - 1 - index
      frame.put(line.0, x, y, line.1, limit: area.right)
      if line.2 > 0 { frame.restyle(Area(x: x, y: y, width: line.2, height: 1)) { $0.isBold = true } }
    }
  }
}
