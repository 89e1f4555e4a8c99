internal import WireProtocol

struct PageView: ShellView {
  let shell: Shell
  let page: Page

  func draw(on frame: inout Frame) {
    drawHeader(page.title, on: &frame)
    if page.isReplayShown, let replay = page.replay { return draw(replay, on: &frame) }
    let area = Area(x: 2, y: 2, width: width - 4, height: height - 3)
    let lines = page.lines(in: shell)
    let first = max(0, min(page.offset, lines.count - area.height))
    if let complaint = page.complaint {
      drawText(complaint, area.x, area.y, look.bad, on: &frame)
    } else if page.lines == nil {
      drawWaiting(area.x, area.y, on: &frame)
    }
    for (line, text) in lines.dropFirst(first).prefix(area.height).enumerated() {
      drawTiles(text, area.x, area.y + line, width - 1, on: &frame)
    }
    let scroll = lines.count > area.height ? "↑↓ scroll  " : ""
    drawFooter("\(scroll)esc back  \(page.next == nil ? "" : "o more  ")/ command  ? help", on: &frame)
  }

  private func draw(_ replay: Replay, on frame: inout Frame) {
    drawFooter(
      "←→ a try  space \(replay.nextAt(now) == nil ? "plays" : "stops")  esc back  tab moves  ? help", on: &frame)
    let shown = replay.shown(at: now)
    let last = replay.tries.prefix(shown).last
    let entries = replay.players.map { player in
      BoardsView.Entry(
        player: player, board: replay.board(of: player, after: shown), isLast: player == last?.player,
        row: replay.tries.prefix(shown).count { $0.player == player })
    }
    BoardsView(shell: shell, entries: entries).draw(
      in: Area(x: 1, y: 2, width: width - 2, height: max(1, height - 5)), on: &frame)
    if let last {
      let text = "\(ShellFormat.time(last.time))  \(last.player): \(last.letters.uppercased())"
      frame.put(TextWidth.clipped(text, to: width - 2), 1, height - 2)
    }
  }
}
